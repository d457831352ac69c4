#include "qz_jpeg_write.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

int qz_jpeg_write(const uint8_t *luma, int width, int height, int quality, uint8_t **out, size_t *out_length) {
    *out = 0;
    *out_length = 0;
    if (width < 1 || height < 1 || width > 65500 || height > 65500 || quality < 1 || quality > 100) return -EINVAL;
    int chroma_width = tjPlaneWidth(1, width, TJSAMP_422), chroma_height = tjPlaneHeight(1, height, TJSAMP_422);
    size_t chroma_size = (size_t)chroma_width * (size_t)chroma_height;
    // Both chroma planes are the same: no colour.
    uint8_t *chroma = malloc(chroma_size);
    tjhandle encoder = tjInitCompress();
    unsigned char *jpeg = 0;
    unsigned long length = 0;
    int result = -ENOMEM;
    if (chroma && encoder) {
        memset(chroma, 128, chroma_size);
        const unsigned char *planes[] = {luma, chroma, chroma};
        const int strides[] = {width, chroma_width, chroma_width};
        if (tjCompressFromYUVPlanes(encoder, planes, width, strides, height, TJSAMP_422, &jpeg, &length, quality, 0) == 0) {
            *out = jpeg;
            *out_length = length;
            result = 0;
        } else {
            tjFree(jpeg);
        }
    }
    if (encoder) tjDestroy(encoder);
    free(chroma);
    return result;
}

void qz_jpeg_free(uint8_t *jpeg) { tjFree(jpeg); }

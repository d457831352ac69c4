#include "qz_jpeg_write.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

/// Copies the plane with its last column repeated: libturbojpeg rounds an odd width up (tjPlaneWidth). Returns NULL when
/// out of memory.
static uint8_t *copy_with_even_width(const uint8_t *luma, size_t width, size_t height) {
    uint8_t *plane = malloc((width + 1) * height);
    for (size_t y = 0; plane && y < height; y++) {
        uint8_t *row = plane + y * (width + 1);
        memcpy(row, luma + y * width, width);
        row[width] = row[width - 1];
    }
    return plane;
}

int qz_jpeg_write(const uint8_t *luma, int width, int height, int quality, uint8_t **out, size_t *out_length) {
    *out = 0;
    *out_length = 0;
    if (width < 1 || height < 1 || width > 65500 || height > 65500 || quality < 1 || quality > 100) return -EINVAL;
    int chroma_width = tjPlaneWidth(1, width, TJSAMP_422), chroma_height = tjPlaneHeight(1, height, TJSAMP_422);
    size_t chroma_size = (size_t)chroma_width * (size_t)chroma_height;
    // Both chroma planes share one neutral buffer.
    uint8_t *chroma = malloc(chroma_size);
    uint8_t *wide = width % 2 ? copy_with_even_width(luma, (size_t)width, (size_t)height) : 0;
    tjhandle encoder = tjInitCompress();
    unsigned char *jpeg = 0;
    unsigned long length = 0;
    int result = -ENOMEM;
    if (chroma && encoder && (wide || width % 2 == 0)) {
        memset(chroma, 128, chroma_size);
        const unsigned char *planes[] = {wide ? wide : luma, chroma, chroma};
        const int strides[] = {width + width % 2, chroma_width, chroma_width};
        if (tjCompressFromYUVPlanes(encoder, planes, width, strides, height, TJSAMP_422, &jpeg, &length, quality, 0) == 0) {
            *out = jpeg;
            *out_length = length;
            result = 0;
        } else {
            tjFree(jpeg);
        }
    }
    if (encoder) tjDestroy(encoder);
    free(wide);
    free(chroma);
    return result;
}

int qz_jpeg_write_pixels(const uint8_t *pixels, int width, int height, int channels, int quality, uint8_t **out,
                         size_t *out_length) {
    *out = 0;
    *out_length = 0;
    if (width < 1 || height < 1 || width > 65500 || height > 65500 || quality < 1 || quality > 100) return -EINVAL;
    if (channels != 1 && channels != 3) return -EINVAL;
    tjhandle encoder = tjInitCompress();
    if (!encoder) return -ENOMEM;
    unsigned char *jpeg = 0;
    unsigned long length = 0;
    // 4:2:2: cameras deliver no finer chroma.
    int format = channels == 1 ? TJPF_GRAY : TJPF_RGB, sampling = channels == 1 ? TJSAMP_GRAY : TJSAMP_422;
    int result = tjCompress2(encoder, pixels, width, 0, height, format, &jpeg, &length, sampling, quality, 0);
    tjDestroy(encoder);
    if (result != 0) {
        tjFree(jpeg);
        return -ENOMEM;
    }
    *out = jpeg;
    *out_length = length;
    return 0;
}

void qz_jpeg_free(uint8_t *jpeg) { tjFree(jpeg); }

#include "qz_jpeg.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <turbojpeg.h>

static pthread_key_t decoder_key;
static pthread_once_t decoder_once = PTHREAD_ONCE_INIT;
static int decoder_key_error;

static void destroy_decoder(void *decoder) { tjDestroy(decoder); }

static void make_key(void) { decoder_key_error = pthread_key_create(&decoder_key, destroy_decoder); }

/// The calling thread's decoder, or 0 when there is no memory or no key for one.
static tjhandle thread_decoder(void) {
    pthread_once(&decoder_once, make_key);
    if (decoder_key_error) return 0;
    tjhandle decoder = pthread_getspecific(decoder_key);
    if (decoder) return decoder;
    if (!(decoder = tjInitDecompress())) return 0;
    if (pthread_setspecific(decoder_key, decoder)) {
        tjDestroy(decoder);
        return 0;
    }
    return decoder;
}

static int read_header(tjhandle decoder, const uint8_t *data, size_t length, int *width, int *height, int *space) {
    int subsampling;
    *width = *height = 0;
    if (!data || !length) return -EBADMSG;
    if (tjDecompressHeader3(decoder, data, length, width, height, &subsampling, space) == 0) return 0;
    // A warning (say, bytes before the first marker) leaves a header that can be used.
    return tjGetErrorCode(decoder) == TJERR_WARNING && *width > 0 && *height > 0 ? 0 : -EBADMSG;
}

int qz_jpeg_size(const uint8_t *data, size_t length, int *width, int *height) {
    int space;
    tjhandle decoder = thread_decoder();
    if (!decoder) return -ENOMEM;
    return read_header(decoder, data, length, width, height, &space);
}

/// libjpeg has no way from CMYK to grey, so it goes through a four byte copy.
static int decode_cmyk(tjhandle decoder, const uint8_t *data, size_t length, uint8_t *luma, int width, int height,
                       int flags) {
    size_t count = (size_t)width * (size_t)height;
    uint8_t *inks = malloc(count * 4);
    if (!inks) return -ENOMEM;
    int result = 0;
    if (tjDecompress2(decoder, data, length, inks, width, width * 4, height, TJPF_CMYK, flags) != 0)
        result = tjGetErrorCode(decoder) == TJERR_WARNING ? -EBADMSG : -EPROTO;
    if (result != -EPROTO) {
        for (size_t i = 0; i < count; i++) {
            // Adobe stores inks inverted: 255 is none. Weights: ITU-R BT.601.
            const uint8_t *p = inks + i * 4;
            unsigned light = (299u * p[0] + 587u * p[1] + 114u * p[2] + 500) / 1000;
            luma[i] = (uint8_t)((light * p[3] + 127) / 255);
        }
    }
    free(inks);
    return result;
}

int qz_jpeg_luma(const uint8_t *data, size_t length, uint8_t *luma, int width, int height) {
    // A progressive picture of thousands of empty scans would take minutes (libjpeg-turbo, TJFLAG_LIMITSCANS).
    const int flags = TJFLAG_LIMITSCANS;
    int w, h, space;
    tjhandle decoder = thread_decoder();
    if (!decoder) return -ENOMEM;
    int result = read_header(decoder, data, length, &w, &h, &space);
    if (result < 0) return -EPROTO;
    if (w != width || h != height) return -EINVAL;
    if (space == TJCS_CMYK || space == TJCS_YCCK)
        return decode_cmyk(decoder, data, length, luma, width, height, flags);
    if (tjDecompress2(decoder, data, length, luma, width, width, height, TJPF_GRAY, flags) == 0) return 0;
    return tjGetErrorCode(decoder) == TJERR_WARNING ? -EBADMSG : -EPROTO;
}

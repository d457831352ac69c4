#define _GNU_SOURCE  // memmem
#include "qz_jpeg.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

/// A thread's decoders. Tables stay in one from picture to picture, so a picture without Huffman tables would get
/// those of the last one that had some; such pictures have a decoder of their own, which only knows the standard ones.
typedef struct {
    tjhandle usual;
    tjhandle tableless;
} Decoders;

static pthread_key_t decoders_key;
static pthread_once_t decoders_once = PTHREAD_ONCE_INIT;
static int decoders_key_error;

static void destroy_decoders(void *value) {
    Decoders *decoders = value;
    if (decoders->usual) tjDestroy(decoders->usual);
    if (decoders->tableless) tjDestroy(decoders->tableless);
    free(decoders);
}

static void make_key(void) { decoders_key_error = pthread_key_create(&decoders_key, destroy_decoders); }

static int is_huffman_table(uint8_t marker) { return marker == 0xC4; }

/// A frame header (SOF), which has the size; DHT, JPG and DAC lie between them.
static int is_frame_header(uint8_t marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

/// Whether a segment that `is_wanted` comes before the first scan (SOS); -1 where the segments cannot be walked through:
/// it will not be decoded, or holds bytes that libjpeg passes over. ITU-T T.81, annex B.
static int has_segment(const uint8_t *data, size_t length, int (*is_wanted)(uint8_t marker)) {
    for (size_t at = 2; at + 4 <= length && data[at] == 0xFF;) {
        uint8_t marker = data[at + 1];
        if (marker == 0xFF) {
            at++;
            continue;
        }
        if (is_wanted(marker)) return 1;
        if (marker == 0xDA) return 0;
        at += 2 + ((size_t)data[at + 2] << 8 | data[at + 3]);
    }
    return -1;
}

static int has_huffman_tables(const uint8_t *data, size_t length) {
    return has_segment(data, length, is_huffman_table) != 0;
}

static int has_frame_header(const uint8_t *data, size_t length) {
    return has_segment(data, length, is_frame_header) == 1;
}

/// Whether tables may come after the first scan, from where they would stay in the decoder.
static int may_bring_tables(const uint8_t *data, size_t length) { return memmem(data, length, "\xFF\xC4", 2) != 0; }

/// The place of the calling thread's decoder for this picture, with a decoder in it; or 0 without memory.
static tjhandle *thread_decoder(const uint8_t *data, size_t length) {
    pthread_once(&decoders_once, make_key);
    if (decoders_key_error) return 0;
    Decoders *decoders = pthread_getspecific(decoders_key);
    if (!decoders) {
        if (!(decoders = calloc(1, sizeof *decoders))) return 0;
        if (pthread_setspecific(decoders_key, decoders)) {
            free(decoders);
            return 0;
        }
    }
    tjhandle *decoder = has_huffman_tables(data, length) ? &decoders->usual : &decoders->tableless;
    if (!*decoder) *decoder = tjInitDecompress();
    return *decoder ? decoder : 0;
}

/// Ends a decoder whose state cannot be trusted. libturbojpeg leaves one that failed in a header in the middle of it
/// (tjDecompressHeader3 calls no jpeg_abort), and its next frame would fail, too.
static void drop_decoder(tjhandle *decoder) {
    if (*decoder) tjDestroy(*decoder);
    *decoder = 0;
}

static int renew_decoder(tjhandle *decoder) {
    drop_decoder(decoder);
    *decoder = tjInitDecompress();
    return *decoder ? 0 : -ENOMEM;
}

/// Reads the size; the decoder is ready for a picture afterwards, or there is none (-ENOMEM).
static int read_header(tjhandle *decoder, const uint8_t *data, size_t length, int *width, int *height, int *space) {
    int subsampling;
    *width = *height = 0;
    // Since 3.0 a decoder reports the size of its previous picture where this one has none; a new one cannot.
    if (!has_frame_header(data, length) && renew_decoder(decoder) < 0) return -ENOMEM;
    if (tjDecompressHeader3(*decoder, data, length, width, height, &subsampling, space) == 0) return 0;
    // A warning (say, bytes before the first marker) leaves a header that can be used.
    if (renew_decoder(decoder) < 0) return -ENOMEM;
    *width = *height = 0;
    int result = 0;
    if (tjDecompressHeader3(*decoder, data, length, width, height, &subsampling, space) != 0)
        result = tjGetErrorCode(*decoder) == TJERR_WARNING && *width > 0 && *height > 0 ? 0 : -EBADMSG;
    return renew_decoder(decoder) < 0 ? -ENOMEM : result;
}

int qz_jpeg_size(const uint8_t *data, size_t length, int *width, int *height) {
    int space;
    *width = *height = 0;
    if (!data || !length) return -EBADMSG;
    tjhandle *decoder = thread_decoder(data, length);
    if (!decoder) return -ENOMEM;
    return read_header(decoder, data, length, width, height, &space);
}

/// libjpeg cannot convert CMYK to grey, so it goes through a four byte copy.
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

static int decode(tjhandle *handle, const uint8_t *data, size_t length, uint8_t *pixels, int width, int height,
                  int format) {
    // A progressive picture of thousands of empty scans would take minutes (libjpeg-turbo, TJFLAG_LIMITSCANS).
    const int flags = TJFLAG_LIMITSCANS;
    int w, h, space;
    if (read_header(handle, data, length, &w, &h, &space) < 0) return -EPROTO;
    tjhandle decoder = *handle;
    if (w != width || h != height) return -EINVAL;
    if (space == TJCS_CMYK || space == TJCS_YCCK)
        return format == TJPF_GRAY ? decode_cmyk(decoder, data, length, pixels, width, height, flags) : -EPROTO;
    if (tjDecompress2(decoder, data, length, pixels, width, width * tjPixelSize[format], height, format, flags) == 0)
        return 0;
    return tjGetErrorCode(decoder) == TJERR_WARNING ? -EBADMSG : -EPROTO;
}

static int decode_as(const uint8_t *data, size_t length, uint8_t *pixels, int width, int height, int format) {
    if (!data || !length) return -EPROTO;
    tjhandle *decoder = thread_decoder(data, length);
    if (!decoder) return -ENOMEM;
    int result = decode(decoder, data, length, pixels, width, height, format);
    int is_spoilt = !has_huffman_tables(data, length) && may_bring_tables(data, length);
    if (result == -EPROTO || is_spoilt) drop_decoder(decoder);
    return result;
}

int qz_jpeg_luma(const uint8_t *data, size_t length, uint8_t *luma, int width, int height) {
    return decode_as(data, length, luma, width, height, TJPF_GRAY);
}

int qz_jpeg_rgb(const uint8_t *data, size_t length, uint8_t *rgb, int width, int height) {
    return decode_as(data, length, rgb, width, height, TJPF_RGB);
}

#define _GNU_SOURCE  // memmem
#include "qz_jpeg.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

/// A thread's decoders. A decoder keeps its Huffman tables from picture to picture, so a picture without tables would be
/// decoded with those of an earlier one. A second decoder, which only ever has the standard tables, reads such pictures.
typedef struct {
    tjhandle with_tables;
    tjhandle without_tables;
} Decoders;

static pthread_key_t decoders_key;
static pthread_once_t decoders_once = PTHREAD_ONCE_INIT;
static int decoders_key_error;

static void destroy_decoders(void *value) {
    Decoders *decoders = value;
    if (decoders->with_tables) tjDestroy(decoders->with_tables);
    if (decoders->without_tables) tjDestroy(decoders->without_tables);
    free(decoders);
}

static void make_key(void) { decoders_key_error = pthread_key_create(&decoders_key, destroy_decoders); }

static int is_huffman_table(uint8_t marker) { return marker == 0xC4; }

/// Frame headers (SOF), which contain the size. C4, C8 and CC in the same range are DHT, JPG and DAC.
static int is_frame_header(uint8_t marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

/// Whether a segment with a `matches` marker precedes the first scan (SOS). Returns -1 when the segments cannot be walked:
/// the data is damaged, or contains bytes between segments that libjpeg skips. ITU-T T.81, annex B.
static int has_segment(const uint8_t *data, size_t length, int (*matches)(uint8_t marker)) {
    for (size_t at = 2; at + 4 <= length && data[at] == 0xFF;) {
        uint8_t marker = data[at + 1];
        if (marker == 0xFF) {
            at++;
            continue;
        }
        if (matches(marker)) return 1;
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

/// Whether the data may define Huffman tables, perhaps after the first scan; they would stay in the decoder.
static int may_define_tables(const uint8_t *data, size_t length) { return memmem(data, length, "\xFF\xC4", 2) != 0; }

/// Returns a pointer to the calling thread's decoder handle for this picture, created if needed; NULL when out of memory.
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
    tjhandle *decoder = has_huffman_tables(data, length) ? &decoders->with_tables : &decoders->without_tables;
    if (!*decoder) *decoder = tjInitDecompress();
    return *decoder ? decoder : 0;
}

/// Destroys a decoder whose state cannot be trusted: after a failed tjDecompressHeader3, which does not call jpeg_abort,
/// the next picture would fail too.
static void destroy_decoder(tjhandle *decoder) {
    if (*decoder) tjDestroy(*decoder);
    *decoder = 0;
}

static int renew_decoder(tjhandle *decoder) {
    destroy_decoder(decoder);
    *decoder = tjInitDecompress();
    return *decoder ? 0 : -ENOMEM;
}

/// Reads the size and leaves the decoder ready for a picture. After -ENOMEM there is no decoder.
static int read_header(tjhandle *decoder, const uint8_t *data, size_t length, int *width, int *height, int *space) {
    int subsampling;
    *width = *height = 0;
    // Since libjpeg-turbo 3.0 a decoder reports the previous picture's size when this one has none; a new decoder cannot.
    if (!has_frame_header(data, length) && renew_decoder(decoder) < 0) return -ENOMEM;
    if (tjDecompressHeader3(*decoder, data, length, width, height, &subsampling, space) == 0) return 0;
    // The header is usable after a warning, for example about bytes before the first marker.
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

/// libjpeg cannot convert CMYK to grey, so the picture is decoded to CMYK first, four bytes per pixel.
static int decode_cmyk(tjhandle decoder, const uint8_t *data, size_t length, uint8_t *luma, int width, int height,
                       int flags) {
    size_t count = (size_t)width * (size_t)height;
    uint8_t *cmyk = malloc(count * 4);
    if (!cmyk) return -ENOMEM;
    int result = 0;
    if (tjDecompress2(decoder, data, length, cmyk, width, width * 4, height, TJPF_CMYK, flags) != 0)
        result = tjGetErrorCode(decoder) == TJERR_WARNING ? -EBADMSG : -EPROTO;
    if (result != -EPROTO) {
        for (size_t i = 0; i < count; i++) {
            // Adobe stores inks inverted: 255 is none. Weights: ITU-R BT.601.
            const uint8_t *p = cmyk + i * 4;
            unsigned light = (299u * p[0] + 587u * p[1] + 114u * p[2] + 500) / 1000;
            luma[i] = (uint8_t)((light * p[3] + 127) / 255);
        }
    }
    free(cmyk);
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
    int has_foreign_tables = !has_huffman_tables(data, length) && may_define_tables(data, length);
    if (result == -EPROTO || has_foreign_tables) destroy_decoder(decoder);
    return result;
}

int qz_jpeg_luma(const uint8_t *data, size_t length, uint8_t *luma, int width, int height) {
    return decode_as(data, length, luma, width, height, TJPF_GRAY);
}

int qz_jpeg_rgb(const uint8_t *data, size_t length, uint8_t *rgb, int width, int height) {
    return decode_as(data, length, rgb, width, height, TJPF_RGB);
}

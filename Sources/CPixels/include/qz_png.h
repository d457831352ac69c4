/// PNG to a luma plane, and pixels to PNG, through libpng.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Reads the size from the header of `length` bytes; nothing is inflated.
/// Returns 0, or -EBADMSG when they do not begin as a PNG does.
int qz_png_size(const uint8_t *data, size_t length, int *width, int *height);

/// How much of red, and of green, a grey has, in hundred-thousandths; the rest is blue's.
typedef struct {
    int red, green;
} qz_png_weights;

/// Decodes any PNG into `luma`: `width * height` bytes, rows packed. Colours are weighed by `weights`, or, where that
/// is 0, as ITU-R BT.601 does; transparent parts lie on white, 16 bits become 8.
///
/// Beside `luma` it takes a few rows and zlib's window, whatever the file claims: text, profiles and other
/// chunks that are not needed are passed over without inflating them.
///
/// Returns 0; -EBADMSG when its pixels are damaged or truncated (`luma` is filled: what could not be decoded is grey);
/// -EPROTO when no picture could be made; -EINVAL when its size is not `width` × `height`; or
/// -ENOMEM. After an error `message` holds libpng's reason, cut at `message_size` bytes and 0-ended.
int qz_png_luma(const uint8_t *data, size_t length, const qz_png_weights *weights, uint8_t *luma, int width, int height,
                char *message, size_t message_size);

/// Encodes a packed plane as an 8-bit grey PNG and sets `*out` and `*out_length`; end it with `qz_png_free`.
/// Returns 0, -EINVAL for a size that PNG cannot have, or -ENOMEM.
int qz_png_write(const uint8_t *luma, int width, int height, uint8_t **out, size_t *out_length);

/// A text to be kept in a PNG: a keyword of 1 to 79 Latin letters (PNG 11.3.4.2) and UTF-8.
typedef struct {
    const char *key, *text;
} qz_png_text;

/// Encodes packed pixels, grey (`channels` 1) or RGB (3), with `texts` and, unless its length is 0, Exif data (a TIFF
/// header and what belongs to it). Otherwise as `qz_png_write`.
int qz_png_write_pixels(const uint8_t *pixels, int width, int height, int channels, const qz_png_text *texts,
                        size_t text_count, const uint8_t *exif, size_t exif_length, uint8_t **out, size_t *out_length);

/// Frees what the functions above made; 0 is allowed.
void qz_png_free(uint8_t *png);

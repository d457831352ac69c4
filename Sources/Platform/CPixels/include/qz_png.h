/// PNG to a luma plane, and pixels to PNG, through libpng.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Reads the size from the header of `length` bytes; nothing is inflated.
/// Returns 0, or -EBADMSG when the data does not begin with a PNG header.
int qz_png_size(const uint8_t *data, size_t length, int *width, int *height);

/// The weights of red and green in luma, in hundred-thousandths; blue has the rest.
typedef struct {
    int red, green;
} qz_png_weights;

/// Decodes any PNG into `luma`: `width * height` bytes, rows packed. Colours are weighted by `weights`, or as in ITU-R
/// BT.601 when that is NULL; transparency is composed on white; 16-bit samples are reduced to 8 bits.
///
/// Needs memory for a few rows and zlib's window only, whatever the file claims: text, profiles and other chunks that
/// are not needed are skipped without inflating them.
///
/// Returns 0; -EBADMSG when its pixels are damaged or truncated (`luma` is filled, missing parts are grey); -EPROTO when
/// nothing could be decoded; -EINVAL when its size is not `width` × `height`; or -ENOMEM. After an error `message` holds
/// libpng's reason, truncated to `message_size` bytes and NUL-terminated.
int qz_png_luma(const uint8_t *data, size_t length, const qz_png_weights *weights, uint8_t *luma, int width, int height,
                char *message, size_t message_size);

/// Encodes a packed plane as an 8-bit grey PNG and sets `*out` and `*out_length`; free `*out` with `qz_png_free`.
/// Returns 0, -EINVAL for an invalid size, or -ENOMEM.
int qz_png_write(const uint8_t *luma, int width, int height, uint8_t **out, size_t *out_length);

/// A text chunk: a keyword of 1 to 79 Latin-1 characters (PNG 11.3.4.2) and a text in UTF-8.
typedef struct {
    const char *key, *text;
} qz_png_text;

/// Encodes packed pixels, grey (`channels` 1) or RGB (3), with `texts`, with `pixels_per_metre` unless that is 0, and, unless
/// its length is 0, with Exif data that begins with its TIFF header. Otherwise like `qz_png_write`.
int qz_png_write_pixels(const uint8_t *pixels, int width, int height, int channels, const qz_png_text *texts,
                        size_t text_count, const uint8_t *exif, size_t exif_length, uint32_t pixels_per_metre, uint8_t **out,
                        size_t *out_length);

/// Encodes a picture of bits, 1 for white, as a grey PNG of one bit per pixel: `bands` rows of `(width + 7) / 8` bytes, the left
/// pixel in the highest bit, each of which stands as often as `counts` says. Returns -EINVAL where these are not `height` rows.
/// Otherwise like `qz_png_write_pixels`.
int qz_png_write_bits(const uint8_t *bits, const uint32_t *counts, size_t bands, int width, int height,
                      uint32_t pixels_per_metre, uint8_t **out, size_t *out_length);

/// Encodes a packed plane as an 8-bit grey PNG as fast as can be, rather than as short: for pictures that are shown once.
/// Pixels of the value `transparent` are transparent; -1 for none. Otherwise like `qz_png_write`.
int qz_png_write_fast(const uint8_t *luma, int width, int height, int transparent, uint8_t **out, size_t *out_length);

/// Frees a buffer that the functions above allocated; NULL is allowed.
void qz_png_free(uint8_t *png);

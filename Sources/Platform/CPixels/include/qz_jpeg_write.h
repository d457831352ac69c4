/// Encodes JPEG through libturbojpeg.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Encodes a packed plane as a YCbCr 4:2:2 JPEG with neutral chroma, the sampling of UVC cameras, and sets `*out` and
/// `*out_length`; free `*out` with `qz_jpeg_free`. `quality` is 1 to 100.
/// Returns 0, -EINVAL for an invalid size or quality, or -ENOMEM.
int qz_jpeg_write(const uint8_t *luma, int width, int height, int quality, uint8_t **out, size_t *out_length);

/// Like `qz_jpeg_write`, for packed grey (`channels` 1) or RGB (3) pixels; a grey picture has no chroma.
int qz_jpeg_write_pixels(const uint8_t *pixels, int width, int height, int channels, int quality, uint8_t **out,
                         size_t *out_length);

/// Frees a buffer that the functions above allocated; NULL is allowed.
void qz_jpeg_free(uint8_t *jpeg);

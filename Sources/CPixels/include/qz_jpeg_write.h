/// Pixels to JPEG through libturbojpeg.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Encodes a packed plane as a YCbCr 4:2:2 JPEG without colour, the form in which UVC cameras send their frames, and
/// sets `*out` and `*out_length`; end it with `qz_jpeg_free`. `quality` is 1 to 100.
/// Returns 0, -EINVAL for a size that JPEG cannot have or a quality out of range, or -ENOMEM.
int qz_jpeg_write(const uint8_t *luma, int width, int height, int quality, uint8_t **out, size_t *out_length);

/// The same for packed pixels as pictures are kept: grey (`channels` 1) or RGB (3).
int qz_jpeg_write_pixels(const uint8_t *pixels, int width, int height, int channels, int quality, uint8_t **out,
                         size_t *out_length);

/// Frees what the functions above made; 0 is allowed.
void qz_jpeg_free(uint8_t *jpeg);

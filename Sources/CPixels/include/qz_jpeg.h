/// JPEG to luma or RGB through libturbojpeg.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Reads the size from the header of `length` bytes; no pixel is decoded.
/// Returns 0, -EBADMSG when it is no JPEG or its header is damaged, or -ENOMEM.
int qz_jpeg_size(const uint8_t *data, size_t length, int *width, int *height);

/// Decodes into `luma`: `width * height` bytes, rows packed, full range. Grey, YCbCr, RGB, CMYK and YCCK
/// pictures are read; one without Huffman tables (as UVC cameras send) gets the standard ones.
///
/// Returns 0; -EBADMSG when the data is damaged or truncated (`luma` is filled: what could not be
/// decoded is grey); -EPROTO when no picture could be made (`luma` holds no picture); -EINVAL when the
/// picture's size is not `width` × `height`; or -ENOMEM.
///
/// A thread keeps its decoder from its first call to its end, so frames allocate none.
int qz_jpeg_luma(const uint8_t *data, size_t length, uint8_t *luma, int width, int height);

/// The same into `rgb`, `width * height * 3` bytes; -EPROTO for CMYK and YCCK pictures, which no camera sends.
int qz_jpeg_rgb(const uint8_t *data, size_t length, uint8_t *rgb, int width, int height);

/// Decodes JPEG to luma or RGB through libturbojpeg.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Reads the size from the header of `length` bytes; no pixel is decoded.
/// Returns 0, -EBADMSG when the data is not a JPEG or its header is damaged, or -ENOMEM.
int qz_jpeg_size(const uint8_t *data, size_t length, int *width, int *height);

/// Decodes into `luma`: `width * height` bytes, rows packed, full range. Grey, YCbCr, RGB, CMYK and YCCK
/// pictures are supported; one without Huffman tables (as UVC cameras send) is decoded with the standard ones.
///
/// Returns 0; -EBADMSG when the data is damaged or truncated (`luma` is filled, missing parts are grey); -EPROTO when
/// nothing could be decoded (`luma` is undefined); -EINVAL when the picture's size is not `width` × `height`; or -ENOMEM.
///
/// Each thread keeps its decoders from its first call until it ends, so that frames do not allocate new ones.
int qz_jpeg_luma(const uint8_t *data, size_t length, uint8_t *luma, int width, int height);

/// Like `qz_jpeg_luma`, into `rgb` of `width * height * 3` bytes; -EPROTO for CMYK and YCCK, which no camera sends.
int qz_jpeg_rgb(const uint8_t *data, size_t length, uint8_t *rgb, int width, int height);

/// Luma from raw pixel formats. In C so that debug builds, too, keep up with a camera.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Copies a plane of 8-bit samples, `step` (1 to 8) bytes apart, the first at `offset` < `step`, into `luma`,
/// `width * height` packed bytes. Rows of `source` start `stride` bytes apart and may be padded.
///
/// 0; -EBADMSG when `length` ends before the last sample; -EINVAL when a row does not fit its stride.
int qz_luma_samples(const uint8_t *source, size_t length, size_t stride, size_t step, size_t offset, uint8_t *luma,
                    size_t width, size_t height);

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

/// Takes each of `count` values that is at most `tolerance` from its former one back to that.
void qz_luma_steady(const uint8_t *former, uint8_t *values, size_t count, uint8_t tolerance);

/// The sums of products of `parts` samples with each of `count` templates (a multiple of 16), of which `templates` holds
/// the first part of all, then the second of all, …; sums that 16 bits do not hold wrap around. Returns the greatest of
/// their absolute values.
int16_t qz_luma_products(const int16_t *samples, size_t parts, const int16_t *templates, int16_t *products, size_t count);

/// Making symbols with zxing-cpp.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Encodes `length` bytes of UTF-8 as one symbol without a quiet zone, a byte a module: 1 is dark.
///
/// - `format`: zxing-cpp's name of the symbology, for example `QRCode`.
/// - `strength`: error correction from 0 to 8, or -1 for the symbology's usual one.
/// - `modules`: takes at most `capacity` bytes, rows packed; a linear symbol has one row.
/// - `message`: after an error, the reason, cut at `message_size` bytes and 0-ended.
///
/// Returns 0 and sets `*width` and `*height`; -EINVAL when the text cannot be encoded so; -E2BIG when it or its
/// symbol is too large; -ENOSYS when this build's zxing-cpp cannot make symbols through the interface known here;
/// -ENOMEM. No exception leaves it.
int qz_zxing_encode(const char *format, const char *text, size_t length, int strength, uint8_t *modules,
                    size_t capacity, int *width, int *height, char *message, size_t message_size);

#ifdef __cplusplus
}
#endif

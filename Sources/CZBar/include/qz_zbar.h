#pragma once
#include <stddef.h>
#include <zbar.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Scans `image` by zbar_scan_image inside a guard (qz_guard.h): a failed assertion costs this scan, and
/// zbar's warnings stay off standard error.
///
/// `fault` gets one line that ends in NUL, of at most `fault_size` bytes; empty when nothing happened.
/// Returns the number of symbols, -EINVAL when zbar refused the image, or what qz_guard_run returns; after
/// -ENOTRECOVERABLE neither `scanner` nor `image` may be used or destroyed.
int qz_zbar_scan(zbar_image_scanner_t *scanner, zbar_image_t *image, char *fault, size_t fault_size);

#ifdef __cplusplus
}
#endif

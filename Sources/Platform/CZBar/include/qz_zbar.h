#pragma once
#include <stddef.h>
#include <zbar.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Calls zbar_scan_image inside a guard (qz_guard.h): a failed assertion costs only this scan, and zbar's warnings stay
/// off standard error.
///
/// `fault` receives one NUL-terminated line of at most `fault_size` bytes; empty when nothing failed.
/// Returns the number of symbols, -EINVAL when zbar rejects the image, or the error of qz_guard_run. After
/// -ENOTRECOVERABLE neither `scanner` nor `image` may be used or destroyed.
int qz_zbar_scan(zbar_image_scanner_t *scanner, zbar_image_t *image, char *fault, size_t fault_size);

#ifdef __cplusplus
}
#endif

/// Keeps libraries from aborting the process: Debian builds zxing-cpp 1.4 and zbar with assertions enabled, and ordinary
/// pictures fail them (zxing-cpp issue 740, zbar issue 315).
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Calls `body(context)` on this thread. While it runs, on this thread only:
/// - a failed `assert` and any C++ exception end the body and are described in `fault`;
/// - what libraries print with `fprintf(stderr, …)` is dropped, as it would disturb the screen.
///
/// Guards do not nest: the innermost one catches.
///
/// `fault` receives one NUL-terminated line of at most `fault_size` bytes; empty when nothing failed.
/// Returns 0, -ENOMEM when memory ran out, -ENOTRECOVERABLE for every other fault. After a fault, objects that the body
/// was working on may be in an inconsistent state: leak them, and neither use nor destroy them.
int qz_guard_run(void (*body)(void *context), void *context, char *fault, size_t fault_size);

/// For tests: fails an assertion, as a library would.
void qz_guard_test_assert(void);
/// For tests: throws a C++ exception through a noexcept function.
void qz_guard_test_noexcept(void);
/// For tests: prints to standard error like a library built with _FORTIFY_SOURCE.
void qz_guard_test_print(void);

#ifdef __cplusplus
}
#endif

/// A fence around libraries that abort: Debian builds zxing-cpp 1.4 and zbar with assertions on, and
/// ordinary pictures fail them (zxing-cpp issue 740, zbar issue 315).
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Calls `body(context)` on this thread. While it runs, on this thread only:
/// - a failed `assert` and any C++ exception end the body and are described in `fault`;
/// - what libraries print by `fprintf(stderr, …)` is dropped: it would land in the middle of the screen.
///
/// Guards do not nest: the innermost one catches.
///
/// `fault` gets one line that ends in NUL, of at most `fault_size` bytes; empty when nothing happened.
/// Returns 0, -ENOMEM when memory ran out, -ENOTRECOVERABLE for every other fault. After a fault, objects
/// that the body was working on may be half done: drop them without using them again.
int qz_guard_run(void (*body)(void *context), void *context, char *fault, size_t fault_size);

/// Fails an assertion, as a library would. For tests.
void qz_guard_test_assert(void);
/// Throws a C++ exception through a frame that forbids it. For tests.
void qz_guard_test_noexcept(void);
/// Prints to standard error as a library would that was built with _FORTIFY_SOURCE. For tests.
void qz_guard_test_print(void);

#ifdef __cplusplus
}
#endif

// zbar's zassert prints `WARNING: decoder/databar.c … Assertion … failed` to standard error regardless of its verbosity
// (zbar debug.h). Distributions build libraries with _FORTIFY_SOURCE, so they call __fprintf_chk. This definition replaces
// it and drops output to standard error while a guard runs on the thread. Redirecting descriptor 2 instead would affect
// all threads.
#include "qz_guard.h"
#include <stdarg.h>
#include <stdio.h>

int qz_guard_is_active(void);
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments);

__attribute__((visibility("default"))) int __fprintf_chk(FILE *stream, int flag, const char *format, ...)
{
    if (stream == stderr && qz_guard_is_active())
        return 0;
    va_list arguments;
    va_start(arguments, format);
    int written = __vfprintf_chk(stream, flag, format, arguments);
    va_end(arguments);
    return written;
}

void qz_guard_test_print(void) { __fprintf_chk(stderr, 1, "qz_guard_test_print\n"); }

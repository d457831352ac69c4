// Replaces glibc's __assert_fail for every library of the process. In a file of its own, which must not include
// assert.h: that declares the function noexcept.
#include "fault.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" [[noreturn]] __attribute__((visibility("default"))) void __assert_fail(
    const char *assertion, const char *file, unsigned line, const char *function)
{
    const char *slash = file ? std::strrchr(file, '/') : nullptr;
    const char *name = slash ? slash + 1 : file ? file : "?";
    if (!qz::isGuarded()) {
        std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", name, line, function ? function : "?",
                     assertion ? assertion : "?");
        std::abort();
    }
    qz::AssertionFailed fault;
    std::snprintf(fault.line, sizeof fault.line, "assertion failed in %s:%u: %s", name, line,
                  assertion ? assertion : "?");
    throw fault;
}

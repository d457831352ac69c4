#include "qz_guard.h"
#include "fault.h"
#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace {

/// One running guard. `frame` is where a terminate on this thread continues.
struct Guard {
    std::jmp_buf frame;
    Guard *outer;
};

thread_local Guard *innermost = nullptr;
std::terminate_handler previousTerminate = nullptr;

/// Libraries were compiled in the belief that __assert_fail throws nothing, so where the compiler left the
/// call out of a function's table of handlers, the unwinder calls terminate; so does a noexcept function.
/// The jump skips destructors: memory leaks, but the program lives.
[[noreturn]] void terminateOrJump()
{
    if (Guard *guard = innermost)
        std::longjmp(guard->frame, 1);
    if (previousTerminate)
        previousTerminate();
    std::abort();
}

void tell(char *fault, size_t size, const char *what) noexcept
{
    if (fault && size > 0)
        std::snprintf(fault, size, "%s", what);
}

} // namespace

bool qz::isGuarded() noexcept { return innermost != nullptr; }

/// For warnings.c.
extern "C" int qz_guard_is_active(void) { return innermost != nullptr; }

extern "C" int qz_guard_run(void (*body)(void *), void *context, char *fault, size_t fault_size)
{
    static const bool installed = [] {
        previousTerminate = std::set_terminate(terminateOrJump);
        return true;
    }();
    (void)installed;
    tell(fault, fault_size, "");

    Guard guard;
    guard.outer = innermost;
    innermost = &guard;
    int result = 0;
    // No local changes between setjmp and longjmp, so none has to be volatile.
    if (setjmp(guard.frame) != 0) {
        innermost = guard.outer;
        tell(fault, fault_size, "an exception reached a function that forbids exceptions");
        return -ENOTRECOVERABLE;
    }
    try {
        body(context);
    } catch (const std::bad_alloc &) {
        tell(fault, fault_size, "out of memory");
        result = -ENOMEM;
    } catch (const std::exception &error) {
        tell(fault, fault_size, error.what());
        result = -ENOTRECOVERABLE;
    } catch (...) {
        tell(fault, fault_size, "unknown exception");
        result = -ENOTRECOVERABLE;
    }
    innermost = guard.outer;
    return result;
}

extern "C" [[noreturn]] void __assert_fail(const char *, const char *, unsigned, const char *);

extern "C" void qz_guard_test_assert(void) { __assert_fail("false", "dir/test.c", 7, "qz_guard_test_assert"); }

extern "C" void qz_guard_test_noexcept(void)
{
    [&]() noexcept { qz_guard_test_assert(); }();
}

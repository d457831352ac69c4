#include "qz_guard.h"
#include "fault.h"
#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace {

/// One running guard. A call of std::terminate on this thread continues at `frame`.
struct Guard {
    std::jmp_buf frame;
    Guard *outer;
};

thread_local Guard *innermost = nullptr;
std::terminate_handler previousTerminate = nullptr;

/// Libraries are compiled on the assumption that __assert_fail does not throw. Where a function's exception table therefore
/// omits the call, or the function is noexcept, the unwinder calls terminate. The jump skips destructors, which leaks
/// memory but keeps the program alive.
[[noreturn]] void terminateOrJump()
{
    if (Guard *guard = innermost)
        std::longjmp(guard->frame, 1);
    if (previousTerminate)
        previousTerminate();
    std::abort();
}

void describe(char *fault, size_t size, const char *what) noexcept
{
    if (fault && size > 0)
        std::snprintf(fault, size, "%s", what);
}

} // namespace

bool qz::isGuarded() noexcept { return innermost != nullptr; }

/// Called by warnings.c, which cannot include fault.h.
extern "C" int qz_guard_is_active(void) { return innermost != nullptr; }

extern "C" int qz_guard_run(void (*body)(void *), void *context, char *fault, size_t fault_size)
{
    static const bool installed = [] {
        previousTerminate = std::set_terminate(terminateOrJump);
        return true;
    }();
    (void)installed;
    describe(fault, fault_size, "");

    Guard guard;
    guard.outer = innermost;
    innermost = &guard;
    int result = 0;
    // No local variable changes between setjmp and longjmp, so none needs to be volatile.
    if (setjmp(guard.frame) != 0) {
        innermost = guard.outer;
        describe(fault, fault_size, "an exception reached a function that forbids exceptions");
        return -ENOTRECOVERABLE;
    }
    try {
        body(context);
    } catch (const std::bad_alloc &) {
        describe(fault, fault_size, "out of memory");
        result = -ENOMEM;
    } catch (const std::exception &error) {
        describe(fault, fault_size, error.what());
        result = -ENOTRECOVERABLE;
    } catch (...) {
        describe(fault, fault_size, "unknown exception");
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

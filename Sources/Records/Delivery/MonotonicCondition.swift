import Glibc

/// A lock with a condition whose time-outs do not depend on the wall clock, which people and NTP set.
///
///     condition.lock()
///     while !isReady, condition.wait(seconds: 1) {}
///     condition.unlock()
// SAFETY: what it has are a mutex and a condition of pthread, which any thread may call.
package final class MonotonicCondition: @unchecked Sendable {
    // SAFETY: both are initialized here, used by pthread calls only, and freed when nobody has this object any more.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// One that nobody waits for.
    package init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Takes the lock.
    package func lock() { pthread_mutex_lock(mutex) }

    /// Gives the lock back.
    package func unlock() { pthread_mutex_unlock(mutex) }

    /// Wakes all threads that wait.
    package func broadcast() { pthread_cond_broadcast(condition) }

    /// Waits for `broadcast`, at most `seconds`; the caller holds the lock. It may also return without a reason.
    ///
    /// - Returns: false when the time was over.
    package func wait(seconds: Double) -> Bool {
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        let whole = Int(min(seconds, 86_400))
        end.tv_sec += whole
        end.tv_nsec += Int((min(seconds, 86_400) - Double(whole)) * 1_000_000_000)
        if end.tv_nsec >= 1_000_000_000 {
            end.tv_sec += 1
            end.tv_nsec -= 1_000_000_000
        }
        return pthread_cond_timedwait(condition, mutex, &end) != ETIMEDOUT
    }
}

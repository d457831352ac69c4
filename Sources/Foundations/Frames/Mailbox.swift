import Glibc

// SAFETY: `value`, `dropped` and `closed` are touched only while `lock` is held.
/// Holds the newest value for one reader; posting drops an unread one and counts it.
///
/// A pthread mutex and condition, because the thread sanitizer reports false races on `Mutex` and the
/// standard library has no condition variable.
package final class Mailbox<Value: Sendable>: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var value: Value?
    private var dropped: UInt64 = 0
    private var closed = false

    package init() {
        lock = .allocate(capacity: 1)
        pthread_mutex_init(lock, nil)
        changed = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(changed)
        changed.deallocate()
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Leaves `new` for the reader instead of an unread one. A closed mailbox takes nothing.
    package func post(_ new: Value) {
        // The replaced value dies after the lock is free: its deinit may take other locks.
        let replaced: Value? = locked {
            guard !closed else { return nil }
            let old = value
            value = new
            if old != nil { dropped += 1 }
            pthread_cond_broadcast(changed)
            return old
        }
        _ = replaced
    }

    /// Waits until the mailbox is empty, then leaves `new`: for sources of which every frame counts.
    ///
    /// - Returns: false when the mailbox was closed instead.
    @discardableResult
    package func postWhenEmpty(_ new: Value) -> Bool {
        locked {
            while value != nil && !closed { pthread_cond_wait(changed, lock) }
            guard !closed else { return false }
            value = new
            pthread_cond_broadcast(changed)
            return true
        }
    }

    /// Takes the value without waiting; nil when the mailbox is empty.
    package func take() -> Value? { locked(takeLocked) }

    /// Waits for a value up to `milliseconds`; nil when the time is over, or the mailbox is closed and empty.
    package func take(withinMilliseconds milliseconds: Int) -> Value? {
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        deadline.tv_sec += milliseconds / 1000
        deadline.tv_nsec += (milliseconds % 1000) * 1_000_000
        if deadline.tv_nsec >= 1_000_000_000 {
            deadline.tv_sec += 1
            deadline.tv_nsec -= 1_000_000_000
        }
        return locked {
            while value == nil && !closed {
                if pthread_cond_timedwait(changed, lock, &deadline) == ETIMEDOUT { break }
            }
            return takeLocked()
        }
    }

    private func takeLocked() -> Value? {
        defer { value = nil }
        pthread_cond_broadcast(changed)
        return value
    }

    /// Takes nothing more and wakes everyone who waits; a waiting value can still be taken.
    package func close() {
        locked {
            closed = true
            pthread_cond_broadcast(changed)
        }
    }

    package var isClosed: Bool { locked { closed } }

    /// How many values were replaced before anyone read them.
    package var droppedCount: UInt64 { locked { dropped } }

    private func locked<R>(_ body: () -> R) -> R {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body()
    }
}

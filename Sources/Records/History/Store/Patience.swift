import Glibc
import Synchronization

/// How long a call waits for another process that holds the history.
final class Patience: Sendable {
    private let isHurried = Atomic(false)
    private let started = Mutex<ContinuousClock.Instant?>(nil)

    private static let hurriedSeconds = 0.25

    /// Whether a call has had to wait.
    var hasBegun: Bool { started.withLock { $0 != nil } }

    /// Shortens every wait from now on.
    func hurry() { isHurried.store(true, ordering: .relaxed) }

    /// Calls `body` with short waits.
    func hurried<T>(_ body: () throws -> T) rethrows -> T {
        let before = isHurried.exchange(true, ordering: .relaxed)
        defer { isHurried.store(before, ordering: .relaxed) }
        return try body()
    }

    /// SQLite's busy handler: waits briefly, and returns whether to try again.
    ///
    /// - Parameter tries: how often it was called for the same lock.
    func waits(_ tries: Int) -> Bool {
        let now = ContinuousClock.now
        let start = started.withLock { started in
            if tries == 0 || started == nil { started = now }
            return started ?? now
        }
        let most = isHurried.load(ordering: .relaxed) ? Self.hurriedSeconds : HistoryStore.busyTimeoutSeconds
        guard now - start < .seconds(most) else { return false }
        usleep(min(50_000, 1000 << UInt32(min(tries, 6))))
        return true
    }
}

import Glibc
import Synchronization

/// How long a call waits for another process that holds the history. Several threads may wait at once, each by itself.
final class Patience: Sendable {
    /// How many calls want short waits now; one more after `hurry`.
    private let hurries = Atomic(0)
    private let begun = Atomic(false)

    /// The longest waits in milliseconds: where short ones are wanted, and elsewhere.
    private static let longest = (hurried: 250, usual: Int(HistoryStore.busyTimeoutSeconds * 1000))
    private static let longestPause = 50

    /// Whether a call has had to wait.
    var hasBegun: Bool { begun.load(ordering: .relaxed) }

    /// Shortens every wait from now on.
    func hurry() { beginHurry() }

    /// Whether waits are short now.
    var isHurried: Bool { hurries.load(ordering: .relaxed) > 0 }

    func beginHurry() { hurries.add(1, ordering: .relaxed) }
    func endHurry() { hurries.subtract(1, ordering: .relaxed) }

    /// Calls `body` with short waits; calls of other threads that wait meanwhile have them, too.
    func hurried<T>(_ body: () throws -> T) rethrows -> T {
        beginHurry()
        defer { endHurry() }
        return try body()
    }

    /// SQLite's busy handler: waits briefly, and returns whether to try again.
    ///
    /// - Parameter tries: how often it was called for the same lock.
    func waits(_ tries: Int) -> Bool {
        begun.store(true, ordering: .relaxed)
        let most = isHurried ? Self.longest.hurried : Self.longest.usual
        guard Self.waited(tries) < most else { return false }
        usleep(UInt32(Self.pause(tries)) * 1000)
        return true
    }

    /// The pause after this many tries, in milliseconds: 1, 2, 4 …, then the longest.
    private static func pause(_ tries: Int) -> Int { min(longestPause, 1 << min(tries, 6)) }

    /// The pauses before that, in milliseconds.
    private static func waited(_ tries: Int) -> Int {
        // 1 + 2 + … + 32 before the seventh.
        tries <= 6 ? (1 << tries) - 1 : 63 + (tries - 6) * longestPause
    }
}

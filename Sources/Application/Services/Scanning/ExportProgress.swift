import Foundation
import Synchronization

/// How far something long has come: a line on standard error that the next one replaces.
///
/// Only on a terminal, and only once it has taken long enough for a person to wonder.
package final class ExportProgress: Sendable {
    /// Nothing is shown before this.
    private static let patience = Duration.seconds(1)

    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let start = ContinuousClock.now
    private let shownAt = Mutex<ContinuousClock.Instant?>(nil)
    private let what: String
    private let interval: Duration

    /// - Parameters:
    ///   - what: what is counted: `scans written`.
    ///   - interval: nothing is shown more often than this.
    package init(_ what: String, every interval: Duration = .milliseconds(200)) {
        (self.what, self.interval) = (what, interval)
    }

    /// Does `work`, which is handed what shows how far it is, and takes the line away.
    package static func during<Value>(
        _ what: String, _ work: (ExportProgress) throws -> Value
    ) rethrows -> Value {
        let progress = ExportProgress(what)
        defer { progress.clear() }
        return try work(progress)
    }

    /// So many are done.
    package func show(_ count: Int) {
        guard isTerminal else { return }
        let now = ContinuousClock.now
        guard now - start >= Self.patience else { return }
        let isDue = shownAt.withLock { shownAt in
            if let last = shownAt, now - last < interval { return false }
            shownAt = now
            return true
        }
        if isDue { StandardError.write("\r\(count) \(what)\u{1B}[K") }
    }

    /// Takes the line away, so that something else can be written.
    package func clear() {
        if shownAt.withLock({ $0.take() }) != nil { StandardError.write("\r\u{1B}[K") }
    }
}

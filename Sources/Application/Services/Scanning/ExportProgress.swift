import Foundation
import Synchronization

/// How far a long export has come: a line on standard error that the next one replaces, on a terminal alone.
package final class ExportProgress: Sendable {
    private struct State {
        var shownAt: ContinuousClock.Instant?
    }

    /// Nothing is shown before this.
    private static let patience = Duration.seconds(1)
    /// Nor more often than this.
    private static let interval = Duration.milliseconds(200)

    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let start = ContinuousClock.now
    private let state = Mutex(State())
    private let what: String

    /// - Parameter what: what is counted: `scans written`.
    package init(_ what: String) { self.what = what }

    /// So many are done.
    package func show(_ count: Int) {
        guard isTerminal else { return }
        let now = ContinuousClock.now
        guard now - start >= Self.patience else { return }
        let isDue = state.withLock { state in
            if let last = state.shownAt, now - last < Self.interval { return false }
            state.shownAt = now
            return true
        }
        if isDue { StandardError.write("\r\(count) \(what)\u{1B}[K") }
    }

    /// Takes the line away, so that something else can be written.
    package func clear() {
        if state.withLock({ state in
            defer { state.shownAt = nil }
            return state.shownAt != nil
        }) {
            StandardError.write("\r\u{1B}[K")
        }
    }
}

import Foundation

/// How far reading many pictures has come: a line on standard error that the next one replaces.
///
/// Only on a terminal, and only once it has taken long enough for a person to wonder.
package struct ReadProgress: Sendable {
    private let total: Int
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let start = ContinuousClock.now
    private var shownAt: ContinuousClock.Instant?

    /// Nothing is shown before this.
    private static let patience = Duration.seconds(1)
    /// Nor more often than this.
    private static let interval = Duration.milliseconds(100)

    package init(total: Int) { self.total = total }

    /// Shows how many pictures have been read, where standard error is a terminal.
    package mutating func show(done: Int) {
        guard isTerminal, total > 1 else { return }
        let now = ContinuousClock.now
        if done >= total { return clear() }
        guard now - start >= Self.patience, shownAt.map({ now - $0 >= Self.interval }) ?? true else { return }
        shownAt = now
        write("\r\(done) of \(total) pictures\u{1B}[K")
    }

    /// Takes the line away, so that something else can be written.
    package mutating func clear() {
        guard shownAt != nil else { return }
        shownAt = nil
        write("\r\u{1B}[K")
    }

    private func write(_ text: String) { StandardError.write(text) }
}

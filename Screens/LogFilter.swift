import Formats
import Payloads

/// The lines of a log in which a text is found, which are looked for once and kept until the log is another.
struct LogFilter: Sendable {
    /// What is looked for: words of which each must be there; empty for nothing.
    private(set) var wanted = ""
    private var found: [LogContent.Line] = []
    /// What tells the log that was looked through.
    private var stamp: [Int] = []

    /// Looks for `text` from now on.
    mutating func look(for text: String, in log: LogContent) {
        guard text != wanted || Self.stamp(log) != stamp else { return }
        (wanted, stamp) = (text, Self.stamp(log))
        found = Self.lines(of: log, with: text)
    }

    /// The lines that are shown of `log`.
    func lines(of log: LogContent) -> [LogContent.Line] {
        if wanted.isEmpty { return log.lines }
        return Self.stamp(log) == stamp ? found : Self.lines(of: log, with: wanted)
    }

    /// What stands above them.
    func title(follows: Bool) -> String {
        (wanted.isEmpty ? "Log" : "Log with “\(wanted)”") + (follows ? ", followed" : "")
    }

    private static func stamp(_ log: LogContent) -> [Int] { log.stamp + [log.lines.count, log.lines.last?.id ?? 0] }

    private static func lines(of log: LogContent, with text: String) -> [LogContent.Line] {
        let search = TextSearch(text)
        return search.isEmpty ? log.lines : log.lines.filter { search.matches([$0.text]) }
    }
}

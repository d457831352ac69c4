import Formats
import Foundation
import GRDB
import Symbols

/// Which entries of the history.
package indirect enum HistorySelection: Sendable, Hashable {
    /// Every one.
    case all
    /// Those of these numbers; missing ones are skipped.
    case ids([Int64])
    /// Those whose scan is older than this.
    case olderThan(Date)
    /// Those whose scan is not older than this.
    case since(Date)
    /// Those whose scan is older than this, without those that are pinned.
    case expired(before: Date)
    /// Those that were kept after the one of this number.
    case after(id: Int64)
    /// Those of the session of this number.
    case session(Int64)
    /// Those for which each condition holds.
    case filter(HistoryFilter)
    /// Those that are in both.
    case both(HistorySelection, HistorySelection)

    /// Those that `text` asks for: see `HistoryFilter`.
    package static func matching(_ text: String) -> HistorySelection { .filter(HistoryFilter(text)) }

    /// Whether no scan is left out.
    var isEverything: Bool {
        if case .filter(let filter) = self { return filter.isEmpty }
        return self == .all
    }

    /// The condition in SQL, for rows of `scan`, and what is bound in it.
    var condition: (sql: String, arguments: StatementArguments) { condition(skipsTexts: false) }

    /// The condition in SQL.
    ///
    /// - Parameter skipsTexts: whether those of `soughtTexts` are looked for elsewhere.
    func condition(skipsTexts: Bool) -> (sql: String, arguments: StatementArguments) {
        switch self {
        // Never a plain deletion of everything: for that SQLite truncates the table, which would not count the rows.
        case .all: ("1", [])
        case .ids(let ids):
            ("id IN (SELECT value FROM json_each(?))", ["[\(ids.map(String.init).joined(separator: ","))]"])
        case .olderThan(let date):
            (
                "position < ? AND time < ?",
                [ScanPosition.end(before: Timestamp(date).milliseconds), Timestamp(date).milliseconds]
            )
        // The position narrows it down, for it is an index.
        case .since(let date):
            (
                "position >= ? AND time >= ?",
                [ScanPosition.first(at: Timestamp(date).milliseconds), Timestamp(date).milliseconds]
            )
        case .expired(let date): ("time < ? AND NOT pinned", [Timestamp(date).milliseconds])
        case .after(let id): ("id > ?", [id])
        case .session(let id): ("session = ?", [id])
        case .filter(let filter): filter.clause(skipsTexts: skipsTexts)
        case .both(let a, let b): Self.joined(a.condition(skipsTexts: skipsTexts), b.condition(skipsTexts: skipsTexts))
        }
    }

    private static func joined(
        _ a: (sql: String, arguments: StatementArguments), _ b: (sql: String, arguments: StatementArguments)
    ) -> (sql: String, arguments: StatementArguments) {
        ("(\(a.sql)) AND (\(b.sql))", a.arguments + b.arguments)
    }

    /// Texts that are in what every scan of it is found by, and need not be looked for.
    var narrowingTexts: [String] {
        switch self {
        case .filter(let filter): filter.narrowingTexts
        case .both(let a, let b): a.narrowingTexts + b.narrowingTexts
        default: []
        }
    }

    /// The texts that are in what every scan of it is found by.
    var soughtTexts: [String] {
        switch self {
        case .filter(let filter): filter.soughtTexts
        case .both(let a, let b): a.soughtTexts + b.soughtTexts
        default: []
        }
    }

    /// Whether `entry` is one of them.
    package func holds(for entry: HistoryEntry) -> Bool {
        switch self {
        case .all: true
        case .ids(let ids): ids.contains(entry.id)
        case .olderThan(let date): entry.scan.time < date
        case .since(let date): entry.scan.time >= date
        case .expired(let date): entry.scan.time < date && !entry.remarks.isPinned
        case .after(let id): entry.id > id
        case .session(let id): entry.session?.id == id
        case .filter(let filter): filter.holds(for: entry)
        case .both(let a, let b): a.holds(for: entry) && b.holds(for: entry)
        }
    }
}

import Formats
import Foundation
import GRDB
import Symbols

/// Which entries of the history.
package indirect enum HistorySelection: Sendable, Hashable {
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
    case session(Int64)
    case filter(HistoryFilter)
    case both(HistorySelection, HistorySelection)

    /// Those that `text` asks for: see `HistoryFilter`.
    package static func matching(_ text: String) -> HistorySelection { .filter(HistoryFilter(text)) }

    /// Whether no scan is left out.
    var isEverything: Bool {
        if case .filter(let filter) = self { return filter.isEmpty }
        return self == .all
    }

    /// The condition in SQL, for rows of `scan`.
    ///
    /// - Parameter skipsTexts: whether those of `soughtTexts` are looked for elsewhere; default false.
    func condition(skipsTexts: Bool = false) -> SQL {
        switch self {
        // Never a plain deletion of everything: for that SQLite truncates the table, which would not count the rows.
        case .all: "1"
        case .ids(let ids): "id IN \(SQL.list(ids))"
        case .olderThan(let date): .before(date)
        case .since(let date): .since(date)
        case .expired(let date): "time < \(Timestamp(date).milliseconds) AND NOT pinned"
        case .after(let id): "id > \(id)"
        case .session(let id): "session = \(id)"
        case .filter(let filter): filter.clause(skipsTexts: skipsTexts)
        case .both(let a, let b):
            "(\(a.condition(skipsTexts: skipsTexts))) AND (\(b.condition(skipsTexts: skipsTexts)))"
        }
    }

    /// Texts that are in what every scan of it is found by, and need not be looked for.
    var narrowingTexts: [String] { filters.flatMap(\.narrowingTexts) }

    /// The texts that are in what every scan of it is found by.
    var soughtTexts: [String] { filters.flatMap(\.soughtTexts) }

    /// Whether the index of words is needed to find its scans.
    var requiresTexts: Bool { filters.contains(where: \.requiresTexts) }

    private var filters: [HistoryFilter] {
        switch self {
        case .filter(let filter): [filter]
        case .both(let a, let b): a.filters + b.filters
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

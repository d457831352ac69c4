import Foundation
import GRDB
import Payloads

/// Which entries of the history.
public enum HistorySelection: Sendable {
    /// Every one.
    case all
    /// Those of these numbers; missing ones are skipped.
    case ids([Int64])
    /// Those whose scan is older than this.
    case olderThan(Date)

    /// Their condition in SQL, and what is bound in it.
    var condition: (sql: String, arguments: StatementArguments) {
        switch self {
        // Never a plain deletion of everything: for that SQLite truncates the table, which would not count the rows.
        case .all: ("1", [])
        case .ids(let ids):
            ("id IN (SELECT value FROM json_each(?))", ["[\(ids.map(String.init).joined(separator: ","))]"])
        case .olderThan(let date): ("time < ?", [Timestamp(date).milliseconds])
        }
    }
}

/// The result of a deletion.
public struct HistoryDeletion: Hashable, Sendable {
    /// How many entries.
    public var count: Int
    /// The paths of pictures that no entry is linked to any more, in their order by name. The files are still there.
    public var pictures: [String]
}

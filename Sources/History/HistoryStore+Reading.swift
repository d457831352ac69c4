import Foundation
import GRDB
import Payloads
import Symbols

/// What is asked of a history; answered from memory where it can be read but not written.
extension HistoryStore {
    /// How many scans of `selection` are kept; by default how many in all.
    public func count(of selection: HistorySelection = .all) throws(HistoryError) -> Int {
        try perform {
            try connection.reader().read { db in
                let condition = selection.condition(in: db)
                return try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM scan WHERE \(condition.sql)", arguments: condition.arguments) ?? 0
            }
        }
    }

    /// The entry numbered `id`; nil when there is none.
    public func entry(_ id: Int64) throws(HistoryError) -> HistoryEntry? {
        try perform {
            try connection.reader().read { db in
                try Row.fetchOne(db, sql: "SELECT \(HistoryEntry.columns) FROM scan WHERE id = ?", arguments: [id])
                    .map { try HistoryEntry(row: $0, path: path) }
            }
        }
    }

    /// The newest scan of `content`, by symbology and bytes; nil when there is none.
    ///
    /// - Parameter id: only scans before the one of this number; default all.
    public func latest(of content: SymbolContent, before id: Int64? = nil) throws(HistoryError) -> (
        id: Int64, time: Date
    )? {
        try perform {
            try connection.reader().read { db in
                let bytes = Data(content.bytes)
                let row = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT id, time FROM scan
                        WHERE symbology = ? AND substr(bytes, 1, 32) = substr(?, 1, 32) AND bytes = ? AND id < ?
                        ORDER BY time DESC, id DESC LIMIT 1
                        """,
                    arguments: [content.symbology.rawValue, bytes, bytes, id ?? .max])
                return row.map { (id: $0[0] as Int64, time: Timestamp(milliseconds: $0[1]).date) }
            }
        }
    }

    /// A page of entries by time, those of the same millisecond by number.
    ///
    /// - Parameters:
    ///   - selection: only these; default all.
    ///   - newestFirst: the order; default true.
    ///   - limit: the maximum count; default 100, negative for all.
    ///   - after: go on behind this entry, which need not be there any more; default from the beginning.
    ///   - offset: entries to skip; default 0. Paging with `after` stays right while scans are added.
    public func entries(
        of selection: HistorySelection = .all, newestFirst: Bool = true, limit: Int = 100, after: HistoryEntry? = nil,
        offset: Int = 0
    ) throws(HistoryError) -> [HistoryEntry] {
        try perform {
            try connection.reader().read { db in
                var entries: [HistoryEntry] = []
                let query = HistoryQuery(
                    selection: selection, newestFirst: newestFirst, limit: limit, after: after, offset: offset)
                try query.forEach(db, path: path) { entries.append($0) }
                return entries
            }
        }
    }

    /// Calls `body` with every entry, one at a time and all of one moment, without holding them in memory.
    ///
    /// Scans may be added meanwhile; they are not seen.
    /// - Parameters:
    ///   - newestFirst: the order; default false, oldest first.
    ///   - selection: only these; default all.
    /// - Throws: `HistoryError`, or what `body` throws, which ends it.
    public func forEachEntry(
        newestFirst: Bool = false, of selection: HistorySelection = .all, _ body: (HistoryEntry) throws -> Void
    ) throws {
        do {
            try connection.reader().read { db in
                let query = HistoryQuery(selection: selection, newestFirst: newestFirst)
                try query.forEach(db, path: path, body)
            }
        } catch let error as DatabaseError {
            throw HistoryError(error, path: path)
        }
    }
}

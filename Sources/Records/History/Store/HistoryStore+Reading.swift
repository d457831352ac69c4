import Formats
import Foundation
import GRDB
import Symbols

/// What is asked of a history; answered from memory where it can be read but not written.
extension HistoryStore {
    /// How many scans of `selection` are kept; by default how many in all.
    package func count(of selection: HistorySelection = .all) throws(HistoryError) -> Int {
        try reading { try Self.count(HistoryQuery(selection: selection), $0) }
    }

    /// The same, row by row, so that it can be given up.
    ///
    /// - Parameter isWanted: asked every few thousand rows whether to go on.
    /// - Returns: nil when it was given up.
    package func count(of selection: HistorySelection, while isWanted: () -> Bool) throws(HistoryError) -> Int? {
        let query = HistoryQuery(selection: selection).unordered("1")
        return try reading { db in
            let rows = try Row.fetchCursor(db, SQLRequest(literal: query))
            var count = 0
            while try rows.next() != nil {
                count += 1
                if count % 4096 == 0, !isWanted() { return nil }
            }
            return count
        }
    }

    /// The entry numbered `id`; nil when there is none.
    package func entry(_ id: Int64) throws(HistoryError) -> HistoryEntry? {
        try rows("SELECT \(sql: HistoryEntry.columns) FROM scan WHERE scan.id = \(id)", entry).first
    }

    /// The entry in a row of `HistoryEntry.columns`.
    func entry(_ row: Row) throws -> HistoryEntry { try HistoryEntry(row: row, path: path) }

    /// The newest scan of `content`, by symbology and bytes; nil when there is none.
    ///
    /// - Parameter id: only scans before the one of this number; default all.
    package func latest(of content: SymbolContent, before id: Int64? = nil) throws(HistoryError) -> (
        id: Int64, time: Date
    )? {
        let newest: SQL = """
            SELECT id, time FROM scan WHERE \(Self.holds(content)) AND id < \(id ?? .max)
            ORDER BY time DESC, id DESC LIMIT 1
            """
        return try rows(newest) { row -> (id: Int64, time: Date) in
            (row.number(0), Timestamp(milliseconds: row.number(1)).date)
        }.first
    }

    /// Whether a scan is of that symbology and those bytes, for which there is an index.
    static func holds(_ content: SymbolContent) -> SQL {
        let bytes = Data(content.bytes)
        return """
            symbology = \(content.symbology.rawValue) AND substr(bytes, 1, 32) = substr(\(bytes), 1, 32)
            AND bytes = \(bytes)
            """
    }

    /// Entries, in order.
    ///
    /// - Parameters:
    ///   - selection: only these; default all.
    ///   - sort: the order; default by time.
    ///   - newestFirst: whether the latest or largest comes first; default true.
    ///   - limit: the maximum count; default all.
    ///   - after: only what is behind this position, which need not be an entry's any more, in the order by time; default from
    ///     the beginning. Paging with it stays right while scans are added.
    ///   - offset: entries to skip; default 0.
    package func entries(
        of selection: HistorySelection = .all, sort: HistorySort = .time, newestFirst: Bool = true, limit: Int = -1,
        after: Int64? = nil, offset: Int = 0
    ) throws(HistoryError) -> [HistoryEntry] {
        let query = HistoryQuery(
            selection: selection, sort: sort, isDescending: newestFirst, limit: limit, after: after, offset: offset)
        return try reading { try self.entries(query, $0) }
    }

    private func entries(_ query: HistoryQuery, _ db: Database) throws -> [HistoryEntry] {
        var entries: [HistoryEntry] = []
        try query.forEach(db, path: path) { entries.append($0) }
        return entries
    }

    /// A part of the list of `selection`: its entries, where they are in it, and how many it has, all of one moment.
    ///
    /// - Parameters:
    ///   - limit: the maximum count of the entries.
    ///   - counts: whether to count the list also where that takes longer than to read its first page; default true.
    package func page(
        of selection: HistorySelection, sort: HistorySort, newestFirst: Bool, at place: HistoryPage.Place, limit: Int,
        counts: Bool = true
    ) throws(HistoryError) -> HistoryPage {
        let query = HistoryQuery(selection: selection, sort: sort, isDescending: newestFirst, limit: max(0, limit))
        return try reading { db in
            switch place {
            case .first: try self.firstPage(query, counts: counts, db)
            case .last: try self.firstPage(query.reversed, counts: true, db).reversed
            case .index(let index): try self.page(query, at: index, of: Self.count(query, db), db)
            case .position(let position, let before):
                try self.page(
                    query, at: Self.count(query.before(position), db) - before, of: Self.count(query, db), db)
            }
        }
    }

    private func firstPage(_ query: HistoryQuery, counts: Bool, _ db: Database) throws -> HistoryPage {
        let entries = try entries(query, db)
        // To count what is found is to look through all of it once more.
        let isAll = entries.count < query.limit
        let isCounted = isAll || counts || query.selection.isEverything
        let total = isAll || !isCounted ? entries.count : try Self.count(query, db)
        return HistoryPage(entries: entries, firstIndex: 0, total: total, isCounted: isCounted)
    }

    private func page(_ query: HistoryQuery, at index: Int, of total: Int, _ db: Database) throws -> HistoryPage {
        var query = query
        query.offset = min(max(0, index), max(0, total - query.limit))
        return HistoryPage(entries: try entries(query, db), firstIndex: query.offset, total: total)
    }

    /// How many entries a query has, whatever its limit.
    private static func count(_ query: HistoryQuery, _ db: Database) throws -> Int {
        // All are counted without looking at any.
        if query.selection.isEverything, query.after == nil {
            return try Int.fetchOne(db, sql: "SELECT count(*) FROM scan") ?? 0
        }
        return try SQLRequest(literal: query.unordered("count(*)")).fetchOne(db) ?? 0
    }

    /// Calls `body` with every entry, one at a time and all of one moment, without holding them in memory.
    ///
    /// Scans may be added meanwhile; they are not seen.
    /// - Parameters:
    ///   - newestFirst: the order; default false, oldest first.
    ///   - selection: only these; default all.
    ///   - sort: the order; default by time.
    ///   - limit: the maximum; default all.
    /// - Throws: `HistoryError`, or what `body` throws, which ends it.
    package func forEachEntry(
        newestFirst: Bool = false, of selection: HistorySelection = .all, sort: HistorySort = .time, limit: Int? = nil,
        _ body: (HistoryEntry) throws -> Void
    ) throws {
        do {
            try connection.reader().read { db in
                let query = HistoryQuery(
                    selection: selection, sort: sort, isDescending: newestFirst, limit: limit ?? -1)
                try query.forEach(db, path: path, body)
            }
        } catch let error as DatabaseError {
            note(error)
            throw HistoryError(error, path: path)
        }
    }
}

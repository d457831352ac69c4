import GRDB

/// The column by which entries are sorted.
package enum HistorySort: String, Sendable, Hashable, CaseIterable {
    /// When they were scanned.
    case time
    /// When they were seen last.
    case lastSeen = "last"
    /// By symbology, then time.
    case symbology
    /// By kind, then time.
    case kind
    /// By what they mean.
    case content
    case quantity

    /// What rows are sorted by before their position.
    fileprivate var key: String? {
        switch self {
        case .time: nil
        case .lastSeen: "coalesce(scan.last_time, scan.time)"
        case .symbology: "scan.symbology"
        case .kind: "scan.kind"
        case .content: "lower(CAST(scan.summary AS TEXT))"
        case .quantity: "scan.quantity"
        }
    }
}

/// Which entries, in which order.
struct HistoryQuery {
    /// Where entries are.
    enum Table: String, Hashable {
        /// Those that are kept.
        case kept = "scan"
        /// Those that were deleted.
        case bin = "bin AS scan"
    }

    var selection = HistorySelection.all
    var table = Table.kept
    var sort = HistorySort.time
    /// The latest, the largest, or the last by name first.
    var isDescending = true
    /// Negative for all.
    var limit = -1
    /// Only what is behind this position; for the order by time alone.
    var after: Int64?
    var offset = 0

    /// The same from the other end.
    var reversed: HistoryQuery {
        var query = self
        query.isDescending.toggle()
        return query
    }

    /// What is before `position` in it, in the order by time.
    func before(_ position: Int64) -> HistoryQuery {
        var query = reversed
        query.after = position
        return query
    }

    /// `columns` of the entries as a statement, and what is bound in it.
    func statement(_ columns: String) -> (sql: String, arguments: StatementArguments) {
        var sql = "SELECT \(columns) FROM "
        var arguments: StatementArguments = []
        var position = "scan.position"
        let texts = table == .kept ? selection.soughtTexts : []
        if texts.isEmpty {
            sql += table.rawValue + " WHERE "
        } else {
            // The index of words in the order of time, and each scan that it finds: the first page needs no more of them.
            sql += "scan_search CROSS JOIN scan ON scan.position = scan_search.rowid WHERE "
            position = "scan_search.rowid"
            if let match = SearchIndex.condition(for: texts + selection.narrowingTexts) {
                sql += match.sql + " AND "
                arguments += match.arguments
            }
            for text in texts {
                sql += "instr(scan_search.text, ?) > 0 AND "
                arguments += [text]
            }
        }
        let condition = selection.condition(skipsTexts: !texts.isEmpty)
        sql += "(\(condition.sql))"
        arguments += condition.arguments
        if let after {
            sql += " AND \(position) \(isDescending ? "<" : ">") ?"
            arguments += [after]
        }
        let order = isDescending ? "DESC" : "ASC"
        sql += " ORDER BY " + (sort.key.map { "\($0) \(order), " } ?? "") + "\(position) \(order) LIMIT ? OFFSET ?"
        arguments += [limit, max(0, offset)]
        return (sql, arguments)
    }

    /// Calls `body` with each entry of the query, a row at a time.
    func forEach(_ db: Database, path: String, _ body: (HistoryEntry) throws -> Void) throws {
        let statement = statement(HistoryEntry.columns)
        let rows = try Row.fetchCursor(db, sql: statement.sql, arguments: statement.arguments)
        while let row = try rows.next() {
            try body(HistoryEntry(row: row, path: path))
        }
    }
}

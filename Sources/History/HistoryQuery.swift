import GRDB

/// Which entries, in which order.
struct HistoryQuery {
    var selection = HistorySelection.all
    var newestFirst = true
    /// Negative for all.
    var limit = -1
    var after: HistoryEntry?
    var offset = 0

    /// Calls `body` with each entry of the query, a row at a time.
    func forEach(
        _ db: Database, path: String, _ body: (HistoryEntry) throws -> Void
    ) throws {
        let order = newestFirst ? "DESC" : "ASC"
        let condition = selection.condition(in: db)
        var sql = "SELECT \(HistoryEntry.columns) FROM scan WHERE (\(condition.sql))"
        var arguments = condition.arguments
        if let after {
            sql += " AND (time, id) \(newestFirst ? "<" : ">") (?, ?)"
            arguments += HistoryEntry.position(of: after)
        }
        sql += " ORDER BY time \(order), id \(order) LIMIT ? OFFSET ?"
        arguments += [limit, max(0, offset)]
        let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
        while let row = try rows.next() {
            try body(HistoryEntry(row: row, path: path))
        }
    }
}

import GRDB

/// The column by which entries are sorted.
package enum HistorySort: String, Sendable, Hashable, CaseIterable {
    case time
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
    var selection = HistorySelection.all
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

    /// `columns` of the entries as a statement.
    func statement(_ columns: String) -> SQL {
        let texts = selection.soughtTexts
        let order = isDescending ? "DESC" : "ASC"
        let keys = [sort.key, Self.position(texts)].compactMap { $0.map { "\($0) \(order)" } }.joined(separator: ", ")
        return "\(rows(columns, texts)) ORDER BY \(sql: keys) LIMIT \(limit) OFFSET \(max(0, offset))"
    }

    /// The same in no order and without a limit, for counting: sources alone are found by their own index.
    func unordered(_ columns: String) -> SQL {
        rows(columns, selection.requiresTexts ? selection.soughtTexts : [])
    }

    private func rows(_ columns: String, _ texts: [String]) -> SQL {
        // The index of words in the order of time, and each scan that it finds: the first page needs no more of them.
        let source = texts.isEmpty ? "scan" : "scan_search CROSS JOIN scan ON scan.position = scan_search.rowid"
        var conditions: [SQL] = []
        if !texts.isEmpty, let match = SearchIndex.condition(for: texts + selection.narrowingTexts) {
            conditions.append(match)
        }
        conditions += texts.map { "instr(scan_search.text, \($0)) > 0" }
        conditions.append("(\(selection.condition(skipsTexts: !texts.isEmpty)))")
        if let after { conditions.append("\(sql: Self.position(texts)) \(sql: isDescending ? "<" : ">") \(after)") }
        return "SELECT \(sql: columns) FROM \(sql: source) WHERE \(conditions.joined(separator: " AND "))"
    }

    private static func position(_ texts: [String]) -> String {
        texts.isEmpty ? "scan.position" : "scan_search.rowid"
    }

    /// Calls `body` with each entry of the query, a row at a time.
    func forEach(_ db: Database, path: String, _ body: (HistoryEntry) throws -> Void) throws {
        let rows = try Row.fetchCursor(db, SQLRequest(literal: statement(HistoryEntry.columns)))
        while let row = try rows.next() {
            try body(HistoryEntry(row: row, path: path))
        }
    }
}

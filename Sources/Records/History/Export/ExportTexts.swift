extension HistoryStore {
    /// Calls `body` with the cells of each entry of `selection` as an export would write them into `columns`, oldest first.
    ///
    /// - Throws: `HistoryError`, or what `body` throws, which ends it.
    package func forEachCells(
        _ columns: [ExportColumn], _ times: ExportTimes = .local, of selection: HistorySelection = .all,
        _ body: ([String]) throws -> Void
    ) throws {
        var cells = ExportCells(columns, times)
        try withRows(of: selection, newestFirst: false, fields: cells.fields) { rows in
            try rows.forEach { row in
                cells.fill(from: row)
                try body(cells.indices.map(cells.text))
            }
        }
    }
}

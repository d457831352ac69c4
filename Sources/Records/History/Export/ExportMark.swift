import Foundation
import GRDB

/// How far an export of what is new has come: remembered in the history, so that the next one goes on there.
///
///     let mark = ExportMark(query: "kind:product")
///     let new = HistorySelection.both(.matching("kind:product"), .after(id: try history.position(of: mark)))
///     let report = try history.export(.csv, of: new, to: sink)
///     if let last = report.lastID { try history.advance(mark, to: last) }      // once the file is in place
package struct ExportMark: Hashable, Sendable {
    /// What it is called in the table of facts.
    let name: String

    /// - Parameter query: what the export asks for; each query goes on where it ended itself. Default all scans.
    package init(query: String = "") { name = query.isEmpty ? "exported" : "exported: \(query)" }
}

extension HistoryStore {
    /// The number of the last scan that was exported under `mark`; 0 for none.
    package func position(of mark: ExportMark) throws(HistoryError) -> Int64 {
        let values = try rows("SELECT CAST(value AS BLOB) FROM fact WHERE name = \(SQL.text(mark.name))") { $0.text(0) }
        return values.first.flatMap { $0 }.flatMap { Int64($0) } ?? 0
    }

    /// Everything up to the scan numbered `id` was exported under `mark`. It never goes back.
    package func advance(_ mark: ExportMark, to id: Int64) throws(HistoryError) {
        try execute(
            """
            INSERT INTO fact (name, value) VALUES (\(SQL.text(mark.name)), \(String(id)))
            ON CONFLICT DO UPDATE SET value = excluded.value
            WHERE CAST(value AS INTEGER) < CAST(excluded.value AS INTEGER)
            """)
    }
}

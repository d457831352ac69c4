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
        try reading { db in
            let value = try Data.fetchOne(
                db, sql: "SELECT CAST(value AS BLOB) FROM fact WHERE name = CAST(? AS TEXT)",
                arguments: [Data(mark.name.utf8)])
            return value.flatMap { Int64(String(decoding: $0, as: UTF8.self)) } ?? 0
        }
    }

    /// Everything up to the scan numbered `id` was exported under `mark`. It never goes back.
    package func advance(_ mark: ExportMark, to id: Int64) throws(HistoryError) {
        try writing { db in
            try db.execute(
                sql: """
                    INSERT INTO fact (name, value) VALUES (CAST(?1 AS TEXT), CAST(?2 AS TEXT))
                    ON CONFLICT DO UPDATE SET value = excluded.value
                    WHERE CAST(value AS INTEGER) < CAST(excluded.value AS INTEGER)
                    """, arguments: [Data(mark.name.utf8), String(id)])
        }
    }
}

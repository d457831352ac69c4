import Files
import Foundation
import GRDB

/// The database that BinaryEye exports: its table `scans`.
enum BinaryEyeDatabase {
    /// Whether that is in `db`. A view of that name is none: its query need not end.
    static func isIn(_ db: Database) throws -> Bool {
        guard try db.tableExists("scans") else { return false }
        return BinaryEye.areColumns(try db.columns(in: "scans").map(\.name))
    }

    /// Calls `body` with each row: where it stands, and its scan or why it is none.
    static func forEach(_ db: Database, _ take: ImportReader.Taker) throws {
        let names = try db.columns(in: "scans").map(\.name)
        let columns = names.map { "CAST(\($0.quotedDatabaseIdentifier) AS BLOB)" }.joined(separator: ", ")
        let rows = try Row.fetchCursor(db, sql: "SELECT rowid, \(columns) FROM scans ORDER BY rowid")
        while let row = try rows.next() {
            var cells: [String: String] = [:]
            var raw: [UInt8]?
            for (index, name) in names.enumerated() {
                guard let data = row.data(index + 1) else { continue }
                let column = BinaryEye.column(name)
                if column == "raw" { raw = Array(data) } else { cells[column] = String(decoding: data, as: UTF8.self) }
            }
            let place = "row \(Int64.fromDatabaseValue(row[0]).map(String.init) ?? "?")"
            let (found, bytes) = (cells, raw)
            let size = found.values.reduce(bytes?.count ?? 0) { $0 + $1.utf8.count }
            try take(
                ImportedRow(place: place, size: size) {
                    Result { () throws(UserError) in try BinaryEye.draft(raw: bytes) { found[$0] } }
                })
        }
    }
}

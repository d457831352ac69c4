import Foundation
import GRDB
import GRDBSQLite
import Symbols

/// A row of the history where SQLite has it: values are read without copies, and only those that were asked for.
///
///     try store.withRows(of: .all, newestFirst: false, fields: [.quantity]) { rows in
///         try rows.forEach { total += $0.integer(.quantity) ?? 0 }
///     }
///
/// It is valid during the call that it is given to alone.
struct ScanRow {
    // SAFETY: `HistoryStore.withRows` owns the statement, and neither steps nor frees it while a row is looked at.
    private let statement: OpaquePointer
    /// Where each field stands in the statement; -1 for one that was not asked for.
    private let places: [Int32]
    private let sessions: [Int64: [UInt8]]

    fileprivate init(_ statement: OpaquePointer, _ fields: [HistoryEntry.Column], sessions: [Int64: [UInt8]]) {
        (self.statement, self.sessions) = (statement, sessions)
        var places = [Int32](repeating: -1, count: HistoryEntry.Column.allCases.count)
        for (place, field) in fields.enumerated() { places[field.rawValue] = Int32(place) }
        self.places = places
    }

    /// A number; nil if there is none.
    func integer(_ field: HistoryEntry.Column) -> Int64? {
        let place = places[field.rawValue]
        guard place >= 0, sqlite3_column_type(statement, place) == SQLITE_INTEGER else { return nil }
        return sqlite3_column_int64(statement, place)
    }

    /// Whether there is any value.
    func hasValue(_ field: HistoryEntry.Column) -> Bool {
        let place = places[field.rawValue]
        return place >= 0 && sqlite3_column_type(statement, place) != SQLITE_NULL
    }

    /// The bytes of a text or a blob, empty if there is none; valid until the next row.
    func bytes(_ field: HistoryEntry.Column) -> UnsafeRawBufferPointer {
        let place = places[field.rawValue]
        guard place >= 0, let start = sqlite3_column_blob(statement, place) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, place)))
    }

    /// The name of the session of that number, in UTF-8.
    func session(_ number: Int64) -> [UInt8] { sessions[number] ?? Array("session \(number)".utf8) }

    /// What the symbol says, for who draws it; nil if it is of a symbology that this version does not know.
    ///
    /// Needs the fields of `contentFields`.
    var content: SymbolContent? {
        guard let symbology = Symbology(rawValue: string(.symbology)) else { return nil }
        let text = string(.text)
        return SymbolContent(
            symbology: symbology, bytes: Array(bytes(.bytes)), text: text.isEmpty ? nil : text, charset: nil)
    }

    /// What `content` is made of.
    static let contentFields: [HistoryEntry.Column] = [.symbology, .bytes, .text]

    private func string(_ field: HistoryEntry.Column) -> String { String(decoding: bytes(field), as: UTF8.self) }
}

/// The rows of a query, which can be gone through more than once: they are the same each time.
struct ScanRows {
    fileprivate let statement: OpaquePointer
    fileprivate let row: ScanRow

    /// Calls `body` with each row.
    ///
    /// - Throws: `DatabaseError`, or what `body` throws, which ends it.
    func forEach(_ body: (ScanRow) throws -> Void) throws {
        defer { sqlite3_reset(statement) }
        while true {
            let result = sqlite3_step(statement)
            if result == SQLITE_DONE { return }
            guard result == SQLITE_ROW else {
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: result),
                    message: String(cString: sqlite3_errmsg(sqlite3_db_handle(statement))))
            }
            try body(row)
        }
    }
}

extension HistoryStore {
    /// Calls `body` with the rows of `selection` at one moment, in the order of time.
    ///
    /// - Parameter fields: what is read of each.
    /// - Throws: `HistoryError`, or what `body` throws.
    func withRows<Result>(
        of selection: HistorySelection, newestFirst: Bool, fields: [HistoryEntry.Column],
        _ body: (ScanRows) throws -> Result
    ) throws -> Result {
        do {
            return try connection.reader().read { db in
                let fields = HistoryEntry.Column.allCases.filter(fields.contains)
                let query = HistoryQuery(selection: selection, isDescending: newestFirst)
                    .statement(fields.map { "scan.\($0.name)" }.joined(separator: ", "))
                let prepared = try db.makeStatement(literal: query)
                return try withExtendedLifetime(prepared) {
                    let row = ScanRow(prepared.sqliteStatement, fields, sessions: try Self.sessionNames(db))
                    return try body(ScanRows(statement: prepared.sqliteStatement, row: row))
                }
            }
        } catch let error as DatabaseError {
            throw HistoryError(error, path: path)
        }
    }

    private static func sessionNames(_ db: Database) throws -> [Int64: [UInt8]] {
        var names: [Int64: [UInt8]] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT id, CAST(name AS BLOB) FROM session") {
            if let id = Int64.fromDatabaseValue(row[0]) { names[id] = Array((row.text(1) ?? "").utf8) }
        }
        return names
    }
}

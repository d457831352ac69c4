import Files
import Foundation
import GRDB

/// The scans in a file, one at a time, whatever its form is: an export of ours (CSV, TSV, JSON, NDJSON), scans that could not be kept, an
/// export of BinaryEye (CSV, JSON, SQLite) or of ZXing's Barcode Scanner (CSV). A history itself is merged.
///
///     try ImportReader(ImportFile(path)).forEach { row in … }      // "line 12", a scan or why it is none
///
/// No more than a piece of the file and one of its rows are in memory; a database is read by SQLite.
package struct ImportReader {
    /// Takes a row of the file.
    typealias Taker = (ImportedRow) throws -> Void

    private static let known =
        "Use an export of quietzone, BinaryEye (CSV, JSON, SQLite) or ZXing's Barcode Scanner (CSV)."

    private let file: ImportFile

    init(_ file: ImportFile) { self.file = file }

    /// Whether it is an SQLite database, of which `forEach` knows nothing.
    var isDatabase: Bool { get throws { try file.beginning().starts(with: Array("SQLite format 3\0".utf8)) } }

    /// The scans in `bytes`, a file's, as entries; what is none is left out. A database is read in memory.
    ///
    /// - Throws: as `forEach` does.
    package static func entries(in bytes: [UInt8]) throws -> [HistoryEntry] {
        let reader = ImportReader(ImportFile(bytes: bytes))
        var entries: [HistoryEntry] = []
        func take(_ row: ImportedRow) {
            if let draft = try? row.draft().get() { entries.append(draft.entry()) }
        }
        guard try reader.isDatabase else {
            try reader.forEach(take)
            return entries
        }
        try HistoryImage.connection(to: bytes, reader.file.name).read { db in
            if try BinaryEyeDatabase.isIn(db) { try BinaryEyeDatabase.forEach(db, take) }
        }
        return entries
    }

    /// Calls `take` with each scan.
    ///
    /// - Throws: `UserError` where nothing in the file is known, or it cannot be read; what `take` throws.
    func forEach(_ take: Taker) throws {
        let first = try file.beginning().first { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        switch first {
        case nil: throw UserError("\(file.name) is empty.")
        case UInt8(ascii: "{"), UInt8(ascii: "["): try forEachObject(take)
        default: try forEachRow(take)
        }
    }

    private func forEachRow(_ take: Taker) throws {
        var reader = try CSVReader { try file.next() }
        guard let head = try reader.nextLine(), head.obstacle == nil,
            let form = TableForm.all.first(where: { $0.recognises(head.names) })
        else { throw UserError("\(file.name) is not a known table of scans. \(Self.known)") }
        let places = form.places(head.names)
        var next: CSVReader.Line? = form.column == nil ? head : try reader.nextLine()
        while let line = next {
            next = try reader.nextLine()
            if line.cells == [""] { continue }
            let size = line.cells.reduce(0) { $0 + $1.utf8.count }
            try take(
                ImportedRow(place: "line \(line.line)", size: size) {
                    Result { () throws(UserError) in
                        if let obstacle = line.obstacle { throw UserError(obstacle) }
                        return try form.draft(TableRow(places: places, cells: line.cells)).withWholeNumbers()
                    }
                })
        }
    }

    private func forEachObject(_ take: Taker) throws {
        var objects = JSONObjects { try file.next() }
        while let found = try objects.next() {
            try take(
                ImportedRow(place: "line \(found.line)", size: found.bytes?.count ?? 0) {
                    Result { () throws(UserError) in try Self.draft(found) }
                })
        }
    }

    private static func draft(_ found: JSONObjects.Found) throws(UserError) -> ScanDraft {
        guard let bytes = found.bytes else { throw UserError(found.problem) }
        let parsed = try? JSONSerialization.jsonObject(with: Data(bytes))
        guard let object = parsed as? [String: Any] else { throw UserError("not valid JSON") }
        guard let form = ObjectForm.all.first(where: { $0.recognises(object) }) else {
            throw UserError("not a known form of scan")
        }
        return try form.draft(object)
    }
}

import Foundation
import GRDB
import Payloads
import Symbols

/// A scan that is kept.
public struct HistoryEntry: Identifiable, Hashable, Sendable {
    /// Its number; never given to another scan, even when this one is deleted.
    public let id: Int64
    /// The scan, its time to the millisecond.
    public let scan: Scan
    /// The kind when it was kept; a later version may recognise another, see `payload`.
    public let kind: PayloadKind
    /// The meaning in one line as it was when it was kept.
    public let summary: String
    /// The path of the picture that it was seen in; nil where none is kept. The file may have been removed.
    public var picture: String?

    /// What it means, parsed from its bytes and text.
    public var payload: Payload { Payload.parse(scan.symbol.content) }

    /// What `read`, `watch` and the exports print.
    public var record: SymbolRecord { SymbolRecord(id: id, scan: scan, picture: picture) }
}

extension HistoryEntry {
    // Texts are bound and read as bytes: GRDB passes strings through C, which ends them at a NUL, and a
    // symbol may hold one.
    static let columns = """
        id, time, CAST(source AS BLOB), symbology, identifier, bytes, CAST(text AS BLOB), charset, corners, kind,
        CAST(summary AS BLOB), add_on, part_index, part_count, CAST(part_id AS BLOB),
        CAST(picture AS BLOB) AS picture
        """

    static let insertion = """
        INSERT INTO scan (
            time, source, symbology, identifier, bytes, text, charset, corners, kind, summary, add_on, part_index,
            part_count, part_id)
        VALUES (?, CAST(? AS TEXT), ?, ?, ?, CAST(? AS TEXT), ?, ?, ?, CAST(? AS TEXT), ?, ?, ?, CAST(? AS TEXT))
        """

    static func arguments(for scan: Scan, payload: Payload) -> StatementArguments {
        let content = scan.symbol.content
        return [
            Timestamp(scan.time).milliseconds, Data(scan.source.utf8), content.symbology.rawValue,
            content.identifier, Data(content.bytes), content.text.map { Data($0.utf8) }, content.charset,
            data(of: scan.symbol.corners), payload.kind.rawValue, Data(payload.summary.utf8), content.addOn,
            content.part?.index, content.part?.count, content.part.map { Data($0.id.utf8) },
        ]
    }

    /// The sort key of the order by time.
    static func position(of entry: HistoryEntry) -> StatementArguments {
        [Timestamp(entry.scan.time).milliseconds, entry.id]
    }

    /// The entry in a row of `columns`.
    /// - Throws: `HistoryError` for a row that this version cannot have written.
    init(row: Row, path: String) throws {
        let id = try Self.id(of: row, path: path)
        let damaged = HistoryError(
            .damaged, "\(path): entry \(id) is damaged. Delete it: quietzone history delete \(id)")
        // A file may come from anywhere, and GRDB's plain subscript traps on a value of another type.
        func optional<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value? { try value(row[index]) }
        func value<Value: DatabaseValueConvertible>(_ stored: DatabaseValue) throws -> Value? {
            if stored.isNull { return nil }
            guard let value = Value.fromDatabaseValue(stored) else { throw damaged }
            return value
        }
        func required<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value {
            guard let value: Value = try optional(index) else { throw damaged }
            return value
        }
        func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

        func part(_ index: Int) throws -> SequencePart? {
            guard let place: Int = try optional(index) else { return nil }
            let part = SequencePart(index: place, count: try optional(index + 1), id: text(try required(index + 2)))
            guard let part else { throw damaged }
            return part
        }

        let name: String = try required(3)
        guard let symbology = Symbology(rawValue: name) else {
            throw HistoryError(
                .newerSchema,
                "\(path): entry \(id) is a \(name), which this version does not know. Update quietzone.")
        }
        guard let corners = Self.corners(of: try required(8)) else { throw damaged }
        let bytes: Data = try required(5)
        let content = SymbolContent(
            symbology: symbology, identifier: try required(4), bytes: Array(bytes), text: try optional(6).map(text),
            charset: try optional(7), addOn: try optional(11), part: try part(12))
        self.id = id
        scan = Scan(
            time: Timestamp(milliseconds: try required(1)).date, source: text(try required(2)),
            symbol: Symbol(content: content, corners: corners))
        kind = PayloadKind(rawValue: try required(9))
        summary = text(try required(10))
        picture = try value(row["picture"]).map(text)
    }

    /// The number in the first column of a row.
    static func id(of row: Row, path: String) throws -> Int64 {
        guard let id = Int64.fromDatabaseValue(row[0]) else {
            throw HistoryError(.damaged, "\(path) holds an entry without a number. Move the file away.")
        }
        return id
    }

    private static func data(of corners: Quadrilateral) -> Data {
        var data = Data()
        for value in corners.corners.flatMap({ [$0.x, $0.y] }) {
            withUnsafeBytes(of: value.bitPattern.littleEndian) { data.append(contentsOf: $0) }
        }
        return data
    }

    private static func corners(of data: Data) -> Quadrilateral? {
        guard data.count == 64 else { return nil }
        let bytes = Array(data)
        let points = (0..<4).map { index in
            func value(at offset: Int) -> Double {
                let pattern = bytes[offset..<offset + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                return Double(bitPattern: pattern)
            }
            return Point(x: value(at: index * 16), y: value(at: index * 16 + 8))
        }
        return Quadrilateral(
            topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    }
}

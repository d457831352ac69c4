import Formats
import Foundation
import GRDB
import Payloads
import Symbols

/// Entries as rows of the table `scan`.
extension HistoryEntry {
    /// What is selected of a row: `columns`, in this order.
    enum Column: Int, CaseIterable {
        case id, time, source, symbology, identifier, bytes, text, charset, corners, kind, summary
        case addOn, partIndex, partCount, partID, picture, identity, position, utcOffset, frameWidth, frameHeight
        case lastTime, quantity, session, tags, note, pinned, fields, product, sessionName

        /// Its name in the table `scan`, which holds all but the session's name.
        var name: String {
            switch self {
            case .addOn: "add_on"
            case .partIndex: "part_index"
            case .partCount: "part_count"
            case .partID: "part_id"
            case .utcOffset: "utc_offset"
            case .frameWidth: "frame_width"
            case .frameHeight: "frame_height"
            case .lastTime: "last_time"
            default: "\(self)"
            }
        }

        /// Its place among what is bound in `insertion`, from 1.
        var place: Int { rawValue + 1 }
    }

    /// The columns that hold a scan, in their order, but its number.
    static let names = Column.allCases.dropFirst().dropLast().map(\.name)

    // Texts are bound and read as bytes: GRDB passes strings through C, which ends them at a NUL, and a
    // symbol may hold one.
    static let texts: Set<String> = [
        "source", "text", "summary", "part_id", "picture", "tags", "note", "fields", "product",
    ]

    /// What is selected of a row of `scan`, with the session's name.
    static let columns = columns(of: Set(["id"] + names), session: sessionName)
    private static let sessionName = "(SELECT CAST(name AS BLOB) FROM session WHERE session.id = scan.session)"

    /// The same of a table that may be of an earlier version, whose columns are `known`: what it does not have is as it would be
    /// migrated, but for an identity of zeros.
    ///
    /// - Parameter session: what is selected as the session's name; default none.
    static func columns(of known: Set<String>, session: String = "NULL") -> String {
        let defaults = ["identity": "zeroblob(16)", "position": "0", "quantity": "1", "pinned": "0"]
        let values = (["id"] + names).map { name in
            guard known.contains(name) else { return defaults[name] ?? "NULL" }
            return texts.contains(name) ? "CAST(scan.\(name) AS BLOB)" : "scan.\(name)"
        }
        return (values + [session]).joined(separator: ", ")
    }

    /// Keeps an entry; see `bind`.
    static let insertion =
        "INSERT INTO scan (id, \(names.joined(separator: ", "))) VALUES (?\(String(repeating: ", ?", count: names.count)))"

    /// Binds what `insertion` takes.
    ///
    /// - Parameters:
    ///   - number: the one that it gets; nil for the next one.
    ///   - session: the session's number here.
    func bind(to statement: BoundStatement, as number: Int64?, position: Int64, session: Int64?) {
        let content = scan.symbol.content
        let time = Timestamp(scan.time).milliseconds
        let last = tally.lastSeen.map { Timestamp($0).milliseconds }
        func set(_ column: Column, _ number: Int64?) { statement.bind(number, at: column.place) }
        func set(_ column: Column, _ text: String?) { statement.bind(text, at: column.place) }
        set(.id, number)
        set(.time, time)
        set(.source, scan.source)
        set(.symbology, symbologyName)
        set(.identifier, content.identifier)
        statement.bind(bytes: content.bytes, at: Column.bytes.place)
        set(.text, content.text)
        set(.charset, content.charset)
        statement.bind(bytes: Self.bytes(of: scan.symbol.corners), at: Column.corners.place)
        set(.kind, kind.rawValue)
        set(.summary, summary)
        set(.addOn, content.addOn)
        set(.partIndex, content.part.map { Int64($0.index) })
        set(.partCount, content.part?.count.map(Int64.init))
        set(.partID, content.part?.id)
        set(.picture, picture)
        statement.bind(bytes: identity.bytes, at: Column.identity.place)
        set(.position, position)
        set(.utcOffset, scan.utcOffset.map(Int64.init))
        set(.frameWidth, scan.frame.map { Int64($0.width) })
        set(.frameHeight, scan.frame.map { Int64($0.height) })
        set(.lastTime, last == time ? nil : last)
        set(.quantity, Int64(tally.quantity))
        set(.session, session)
        set(.tags, remarks.tags.isEmpty ? nil : remarks.tags.joined(separator: "\n"))
        set(.note, remarks.note)
        set(.pinned, remarks.isPinned ? 1 : 0)
        set(.product, remarks.product)
        set(.fields, fields.isEmpty ? nil : SessionFields.text(of: fields))
    }

    /// The entry in a row of `columns`, with what can be read of it; see `problem`.
    ///
    /// - Throws: `HistoryError` for a row without a number.
    init(row: Row, path: String) throws {
        id = try Self.id(of: row, path: path)
        var values = RowValues(row: row)
        scan = Self.scan(&values)
        if let identity = ScanIdentity(Array(values.required(.identity, or: Data()))) {
            self.identity = identity
        } else {
            values.flaws.insert(.identity)
            identity = .derived(from: scan)
        }
        position = values.required(.position, or: 0)
        kind = PayloadKind(rawValue: values.requiredText(.kind))
        summary = values.requiredText(.summary)
        picture = values.text(.picture)
        tally.quantity = min(max(values.required(.quantity, or: 1), 0), RemarkChange.largestQuantity)
        tally.lastSeen = values.optional(.lastTime).map { Timestamp(milliseconds: $0).date }
        remarks.tags = values.text(.tags)?.split(separator: "\n").map(String.init) ?? []
        remarks.note = values.text(.note)
        remarks.product = values.text(.product)
        remarks.isPinned = values.required(.pinned, or: 0) != 0
        if let number: Int64 = values.optional(.session) {
            session = SessionLink(id: number, name: values.text(.sessionName) ?? "session \(number)")
        }
        fields = values.text(.fields).map(SessionFields.fields) ?? [:]
        (flaws, unknownSymbology) = (values.flaws, values.unknownSymbology)
    }

    private static func scan(_ values: inout RowValues) -> Scan {
        let corners = corners(of: values.required(.corners, or: Data()))
        if corners == nil { values.flaws.insert(.corners) }
        let bytes: Data = values.required(.bytes, or: Data())
        let content = SymbolContent(
            symbology: values.symbology(), identifier: values.requiredText(.identifier), bytes: Array(bytes),
            text: values.text(.text), charset: values.text(.charset), addOn: values.text(.addOn), part: part(&values))
        var frame: Scan.FrameSize?
        if let width: Int = values.optional(.frameWidth), let height: Int = values.optional(.frameHeight) {
            frame = Scan.FrameSize(width: width, height: height)
        }
        return Scan(
            time: Timestamp(milliseconds: values.required(.time, or: 0)).date, utcOffset: values.optional(.utcOffset),
            source: values.requiredText(.source), symbol: Symbol(content: content, corners: corners ?? .none),
            frame: frame)
    }

    private static func part(_ values: inout RowValues) -> SequencePart? {
        guard let place: Int = values.optional(.partIndex) else { return nil }
        let part = SequencePart(index: place, count: values.optional(.partCount), id: values.requiredText(.partID))
        if part == nil { values.flaws.insert(.partIndex) }
        return part
    }

    /// The number in the first column of a row.
    static func id(of row: Row, path: String) throws -> Int64 {
        guard let id = Int64.fromDatabaseValue(row[0]) else {
            throw HistoryError(.damaged, "\(path) contains an entry without a number. Move the file away.")
        }
        return id
    }

    private static func bytes(of corners: Quadrilateral) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64)
        for point in corners.corners {
            for value in [point.x, point.y] {
                withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
            }
        }
        return bytes
    }

    private static func corners(of data: Data) -> Quadrilateral? {
        guard data.count == 64 else { return nil }
        let values = data.withUnsafeBytes { bytes in
            (0..<8).map { index in
                Double(
                    bitPattern: UInt64(
                        littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)))
            }
        }
        let points = (0..<4).map { Point(x: values[2 * $0], y: values[2 * $0 + 1]) }
        return Quadrilateral(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    }
}

/// A row of which nothing is believed: a file may come from anywhere, and GRDB's plain subscript traps on a value of another type.
private struct RowValues {
    let row: Row
    /// The columns whose values are none that this version writes.
    var flaws: Set<HistoryEntry.Column> = []
    private(set) var unknownSymbology: String?

    init(row: Row) { self.row = row }

    mutating func optional<Value: DatabaseValueConvertible>(_ column: HistoryEntry.Column) -> Value? {
        let stored: DatabaseValue = row[column.rawValue]
        if stored.isNull { return nil }
        let value = Value.fromDatabaseValue(stored)
        if value == nil { flaws.insert(column) }
        return value
    }

    mutating func required<Value: DatabaseValueConvertible>(_ column: HistoryEntry.Column, or usual: Value) -> Value {
        if let value: Value = optional(column) { return value }
        flaws.insert(column)
        return usual
    }

    mutating func text(_ column: HistoryEntry.Column) -> String? {
        let data: Data? = optional(column)
        return data.map { String(decoding: $0, as: UTF8.self) }
    }

    mutating func requiredText(_ column: HistoryEntry.Column) -> String {
        if let text = text(column) { return text }
        flaws.insert(column)
        return ""
    }

    mutating func symbology() -> Symbology {
        let name = requiredText(.symbology)
        if let symbology = Symbology(rawValue: name) { return symbology }
        let isName =
            1...40 ~= name.utf8.count && name.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
        if isName { unknownSymbology = name } else { flaws.insert(.symbology) }
        return HistoryEntry.symbologyOfUnknown
    }
}

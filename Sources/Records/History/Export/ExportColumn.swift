import Symbols

/// A column of an exported table: the one list of what a table can tell of a scan, in its usual order.
package enum ExportColumn: String, CaseIterable, Hashable, Sendable {
    case id, time, source, symbology, identifier, kind, summary, text, charset, bytes, corners, addOn, picture
    case quantity, session, tags, note, lastSeen, identity
    case zone, frame, part, pinned, fields, product
    case grade, gradeValue

    /// The columns of a table for which none are chosen: what people look for in a list of scans.
    package static let usual: [ExportColumn] = [.time, .text, .symbology, .quantity, .session, .tags, .note]

    /// The columns that `text` names, parted by commas: `time,text,quantity`, or `all`. Upper and lower case alike.
    ///
    /// - Throws: `ExportError` that says which name is none.
    package static func list(_ text: String) throws(ExportError) -> [ExportColumn] {
        if text.lowercased() == "all" { return allCases }
        var columns: [ExportColumn] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            let wanted = name.trimmingCharacters(in: .whitespaces).lowercased()
            guard let column = allCases.first(where: { $0.rawValue.lowercased() == wanted }) else {
                let names = allCases.map(\.rawValue).joined(separator: ", ")
                throw ExportError("no column “\(wanted)”; the columns are \(names)")
            }
            if !columns.contains(column) { columns.append(column) }
        }
        return columns
    }

    var fields: [HistoryEntry.Column] {
        switch self {
        case .lastSeen: [.lastTime]
        case .zone: [.utcOffset]
        case .frame: [.frameWidth, .frameHeight]
        case .grade, .gradeValue: [.fields]
        case .part: [.partIndex, .partCount, .partID]
        // The others are called as what they tell.
        default: HistoryEntry.Column.allCases.filter { "\($0)" == rawValue }
        }
    }

    /// Appends what the column says of `row`, in UTF-8 and with no escapes; nothing where it is not known.
    ///
    /// - Parameters:
    ///   - field: the first of `fields`.
    func write(_ row: ScanRow, _ field: HistoryEntry.Column, _ times: ExportTimes, into buffer: inout [UInt8]) {
        switch self {
        case .id, .quantity, .pinned: if let number = row.integer(field) { buffer.append(decimal: number) }
        case .time, .lastSeen:
            guard let time = row.integer(field) else { return }
            switch times {
            case .utc: buffer.append(time: time)
            case .local: LocalClock.append(time, to: &buffer)
            }
        case .source, .picture: buffer.append(fileName: row.bytes(field))
        case .bytes: buffer.append(base64: row.bytes(field))
        case .corners: buffer.append(corners: row.bytes(field))
        case .session: if let number = row.integer(field) { buffer.append(contentsOf: row.session(number)) }
        case .tags:
            // Names hold no commas.
            for byte in row.bytes(field) {
                if byte == 0x0A { buffer += [UInt8(ascii: ","), UInt8(ascii: " ")] } else { buffer.append(byte) }
            }
        case .grade: buffer.append(contentsOf: Self.field(ScanGrade.letterField, row).utf8)
        case .gradeValue: buffer.append(contentsOf: Self.field(ScanGrade.valueField, row).utf8)
        case .identity: buffer.append(uuid: row.bytes(field))
        case .zone: if let offset = row.integer(field) { buffer.append(zone: offset) }
        case .frame: writeFrame(row, into: &buffer)
        case .part: writePart(row, into: &buffer)
        case .symbology, .identifier, .kind, .summary, .text, .charset, .addOn, .note, .fields, .product:
            buffer.append(text: row.bytes(field))
        }
    }

    /// The value of a field of the scan; empty for none.
    private static func field(_ name: String, _ row: ScanRow) -> String {
        let bytes = row.bytes(.fields)
        guard !bytes.isEmpty else { return "" }
        return SessionFields.fields(String(decoding: bytes, as: UTF8.self))[name] ?? ""
    }

    /// `1920x1080`
    private func writeFrame(_ row: ScanRow, into buffer: inout [UInt8]) {
        guard let width = row.integer(.frameWidth), let height = row.integer(.frameHeight) else { return }
        buffer.append(decimal: width)
        buffer.append(UInt8(ascii: "x"))
        buffer.append(decimal: height)
    }

    /// `2/3 id`, or `2/ id` where nobody knows how many there are.
    private func writePart(_ row: ScanRow, into buffer: inout [UInt8]) {
        guard let place = row.integer(.partIndex) else { return }
        buffer.append(decimal: place &+ 1)
        buffer.append(UInt8(ascii: "/"))
        if let count = row.integer(.partCount) { buffer.append(decimal: count) }
        buffer.append(0x20)
        buffer.append(text: row.bytes(.partID))
    }
}

/// A sheet of a workbook (ECMA-376 part 1, 18.3).
enum SheetXML {
    /// Characters of a cell, in UTF-16 (Excel's limit); a longer text is cut there.
    private static let longestCell = 32_767

    static func begin(_ columns: [ExportColumn], after heading: String, into buffer: inout [UInt8]) {
        buffer.append(
            contentsOf: (heading + """
                <worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">\
                <sheetViews><sheetView workbookViewId="0">\
                <pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
                <sheetData><row>
                """).utf8)
        for column in columns { write(text: column.rawValue, into: &buffer) }
        buffer.append(contentsOf: "</row>\n".utf8)
    }

    static func write(_ cells: ExportCells, into buffer: inout [UInt8]) {
        buffer.append(contentsOf: "<row>".utf8)
        for (index, column) in cells.columns.enumerated() {
            cells.withCell(index) { cell in
                switch column {
                case _ where cell.isEmpty: buffer.append(contentsOf: "<c/>".utf8)
                case .id, .quantity, .pinned:
                    buffer.append(contentsOf: "<c><v>".utf8)
                    buffer.append(contentsOf: cell)
                    buffer.append(contentsOf: "</v></c>".utf8)
                default: write(text: String(decoding: cell, as: UTF8.self), into: &buffer)
                }
            }
        }
        buffer.append(contentsOf: "</row>\n".utf8)
    }

    static func end(into buffer: inout [UInt8]) {
        buffer.append(contentsOf: "</sheetData></worksheet>\n".utf8)
    }

    private static func write(text: String, into buffer: inout [UInt8]) {
        buffer.append(contentsOf: #"<c t="inlineStr"><is><t xml:space="preserve">"#.utf8)
        XMLText.write(escaped(cut(text)), into: &buffer) { escape($0) }
        buffer.append(contentsOf: "</t></is></c>".utf8)
    }

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > longestCell, text.utf16.count > longestCell else { return text }
        var units = 0
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            units += UTF16.width(scalar)
            if units > longestCell { break }
            scalars.append(scalar)
        }
        return String(scalars)
    }

    /// `_x000D_`: what XML cannot hold, or would take for another character (22.9.2.19, ST_Xstring).
    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "_x" + String(repeating: "0", count: 4 - min(4, digits.count)) + digits + "_"
    }

    /// A text that looks like such an escape itself has its underscore escaped; a return, which XML reads as a newline, too.
    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x0D || $0 == UInt8(ascii: "_") }) else { return text }
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            if scalar == "\r" {
                result.append(contentsOf: escape(scalar).unicodeScalars)
            } else if scalar == "_", isEscape(scalars[index...]) {
                result.append(contentsOf: "_x005F_".unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private static func isEscape(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        let start = scalars.startIndex
        guard scalars.count >= 7, scalars[start + 1] == "x", scalars[start + 6] == "_" else { return false }
        return scalars[start + 2..<start + 6].allSatisfy(\.properties.isASCIIHexDigit)
    }
}

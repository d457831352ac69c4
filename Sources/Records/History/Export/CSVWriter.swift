/// The table for spreadsheets: RFC 4180 with a header, CRLF and UTF-8; with tabs as separators, too.
///
/// A cell that a spreadsheet could take for a formula gets an apostrophe before it (OWASP, "CSV
/// Injection"): one that begins with `=`, `+`, `-`, `@`, tab, return or newline, or their full-width
/// forms, also behind quotes, apostrophes, spaces and invisible characters. One that holds separators gets
/// one behind each that such a field follows (`FormulaGuard`). NUL becomes U+FFFD, as many
/// readers end a line there. The exact content is in `bytes`, in Base64; an apostrophe before that is no
/// Base64, so it can be dropped. What is not known or usual, such as an add-on or a second time that it was seen, is an empty cell.
struct CSVWriter: TableWriter {
    /// What parts cells.
    let separator: UInt8
    private let hasMark: Bool

    init(_ options: ExportOptions, separator: UInt8 = UInt8(ascii: ",")) {
        (self.separator, hasMark) = (separator, options.byteOrderMark)
    }

    mutating func begin(_ columns: [ExportColumn], into buffer: inout [UInt8]) {
        if hasMark { buffer.append(contentsOf: [0xEF, 0xBB, 0xBF]) }
        for (index, column) in columns.enumerated() {
            if index > 0 { buffer.append(separator) }
            buffer.append(contentsOf: column.rawValue.utf8)
        }
        buffer.append(contentsOf: [0x0D, 0x0A])
    }

    mutating func write(_ cells: ExportCells, into buffer: inout [UInt8]) {
        for index in cells.indices {
            if index > 0 { buffer.append(separator) }
            cells.withCell(index) { Self.write($0, into: &buffer) }
        }
        buffer.append(contentsOf: [0x0D, 0x0A])
    }

    /// Appends a cell, in quotes where it needs them.
    static func write(_ cell: UnsafeRawBufferPointer, into buffer: inout [UInt8]) {
        guard let first = cell.first, let last = cell.last else { return }
        if first != 0x20, last != 0x20, isPlain(cell), !FormulaGuard.mayBeFormula(cell) {
            return buffer.append(contentsOf: cell)
        }
        let findings = Findings(cell)
        guard !findings.isPlain else { return buffer.append(contentsOf: cell) }
        if findings.needsQuotes { buffer.append(UInt8(ascii: "\"")) }
        if findings.mayBeFormula { buffer.append(UInt8(ascii: "'")) }
        var start = 0
        for place in findings.holdsSeparators ? FormulaGuard.innerFormulas(in: cell) : [] {
            append(cell[start..<place], findings, to: &buffer)
            buffer.append(UInt8(ascii: "'"))
            start = place
        }
        append(cell[start...], findings, to: &buffer)
        if findings.needsQuotes { buffer.append(UInt8(ascii: "\"")) }
    }

    /// Whether there is no quotation mark, separator or control character in it: eight bytes at a time, as most cells are plain
    /// (Warren, "Hacker's Delight", 6-1, "Find First 0-Byte").
    private static func isPlain(_ cell: UnsafeRawBufferPointer) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
        var found: UInt64 = 0
        var index = 0
        while index + 8 <= cell.count {
            let word = cell.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            found |= zeros(word ^ ones &* UInt64(UInt8(ascii: ",")))
            found |= zeros(word ^ ones &* UInt64(UInt8(ascii: ";")))
            found |= zeros(word ^ ones &* UInt64(UInt8(ascii: "\"")))
            found |= (word &- ones &* 0x20) & ~word
            index += 8
        }
        guard found & (ones &* 0x80) == 0 else { return false }
        return cell[index...].allSatisfy { Findings.kind(of: $0) == 0 && $0 >= 0x20 }
    }

    private static func append(
        _ part: Slice<UnsafeRawBufferPointer>, _ findings: Findings, to buffer: inout [UInt8]
    ) {
        guard findings.needsEscapes else { return buffer.append(contentsOf: part) }
        for byte in part {
            switch byte {
            case 0: buffer.append(contentsOf: [0xEF, 0xBF, 0xBD])
            case UInt8(ascii: "\""): buffer.append(contentsOf: [byte, byte])
            default: buffer.append(byte)
            }
        }
    }

    /// What a cell needs.
    private struct Findings {
        var needsQuotes = false
        var needsEscapes = false
        var holdsSeparators = false
        var mayBeFormula = false
        var isPlain: Bool { !needsQuotes && !needsEscapes && !mayBeFormula }

        private static let separates: UInt8 = 1
        private static let isEscaped: UInt8 = 2
        private static let isQuoted: UInt8 = 4
        /// What each byte asks for.
        static func kind(of byte: UInt8) -> UInt8 {
            switch byte {
            // Semicolon and tab separate cells too where a spreadsheet's locale says so.
            case UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, 0x0A, 0x0D: separates
            case UInt8(ascii: "\""): isQuoted | isEscaped
            case 0: isEscaped
            default: 0
            }
        }

        init(_ cell: UnsafeRawBufferPointer) {
            var found: UInt8 = 0
            for byte in cell { found |= Self.kind(of: byte) }
            holdsSeparators = found & Self.separates != 0
            needsQuotes = found & (Self.separates | Self.isQuoted) != 0
            needsEscapes = found & Self.isEscaped != 0
            if cell.first == 0x20 || cell.last == 0x20 { needsQuotes = true }
            mayBeFormula = FormulaGuard.mayBeFormula(cell)
        }
    }
}

extension ExportFormat {
    package static let csv = ExportFormat("csv", endings: ["csv"], "CSV", .table { CSVWriter($0) })
    package static let tsv = ExportFormat(
        "tsv", endings: ["tsv", "tab"], "TSV", .table { CSVWriter($0, separator: 0x09) })
}

/// Rows of other tables than the history, written as its own are.
package enum CSVRow {
    /// The cells of a row with commas between them, no spreadsheet's formula among them; without an end of line.
    package static func text(_ cells: [String]) -> String {
        var bytes: [UInt8] = []
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            var cell = cell
            cell.withUTF8 { CSVWriter.write(UnsafeRawBufferPointer($0), into: &bytes) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The cell that `text` wrote as `cell`, without the apostrophes that keep spreadsheets from running formulas.
    package static func content(of cell: String) -> String { FormulaGuard.withoutApostrophes(cell) }
}

/// A table of GitHub Flavored Markdown: each scan is one line, and no character of it is markup.
struct MarkdownWriter: TableWriter {
    mutating func begin(_ columns: [ExportColumn], into buffer: inout [UInt8]) {
        for column in columns { buffer.append(contentsOf: "| \(column.rawValue) ".utf8) }
        buffer.append(contentsOf: "|\n".utf8)
        for column in columns {
            buffer.append(contentsOf: (column == .id || column == .quantity ? "| ---: " : "| --- ").utf8)
        }
        buffer.append(contentsOf: "|\n".utf8)
    }

    mutating func write(_ cells: ExportCells, into buffer: inout [UInt8]) {
        for index in cells.indices {
            buffer.append(contentsOf: [UInt8(ascii: "|"), 0x20])
            cells.withCell(index) { Self.write($0, into: &buffer) }
            buffer.append(0x20)
        }
        buffer.append(contentsOf: "|\n".utf8)
    }

    /// Any of these may be escaped by a backslash (CommonMark 0.31, 2.4).
    private static let markup = Set("\\`*_{}[]<>()#+-.!|~&$=:@^\"'".utf8)

    private static func write(_ cell: UnsafeRawBufferPointer, into buffer: inout [UInt8]) {
        var previous: UInt8 = 0
        for byte in cell {
            switch byte {
            case 0x0A: if previous != 0x0D { buffer.append(contentsOf: "<br>".utf8) }
            case 0x0D: buffer.append(contentsOf: "<br>".utf8)
            case 0x09: buffer.append(0x20)
            // Its picture, U+2400 and on.
            case 0..<0x20: buffer.append(contentsOf: [0xE2, 0x90, 0x80 + byte])
            case 0x7F: buffer.append(contentsOf: [0xE2, 0x90, 0xA1])
            default:
                if markup.contains(byte) { buffer.append(UInt8(ascii: "\\")) }
                buffer.append(byte)
            }
            previous = byte
        }
    }
}

extension ExportFormat {
    package static let markdown = ExportFormat(
        "markdown", endings: ["md", "markdown"], "Markdown", .table { _ in MarkdownWriter() })
}

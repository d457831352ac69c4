/// What the symbols say, a line each: line breaks in a text are marked (`␊`, `␍`), and bytes that are not text are in hexadecimal.
struct ListWriter: TableWriter {
    var fields: [HistoryEntry.Column] { [.text, .bytes] }

    mutating func begin(_ columns: [ExportColumn], into buffer: inout [UInt8]) {}

    mutating func write(_ cells: ExportCells, into buffer: inout [UInt8]) {
        guard let row = cells.row else { return }
        if row.hasValue(.text) {
            let start = buffer.count
            buffer.append(text: row.bytes(.text))
            if buffer[start...].contains(where: { $0 == 0x0A || $0 == 0x0D }) {
                let marked = buffer[start...].flatMap { byte -> [UInt8] in
                    byte == 0x0A || byte == 0x0D ? [0xE2, 0x90, 0x80 + byte] : [byte]
                }
                buffer.replaceSubrange(start..., with: marked)
            }
        } else {
            for (index, byte) in row.bytes(.bytes).enumerated() {
                if index > 0 { buffer.append(0x20) }
                let digits = String(byte, radix: 16, uppercase: true)
                buffer.append(contentsOf: (digits.utf8.count < 2 ? "0" + digits : digits).utf8)
            }
        }
        buffer.append(0x0A)
    }
}

extension ExportFormat {
    package static let list = ExportFormat(
        "list", endings: ["txt", "list"], "plain list", .table { _ in ListWriter() })
}

/// A table among the program's data: a row a line, columns between tabs, after the names of the columns; lines that begin with
/// `#` tell where it comes from.
struct DataTable {
    let rows: [[String]]

    init(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0A).filter { $0.first != UInt8(ascii: "#") }
        rows = lines.dropFirst().map { line in
            line.split(separator: 0x09, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}

/// Bytes as hexadecimal with the printable ones beside them.
enum HexDump {
    /// Rows of 16, 8 or 4 bytes, as many as `width` columns hold: `0000  48 69 0A                 Hi·`.
    static func lines(_ bytes: ArraySlice<UInt8>, width: Int) -> [String] {
        let perRow = [16, 8, 4].first { 6 + $0 * 4 <= width } ?? 4
        return stride(from: bytes.startIndex, to: bytes.endIndex, by: perRow).map { start in
            let row = bytes[start..<min(start + perRow, bytes.endIndex)]
            let hex = row.map { hexDigits($0, 2) }.joined(separator: " ")
            let padding = String(repeating: " ", count: perRow * 3 - hex.count + 1)
            let text = String(row.map { 0x20..<0x7F ~= $0 ? Character(Unicode.Scalar($0)) : "·" })
            return "\(hexDigits(start - bytes.startIndex, 4))  \(hex)\(padding)\(text)"
        }
    }

    private static func hexDigits(_ value: some BinaryInteger, _ count: Int) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}

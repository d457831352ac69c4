/// A PNG in grey levels as PDF takes it: its compressed rows stay as they are (ISO 32000-1, 7.4.4.4).
///
///     var writer = PDFWriter(photographs: [GreyPNG(bytes)].compactMap { $0 }) { … }
package struct GreyPNG: Sendable {
    package let width: Int
    package let height: Int
    /// Rows with PNG's filters, by zlib.
    let rows: [UInt8]

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Nil for what is no PNG of eight bits of grey, row by row.
    package init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.signature) else { return nil }
        var (width, height, isGrey, rows) = (0, 0, false, [UInt8]())
        var place = Self.signature.count
        func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        // A chunk has its length, its name, its data and a check sum of four bytes.
        while place + 12 <= bytes.count {
            let length = number(at: place)
            guard length <= bytes.count - place - 12 else { return nil }
            let data = bytes[place + 8..<place + 8 + length]
            switch String(decoding: bytes[place + 4..<place + 8], as: UTF8.self) {
            case "IHDR" where length == 13:
                (width, height) = (number(at: place + 8), number(at: place + 12))
                // Bit depth, colour type, compression, filter, interlacing.
                isGrey = Array(data.suffix(5)) == [8, 0, 0, 0, 0]
            case "IDAT": rows += data
            default: break
            }
            place += 12 + length
        }
        guard isGrey, width > 0, height > 0, !rows.isEmpty else { return nil }
        (self.width, self.height, self.rows) = (width, height, rows)
    }
}

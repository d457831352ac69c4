extension LabelLanguage {
    /// Zebra's ZPL II: the label as a graphic field (^GF) in compressed ASCII (ZPL II Programming Guide, “Alternative Data
    /// Compression Scheme”), so that every dot is where it was drawn, and no font or symbology of the printer has a say.
    package static let zpl = LabelLanguage("zpl", title: "ZPL", maximumDots: 32_000) { bitmap, copies in
        var bytes = Array("^XA\n^PW\(bitmap.width)\n^LL\(bitmap.height)\n^LH0,0\n^FO0,0^GFA,".utf8)
        let size = bitmap.bytes.count
        bytes += "\(size),\(size),\(bitmap.bytesPerRow),".utf8
        var before: ArraySlice<UInt8>?
        for y in 0..<bitmap.height {
            let row = bitmap.row(y)
            if let before, before.elementsEqual(row) {
                bytes.append(UInt8(ascii: ":"))
            } else {
                append(row, to: &bytes)
            }
            before = row
        }
        return bytes + "^FS\n\(copies > 1 ? "^PQ\(copies)\n" : "")^XZ\n".utf8
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// A row in hexadecimal digits, of which many alike are counted; a comma is zeros to the end, an exclamation mark ones.
    private static func append(_ row: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
        let nibbles = row.flatMap { [$0 >> 4, $0 & 0x0F] }
        var index = 0
        while index < nibbles.count {
            let value = nibbles[index]
            let count = nibbles[index...].prefix { $0 == value }.count
            index += count
            if index == nibbles.count, value == 0 || value == 0x0F {
                return bytes.append(UInt8(ascii: value == 0 ? "," : "!"))
            }
            appendCount(count, to: &bytes)
            bytes.append(digits[Int(value)])
        }
    }

    /// `g` to `z` for each 20 up to 400, `G` to `Y` for 1 to 19; nothing for 1.
    private static func appendCount(_ count: Int, to bytes: inout [UInt8]) {
        guard count > 1 else { return }
        var rest = count
        while rest >= 20 {
            let twenties = min(20, rest / 20)
            bytes.append(UInt8(ascii: "g") + UInt8(twenties - 1))
            rest -= twenties * 20
        }
        if rest > 0 { bytes.append(UInt8(ascii: "G") + UInt8(rest - 1)) }
    }
}

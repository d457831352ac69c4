extension LabelLanguage {
    /// Receipt printers' ESC/POS: the label as raster pictures (GS v 0), then a feed to the knife and a cut (GS V 66). Printers take
    /// pictures into memory, so that a high one is sent in bands of 256 rows, which follow each other without a gap.
    static let escpos = LabelLanguage("escpos", title: "ESC/POS", maximumDots: 20_000) { bitmap, copies in
        var once: [UInt8] = []
        for top in stride(from: 0, to: bitmap.height, by: 256) {
            let rows = min(256, bitmap.height - top)
            once += [0x1D, 0x76, 0x30, 0] + [bitmap.bytesPerRow, rows].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            once += bitmap.bytes[top * bitmap.bytesPerRow..<(top + rows) * bitmap.bytesPerRow]
        }
        once += [0x1D, 0x56, 66, 0]
        // ESC @: what was set before is of no meaning.
        return [0x1B, 0x40] + (0..<copies).flatMap { _ in once }
    }
}

/// The letters of the word on the demo's picture, 8 × 8 pixels each.
enum DemoFont {
    /// Rows from the top; the highest bit is the leftmost pixel.
    private static let glyphs: [Character: [UInt8]] = [
        "D": [0xF8, 0xCC, 0xC6, 0xC6, 0xC6, 0xCC, 0xF8, 0x00],
        "E": [0xFE, 0xC0, 0xC0, 0xF8, 0xC0, 0xC0, 0xFE, 0x00],
        "M": [0xC6, 0xEE, 0xFE, 0xD6, 0xC6, 0xC6, 0xC6, 0x00],
        "O": [0x7C, 0xC6, 0xC6, 0xC6, 0xC6, 0xC6, 0x7C, 0x00],
    ]

    /// Draws `word` with `scale` × `scale` pixels a dot, its top left at (`x`, `y`), in `value`; what lies outside
    /// the plane is left out.
    static func draw(
        _ word: String, x: Int, y: Int, scale: Int, value: UInt8, into luma: inout [UInt8], width: Int, height: Int
    ) {
        for (index, letter) in word.enumerated() {
            guard let rows = glyphs[letter] else { continue }
            for row in 0..<8 * scale {
                let line = y + row
                guard (0..<height).contains(line) else { continue }
                for column in 0..<8 * scale where rows[row / scale] & (0x80 >> UInt8(column / scale)) != 0 {
                    let at = x + index * 8 * scale + column
                    if (0..<width).contains(at) { luma[line * width + at] = value }
                }
            }
        }
    }
}

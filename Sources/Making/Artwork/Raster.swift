import Encoding
import Files

/// A symbol in pixels, by how much of each is dark.
package struct Raster: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// From 0, light, to 255, dark; rows packed.
    package private(set) var coverage: [UInt8]

    static let mostPixels = 20_000
    static let mostArea = 100_000_000

    /// Draws `outline` with whole pixels for modules.
    ///
    /// - Parameter scale: pixels per module, at least 1.
    /// - Throws: `UserError` where the picture would have more than 20,000 pixels along a side, or 100 million in all.
    package init(_ outline: SymbolOutline, scale: Int) throws(UserError) {
        let side = Double(max(1, scale))
        let (wide, high) = ((outline.width * side).rounded(.up), (outline.height * side).rounded(.up))
        guard wide <= Double(Self.mostPixels), high <= Double(Self.mostPixels), wide * high <= Double(Self.mostArea)
        else {
            throw UserError(
                "a picture of \(Int(wide)) × \(Int(high)) pixels is too large: take fewer pixels per module, or a vector format"
            )
        }
        (width, height) = (Int(wide), Int(high))
        coverage = [UInt8](repeating: 0, count: width * height)
        for mark in outline.marks { draw(mark, scale: max(1, scale)) }
        for text in outline.texts { draw(text, scale: side) }
    }

    private mutating func draw(_ mark: SymbolOutline.Mark, scale: Int) {
        switch mark {
        case .rectangle(let x, let y, let wide, let high):
            fill(x * scale, y * scale, wide * scale, high * scale)
        case .disc(let x, let y, let diameter):
            let radius = diameter / 2
            shade(around: x, y, radius, scale) { $0 * $0 + $1 * $1 <= radius * radius }
        case .ring(let x, let y, let radius, let line):
            let (inner, outer) = (radius - line / 2, radius + line / 2)
            shade(around: x, y, outer, scale) { (inner * inner...outer * outer).contains($0 * $0 + $1 * $1) }
        case .hexagon(let x, let y):
            // A corner above and below: |y| falls from 1/2 in the middle to 1/4 at the sides, which are √3/4 away.
            shade(around: x, y, 0.5, scale) { abs($0) <= 0.433_012_7 && abs($1) <= 0.5 - abs($0) * 0.577_350_27 }
        }
    }

    private mutating func fill(_ x: Int, _ y: Int, _ wide: Int, _ high: Int) {
        for row in max(0, y)..<max(0, y, min(height, y + high)) {
            for column in max(0, x)..<max(0, x, min(width, x + wide)) { coverage[row * width + column] = 255 }
        }
    }

    /// Darkens pixels by the share of 16 points in each that `contains`, which takes distances from the centre in modules.
    private mutating func shade(
        around x: Double, _ y: Double, _ reach: Double, _ scale: Int, contains: (Double, Double) -> Bool
    ) {
        let side = Double(scale)
        let rows = max(0, Int((y - reach) * side))...max(0, min(height - 1, Int((y + reach) * side)))
        let columns = max(0, Int((x - reach) * side))...max(0, min(width - 1, Int((x + reach) * side)))
        for row in rows {
            for column in columns {
                var points = 0
                for point in 0..<16 {
                    let (dx, dy) = (Double(point % 4) + 0.5, Double(point / 4) + 0.5)
                    if contains((Double(column) + dx / 4) / side - x, (Double(row) + dy / 4) / side - y) { points += 1 }
                }
                let shade = UInt8(points * 255 / 16)
                coverage[row * width + column] = max(coverage[row * width + column], shade)
            }
        }
    }

    private mutating func draw(_ text: SymbolOutline.PlacedText, scale: Double) {
        let size = text.scale * scale
        for (index, byte) in text.text.utf8.enumerated() {
            let left = (text.x + (Double(index) + 0.5) * text.cell) * scale - 2.5 * size
            let glyph = GlyphFont.columns(of: byte)
            for (dot, isDark) in glyph.enumerated() where isDark {
                let (column, row) = (Double(dot % 5), Double(dot / 5))
                let x = (left + column * size).rounded()
                let y = (text.y * scale + row * size).rounded()
                let (right, bottom) = (
                    (left + (column + 1) * size).rounded(), (text.y * scale + (row + 1) * size).rounded()
                )
                fill(Int(x), Int(y), Int(right - x), Int(bottom - y))
            }
        }
    }
}

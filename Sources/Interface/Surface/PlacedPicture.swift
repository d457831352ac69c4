/// How a terminal is sent a picture in pixels, which it shows beside its cells.
package enum PictureProtocol: String, Hashable, Sendable, CaseIterable {
    /// The protocol of kitty (https://sw.kovidgoyal.net/kitty/graphics-protocol), which Ghostty, Konsole and WezTerm know too.
    case kitty
    /// DEC's (VT330/VT340 Programmer Reference Manual, volume 2), which xterm, foot and others know.
    case sixel
}

/// How many pixels a cell has.
package struct CellPixels: Hashable, Sendable {
    /// Beside each other.
    package let width: Int
    /// One above the other.
    package let height: Int

    /// Larger cells than any font has: a terminal may report anything.
    private static let largest = 256

    /// A cell of 1 to 256 pixels each way; nil for another.
    package init?(width: Int, height: Int) {
        guard 1...Self.largest ~= width, 1...Self.largest ~= height else { return nil }
        (self.width, self.height) = (width, height)
    }
}

/// A picture in grey pixels that fills a rectangle of cells; see `Canvas.place`.
package struct PlacedPicture: Hashable, Sendable {
    /// The cells that it fills, whatever its pixels are.
    package let area: Rect
    /// Pixels a row.
    package let width: Int
    /// Rows of pixels.
    package let height: Int
    /// How light each pixel is, 0–255, row by row.
    package private(set) var luma: [UInt8]
    package let way: PictureProtocol

    /// A picture; nil unless there are `width` times `height` pixels and one of them at least, and a cell.
    package init?(area: Rect, width: Int, height: Int, luma: [UInt8], way: PictureProtocol) {
        guard width > 0, height > 0, luma.count == width * height, !area.isEmpty else { return nil }
        (self.area, self.width, self.height, self.luma, self.way) = (area, width, height, luma, way)
    }

    /// Fills a square of pixels around (`x`, `y`), as far as it lies in the picture.
    package mutating func dot(x: Int, y: Int, reach: Int, luma value: UInt8) {
        let columns = max(0, x - reach)..<max(0, x - reach, min(width, x + reach + 1))
        for row in max(0, y - reach)..<max(0, y - reach, min(height, y + reach + 1)) {
            for column in columns { luma[row * width + column] = value }
        }
    }
}

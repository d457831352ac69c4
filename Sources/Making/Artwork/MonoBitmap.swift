import Encoding
import Files

/// A picture of dots that are dark or light, as printers of labels take it.
///
///     var label = try MonoBitmap(width: 406, height: 203)       // 50.8 × 25.4 mm at 203 dpi
///     label.stamp(try Raster(symbol.outline, scale: 3), x: 8, y: 8)
package struct MonoBitmap: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// Bytes per row; what is left of the last one is light.
    package let bytesPerRow: Int
    /// Rows packed, the left dot in the highest bit; 1 is dark.
    package private(set) var bytes: [UInt8]

    /// A light picture.
    ///
    /// - Throws: `UserError` for more dots than a `Raster` may have.
    package init(width: Int, height: Int) throws(UserError) {
        guard (1...Raster.maximumPixels).contains(width), (1...Raster.maximumPixels).contains(height),
            width * height <= Raster.maximumArea
        else {
            throw UserError(
                "a label of \(width) × \(height) dots is too large for a printer: use fewer dots per inch, or smaller labels"
            )
        }
        (self.width, self.height, bytesPerRow) = (width, height, (width + 7) / 8)
        bytes = [UInt8](repeating: 0, count: bytesPerRow * height)
    }

    init(_ outline: SymbolOutline, scale: Int) throws(UserError) {
        let raster = try Raster(outline, scale: scale)
        try self.init(width: raster.width, height: raster.height)
        stamp(raster, x: 0, y: 0)
    }

    /// Whether a dot is dark; false outside.
    package func isDark(_ x: Int, _ y: Int) -> Bool {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return false }
        return bytes[y * bytesPerRow + x / 8] << (x % 8) & 0x80 != 0
    }

    /// Darkens a rectangle, as far as it is inside.
    package mutating func fill(x: Int, y: Int, width wide: Int, height high: Int) {
        let (left, right) = (max(0, x), min(width, x + wide))
        guard left < right else { return }
        for row in max(0, y)..<max(0, y, min(height, y + high)) {
            for column in left..<right { bytes[row * bytesPerRow + column / 8] |= 0x80 >> (column % 8) }
        }
    }

    /// Darkens what is at least half dark in `raster`, whose upper left corner lies at a dot.
    package mutating func stamp(_ raster: Raster, x: Int, y: Int) {
        raster.coverage.withUnsafeBufferPointer { coverage in
            for row in max(0, -y)..<max(0, -y, min(raster.height, height - y)) {
                for column in max(0, -x)..<max(0, -x, min(raster.width, width - x))
                where coverage[row * raster.width + column] >= 128 {
                    bytes[(row + y) * bytesPerRow + (column + x) / 8] |= 0x80 >> ((column + x) % 8)
                }
            }
        }
    }

    /// Darkens what is dark in another picture, whose upper left corner lies at a dot.
    package mutating func stamp(_ other: MonoBitmap, x: Int, y: Int) {
        for row in 0..<other.height {
            for column in 0..<other.width where other.isDark(column, row) {
                fill(x: x + column, y: y + row, width: 1, height: 1)
            }
        }
    }

    /// Writes ASCII in letters of 5 by 7 dots with one between them, each dot `scale` dots wide; those of bold letters are half as wide
    /// again.
    package mutating func write(_ text: String, x: Int, y: Int, scale: Int, isBold: Bool = false) {
        let width = scale + (isBold ? scale / 2 : 0)
        for (index, byte) in text.utf8.enumerated() {
            for (dot, isDark) in GlyphFont.columns(of: byte).enumerated() where isDark {
                fill(x: x + (index * 6 + dot % 5) * scale, y: y + dot / 5 * scale, width: width, height: scale)
            }
        }
    }

    /// The bytes of a row.
    func row(_ y: Int) -> ArraySlice<UInt8> { bytes[y * bytesPerRow..<(y + 1) * bytesPerRow] }
}

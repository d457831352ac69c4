import Encoding
import Files

/// A symbol in pixels, by how much of each is dark.
package struct Raster: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// From 0, light, to 255, dark; rows packed.
    package private(set) var coverage: [UInt8]

    static let maximumPixels = 20_000
    static let maximumArea = 100_000_000

    /// Draws `outline` with whole pixels for modules.
    ///
    /// - Parameter scale: pixels per module, at least 1.
    /// - Throws: `UserError` where the picture would have more than 20,000 pixels along a side, or 100 million in all.
    package init(_ outline: SymbolOutline, scale: Int) throws(UserError) {
        (width, height) = try Self.size(of: outline, scale: scale)
        coverage = [UInt8](repeating: 0, count: width * height)
        draw(PixelBands(outline, scale: max(1, scale), width: width, height: height))
        for mark in outline.marks { draw(shape: mark, scale: max(1, scale)) }
    }

    /// The pixels that it takes.
    ///
    /// - Throws: as `init` does.
    static func size(of outline: SymbolOutline, scale: Int) throws(UserError) -> (width: Int, height: Int) {
        let side = Double(max(1, scale))
        let (wide, high) = ((outline.width * side).rounded(.up), (outline.height * side).rounded(.up))
        guard wide <= Double(maximumPixels), high <= Double(maximumPixels), wide * high <= Double(maximumArea) else {
            throw UserError(
                "a picture of \(Int(wide)) × \(Int(high)) pixels is too large: use fewer pixels per module, or a vector format"
            )
        }
        return (Int(wide), Int(high))
    }

    /// The pixels in grey levels.
    ///
    /// - Parameter shades: the level for each share of darkness; by default 255 for light to 0 for dark.
    ///
    /// Of a million pixels an Array's map takes several milliseconds.
    package func luma(_ shades: [UInt8] = (0...255).map { 255 - $0 }) -> [UInt8] {
        precondition(shades.count == 256)
        return shades.withUnsafeBufferPointer { shades in
            coverage.withUnsafeBufferPointer { coverage in
                [UInt8](unsafeUninitializedCapacity: coverage.count) { luma, count in
                    for index in 0..<coverage.count { luma[index] = shades[Int(coverage[index])] }
                    count = coverage.count
                }
            }
        }
    }

    /// The first row of each band is copied to the others.
    private mutating func draw(_ bands: PixelBands) {
        let width = width
        coverage.withUnsafeMutableBufferPointer { pixels in
            for band in bands.bands where !band.runs.isEmpty {
                let first = pixels[band.rows.lowerBound * width..<(band.rows.lowerBound + 1) * width]
                for run in band.runs {
                    pixels[first.startIndex + run.lowerBound..<first.startIndex + run.upperBound].update(repeating: 255)
                }
                for row in band.rows.dropFirst() {
                    _ = pixels[row * width..<(row + 1) * width].update(fromContentsOf: first)
                }
            }
        }
    }

    private mutating func draw(shape mark: SymbolOutline.Mark, scale: Int) {
        switch mark {
        case .rectangle: return
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
}

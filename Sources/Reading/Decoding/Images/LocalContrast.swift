/// Contrast-limited adaptive histogram equalisation (Zuiderveld, Graphics Gems IV, 1994).
enum LocalContrast {
    /// The usual value: OpenCV's default for CLAHE is 8 × 8 tiles.
    private static let tilesPerSide = 8
    /// How many times its even share a grey level may count. Not measured by itself: 2 to 4 are the usual values.
    private static let limit = 3.0

    static func equalized(_ source: LumaView) -> LumaPlane {
        let tileWidth = (source.width + tilesPerSide - 1) / tilesPerSide
        let tileHeight = (source.height + tilesPerSide - 1) / tilesPerSide
        // Rounding the tiles up may leave fewer of them; none is without pixels.
        let columns = (source.width + tileWidth - 1) / tileWidth
        let rows = (source.height + tileHeight - 1) / tileHeight
        var tables = [UInt8](repeating: 0, count: columns * rows * 256)
        for row in 0..<rows {
            for column in 0..<columns {
                let x = column * tileWidth..<min((column + 1) * tileWidth, source.width)
                let y = row * tileHeight..<min((row + 1) * tileHeight, source.height)
                fill(&tables, at: (row * columns + column) * 256, from: source, x, y)
            }
        }

        return LumaPlane(width: source.width, height: source.height) { out in
            // SAFETY: reads stay in the view's rows, writes in width * height bytes, table indices below
            // columns * rows * 256.
            tables.withUnsafeBufferPointer { tables in
                for y in 0..<source.height {
                    let (upper, lower, wy) = neighbours(of: y, tile: tileHeight, last: rows - 1)
                    let from = source.base + y * source.rowStride
                    let to = out + y * source.width
                    for x in 0..<source.width {
                        let (left, right, wx) = neighbours(of: x, tile: tileWidth, last: columns - 1)
                        let value = Int(from[x])
                        func at(_ row: Int, _ column: Int) -> Int { Int(tables[(row * columns + column) << 8 + value]) }
                        let top = at(upper, left) * (256 - wx) + at(upper, right) * wx
                        let bottom = at(lower, left) * (256 - wx) + at(lower, right) * wx
                        to[x] = UInt8(truncatingIfNeeded: (top * (256 - wy) + bottom * wy) >> 16)
                    }
                }
            }
        }
    }

    /// The tiles whose centres lie around pixel `i`, and the weight of the second in 1/256.
    @inline(__always)
    private static func neighbours(of i: Int, tile: Int, last: Int) -> (Int, Int, Int) {
        let position = i * 2 - tile + 1
        guard position > 0 else { return (0, 0, 0) }
        let first = position / (2 * tile)
        guard first < last else { return (last, last, 0) }
        return (first, first + 1, (position - first * 2 * tile) * 256 / (2 * tile))
    }

    private static func fill(
        _ tables: inout [UInt8], at offset: Int, from source: LumaView, _ x: Range<Int>, _ y: Range<Int>
    ) {
        var histogram = [Int](repeating: 0, count: 256)
        for row in y {
            let line = source.base + row * source.rowStride
            for column in x { histogram[Int(line[column])] += 1 }
        }
        let count = x.count * y.count
        let ceiling = max(1, Int(Double(count) / 256 * limit))
        var excess = 0
        for level in 0..<256 where histogram[level] > ceiling {
            excess += histogram[level] - ceiling
            histogram[level] = ceiling
        }
        let total = count - excess + excess / 256 * 256
        var sum = 0
        for level in 0..<256 {
            sum += histogram[level] + excess / 256
            tables[offset + level] = UInt8(clamping: sum * 255 / max(1, total))
        }
    }
}

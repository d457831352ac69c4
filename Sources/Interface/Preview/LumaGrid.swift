import Frames

/// How many brightnesses a cell of a preview shows.
package struct SampleDensity: Hashable, Sendable {
    /// Beside each other.
    package let across: Int
    /// One above the other.
    package let down: Int

    /// A density; 1 × 1 is a brightness for each cell.
    package init(across: Int, down: Int) {
        self.across = max(1, across)
        self.down = max(1, down)
    }
}

/// A frame shrunk to a grid of mean brightnesses: the samples of a preview's cells.
package struct LumaGrid: Sendable {
    package private(set) var columns = 0
    package private(set) var rows = 0
    /// Mean luma (0–255) of each sample's pixels, row by row.
    package internal(set) var values: [UInt8] = []

    /// The sums of the region's pixel columns within a row of samples, added up from the left: of none, of one, ….
    private var sums: [UInt32] = []
    /// The pixel column that each sample begins at, and one more for the end.
    private var edges: [Int] = []

    package init() {}

    /// Fills the grid with the means of `region` of `frame`, by a box filter; every pixel counts once.
    ///
    /// Its buffers are kept from call to call. `region` is clamped to the frame; with nothing to show the grid
    /// becomes empty.
    package mutating func sample(_ frame: Frame, region: PixelRect, columns: Int, rows: Int) {
        let region = region.clamped(to: frame.bounds)
        guard columns > 0, rows > 0, !region.isEmpty else {
            (self.columns, self.rows, values) = (0, 0, [])
            return
        }
        if self.columns != columns || self.rows != rows {
            (self.columns, self.rows) = (columns, rows)
            values = Array(repeating: 0, count: columns * rows)
        }
        if sums.count != region.width + 1 { sums = Array(repeating: 0, count: region.width + 1) }
        edges = (0...columns).map { $0 * region.width / columns }
        let stride = frame.width
        var former = 0..<0
        frame.withLuma { luma in
            for row in 0..<rows {
                // A sample covers at least one pixel row even where samples are more than pixels.
                let top = row * region.height / rows
                let bottom = max(top + 1, (row + 1) * region.height / rows)
                if former == top..<bottom {
                    // They cover the same pixels as those of the row above.
                    for x in row * columns..<(row + 1) * columns { values[x] = values[x - columns] }
                    continue
                }
                former = top..<bottom
                if columns == region.width, bottom - top == 1 {
                    let start = (region.y + top) * stride + region.x
                    Self.copy(luma.extracting(start..<(start + columns)), to: &values, at: row * columns)
                    continue
                }
                for y in top..<bottom {
                    let start = (region.y + y) * stride + region.x
                    Self.add(luma.extracting(start..<(start + region.width)), to: &sums, first: y == top)
                }
                reduce(row: row, pixelRows: bottom - top)
            }
        }
    }

    /// Fills the grid with what `mapping` shows, the right way up: `density` values for each of its cells.
    package mutating func sample(
        _ frame: Frame, shownBy mapping: PictureMapping, density: SampleDensity = SampleDensity(across: 1, down: 1)
    ) {
        let columns = mapping.picture.width * density.across
        let rows = mapping.picture.height * density.down
        let orientation = mapping.orientation
        guard orientation != .upright else {
            return sample(frame, region: mapping.region, columns: columns, rows: rows)
        }
        let isSideways = orientation.isSideways
        sample(frame, region: mapping.region, columns: isSideways ? rows : columns, rows: isSideways ? columns : rows)
        guard !values.isEmpty else { return }
        turn(orientation, columns: columns, rows: rows)
    }

    /// Puts the samples of a frame, as it came, to where they are in the picture of `columns` × `rows` that is shown.
    private mutating func turn(_ orientation: Orientation, columns: Int, rows: Int) {
        let source = values
        let across = self.columns
        /// The place in `source` of the sample at (`x`, `y`): the inverse of each quarter turn, in samples.
        func place(_ x: Int, _ y: Int) -> Int {
            var (u, v) = (x, y)
            // The sides change places with every one.
            var (width, height) = (columns, rows)
            for _ in 0..<orientation.quarterTurns {
                (u, v) = (v, width - 1 - u)
                (width, height) = (height, width)
            }
            if orientation.isMirrored { u = width - 1 - u }
            return v * across + u
        }
        let first = place(0, 0)
        let (right, down) = (place(1, 0) - first, place(0, 1) - first)
        for y in 0..<rows {
            for x in 0..<columns { values[y * columns + x] = source[first + x * right + y * down] }
        }
        (self.columns, self.rows) = (columns, rows)
    }

    /// One row onto the column sums; a loop of its own so that it becomes SIMD code.
    private static func add(_ row: Span<UInt8>, to sums: inout [UInt32], first: Bool) {
        var sums = sums.mutableSpan
        if first {
            for x in 0..<min(row.count, sums.count - 1) { sums[x + 1] = UInt32(row[x]) }
        } else {
            for x in 0..<min(row.count, sums.count - 1) { sums[x + 1] &+= UInt32(row[x]) }
        }
    }

    /// The means of a row of samples from the sums of its pixel columns.
    private mutating func reduce(row: Int, pixelRows: Int) {
        var total: UInt32 = 0
        for x in 1..<sums.count {
            total &+= sums[x]
            sums[x] = total
        }
        Self.reduce(sums, edges, pixelRows: pixelRows, into: &values, at: row * columns)
    }

    /// - Parameters:
    ///   - sums: of as many pixels as their place says.
    ///   - start: where the row's values begin.
    private static func reduce(
        _ sums: [UInt32], _ edges: [Int], pixelRows: Int, into values: inout [UInt8], at start: Int
    ) {
        let columns = edges.count - 1
        let (sums, edges) = (sums.span, edges.span)
        var values = values.mutableSpan
        // Samples are one of two sizes. Multiplying by 2³² over the size, rounded up, divides exactly as long as sums times
        // size stay below 2³².
        let width = max(1, (sums.count - 1) / columns)
        let narrow = UInt64(width * pixelRows)
        let wide = narrow + UInt64(pixelRows)
        let isExact = 255 * wide * wide < 1 << 32
        let (byNarrow, byWide) = ((1 << 32 + narrow - 1) / narrow, (1 << 32 + wide - 1) / wide)
        for column in 0..<columns {
            let left = edges[column]
            let right = max(left + 1, edges[column + 1])
            let sum = UInt64(sums[right] &- sums[left])
            let isNarrow = right - left == width
            let mean = isExact ? (sum &* (isNarrow ? byNarrow : byWide)) >> 32 : sum / (isNarrow ? narrow : wide)
            values[start + column] = UInt8(truncatingIfNeeded: mean)
        }
    }

    /// A sample for each pixel.
    private static func copy(_ source: Span<UInt8>, to values: inout [UInt8], at start: Int) {
        source.withUnsafeBufferPointer { source in
            values.withUnsafeMutableBufferPointer { values in
                _ = values[start..<(start + source.count)].update(fromContentsOf: source)
            }
        }
    }

    /// The brightness that half of the samples are below; 128 of none.
    package var middle: UInt8 {
        guard !values.isEmpty else { return 128 }
        var sorted = values
        sorted.sort()
        return sorted[sorted.count / 2]
    }

    /// The brightnesses below which 2 % and 98 % of the samples lie: the range worth showing.
    package var levels: ClosedRange<UInt8> {
        guard !values.isEmpty else { return 0...255 }
        var histogram = Array(repeating: 0, count: 256)
        for value in values { histogram[Int(value)] += 1 }
        let margin = values.count / 50
        var dark = 0
        var seen = histogram[0]
        while seen <= margin, dark < 255 {
            dark += 1
            seen += histogram[dark]
        }
        var light = 255
        seen = histogram[255]
        while seen <= margin, light > dark {
            light -= 1
            seen += histogram[light]
        }
        return UInt8(dark)...UInt8(light)
    }
}

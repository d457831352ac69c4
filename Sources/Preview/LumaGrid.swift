import Frames

/// How many brightnesses a cell of a preview shows.
public struct SampleDensity: Hashable, Sendable {
    /// Beside each other.
    public let across: Int
    /// One above the other.
    public let down: Int

    /// A density; 1 × 1 is a brightness for each cell.
    public init(across: Int, down: Int) {
        self.across = max(1, across)
        self.down = max(1, down)
    }
}

/// A frame shrunk to a grid of mean brightnesses: the samples of a preview's cells.
public struct LumaGrid: Sendable {
    /// Values a row.
    public private(set) var columns = 0
    /// Rows.
    public private(set) var rows = 0
    /// Mean luma (0–255) of each sample's pixels, row by row.
    public private(set) var values: [UInt8] = []

    private var sums: [UInt32] = []

    /// An empty grid.
    public init() {}

    /// Fills the grid with the means of `region` of `frame`, by a box filter; every pixel counts once.
    ///
    /// Its buffers are kept from call to call. `region` is clamped to the frame; with nothing to show the grid
    /// becomes empty.
    public mutating func sample(_ frame: Frame, region: PixelRect, columns: Int, rows: Int) {
        let region = region.clamped(to: frame.bounds)
        guard columns > 0, rows > 0, !region.isEmpty else {
            (self.columns, self.rows, values) = (0, 0, [])
            return
        }
        if self.columns != columns || self.rows != rows {
            (self.columns, self.rows) = (columns, rows)
            values = Array(repeating: 0, count: columns * rows)
        }
        if sums.count != region.width { sums = Array(repeating: 0, count: region.width) }
        let stride = frame.width
        frame.withLuma { luma in
            for row in 0..<rows {
                // A sample covers at least one pixel row even where samples are more than pixels.
                let top = row * region.height / rows
                let bottom = max(top + 1, (row + 1) * region.height / rows)
                for y in top..<bottom {
                    let start = (region.y + y) * stride + region.x
                    Self.add(luma.extracting(start..<(start + region.width)), to: &sums, first: y == top)
                }
                reduce(row: row, pixelRows: bottom - top, width: region.width)
            }
        }
    }

    /// Fills the grid with what `mapping` shows, the right way up: `density` values for each of its cells.
    public mutating func sample(
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
        let source = values
        let across = self.columns
        for y in 0..<rows {
            for x in 0..<columns {
                var (u, v) = (x, y)
                // The inverse of each quarter turn, in samples; the sides change places with every one.
                var (width, height) = (columns, rows)
                for _ in 0..<orientation.quarterTurns {
                    (u, v) = (v, width - 1 - u)
                    (width, height) = (height, width)
                }
                if orientation.isMirrored { u = width - 1 - u }
                values[y * columns + x] = source[v * across + u]
            }
        }
        (self.columns, self.rows) = (columns, rows)
    }

    /// One row onto the column sums; a loop of its own so that it becomes SIMD code.
    private static func add(_ row: Span<UInt8>, to sums: inout [UInt32], first: Bool) {
        var sums = sums.mutableSpan
        if first {
            for x in 0..<min(row.count, sums.count) { sums[x] = UInt32(row[x]) }
        } else {
            for x in 0..<min(row.count, sums.count) { sums[x] &+= UInt32(row[x]) }
        }
    }

    private mutating func reduce(row: Int, pixelRows: Int, width: Int) {
        for column in 0..<columns {
            let left = column * width / columns
            let right = max(left + 1, (column + 1) * width / columns)
            var sum: UInt64 = 0
            for x in left..<right { sum += UInt64(sums[x]) }
            values[row * columns + column] = UInt8(sum / UInt64((right - left) * pixelRows))
        }
    }

    /// The brightnesses below which 2 % and 98 % of the samples lie: the range worth showing.
    public var levels: ClosedRange<UInt8> {
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

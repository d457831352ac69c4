import Frames
import Symbols

/// Boxes around what is separate in a picture: connected cells of contrast, at several cell sizes.
///
/// A symbol with a quiet zone is one island where a cell is smaller than the quiet zone and larger than its modules.
/// Sheets hold symbols of every size, so all cell sizes are tried.
struct Islands {
    /// An island's box in pixels of the picture.
    struct Island {
        let box: PixelRect
        /// The part of the box's cells that have contrast, 0...1.
        let fill: Double

        var center: Point { Point(x: Double(box.x) + Double(box.width) / 2, y: Double(box.y) + Double(box.height) / 2) }
        /// The longer side.
        var side: Int { max(box.width, box.height) }
    }

    /// Cells of one size, with the darkest and the lightest pixel of each.
    private struct Level {
        let cell: Int
        let columns: Int
        let rows: Int
        var low: [UInt8]
        var high: [UInt8]
    }

    private let width: Int
    private let height: Int
    private var levels: [Level] = []
    /// The contrast of the strongest cells without the twentieth above them, which may be glare; in grey levels.
    private let strong: Int

    /// Pixels along the sides of cells. Each twice the one before, whose cells are joined to make it.
    static let cells = [4, 8, 16, 32]
    /// A cell counts with this part of the strong contrast, in hundredths.
    /// Not measured: below half, as blur takes contrast from small modules.
    private static let share = 40
    /// Less contrast than this is paper and noise, in grey levels.
    /// Not measured: a third more than `AztecFinder.prominence`, as a cell's extremes hold more noise than a line's.
    private static let minContrast = 24
    /// The shorter side of an island, at least, in pixels: a little less than 10 modules of 2 pixels.
    private static let smallestSide = 18
    /// An island takes less than this many tenths of the picture's width or of its height: a larger one was seen when the
    /// whole picture was looked at.
    private static let largest = 9
    /// Cells along the picture's shorter side, at least, for their size to be tried.
    /// Geometry: an island of one cell, with paper around it, takes three.
    private static let fewestCells = 4
    /// The largest cells whose contrast shows what is strong in the picture, in pixels.
    /// Not measured: four modules of two pixels hold dark and light ones.
    private static let cellOfContrast = 8
    /// One cell in this many may be glare.
    private static let glare = 20

    /// The share of a box's cells that have contrast, at least.
    /// Not measured: less than half, as a symbol rotated by 45° fills half of its box.
    private static let minFill = 0.35
    /// The coherence of all edges in a box, at most.
    /// Not measured: less than the 0.8 of a cell of bars (`UnreadPlaces`).
    private static let maxCoherence = 0.7

    /// Prepares the islands of `view`.
    init(_ view: LumaView) {
        (width, height) = (view.width, view.height)
        if let finest = Self.finest(view) { levels.append(finest) }
        for cell in Self.cells.dropFirst() where cell * Self.fewestCells <= min(width, height) {
            if let finer = levels.last { levels.append(Self.halved(finer, cell: cell)) }
        }
        guard let level = levels.last(where: { $0.cell <= Self.cellOfContrast }), !level.low.isEmpty else {
            strong = 255
            return
        }
        var histogram = [Int](repeating: 0, count: 256)
        for i in level.low.indices { histogram[Int(level.high[i] &- level.low[i])] += 1 }
        var (above, range) = (0, 255)
        while range > 0 && above + histogram[range] <= level.low.count / Self.glare {
            above += histogram[range]
            range -= 1
        }
        strong = range
    }

    /// The islands of cells of `cell` pixels that may be matrix symbols, from the top; none when the picture is too small.
    func all(cell: Int) -> [Island] {
        guard let level = levels.first(where: { $0.cell == cell }) else { return [] }
        let threshold = UInt8(clamping: max(Self.minContrast, strong * Self.share / 100))
        var open = zip(level.high, level.low).map { $0 &- $1 >= threshold }
        var result: [Island] = []
        var stack: [Int] = []
        for start in open.indices where open[start] {
            var (left, right, top, bottom, count) = (level.columns, 0, level.rows, 0, 0)
            stack.append(start)
            open[start] = false
            while let index = stack.popLast() {
                let (row, column) = (index / level.columns, index % level.columns)
                (left, right, top, bottom) = (min(left, column), max(right, column), min(top, row), max(bottom, row))
                count += 1
                for y in max(0, row - 1)...min(level.rows - 1, row + 1) {
                    for x in max(0, column - 1)...min(level.columns - 1, column + 1) where open[y * level.columns + x] {
                        open[y * level.columns + x] = false
                        stack.append(y * level.columns + x)
                    }
                }
            }
            let (wide, high) = (right - left + 1, bottom - top + 1)
            let box = PixelRect(x: left * cell, y: top * cell, width: wide * cell, height: high * cell)
                .clamped(to: PixelRect(x: 0, y: 0, width: width, height: height))
            let (shorter, longer) = (min(box.width, box.height), max(box.width, box.height))
            guard shorter >= Self.smallestSide, Double(longer) <= MatrixRegions.maxAspectRatio * Double(shorter),
                box.width * 10 < width * Self.largest || box.height * 10 < height * Self.largest
            else { continue }
            let fill = Double(count) / Double(wide * high)
            if fill >= Self.minFill { result.append(Island(box: box, fill: fill)) }
        }
        return result
    }

    /// Whether `box` of `view` has edges in two directions, as modules do.
    static func hasModules(_ view: LumaView, in box: PixelRect) -> Bool {
        let (left, right) = (max(1, box.x), min(view.width - 1, box.x + box.width))
        let (top, bottom) = (max(1, box.y), min(view.height - 1, box.y + box.height))
        guard left < right, top < bottom else { return false }
        var (xx, yy, xy) = (0.0, 0.0, 0.0)
        // An edge between two rows shows in both of them, so every second row is enough.
        for y in stride(from: top, to: bottom, by: 2) {
            var (a, b, c) = (0, 0, 0)
            // SAFETY: x and y keep one pixel away from the view's edges.
            let row = view.base + y * view.rowStride
            for x in left..<right {
                let (dx, dy) = GradientGrid.gradient(at: row + x, rowStride: view.rowStride)
                a &+= Int(dx &* dx)
                b &+= Int(dy &* dy)
                c &+= Int(dx &* dy)
            }
            (xx, yy, xy) = (xx + Double(a), yy + Double(b), xy + Double(c))
        }
        let (difference, energy) = (xx - yy, xx + yy)
        return energy > 0 && (difference * difference + 4 * xy * xy).squareRoot() / energy < maxCoherence
    }

    private static func finest(_ view: LumaView) -> Level? {
        let cell = cells[0]
        let (columns, rows) = (view.width / cell, view.height / cell)
        guard columns > 0, rows > 0 else { return nil }
        let none = [UInt8](repeating: 0, count: columns * rows)
        var level = Level(cell: cell, columns: columns, rows: rows, low: none, high: none)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * view.width) { line in
            guard let low = line.baseAddress else { return }
            let high = low + view.width
            level.low.withUnsafeMutableBufferPointer { lows in
                level.high.withUnsafeMutableBufferPointer { highs in
                    // SAFETY: rows and columns of cells lie inside of the view; `line` holds two of its rows.
                    for row in 0..<rows {
                        let a = view.base + row * cell * view.rowStride
                        let (b, c, d) = (a + view.rowStride, a + 2 * view.rowStride, a + 3 * view.rowStride)
                        // The next cell's first pixels as well: edges may lie between cells, all of them.
                        let e = (row + 1) * cell < view.height ? d + view.rowStride : d
                        for x in 0..<view.width {
                            low[x] = min(min(min(a[x], b[x]), min(c[x], d[x])), e[x])
                            high[x] = max(max(max(a[x], b[x]), max(c[x], d[x])), e[x])
                        }
                        for column in 0..<columns {
                            let (l, h) = (low + column * cell, high + column * cell)
                            let next = (column + 1) * cell < view.width ? cell : cell - 1
                            lows[row * columns + column] = min(min(min(l[0], l[1]), min(l[2], l[3])), l[next])
                            highs[row * columns + column] = max(max(max(h[0], h[1]), max(h[2], h[3])), h[next])
                        }
                    }
                }
            }
        }
        return level
    }

    private static func halved(_ finer: Level, cell: Int) -> Level {
        let (columns, rows) = (finer.columns / 2, finer.rows / 2)
        var level = Level(cell: cell, columns: columns, rows: rows, low: [], high: [])
        level.low.reserveCapacity(columns * rows)
        level.high.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let i = 2 * row * finer.columns + 2 * column
                let j = i + finer.columns
                level.low.append(min(min(finer.low[i], finer.low[i + 1]), min(finer.low[j], finer.low[j + 1])))
                level.high.append(max(max(finer.high[i], finer.high[i + 1]), max(finer.high[j], finer.high[j + 1])))
            }
        }
        return level
    }
}

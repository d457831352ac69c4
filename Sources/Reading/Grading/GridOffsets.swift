import Decoding
import Symbols

/// How far the lines between modules lie from where an even grid has them, and how much wider dark modules are.
///
/// Measured at the edges between dark and light modules: where print growth moves them either way, the mean of both stays.
struct GridOffsets {
    /// Offsets in pixels of the crossings of lines, `(columns + 1) * (rows + 1)` of them, row by row; where no edge is near nil.
    let crossings: [Point?]
    /// By how much dark modules are too wide, in modules; nil where no edges are.
    let growth: (across: Double?, down: Double?)

    private let columns: Int
    /// Points of the outermost lines in the picture: top, right, bottom, left.
    private let sides: [[Point]]

    /// The offset of the middle of a module in pixels.
    func middle(column: Int, row: Int) -> Point {
        let around = [(0, 0), (1, 0), (0, 1), (1, 1)].compactMap { crossing(column: column + $0, row: row + $1) }
        return around.isEmpty ? Point(x: 0, y: 0) : around.reduce(Point(x: 0, y: 0), +) / Double(around.count)
    }

    func crossing(column: Int, row: Int) -> Point? { crossings[row * (columns + 1) + column] }

    /// Where a crossing of `grid` lies in the picture.
    func place(_ column: Int, _ row: Int, in grid: EvenGrid) -> Point {
        grid.place(Double(column), Double(row)) + (crossing(column: column, row: row) ?? Point(x: 0, y: 0))
    }

    /// The corners between straight lines through the outermost edges, a quarter of which may be stained; nil where there are too few.
    var outline: Quadrilateral? {
        let lines = sides.compactMap { Line(fitting: $0) }
        guard lines.count == 4, let topLeft = lines[3].crossing(with: lines[0]),
            let topRight = lines[0].crossing(with: lines[1]),
            let bottomRight = lines[1].crossing(with: lines[2]), let bottomLeft = lines[2].crossing(with: lines[3])
        else { return nil }
        return Quadrilateral(topLeft: topLeft, topRight: topRight, bottomRight: bottomRight, bottomLeft: bottomLeft)
    }

    /// The outermost crossings of `grid`.
    func corners(of grid: EvenGrid) -> Quadrilateral {
        Quadrilateral(
            topLeft: place(0, 0, in: grid), topRight: place(grid.columns, 0, in: grid),
            bottomRight: place(grid.columns, grid.rows, in: grid), bottomLeft: place(0, grid.rows, in: grid))
    }

    /// An edge at a line between modules: how far, in modules, it lies from where it should, and whether it is dark before it.
    private struct Edge {
        let offset: Double
        let isDarkFirst: Bool

        func withoutGrowth(_ growth: Double) -> Double { offset + (isDarkFirst ? -growth : growth) / 2 }
    }

    /// How many modules along a line edges count for a crossing, either way; and where there is none.
    private static let reaches = [3, 6]
    /// How many modules along a line edges say where the next line is looked for, either way.
    private static let followed = 5
    /// How far from there an edge is looked for, in modules: less than halfway to the next line.
    private static let search = 0.45
    /// Samples across a module, and of a pixel: no more are needed, for between pixels all is straight.
    private static let samples = (ofModule: 8.0...20, ofPixel: 1.2)
    /// In symbols with more modules along a side, only every second, third … module is measured: enough edges are left.
    private static let modulesAlongLine = 40

    /// From one module along a line at which an edge is looked for to the next.
    private static func step(along count: Int) -> Int { max(1, count / modulesAlongLine) }

    /// - Parameters:
    ///   - grid: the even grid, right in its first corner.
    ///   - threshold: the reflectance between dark and light.
    ///   - known: what was measured on another grid, whose growth is taken; default nil.
    init(_ grid: EvenGrid, in picture: Reflectance, threshold: Float, known: GridOffsets? = nil) {
        columns = grid.columns
        let pixels = grid.corners.diameter / Double(grid.columns + grid.rows) * 2.0.squareRoot()
        let sampling =
            1
            / min(
                max(pixels * Self.samples.ofPixel, Self.samples.ofModule.lowerBound), Self.samples.ofModule.upperBound)
        let across = Self.edges(
            lines: grid.columns, along: grid.rows, threshold, known?.growth.across, sampling: sampling
        ) { line, along in
            let place = grid.place(line, along)
            return picture.value(x: place.x, y: place.y)
        }
        let down = Self.edges(lines: grid.rows, along: grid.columns, threshold, known?.growth.down, sampling: sampling)
        { line, along in
            let place = grid.place(along, line)
            return picture.value(x: place.x, y: place.y)
        }
        let growths = [across, down].map { Self.growth($0.flatMap { $0.compactMap(\.self) }) }
        growth = (growths[0], growths[1])
        func points(_ edges: [Edge?], _ growth: Double?, _ place: (_ offset: Double, _ along: Double) -> Point)
            -> [Point]
        {
            edges.enumerated().compactMap { number, edge in
                edge.map { place($0.withoutGrowth(growth ?? 0), Double(number) + 0.5) }
            }
        }
        let (right, bottom) = (Double(grid.columns), Double(grid.rows))
        sides = [
            points(down[0], growths[1]) { grid.place($1, $0) },
            points(across[grid.columns], growths[0]) { grid.place(right + $0, $1) },
            points(down[grid.rows], growths[1]) { grid.place($1, bottom + $0) },
            points(across[0], growths[0]) { grid.place($0, $1) },
        ]
        var crossings: [Point?] = []
        crossings.reserveCapacity((grid.columns + 1) * (grid.rows + 1))
        for row in 0...grid.rows {
            for column in 0...grid.columns {
                let x = Self.offset(across[column], at: row, growth: growths[0] ?? 0)
                let y = Self.offset(down[row], at: column, growth: growths[1] ?? 0)
                guard x != nil || y != nil else {
                    crossings.append(nil)
                    continue
                }
                let (from, to) = (
                    grid.place(Double(column), Double(row)),
                    grid.place(Double(column) + (x ?? 0), Double(row) + (y ?? 0))
                )
                crossings.append(to - from)
            }
        }
        self.crossings = crossings
    }

    /// The edges at each line, one for each module along it, where there is one. Lines are followed: each is looked for where the one
    /// before was.
    ///
    /// - Parameters:
    ///   - sampling: from one sample to the next, in modules.
    ///   - value: the reflectance at a place across lines and along them, in modules.
    private static func edges(
        lines: Int, along count: Int, _ threshold: Float, _ known: Double?, sampling: Double,
        value: (_ line: Double, _ along: Double) -> Float
    ) -> [[Edge?]] {
        var expected = [Double](repeating: 0, count: count)
        let step = step(along: count)
        func edges(at line: Int) -> [Edge?] {
            (0..<count).map { module in
                guard module % step == 0 else { return nil }
                return edge(near: expected[module], threshold, step: sampling) {
                    value(Double(line) + $0, Double(module) + 0.5 + $1)
                }
            }
        }
        // The first line has edges of one kind only, from which growth does not show: it is taken from all lines, followed or not.
        let growth = known ?? growth((0...lines).flatMap { edges(at: $0).compactMap(\.self) }) ?? 0
        return (0...lines).map { line in
            let edges = edges(at: line)
            for module in 0..<count {
                let near = edges[max(0, module - followed * step)..<min(count, module + followed * step + 1)]
                if let offset = median(near, growth, atLeast: 2) { expected[module] = offset }
            }
            return edges
        }
    }

    /// The difference between where edges from dark to light lie and those from light to dark.
    private static func growth(_ edges: [Edge]) -> Double? {
        let (ends, starts) = (edges.filter(\.isDarkFirst), edges.filter { !$0.isDarkFirst })
        guard !ends.isEmpty, !starts.isEmpty else { return nil }
        func mean(_ edges: [Edge]) -> Double { edges.reduce(0) { $0 + $1.offset } / Double(edges.count) }
        return mean(ends) - mean(starts)
    }

    /// The median offset of edges without growth, which stains do not move; nil for fewer than `count`.
    private static func median(_ edges: ArraySlice<Edge?>, _ growth: Double, atLeast count: Int = 1) -> Double? {
        let offsets = edges.compactMap { $0?.withoutGrowth(growth) }.sorted()
        guard offsets.count >= count else { return nil }
        let middle = offsets.count / 2
        return offsets.count % 2 == 1 ? offsets[middle] : (offsets[middle - 1] + offsets[middle]) / 2
    }

    /// The offset of a line near one of its crossings, without growth.
    private static func offset(_ edges: [Edge?], at place: Int, growth: Double) -> Double? {
        let step = step(along: edges.count)
        return reaches.lazy.compactMap {
            median(edges[max(0, place - $0 * step)..<min(edges.count, place + $0 * step)], growth)
        }.first
    }

    /// The edge nearest to where it is expected.
    ///
    /// - Parameters:
    ///   - step: from one sample to the next, in modules.
    ///   - value: the reflectance at a distance from the line, and aside of the modules' middles, in modules.
    private static func edge(
        near expected: Double, _ threshold: Float, step: Double, value: (_ distance: Double, _ aside: Double) -> Float
    ) -> Edge? {
        func mean(_ distance: Double) -> Float {
            (value(distance, -0.25) + value(distance, 0) + value(distance, 0.25)) / 3 - threshold
        }
        var best: Edge?
        var (place, last) = (expected - search, mean(expected - search))
        while place < expected + search {
            let next = mean(place + step)
            if (last < 0) != (next < 0) {
                let crossing = place + step * Double(last / (last - next))
                if abs(crossing - expected) < abs((best?.offset ?? .infinity) - expected) {
                    best = Edge(offset: crossing, isDarkFirst: last < 0)
                }
            }
            (place, last) = (place + step, next)
        }
        return best
    }
}

/// An even grid of modules in a picture: places count in columns and rows from its top left corner.
struct EvenGrid {
    let columns: Int
    let rows: Int
    let corners: Quadrilateral
    private let homography: Homography

    /// Nil for corners that are no quadrilateral.
    init?(columns: Int, rows: Int, corners: Quadrilateral) {
        guard let homography = Homography(onto: corners) else { return nil }
        (self.columns, self.rows, self.corners, self.homography) = (columns, rows, corners, homography)
    }

    func place(_ column: Double, _ row: Double) -> Point {
        homography(column / Double(columns), row / Double(rows))
    }
}

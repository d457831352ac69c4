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

    /// The outermost crossings of `grid`.
    func corners(of grid: EvenGrid) -> Quadrilateral {
        Quadrilateral(
            topLeft: place(0, 0, in: grid), topRight: place(grid.columns, 0, in: grid),
            bottomRight: place(grid.columns, grid.rows, in: grid), bottomLeft: place(0, grid.rows, in: grid))
    }

    /// An edge between two modules: how far, in modules, it lies from where it should, and whether it is dark before it.
    private struct Edge {
        let offset: Double
        let isDarkFirst: Bool
    }

    /// How many modules along a line edges count for a crossing, either way; and where there is none.
    private static let reaches = [2, 5]
    /// How far from its place an edge is looked for, in modules.
    private static let search = 0.8
    private static let samplesPerModule = 16.0

    /// - Parameters:
    ///   - grid: the even grid.
    ///   - isDark: whether a module is dark as it is seen; outside of the symbol, whether the quiet zone is.
    init(_ grid: EvenGrid, in picture: Reflectance, isDark: (_ column: Int, _ row: Int) -> Bool) {
        columns = grid.columns
        /// The edges of line `line` across columns, or down rows, one for each module along it.
        func edges(of line: Int, isAcross: Bool) -> [Edge?] {
            (0..<(isAcross ? grid.rows : grid.columns)).map { along in
                let (before, after) =
                    isAcross
                    ? (isDark(line - 1, along), isDark(line, along)) : (isDark(along, line - 1), isDark(along, line))
                guard before != after else { return nil }
                return Self.edge(isDarkFirst: before) { distance, aside in
                    let (across, down) = (Double(line) + distance, Double(along) + 0.5 + aside)
                    let place = isAcross ? grid.place(across, down) : grid.place(down, across)
                    return picture.value(x: place.x, y: place.y)
                }
            }
        }
        let across = (0...grid.columns).map { edges(of: $0, isAcross: true) }
        let down = (0...grid.rows).map { edges(of: $0, isAcross: false) }
        let growths = [across, down].map { Self.growth($0.flatMap { $0.compactMap(\.self) }) }
        growth = (growths[0], growths[1])
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

    /// The difference between where edges from dark to light lie and those from light to dark.
    private static func growth(_ edges: [Edge]) -> Double? {
        let (ends, starts) = (edges.filter(\.isDarkFirst), edges.filter { !$0.isDarkFirst })
        guard !ends.isEmpty, !starts.isEmpty else { return nil }
        func mean(_ edges: [Edge]) -> Double { edges.reduce(0) { $0 + $1.offset } / Double(edges.count) }
        return mean(ends) - mean(starts)
    }

    /// The mean offset of a line near one of its crossings, without growth.
    private static func offset(_ edges: [Edge?], at place: Int, growth: Double) -> Double? {
        for reach in reaches {
            let near = edges[max(0, place - reach)..<min(edges.count, place + reach)].compactMap(\.self)
            guard !near.isEmpty else { continue }
            return near.reduce(0) { $0 + $1.offset + ($1.isDarkFirst ? -growth : growth) / 2 } / Double(near.count)
        }
        return nil
    }

    /// The edge nearest to its place: halfway between the reflectance of both modules.
    ///
    /// - Parameter value: the reflectance at a distance from the line, and aside of the modules' middles, in modules.
    private static func edge(isDarkFirst: Bool, value: (_ distance: Double, _ aside: Double) -> Float) -> Edge? {
        func mean(_ distance: Double) -> Float {
            (value(distance, -0.25) + value(distance, 0) + value(distance, 0.25)) / 3
        }
        let (before, after) = (mean(-0.5), mean(0.5))
        guard before != after, (before < after) == isDarkFirst else { return nil }
        let middle = (before + after) / 2
        let step = 1 / samplesPerModule
        var best: Double?
        var (place, last) = (-search, mean(-search))
        while place < search {
            let next = mean(place + step)
            if (last < middle) == isDarkFirst, (next < middle) != isDarkFirst, next != last {
                let crossing = place + step * Double((middle - last) / (next - last))
                if abs(crossing) < abs(best ?? .infinity) { best = crossing }
            }
            (place, last) = (place + step, next)
        }
        return best.map { Edge(offset: $0, isDarkFirst: isDarkFirst) }
    }
}

/// An even grid of modules in a picture: places count in columns and rows from its top left corner.
struct EvenGrid {
    let columns: Int
    let rows: Int
    private let homography: Homography

    /// Nil for corners that are no quadrilateral.
    init?(columns: Int, rows: Int, corners: Quadrilateral) {
        guard let homography = Homography(onto: corners) else { return nil }
        (self.columns, self.rows, self.homography) = (columns, rows, homography)
    }

    func place(_ column: Double, _ row: Double) -> Point {
        homography(column / Double(columns), row / Double(rows))
    }
}

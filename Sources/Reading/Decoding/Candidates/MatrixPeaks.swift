import Glibc
import Symbols

extension MatrixRegion {
    /// All of `view`, upright.
    static func all(of view: LumaView) -> MatrixRegion {
        let (width, height) = (Double(view.width), Double(view.height))
        return MatrixRegion(
            center: Point(x: width / 2, y: height / 2), along: Point(x: 1, y: 0), width: width, height: height)
    }
}

extension MatrixRegions {
    /// Sides of the windows, in cells. 32, 56 and 88 pixels where cells are 8: each about 1.6 times the one before, so
    /// that none is missed between them.
    private static let windows = [4, 7, 11]

    /// How much more a window's mean must be than that of the ring around it, as a factor of the latter.
    /// Not measured: print beside a symbol is nearly as busy as its modules.
    private static let minExcess: Float = 1.2
    /// The mean of a window's strengths, in grey levels, below which it holds paper and noise.
    /// Not measured: its square is about half of `minEnergy`, as a window may hold a part of a quiet zone.
    private static let minMean: Float = 4

    /// A square that holds more modules than what is around it, in cells.
    private struct Peak {
        var weight: Float
        let x: Int
        let y: Int
        let side: Int
    }

    /// Squares of `view`, whose grid is `grid`, that hold more modules than what is around them: where a symbol's
    /// island runs into other print.
    static func peaks(_ view: LumaView, _ grid: GradientGrid, maxCount: Int) -> [MatrixRegion] {
        guard !grid.tensors.isEmpty else { return [] }
        let sums = StrengthSums(grid)
        let found = windows.filter { $0 < min(grid.columns, grid.rows) }.flatMap { side in
            peaks(sums, side: side).sorted { $0.weight > $1.weight }.prefix(maxCount)
        }
        return found.sorted { $0.weight * Float($0.side) > $1.weight * Float($1.side) }.prefix(maxCount).map { peak in
            let cells = (0..<peak.side * peak.side).map {
                (peak.y + $0 / peak.side) * grid.columns + peak.x + $0 % peak.side
            }
            let angle = gridAngle(of: cells, view, grid)
            let (cell, side) = (Double(grid.cell), Double(peak.side * grid.cell))
            return MatrixRegion(
                center: Point(x: Double(peak.x) * cell + side / 2, y: Double(peak.y) * cell + side / 2),
                along: Point(x: cos(angle), y: sin(angle)), width: side, height: side)
        }
    }

    /// What is around a window: as wide as this part of its side, a third.
    private static let partOfMargin = 3

    /// The peaks among the windows of `side` cells, the best of those that are close to each other.
    private static func peaks(_ sums: StrengthSums, side: Int) -> [Peak] {
        let margin = max(1, side / partOfMargin)
        let ring = Float((side + 2 * margin) * (side + 2 * margin) - side * side)
        var best: [Peak] = []
        for y in 0...(sums.rows - side) {
            for x in 0...(sums.columns - side) {
                let inner = sums.sum(x, y, x + side, y + side)
                let outer = sums.sum(x - margin, y - margin, x + side + margin, y + side + margin) - inner
                let mean = inner / Float(side * side)
                let weight = mean - minExcess * outer / ring
                guard mean > minMean, weight > 0 else { continue }
                let peak = Peak(weight: weight, x: x, y: y, side: side)
                if let near = best.firstIndex(where: { abs($0.x - x) < side / 2 && abs($0.y - y) < side / 2 }) {
                    if best[near].weight < weight { best[near] = peak }
                } else {
                    best.append(peak)
                }
            }
        }
        return best
    }

    /// Sums of how strong a grid's edges are in the weaker direction, over all cells above and to the left.
    private struct StrengthSums {
        let columns: Int
        let rows: Int
        private var sums: [Float]

        init(_ grid: GradientGrid) {
            (columns, rows) = (grid.columns, grid.rows)
            sums = [Float](repeating: 0, count: (columns + 1) * (rows + 1))
            for row in 0..<rows {
                var line: Float = 0
                for column in 0..<columns {
                    let tensor = grid.tensors[row * columns + column]
                    // Square roots, or the strongest contrast would count for all.
                    line += max(0, tensor.energy * (1 - tensor.coherence) / 2).squareRoot()
                    sums[(row + 1) * (columns + 1) + column + 1] = sums[row * (columns + 1) + column + 1] + line
                }
            }
        }

        /// The sum over the cells from (`x0`, `y0`) up to (`x1`, `y1`), which is left out; the grid's edges bound it.
        @inline(__always)
        func sum(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) -> Float {
            let (x0, y0, x1, y1) = (max(0, x0), max(0, y0), min(columns, x1), min(rows, y1))
            return sums[y1 * (columns + 1) + x1] - sums[y0 * (columns + 1) + x1] - sums[y1 * (columns + 1) + x0]
                + sums[y0 * (columns + 1) + x0]
        }
    }
}

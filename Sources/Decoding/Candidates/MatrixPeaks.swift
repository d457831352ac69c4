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
    /// Sides of the windows, in cells.
    /// 32, 56 and 88 pixels where cells are 8: each about 1.6 times the one before, so that none is missed between
    /// them.
    private static let windows = [4, 7, 11]

    /// Squares of `view`, whose grid is `grid`, that hold more modules than what is around them: where a symbol's
    /// island runs into other print.
    static func peaks(_ view: LumaView, _ grid: GradientGrid, maxCount: Int) -> [MatrixRegion] {
        guard !grid.tensors.isEmpty else { return [] }
        let (columns, rows) = (grid.columns, grid.rows)
        // Sums over all cells above and to the left.
        var sums = [Float](repeating: 0, count: (columns + 1) * (rows + 1))
        for row in 0..<rows {
            var line: Float = 0
            for column in 0..<columns {
                let tensor = grid.tensors[row * columns + column]
                // Square roots, or the strongest contrast would count for all.
                line += max(0, tensor.energy * (1 - tensor.coherence) / 2).squareRoot()
                sums[(row + 1) * (columns + 1) + column + 1] = sums[row * (columns + 1) + column + 1] + line
            }
        }
        func sum(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) -> Float {
            let (x0, y0, x1, y1) = (max(0, x0), max(0, y0), min(columns, x1), min(rows, y1))
            return sums[y1 * (columns + 1) + x1] - sums[y0 * (columns + 1) + x1] - sums[y1 * (columns + 1) + x0]
                + sums[y0 * (columns + 1) + x0]
        }
        var found: [(weight: Float, x: Int, y: Int, side: Int)] = []
        for side in windows where side < min(columns, rows) {
            let margin = max(1, side / 3)
            var best: [(weight: Float, x: Int, y: Int, side: Int)] = []
            for y in 0...(rows - side) {
                for x in 0...(columns - side) {
                    let inner = sum(x, y, x + side, y + side)
                    let outer = sum(x - margin, y - margin, x + side + margin, y + side + margin) - inner
                    let ring = Float((side + 2 * margin) * (side + 2 * margin) - side * side)
                    let mean = inner / Float(side * side)
                    let weight = mean - 1.2 * outer / ring
                    guard mean > 4, weight > 0 else { continue }
                    if let near = best.firstIndex(where: { abs($0.x - x) < side / 2 && abs($0.y - y) < side / 2 }) {
                        if best[near].weight < weight { best[near] = (weight, x, y, side) }
                    } else {
                        best.append((weight, x, y, side))
                    }
                }
            }
            found += best.sorted { $0.weight > $1.weight }.prefix(maxCount)
        }
        return found.sorted { $0.weight * Float($0.side) > $1.weight * Float($1.side) }.prefix(maxCount).map { peak in
            let cells = (0..<peak.side * peak.side).map {
                (peak.y + $0 / peak.side) * columns + peak.x + $0 % peak.side
            }
            let angle = gridAngle(of: cells, view, grid)
            let (cell, side) = (Double(grid.cell), Double(peak.side * grid.cell))
            return MatrixRegion(
                center: Point(x: Double(peak.x) * cell + side / 2, y: Double(peak.y) * cell + side / 2),
                along: Point(x: cos(angle), y: sin(angle)), width: side, height: side)
        }
    }
}

import Symbols

/// The projective mapping that fits places of a lattice to points of a picture best, by least squares.
struct LatticeFit {
    private let terms: [Double]

    /// - Parameter pairs: places, numbers of columns and rows, and where they lie; four at least.
    /// - Returns: nil if they do not determine a mapping.
    init?(_ pairs: [(place: (x: Double, y: Double), point: Point)]) {
        guard pairs.count >= 4 else { return nil }
        // The normal equations of x(gu + hv + 1) = au + bv + c and the same for y.
        var matrix = [[Double]](repeating: [Double](repeating: 0, count: 9), count: 8)
        for (place, point) in pairs {
            let (u, v) = (place.x, place.y)
            for (row, value) in [
                ([u, v, 1, 0, 0, 0, -u * point.x, -v * point.x], point.x),
                ([0, 0, 0, u, v, 1, -u * point.y, -v * point.y], point.y),
            ] {
                for i in 0..<8 where row[i] != 0 {
                    for j in 0..<8 { matrix[i][j] += row[i] * row[j] }
                    matrix[i][8] += row[i] * value
                }
            }
        }
        guard let terms = Self.solved(&matrix) else { return nil }
        self.terms = terms
    }

    /// Gaussian elimination with the largest pivot of a column.
    private static func solved(_ matrix: inout [[Double]]) -> [Double]? {
        let count = matrix.count
        for column in 0..<count {
            let pivot = (column..<count).max { abs(matrix[$0][column]) < abs(matrix[$1][column]) }!
            guard abs(matrix[pivot][column]) > 1e-9 else { return nil }
            matrix.swapAt(column, pivot)
            for row in 0..<count where row != column {
                let factor = matrix[row][column] / matrix[column][column]
                for i in column...count { matrix[row][i] -= factor * matrix[column][i] }
            }
        }
        let terms = (0..<count).map { matrix[$0][count] / matrix[$0][$0] }
        return terms.allSatisfy(\.isFinite) ? terms : nil
    }

    /// Where a place lies.
    func callAsFunction(_ u: Double, _ v: Double) -> Point {
        let nearness = max(1e-6, terms[6] * u + terms[7] * v + 1)
        return Point(
            x: (terms[0] * u + terms[1] * v + terms[2]) / nearness,
            y: (terms[3] * u + terms[4] * v + terms[5]) / nearness)
    }
}

import Symbols

/// The structure tensor of a picture's cells: how strong the edges in each are, and the direction of most of them.
///
/// Made in one pass over the pixels; what uses it takes time by the cell, not by the pixel.
struct GradientGrid {
    /// Pixels along a cell's side.
    let cell: Int
    let columns: Int
    let rows: Int
    /// Mean products of the differences between left and right, and above and below, for each cell.
    private(set) var tensors: [Tensor]

    /// Mean products of gradients.
    struct Tensor {
        var xx: Float = 0
        var yy: Float = 0
        var xy: Float = 0

        var energy: Float { xx + yy }

        /// How far the edges agree on one direction, 0...1.
        var coherence: Float {
            let (d, e) = (xx - yy, xx + yy)
            return e > 0 ? (d * d + 4 * xy * xy).squareRoot() / e : 0
        }

        /// Unit vector of twice the gradient's angle, which is the same for light-to-dark and dark-to-light.
        var doubled: (x: Float, y: Float) {
            let (x, y) = (xx - yy, 2 * xy)
            let length = (x * x + y * y).squareRoot()
            return length > 0 ? (x / length, y / length) : (1, 0)
        }

        static func += (a: inout Tensor, b: Tensor) {
            a.xx += b.xx
            a.yy += b.yy
            a.xy += b.xy
        }
    }

    /// The grid of `view`, which is a cell wide and high at least; a smaller one has an empty grid.
    init(_ view: LumaView) {
        let isLarge = view.width * view.height > Self.largePicture
        cell = isLarge ? Self.cells.large : Self.cells.usual
        columns = view.width / cell
        rows = view.height / cell
        tensors = []
        guard columns > 0, rows > 0 else { return }
        tensors = [Tensor](repeating: Tensor(), count: columns * rows)
        let rowStep = isLarge ? Self.largeRowStep : 1
        let rowsPerCell = (cell + rowStep - 1) / rowStep
        for row in 0..<rows {
            for y in stride(from: max(1, row * cell), to: min((row + 1) * cell, view.height - 1), by: rowStep) {
                accumulate(view, y, into: row * columns)
            }
        }
        for i in tensors.indices {
            let samples = Float(cell * rowsPerCell * Self.gain * Self.gain)
            tensors[i].xx /= samples
            tensors[i].yy /= samples
            tensors[i].xy /= samples
        }
    }

    /// Pixels above which a picture counts as large. Not measured: between 1024 × 768 and 1280 × 720.
    static let largePicture = 800_000
    /// Pixels along a cell's side.
    /// Not measured: four modules of two pixels. A large picture shows a symbol larger, or it could not be read.
    private static let cells = (usual: 8, large: 16)
    /// In a large picture one row in this many is looked at.
    /// Geometry: rows five apart meet modules of four or eight pixels in all their places.
    private static let largeRowStep = 5
    /// Cells that `smoothed` adds up in one: it and the eight around it.
    static let smoothedCells: Float = 9

    /// The middle of cell `i`, in pixels.
    func middle(of i: Int) -> Point {
        Point(x: (Double(i % columns) + 0.5) * Double(cell), y: (Double(i / columns) + 0.5) * Double(cell))
    }

    /// The cell `start` and those that touch it, or each other, and are open; all of them are then closed.
    ///
    /// - Parameter joins: whether an open cell that touches one of them is one of them too.
    func connected(from start: Int, _ isOpen: inout [Bool], _ joins: (Int) -> Bool = { _ in true }) -> [Int] {
        var members = [start]
        var next = 0
        isOpen[start] = false
        while next < members.count {
            let (row, column) = (members[next] / columns, members[next] % columns)
            next += 1
            for y in max(0, row - 1)...min(rows - 1, row + 1) {
                for x in max(0, column - 1)...min(columns - 1, column + 1) {
                    let i = y * columns + x
                    guard isOpen[i], joins(i) else { continue }
                    isOpen[i] = false
                    members.append(i)
                }
            }
        }
        return members
    }

    /// The same with each cell's tensor joined with its neighbours': steadier angles, small gaps closed.
    func smoothed() -> GradientGrid {
        var result = self
        for row in 0..<rows {
            for column in 0..<columns {
                var sum = Tensor()
                for y in max(0, row - 1)...min(rows - 1, row + 1) {
                    for x in max(0, column - 1)...min(columns - 1, column + 1) { sum += tensors[y * columns + x] }
                }
                result.tensors[row * columns + column] = sum
            }
        }
        return result
    }

    /// What `gradient` returns for an edge that is one grey level high. The sum of its weights 1, 4, 1.
    private static let gain = 6

    /// Differences across two pixels, weighted 1, 4, 1 over three rows or columns: with these weights bars of two
    /// pixels keep their angle, which plain differences change by up to 6°.
    ///
    /// - Parameter pixel: has neighbours on all sides.
    @inline(__always)
    static func gradient(at pixel: UnsafePointer<UInt8>, rowStride: Int) -> (x: Int32, y: Int32) {
        // SAFETY: the caller keeps one pixel away from the picture's edges.
        let (above, below) = (pixel - rowStride, pixel + rowStride)
        let (a, b, c) = (Int32(above[-1]), Int32(above[0]), Int32(above[1]))
        let (d, f) = (Int32(pixel[-1]), Int32(pixel[1]))
        let (g, h, i) = (Int32(below[-1]), Int32(below[0]), Int32(below[1]))
        return (c &- a &+ i &- g &+ 4 &* (f &- d), g &- a &+ i &- c &+ 4 &* (h &- b))
    }

    private mutating func accumulate(_ view: LumaView, _ y: Int, into first: Int) {
        // SAFETY: y is neither the first nor the last row; x + 1 and x - 1 stay in the row.
        let here = view.base + y * view.rowStride
        for column in 0..<columns {
            let (start, end) = (max(1, column * cell), min((column + 1) * cell, view.width - 1))
            guard start < end else { continue }
            var (xx, yy, xy) = (Int32(0), Int32(0), Int32(0))
            for x in start..<end {
                let (dx, dy) = Self.gradient(at: here + x, rowStride: view.rowStride)
                xx &+= dx &* dx
                yy &+= dy &* dy
                xy &+= dx &* dy
            }
            tensors[first + column] += Tensor(xx: Float(xx), yy: Float(yy), xy: Float(xy))
        }
    }
}

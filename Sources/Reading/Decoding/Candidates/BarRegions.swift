import Glibc
import Symbols

/// A part of a picture whose edges have one direction, as bars do: a rectangle rotated by the bars' angle.
struct BarRegion {
    /// Its middle, in pixels of the picture.
    var center: Point
    /// Unit vector across the bars, in reading direction or against it; to the right or, upright, down.
    var along: Point
    /// Pixels across the bars, without a quiet zone.
    var length: Double
    /// Pixels along the bars.
    var height: Double
    /// The part of the height that may lie beyond the bars at either end: cells are coarse and joined with their
    /// neighbours.
    var margin = 0.0

    /// Whether `point` lies inside.
    func contains(_ point: Point) -> Bool { outline.contains(point) }

    /// How many strips it is cut into: bars may end, and text or a border begin, anywhere in a region.
    static let strips = 6

    /// The strip `i` of `strips`, those in the middle first: a quarter of the height, and half of it in the next one.
    func strip(_ i: Int) -> BarRegion {
        let place = [2, 3, 1, 4, 0, 5][i]
        let offset = height * (Double(place) * 0.75 / Double(Self.strips - 1) - 0.375)
        var strip = self
        strip.center = center + Point(x: -along.y, y: along.x) * offset
        strip.height = height / 4
        return strip
    }

    /// Where its middle row, with a part of its length added at either end, begins and ends in `view`: pixels from the middle.
    func ends(in view: LumaView) -> ClosedRange<Double> {
        var (low, high) = (-length * 0.6, length * 0.6)
        for (position, direction, size) in [
            (center.x, along.x, Double(view.width)), (center.y, along.y, Double(view.height)),
        ]
        where abs(direction) > 1e-6 {
            let (a, b) = (-position / direction, (size - position) / direction)
            low = max(low, min(a, b))
            high = min(high, max(a, b))
        }
        return min(low, 0)...max(high, 0)
    }

    /// The same rectangle as regions of modules have.
    var outline: MatrixRegion { MatrixRegion(center: center, along: along, width: length, height: height) }
}

extension BarRegion {
    /// The part of a symbol's height that is kept, as its ends may be marked a little beyond the bars.
    private static let keptHeight = 0.9
    /// The lowest region, in pixels. Not measured: a few rows around a line that an engine marks without any height.
    private static let minHeight = 6.0

    /// Where an engine read bars.
    ///
    /// - Parameter minHeight: as a share of the length, for engines that mark the lines that they read; default 0.
    /// - Returns: nil when the corners mark no line.
    init?(around corners: Quadrilateral, minHeight: Double = 0) {
        let left = (corners.topLeft + corners.bottomLeft) / 2
        let side = (corners.topRight + corners.bottomRight) / 2 - left
        let length = side.length
        guard length >= 1 else { return nil }
        let height = corners.topLeft.distance(to: corners.bottomLeft) * Self.keptHeight
        self.init(
            center: corners.center, along: side / length, length: length,
            height: max(Self.minHeight, height, minHeight * length))
    }
}

/// Finds where bars may be: connected cells whose gradients agree on a direction.
enum BarRegions {
    /// Mean squared differences below this are paper and noise. Measured: 16 and 25 read as many.
    private static let minEnergy: Float = 20
    /// Faint bars in noise as strong as they are, which has no direction, are still this coherent.
    /// Measured: 0.28 and 0.438 read as many.
    private static let minCoherence: Float = 0.35
    /// Cosine of twice the angle that cells of one region may differ by: 12°. Measured: 0.73 (22°) reads 2 fewer; above
    /// 1 no cells would be joined.
    private static let minAgreement: Float = 0.91
    /// The shortest symbol, in pixels: the fewest modules of any are about 40. Measured: 32 and 50 read as many.
    static let minLength = 40.0
    /// The fewest cells of a region. Not measured: a little less than `minLength` takes in cells of 8 pixels.
    private static let minCells = 4
    /// The fewest cells across the bars.
    /// Geometry: a single edge lies in two cells at most, and smoothing adds one on either side.
    private static let minCellsAcross = 4.5

    /// The regions of the picture that `grid` was made from, those of most bars first.
    static func of(_ grid: GradientGrid, maxCount: Int) -> [BarRegion] {
        guard !grid.tensors.isEmpty else { return [] }
        let smooth = grid.smoothed()
        var isOpen = smooth.tensors.map {
            $0.coherence >= minCoherence && $0.energy >= GradientGrid.smoothedCells * minEnergy
        }
        var found: [(weight: Double, region: BarRegion)] = []
        // The strongest cells lie inside of symbols, so that regions grow from there.
        for start in isOpen.indices where isOpen[start] {
            let members = grow(from: start, smooth, &isOpen)
            if let region = region(of: members, grid) { found.append(region) }
        }
        return found.sorted { $0.weight > $1.weight }.prefix(maxCount).map(\.region)
    }

    /// The sine of the angle above which bars may have to be read from top to bottom: 30°. Not measured: rows still cross bars that are
    /// tilted less.
    private static let steep = 0.5

    /// Whether some bars may run along the rows, so that they have to be read from top to bottom.
    static func areSteep(in grid: GradientGrid) -> Bool {
        of(grid, maxCount: .max).contains { abs($0.along.y) > steep }
    }

    /// Cells of about one direction, which is that of all of them together.
    private static func grow(from start: Int, _ grid: GradientGrid, _ isOpen: inout [Bool]) -> [Int] {
        var sum = grid.tensors[start]
        return grid.connected(from: start, &isOpen) { i in
            let (a, b) = (sum.doubled, grid.tensors[i].doubled)
            guard a.x * b.x + a.y * b.y >= minAgreement else { return false }
            sum += grid.tensors[i]
            return true
        }
    }

    private static func region(of members: [Int], _ grid: GradientGrid) -> (weight: Double, region: BarRegion)? {
        guard members.count >= minCells else { return nil }
        var sum = GradientGrid.Tensor()
        for i in members { sum += grid.tensors[i] }
        let angle = atan2(Double(2 * sum.xy), Double(sum.xx - sum.yy)) / 2
        let along = Point(x: cos(angle), y: sin(angle))
        let extent = Extent(of: members.map(grid.middle), along: along)
        let cell = Double(grid.cell)
        let (length, height) = (extent.width + cell, extent.height + cell)
        guard length >= minLength, length >= minCellsAcross * cell else { return nil }
        let region = BarRegion(
            center: extent.center, along: along, length: length, height: height,
            margin: cell * (abs(along.x) + abs(along.y)))
        return (Double(members.count) * Double(sum.coherence), region)
    }
}

import Glibc
import Symbols

/// A part of a picture whose edges have one direction, as bars do: a rectangle rotated by the bars' angle, or a parallelogram.
struct BarRegion {
    /// Its middle, in pixels of the picture.
    var center: Point
    /// Unit vector across the bars, in reading direction or against it; to the right or, upright, down.
    var along: Point
    /// Pixels across the bars, without a quiet zone.
    var length: Double
    /// Pixels along the bars.
    var height: Double
    /// Pixels along the bars by which their ends move, for each pixel across them: 0 in a rectangle. Bars on a bottle that is
    /// photographed from above stay upright, but each starts lower than its left neighbour.
    var slope = 0.0
    /// The part of the height that may lie beyond the bars at either end: cells are coarse and joined with their
    /// neighbours.
    var margin = 0.0

    /// Pixels from the middle to `point`: across the bars, and along them from the sloping row through the middle.
    func offsets(to point: Point) -> (across: Double, along: Double) {
        let offset = point - center
        let u = offset.dot(along)
        return (u, offset.cross(along) - slope * u)
    }

    /// The point at these offsets.
    func point(across u: Double, along v: Double) -> Point {
        let v = v + slope * u
        return Point(x: center.x + u * along.x - v * along.y, y: center.y + u * along.y + v * along.x)
    }

    /// Whether `point` lies inside.
    func contains(_ point: Point) -> Bool {
        let (u, v) = offsets(to: point)
        return abs(u) <= length / 2 && abs(v) <= height / 2
    }

    /// How many strips it is cut into: bars may end, and text or a border begin, anywhere in a region.
    static let strips = 6

    /// The strip `i` of `strips`, those in the middle first: a quarter of the height, and half of it in the next one.
    func strip(_ i: Int) -> BarRegion {
        let place = [2, 3, 1, 4, 0, 5][i]
        let offset = height * (Double(place) * 0.75 / Double(Self.strips - 1) - 0.375)
        var strip = self
        strip.center = point(across: 0, along: offset)
        strip.height = height / 4
        return strip
    }

    /// Where its middle row, with a part of its length added at either end, begins and ends in `view`: pixels from the middle.
    func ends(in view: LumaView) -> ClosedRange<Double> {
        var (low, high) = (-length * 0.6, length * 0.6)
        let row = point(across: 1, along: 0) - center
        for (position, direction, size) in [
            (center.x, row.x, Double(view.width)), (center.y, row.y, Double(view.height)),
        ]
        where abs(direction) > 1e-6 {
            let (a, b) = (-position / direction, (size - position) / direction)
            low = max(low, min(a, b))
            high = min(high, max(a, b))
        }
        return min(low, 0)...max(high, 0)
    }

    /// The rectangle around it.
    var outline: MatrixRegion {
        MatrixRegion(center: center, along: along, width: length, height: height + abs(slope) * length)
    }
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
    static let minCoherence: Float = 0.35
    /// Bars that are sharp or out of focus are this coherent, text is less: beside text only these show how far the bars go.
    /// Not measured.
    static let coherenceOfBars: Float = 0.8
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
    ///
    /// - Parameter coherence: what cells have at least, 0...1; default that of faint bars.
    static func of(_ grid: GradientGrid, maxCount: Int, coherence: Float = minCoherence) -> [BarRegion] {
        guard !grid.tensors.isEmpty else { return [] }
        let smooth = grid.smoothed()
        var isOpen = smooth.tensors.map {
            $0.coherence >= coherence && $0.energy >= GradientGrid.smoothedCells * minEnergy
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
        let middles = members.map(grid.middle)
        let cell = Double(grid.cell)
        var region = region(of: middles, along: along, slope: 0, cell)
        guard region.length >= minLength, region.length >= minCellsAcross * cell else { return nil }
        let slope = slope(of: middles, along: along)
        if abs(slope) <= maxSlope {
            let sloping = Self.region(of: middles, along: along, slope: slope, cell)
            if sloping.height < region.height * minGain { region = sloping }
        }
        return (Double(members.count) * Double(sum.coherence), region)
    }

    /// The steepest parallelogram: 45°. Not measured: on the side of a jar 34° was seen; text and folds slope more.
    private static let maxSlope = 1.0
    /// A parallelogram has to be lower than the rectangle by a sixth. Not measured: rectangles seem to slope by a cell or two.
    private static let minGain = 0.85

    /// The region of cells with these middles.
    private static func region(of middles: [Point], along: Point, slope: Double, _ cell: Double) -> BarRegion {
        var region = BarRegion(
            center: Point(x: 0, y: 0), along: along, length: 0, height: 0,
            slope: slope, margin: cell * (abs(along.x) + abs(along.y)))
        let offsets = middles.map(region.offsets)
        let (us, vs) = (offsets.map(\.across), offsets.map(\.along))
        guard let left = us.min(), let right = us.max(), let top = vs.min(), let bottom = vs.max() else {
            return region
        }
        region.center = region.point(across: (left + right) / 2, along: (top + bottom) / 2)
        region.length = right - left + cell
        region.height = bottom - top + cell
        return region
    }

    /// How the row through the middle of each column of cells slopes: by least squares.
    private static func slope(of middles: [Point], along: Point) -> Double {
        let count = Double(middles.count)
        let center = middles.reduce(Point(x: 0, y: 0), +) / count
        var (uu, uv) = (0.0, 0.0)
        for middle in middles {
            let offset = middle - center
            let u = offset.dot(along)
            uu += u * u
            uv += u * offset.cross(along)
        }
        return uu > 0 ? uv / uu : 0
    }
}

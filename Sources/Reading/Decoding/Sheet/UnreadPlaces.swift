import Glibc
import Symbols

/// Where a picture looks like symbols that were not read yet: cells as busy as those of what was read.
struct UnreadPlaces {
    /// Cells whose edges have one direction, as bars do, in groups as large as a symbol.
    private(set) var bars: [Int] = []
    /// The groups of them, each as a region.
    private(set) var regions: [BarRegion] = []
    /// How many cells have edges in two directions, as modules do.
    private(set) var modules = 0
    private let grid: GradientGrid
    /// How many cells the smallest linear and the smallest matrix symbol read take.
    private var smallest = (linear: Self.cellsOfNothingRead, matrix: Self.cellsOfNothingRead)

    /// Where nothing was read, this many cells may be a symbol.
    /// About 31 × 31 pixels in cells of 8: `Islands.smallestSide` and a quiet zone.
    private static let cellsOfNothingRead = 15.0
    /// Of the energy of what was read, a cell has this part. Not measured: cells at a symbol's edges are half paper.
    private static let share: Float = 0.3
    /// Mean squared differences below this are paper and noise.
    /// Twice `BarRegions.minEnergy`: here cells are not joined with their neighbours.
    private static let minEnergy: Float = 40

    /// The coherence from which on a cell shows bars.
    /// Not measured: the edges of bars alone have 1, those of modules about 0.
    private static let minCoherence: Float = 0.8
    /// The fewest cells that a symbol counts as. Not measured: a read symbol's corners may mark a line without an area.
    private static let fewestCells = 2.0
    /// The fewest cells of a group of bars. Not measured: fewer are the edge of something.
    private static let fewestBarCells = 3.0
    /// Another symbol takes this part of the smallest one that was read, at least: as many cells, for bars and where several matrix
    /// symbols were read.
    /// Not measured: less than half, as a symbol's outermost cells may be too faint to count.
    private static let shareOfSmallest = 0.4
    /// The same where a few matrix symbols were read: around them there is other print, around many there are more symbols.
    /// Not measured: twice `shareOfSmallest`.
    private static let shareOfSmallestBesideFew = 0.8
    /// Another linear symbol is this part as long as the shortest that was read, at least.
    /// Not measured: labels of one sheet differ less in their lengths.
    private static let shareOfShortest = 0.5
    /// Where no matrix symbol was read, one cell of modules in this many is a sheet of them.
    private static let cellsForSheet = 9
    /// Covered cells that are taken for the median of their energy, about: a few hundred are enough.
    private static let sampled = 256

    /// A symbol, in pixels of the grid's picture.
    typealias Read = (place: Quadrilateral, isLinear: Bool)

    /// Compares `grid` with what was `read`.
    init(_ grid: GradientGrid, read: [Read]) {
        self.grid = grid
        let cell = Double(grid.cell)
        var isCovered = [Bool](repeating: false, count: grid.tensors.count)
        var shortest = Double.infinity
        for (place, isLinear) in read {
            Self.paint(place, on: grid, &isCovered)
            let cells = max(Self.fewestCells, place.area / (cell * cell))
            if isLinear {
                linearRead += 1
                smallest.linear = min(smallest.linear, cells)
                shortest = min(shortest, place.diameter)
            } else {
                matricesRead += 1
                smallest.matrix = min(smallest.matrix, cells)
            }
        }
        let covered = isCovered.indices.filter { isCovered[$0] }
        let known = stride(from: 0, to: covered.count, by: max(1, covered.count / Self.sampled))
            .map { grid.tensors[covered[$0]].energy }.sorted()
        // Where nothing was read, what counts is that it is not paper.
        let reference = known.isEmpty ? 0 : known[known.count / 2]
        let strong = max(Self.minEnergy, reference * Self.share)
        var isBar = [Bool](repeating: false, count: grid.tensors.count)
        for i in grid.tensors.indices where !isCovered[i] {
            let tensor = grid.tensors[i]
            guard tensor.energy >= strong else { continue }
            if tensor.coherence >= Self.minCoherence { isBar[i] = true } else { modules += 1 }
        }
        striped = isBar.count { $0 }
        // Cells inside of wide bars have no edges: groups may have gaps of a cell.
        for i in Self.grown(isBar, grid) where !isCovered[i] { isBar[i] = true }
        let minCells = max(Self.fewestBarCells, Self.shareOfSmallest * smallest.linear)
        let length = shortest.isFinite ? Self.shareOfShortest * shortest : BarRegions.minLength
        for start in isBar.indices where isBar[start] {
            let group = grid.connected(from: start, &isBar)
            guard Double(group.count) >= minCells, let region = Self.region(of: group, grid), region.length >= length
            else {
                continue
            }
            bars += group
            regions.append(region)
        }
    }

    /// Whether there may be another linear symbol.
    var hasBars: Bool { !bars.isEmpty }

    /// The cells next to those of `mask`.
    private static func grown(_ mask: [Bool], _ grid: GradientGrid) -> [Int] {
        mask.indices.filter { i in
            guard !mask[i] else { return false }
            let (row, column) = (i / grid.columns, i % grid.columns)
            return column > 0 && mask[i - 1] || column + 1 < grid.columns && mask[i + 1]
                || row > 0 && mask[i - grid.columns] || row + 1 < grid.rows && mask[i + grid.columns]
        }
    }

    /// The box around `cells`, turned by the mean direction of their edges.
    private static func region(of cells: [Int], _ grid: GradientGrid) -> BarRegion? {
        var sum = GradientGrid.Tensor()
        for i in cells { sum += grid.tensors[i] }
        let angle = Double(atan2(2 * sum.xy, sum.xx - sum.yy)) / 2
        let along = Point(x: cos(angle), y: sin(angle))
        let extent = Extent(of: cells.map(grid.middle), along: along)
        return BarRegion(
            center: extent.center, along: along, length: extent.width + Double(grid.cell),
            height: extent.height + Double(grid.cell))
    }

    /// Whether they are enough for another matrix symbol; where none was read, for a sheet of them.
    var hasModules: Bool {
        guard matricesRead > 0 else { return modules > grid.tensors.count / Self.cellsForSheet }
        let share =
            matricesRead < SheetMemory.minSymbols ? Self.shareOfSmallestBesideFew : Self.shareOfSmallest
        return Double(modules + (linearRead == 0 ? striped : 0)) >= max(Self.fewestCells, share * smallest.matrix)
    }
    /// How many linear symbols were read.
    private(set) var linearRead = 0
    private var matricesRead = 0
    /// Cells of bars: modules may look like bars where their edges fall between rows.
    private var striped = 0

    /// Bins of the angles of bars: 5° each, of the 180° after which bars look the same.
    private static let bins = 36
    /// Bins on either side of a direction that belong to it and are not another: 15°.
    /// Not measured: bars of one sheet are parallel, and seen at an angle nearly so.
    private static let binsOfDirection = 3
    /// The fewest cells in a direction, and their share of all cells of bars.
    /// Not measured: a fifth of a sheet may lie across the rest.
    private static let minDirection = (cells: 3.0, share: 0.2)
    /// Cosine of twice the angle that bars may lie off the direction that they are read in: 16°.
    /// Not measured: a little more than `binsOfDirection`.
    private static let minAgreement: Float = 0.85

    /// The directions that most bars are read in, at most two, as unit vectors to the right or down.
    func directions() -> [Point] {
        let bins = Self.bins
        var histogram = [Double](repeating: 0, count: bins)
        var sums = [Point](repeating: Point(x: 0, y: 0), count: bins)
        for i in bars {
            let doubled = Point(x: Double(grid.tensors[i].doubled.x), y: Double(grid.tensors[i].doubled.y))
            let share = atan2(doubled.y, doubled.x) / (2 * .pi)
            let bin = Int((share + 1) * Double(bins)) % bins
            histogram[bin] += 1
            sums[bin] = sums[bin] + doubled
        }
        var result: [Point] = []
        for _ in 0..<2 {
            // Three bins are 15° of the bars' angle.
            let weights = histogram.indices.map { i in
                histogram[i] + histogram[(i + 1) % bins] + histogram[(i + bins - 1) % bins]
            }
            guard let best = weights.indices.max(by: { weights[$0] < weights[$1] }),
                weights[best] >= max(Self.minDirection.cells, Self.minDirection.share * Double(bars.count))
            else { break }
            let sum = sums[best] + sums[(best + 1) % bins] + sums[(best + bins - 1) % bins]
            // What lies about has been counted with this one.
            for j in -Self.binsOfDirection...Self.binsOfDirection {
                histogram[(best + j + bins) % bins] = 0
                sums[(best + j + bins) % bins] = Point(x: 0, y: 0)
            }
            let angle = atan2(sum.y, sum.x) / 2
            result.append(Point(x: cos(angle), y: sin(angle)))
        }
        return result
    }

    /// What the bars read in `direction`, or nearly in it, cover: along it and across it, in pixels; nil without any.
    func extent(along direction: Point) -> (along: ClosedRange<Double>, across: ClosedRange<Double>)? {
        let doubled = (
            x: Float(direction.x * direction.x - direction.y * direction.y), y: Float(2 * direction.x * direction.y)
        )
        let fitting = bars.filter { i in
            let own = grid.tensors[i].doubled
            return own.x * doubled.x + own.y * doubled.y > Self.minAgreement
        }
        guard !fitting.isEmpty else { return nil }
        let (extent, cell) = (Extent(of: fitting.map(grid.middle), along: direction), Double(grid.cell))
        return (extent.left - cell...extent.right + cell, extent.top - cell...extent.bottom + cell)
    }

    /// How close to a symbol a cell's middle counts as its own: parts of a cell and of the symbol's shorter side.
    /// Not measured: half of a cell's diagonal, and a part of a quiet zone. Of the shorter side, as wide labels too may be
    /// close above each other.
    private static let reach = (cell: 0.75, side: 0.08)
    /// Sides shorter than this, in pixels, have no direction.
    private static let shortestSide = 0.5

    /// Marks the cells whose middle lies in `place` or close to it.
    private static func paint(_ place: Quadrilateral, on grid: GradientGrid, _ isCovered: inout [Bool]) {
        let cell = Double(grid.cell)
        let shorter = min(place.topLeft.distance(to: place.topRight), place.topLeft.distance(to: place.bottomLeft))
        let reach = Self.reach.cell * cell + Self.reach.side * shorter
        let box = Place(place).grown(by: reach)
        let c = place.corners
        let middle = place.center
        // Each side as a line with its distance, positive inside.
        let sides = (0..<4).compactMap { i -> (nx: Double, ny: Double, d: Double)? in
            let (a, b) = (c[i], c[(i + 1) % 4])
            let length = a.distance(to: b)
            guard length > Self.shortestSide else { return nil }
            var (nx, ny) = (-(b.y - a.y) / length, (b.x - a.x) / length)
            if nx * (middle.x - a.x) + ny * (middle.y - a.y) < 0 { (nx, ny) = (-nx, -ny) }
            return (nx, ny, nx * a.x + ny * a.y)
        }
        let columns = max(0, Int(box.left / cell))..<max(0, min(grid.columns, Int(box.right / cell) + 1))
        let rows = max(0, Int(box.top / cell))..<max(0, min(grid.rows, Int(box.bottom / cell) + 1))
        guard columns.lowerBound < columns.upperBound, rows.lowerBound < rows.upperBound else { return }
        for row in rows {
            for column in columns {
                let (x, y) = ((Double(column) + 0.5) * cell, (Double(row) + 0.5) * cell)
                if sides.allSatisfy({ $0.nx * x + $0.ny * y - $0.d >= -reach }) {
                    isCovered[row * grid.columns + column] = true
                }
            }
        }
    }
}

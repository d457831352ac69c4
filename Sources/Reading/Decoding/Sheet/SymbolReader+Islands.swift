import Frames
import Glibc
import Symbols

/// Matrix symbols of a sheet: each is read in the box of its island.
extension SymbolReader {
    /// The islands that were tried.
    struct IslandTries {
        var count = 0
        var failed: [Islands.Island] = []
        /// Whether an island is left out, as nothing was found in it before.
        var isKnownToFail: (Islands.Island) -> Bool = { _ in false }
    }

    /// Looks at each island of modules in which nothing was read.
    func lookAtIslands(
        _ work: inout Work, _ tries: inout IslandTries, _ limits: SheetLimits, known: [Symbol] = []
    ) {
        let view = work.part
        let start = ContinuousClock.now
        let before = work.readings.count
        defer { note("islands", .zxing, since: start, found: work.readings.count - before, &work) }
        let islands = Islands(view)
        var read = (work.readings.map(\.symbol) + known).map { Place(work.local($0.corners)) }
        let sides = (work.readings.map(\.symbol) + known).filter {
            $0.content.symbology.traits.dimension == .matrix
        }.map { $0.corners.diameter * Self.sideOfDiameter }.sorted()
        let typical = sides.isEmpty ? nil : sides[sides.count / 2]
        // Next to one symbol or two only others of about their size are expected.
        let isSheet = sides.count >= SheetMemory.minSymbols
        for cell in Self.cells(for: typical).prefix(typical == nil || isSheet ? .max : Self.cellSizesBesideFew) {
            var successes = 0
            var failures = 0
            var open = islands.all(cell: cell).filter { island in
                !island.isCovered(by: read) && Islands.hasModules(view, in: island.box) && !tries.isKnownToFail(island)
            }
            if let typical {
                let maxUnlikeness = isSheet ? .infinity : Self.maxUnlikenessBesideFew
                open = open.map { ($0, abs($0.unlikeness(to: typical))) }.filter { $0.1 <= maxUnlikeness }
                    .sorted { $0.1 < $1.1 }.map(\.0)
            } else {
                open = open.filter { Self.islandsAlongSheet * $0.side <= min(view.width, view.height) }.sorted {
                    $0.side > $1.side
                }
            }
            for island in open {
                guard failures < limits.maxFailures + Self.failuresForSuccess * successes else { break }
                // Where nothing at all is found there is no sheet.
                guard work.readings.count > before || tries.failed.count < Self.failuresOfNoSheet else { return }
                guard tries.count < limits.minTries || !limits.isOver else { return }
                guard !island.isCovered(by: read) else { continue }
                tries.count += 1
                let found = readings(.centred, island.crop(in: view), .quick, &work)
                if found.isEmpty {
                    failures += 1
                    tries.failed.append(island)
                } else {
                    successes += 1
                    read += found.map { Place(work.local($0.symbol.corners)) }
                }
            }
        }
    }

    /// The side of a square, as a part of its diagonal: √½, about.
    private static let sideOfDiameter = 0.7
    /// How much larger or smaller than what was read an island next to one symbol or two may be: twice or half.
    private static let maxUnlikenessBesideFew = 1.0
    /// The same for islands that are looked at turned and larger. Not measured: less, as each look costs more.
    private static let maxUnlikenessOfCloser = 0.4
    /// An island that takes a larger part of the picture's shorter side than one in this many is not part of a sheet.
    private static let islandsAlongSheet = 4
    /// How many more islands without a symbol are looked at for each one with a symbol.
    private static let failuresForSuccess = 2
    /// The cell sizes in the order for symbols of unknown size.
    /// Not measured: quiet zones of most sheets are wider than 8 pixels; cells of 4 separate closer ones.
    private static let usualCells = [8, 4, 16, 32]
    /// The side of a symbol that a cell size suits best, in cells.
    /// Not measured: with the smallest symbol's 10 modules, cells a little larger than a module.
    private static let cellsOfSide = 9.0

    /// Islands without a symbol after which there is no sheet. Not measured: each costs a call of zxing, a millisecond.
    private static let failuresOfNoSheet = 6
    /// Of the four cell sizes those that part symbols of one size: the one finer than its quiet zone, and the next.
    private static let cellSizesBesideFew = 2

    /// The cell sizes in the order in which they are tried for symbols with sides of `typical` pixels.
    private static func cells(for typical: Double?) -> [Int] {
        guard let typical else { return usualCells }
        return Islands.cells.sorted {
            abs(log(cellsOfSide * Double($0) / typical)) < abs(log(cellsOfSide * Double($1) / typical))
        }
    }

    /// Looks at islands turned upright, and larger where they are small: those about as large as what was read.
    func lookCloser(at islands: [Islands.Island], _ work: inout Work, _ limits: SheetLimits) {
        let read = work.readings.map { Place(work.local($0.symbol.corners)) }
        let sides = work.readings.filter { $0.symbology.traits.dimension == .matrix }
            .map { $0.symbol.corners.diameter * Self.sideOfDiameter }
        var failures = 0
        for island in islands where !island.isCovered(by: read) {
            guard failures < limits.maxFailures, !limits.isOver else { return }
            guard sides.contains(where: { abs(island.unlikeness(to: $0)) < Self.maxUnlikenessOfCloser }) else {
                continue
            }
            let before = work.readings.count
            let region = island.region(in: work.part, work.gradients())
            lookAtMatrices([region], &work, by: [.centred] + NativeReaders.kinds(for: .modules))
            failures = work.readings.count > before ? 0 : failures + 1
        }
    }
}

extension Islands.Island {
    /// Whether one of `places` has its middle here, or this has its middle there.
    fileprivate func isCovered(by places: [Place]) -> Bool {
        let middle = center
        let (left, top) = (Double(box.x), Double(box.y))
        let (right, bottom) = (left + Double(box.width), top + Double(box.height))
        return places.contains { place in
            if middle.x >= place.left, middle.x <= place.right, middle.y >= place.top, middle.y <= place.bottom {
                return true
            }
            let (x, y) = ((place.left + place.right) / 2, (place.top + place.bottom) / 2)
            return x >= left && x <= right && y >= top && y <= bottom
        }
    }

    /// How much larger it is than `side`: 0 as large, 1 twice, -1 half.
    fileprivate func unlikeness(to side: Double) -> Double {
        let ratio = Double(self.side) / max(1, side)
        return ratio >= 1 ? ratio - 1 : 1 - 1 / ratio
    }

    /// The margin around an island's box: a part of its side, as a divisor, and pixels at least.
    /// Not measured: a module of a symbol of 10.
    private static let margin = (pixels: 6, ofSide: 10)

    /// The box with a margin that holds part of a quiet zone.
    func crop(in view: LumaView) -> PixelRect {
        let margin = max(Self.margin.pixels, side / Self.margin.ofSide)
        return PixelRect(
            x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin, height: box.height + 2 * margin
        ).clamped(to: view.bounds)
    }

    /// The same turned along its modules.
    fileprivate func region(in view: LumaView, _ grid: GradientGrid) -> MatrixRegion {
        let angle = MatrixRegions.gridAngle(of: grid.cells(in: box), view, grid)
        return MatrixRegion(center: center, angle: angle, within: box)
    }
}

extension GradientGrid {
    /// The cells that lie in `box`, at least in part.
    func cells(in box: PixelRect) -> [Int] {
        let (left, right) = (max(0, box.x / cell), min(columns - 1, (box.x + box.width - 1) / cell))
        let (top, bottom) = (max(0, box.y / cell), min(rows - 1, (box.y + box.height - 1) / cell))
        guard left <= right, top <= bottom else { return [] }
        return (top...bottom).flatMap { row in (left...right).map { row * columns + $0 } }
    }
}

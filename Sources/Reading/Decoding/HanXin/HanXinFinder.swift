import Frames
import Glibc
import Symbols

/// A finder pattern of a Han Xin Code: nested angles around a square of three modules.
struct HanXinFinder {
    /// The middle of the square.
    var middle: Point
    /// Pixels a module along rows and along columns.
    var module: (width: Double, height: Double)
    /// The signs of the direction from the square to the corner of the angles.
    var corner: (x: Double, y: Double)
    /// Whether it is light on dark.
    var isInverted: Bool

    /// How far symbols may be turned, in radians: 14° either way, about, in steps of half of it.
    private static let tilts = [0, -0.12, 0.12, -0.24, 0.24]

    /// How much its modules look like a finder pattern: 1 for one in black and white, 0 for no likeness.
    func likeness(in view: LumaView) -> Float {
        Self.tilts.map { tilt -> Float in
            let (cosine, sine) = (cos(tilt), sin(tilt))
            var (light, dark, squares) = (Float(0), Float(0), Float(0))
            var count: (light: Float, dark: Float) = (0, 0)
            for row in 0..<7 {
                for column in 0..<7 {
                    // From the square's middle, which is the sixth module from the corner.
                    let (x, y) = (corner.x * Double(5 - column), corner.y * Double(5 - row))
                    let level = view.level(
                        at: middle
                            + Point(
                                x: (x * cosine - y * sine) * module.width, y: (x * sine + y * cosine) * module.height))
                    squares += level * level
                    if HanXinTemplate.isDarkInFinder(row, column) != isInverted {
                        (dark, count.dark) = (dark + level, count.dark + 1)
                    } else {
                        (light, count.light) = (light + level, count.light + 1)
                    }
                }
            }
            let mean = (light + dark) / 49
            let deviation = max(1, squares / 49 - mean * mean).squareRoot()
            return (light / count.light - dark / count.dark) / (2 * deviation)
        }
        .max() ?? 0
    }
}

/// Finds finder patterns of Han Xin Codes that stand upright, about: rows and columns that cross four narrow runs and one of three modules
/// beside them.
struct HanXinFinders {
    private var crossings = LineCrossings(capacity: 0)
    private var line: [UInt8] = []
    private var prominence = 0

    /// The likeness that a finder pattern must have: data look like its rows and columns. Not measured.
    private static let minimumLikeness: Float = 0.55
    /// Rows from one that is looked along to the next: less than the square's height.
    private static let rowStep = 2
    /// The most places that are looked at closely, and the most patterns found, four a symbol. Not measured: bounds for hostile pictures.
    private static let (maximumPlaces, maximumFinders) = (8000, 256)
    /// How wide runs may be, in modules: blur and ink make dark ones wider and light ones narrower, or the other way round.
    /// Not measured.
    private static let (narrow, pair, square) = (Float(0.4)...1.7, Float(1.5)...2.5, Float(2.2)...3.8)
    /// Pixels a module, at least: below, runs are not seen apart.
    private static let minimumModule: Float = 1.2
    /// How far a column is followed from the square's middle, in modules: to its end, the angles' and a little of what is around them.
    private static let reach = 9.0
    /// How far the middles of two may lie apart that are one, in modules: half of the square's side.
    private static let sameFinder = 1.5
    /// How much longer modules may be along one direction than along the other. Not measured.
    private static let maximumStretch = 2.0

    /// The finder patterns of `view`.
    ///
    /// - Parameter prominence: grey levels that light and dark runs are apart, at least.
    mutating func find(in view: LumaView, prominence: Int) -> [HanXinFinder] {
        self.prominence = prominence
        var found: [HanXinFinder] = []
        var places = 0
        for y in stride(from: 1, to: view.height - 1, by: Self.rowStep) {
            fill(count: view.width) { Self.smoothed(view, x: $0, y: y, dx: 0, dy: 1) }
            for run in runs() {
                let start = Point(x: run.middle, y: Double(y) + 0.5)
                let isKnown = found.contains { $0.middle.distance(to: start) < Self.sameFinder * $0.module.width }
                guard !isKnown else { continue }
                places += 1
                guard places <= Self.maximumPlaces, found.count < Self.maximumFinders else { return found }
                for finder in finders(view, at: start, run) where finder.likeness(in: view) > Self.minimumLikeness {
                    found.append(finder)
                }
            }
        }
        return found
    }

    /// The square of a finder pattern on a line.
    private struct Run {
        /// In samples.
        var middle: Double
        var module: Double
        /// Where the narrow runs are: -1 before the square, 1 behind it.
        var side: Double
        var isInverted: Bool
    }

    /// The patterns whose square a row crosses in `run`: a column through it looks alike, and again the row through its middle. There are
    /// several where data beside the square look like narrow runs, too.
    private mutating func finders(_ view: LumaView, at start: Point, _ run: Run) -> [HanXinFinder] {
        let columns = runs(view, along: false, through: start, like: run)
        guard let column = columns.first else { return [] }
        let rows = runs(view, along: true, through: Point(x: start.x, y: column.middle), like: run)
        return rows.flatMap { row in
            columns.filter { max(row.module, $0.module) < Self.maximumStretch * min(row.module, $0.module) }.map {
                HanXinFinder(
                    middle: Point(x: row.middle, y: $0.middle), module: (row.module, $0.module),
                    corner: (row.side, $0.side),
                    isInverted: run.isInverted)
            }
        }
    }

    /// The square that the row or column through `point` crosses there, once for each side with narrow runs.
    private mutating func runs(_ view: LumaView, along isRow: Bool, through point: Point, like other: Run) -> [Run] {
        let (place, length) = isRow ? (point.x, view.width) : (point.y, view.height)
        let reach = Self.reach * other.module * Self.maximumStretch
        let first = max(0, Int(place - reach))
        let last = min(length - 1, Int(place + reach))
        let across = isRow ? Int(point.y) : Int(point.x)
        guard first <= last, (0..<(isRow ? view.height : view.width)).contains(across) else { return [] }
        fill(count: last - first + 1) {
            isRow
                ? Self.smoothed(view, x: first + $0, y: across, dx: 0, dy: 1)
                : Self.smoothed(view, x: across, y: first + $0, dx: 1, dy: 0)
        }
        return runs().compactMap { run in
            var run = run
            run.middle += Double(first)
            return run.isInverted == other.isInverted && abs(run.middle - place) < Self.sameFinder * run.module
                ? run : nil
        }
    }

    /// The squares on the line, each between its narrow runs and the light modules around the pattern.
    private mutating func runs() -> [Run] {
        line.withUnsafeBufferPointer { crossings.find(in: $0, prominence: prominence) }
        let places = crossings.places
        guard places.count > 5 else { return [] }
        var found: [Run] = []
        for first in 0..<places.count - 5 {
            let module = (places[first + 5] - places[first]) / 7
            guard module >= Self.minimumModule else { continue }
            for side in [-1, 1] {
                // The runs from the outermost to the square.
                func edge(_ i: Int) -> Float { side < 0 ? places[first + i] : -places[first + 5 - i] }
                func run(_ i: Int) -> Float { (edge(i + 1) - edge(i)) / module }
                guard Self.square.contains(run(4)), (0..<4).allSatisfy({ Self.narrow.contains(run($0)) }),
                    (0..<3).allSatisfy({ Self.pair.contains(run($0) + run($0 + 1)) })
                else { continue }
                let square = side < 0 ? first + 4 : first
                // The run behind a rising crossing is light.
                let isInverted = crossings.startsRising == square.isMultiple(of: 2)
                // Before the first level is one that was added.
                let middle = Double(places[square] + places[square + 1]) / 2 - 0.5
                found.append(Run(middle: middle, module: Double(module), side: Double(side), isInverted: isInverted))
            }
        }
        return found
    }

    /// Makes `count` levels, one at least, the line. The edges of a picture count as borders: it may have been cut to the symbol.
    private mutating func fill(count: Int, _ level: (Int) -> UInt8) {
        if line.count != count + 2 { line = [UInt8](repeating: 0, count: count + 2) }
        for i in 0..<count { line[i + 1] = level(i) }
        line[0] = Self.opposite(of: line[1], in: line[1...min(count, Self.edge)])
        line[count + 1] = Self.opposite(of: line[count], in: line[max(1, count - Self.edge)...count])
    }

    /// Pixels at an edge that say what is light and dark there.
    private static let edge = 64

    /// The darkest of `levels` for a light one, the lightest for a dark one.
    private static func opposite(of level: UInt8, in levels: ArraySlice<UInt8>) -> UInt8 {
        let (darkest, lightest) = (levels.min() ?? level, levels.max() ?? level)
        return level - darkest < lightest - level ? lightest : darkest
    }

    /// The level of a pixel and of those `dx` and `dy` beside it: 1, 2, 1.
    @inline(__always)
    private static func smoothed(_ view: LumaView, x: Int, y: Int, dx: Int, dy: Int) -> UInt8 {
        let before = (x: max(0, x - dx), y: max(0, y - dy))
        let after = (x: min(view.width - 1, x + dx), y: min(view.height - 1, y + dy))
        // SAFETY: x and y lie in the view, the others are clamped to it.
        let sum =
            UInt16(view.base[before.y * view.rowStride + before.x]) + 2 * UInt16(view.base[y * view.rowStride + x])
            + UInt16(view.base[after.y * view.rowStride + after.x])
        return UInt8(truncatingIfNeeded: (sum + 2) >> 2)
    }
}

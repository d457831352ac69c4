/// Counts the places of a picture that look like parts of symbols, where many of them would cost an engine much time.
///
/// zxing-cpp tries all triples of finder patterns, and reads a PDF417 from each start pattern: a picture tiled with finder patterns
/// can take an hour. Whoever calls it counts first, on one row of 23; a prime, so that no tile of patterns falls between the rows.
struct PatternCensus {
    /// About how many finder patterns of QR Codes there are.
    private(set) var finders = 0.0
    /// The same with places that look like one on a row and its column, which is less than engines ask for.
    private(set) var likeFinders = 0.0
    /// On how many of the rows that were looked at a start pattern of PDF417 lies.
    private(set) var starts = 0

    /// Finder patterns of 25 QR Codes, for which zxing-cpp takes 10 ms; 144 cost 45 ms, 324 some 320 ms.
    static let maxFinders = 75.0
    /// Of 10,648 views of real pictures one has more, 1,077, and too many finders too; the next has 669. Blurred tiles have
    /// 740 and more that are found here, and four times as many that zxing-cpp believes.
    static let maxLikeFinders = 700.0
    /// Whether there are more than zxing-cpp can try in a short time.
    var hasTooManyFinders: Bool { finders > Self.maxFinders || likeFinders > Self.maxLikeFinders }

    /// The most start patterns: each costs at most a millisecond, and one symbol as high as a large picture has 50.
    static let maxStarts = 120

    private let rowStep: Int
    /// Grey levels that dark and light are apart at least. As `AztecFinder.prominence`.
    private static let prominence = 18

    /// Pixels a module of a finder pattern, at least. Not measured: narrower ones are not resolved.
    private static let minModule: Float = 0.8
    /// By how much the runs of a finder pattern may be off, in modules: those of one module, and the middle.
    /// Not measured: more than half a module, as blur moves edges.
    private static let tolerance: (narrow: Float, wide: Float) = (0.7, 1.2)
    /// By how much the runs of a start pattern may be off, in modules: the first, the last, and those of one module.
    /// Not measured: wider than for finder patterns, as rows may be read at a slant.
    private static let startTolerance: (first: Float, last: Float, narrow: Float) = (2, 1.5, 0.9)
    /// Pixels a module of a start pattern, at least.
    /// Not measured: less than `minModule`, as the pattern has a run of eight modules.
    private static let minModuleOfStart: Float = 0.6
    /// Rows from one that is looked along to the next.
    /// Not measured: a bound on time; pictures with too many patterns show enough of them on these rows.
    static let usualRowStep = 23
    /// Pixels of the shorter side: about one for each of a finder pattern's seven modules.
    private static let smallestSide = 8
    /// How many patterns one that a row meets stands for, at most.
    /// Not measured: of the smallest, rows meet few, and these may be noise.
    private static let maximumPatterns: Float = 8
    /// How far from a finder pattern's middle light and dark are looked for, in modules.
    /// Geometry: along a diagonal the pattern ends 3.5·√2 modules from its middle.
    private static let modulesAround: Float = 5
    /// How wide the ring around the core is, at most, in modules.
    /// Not measured: half as wide again, as blur moves edges.
    private static let widestRing: Float = 1.6

    /// Counts what is in `view`, on one row of `rowStep`: a small picture's patterns are met by few rows.
    init(_ view: LumaView, rowStep: Int = usualRowStep) {
        self.rowStep = rowStep
        guard min(view.width, view.height) >= Self.smallestSide else { return }
        var crossings = LineCrossings(capacity: view.width)
        for y in stride(from: rowStep / 2, to: view.height, by: rowStep) {
            // SAFETY: y is a row of the view.
            let row = UnsafeBufferPointer(start: view.base + y * view.rowStride, count: view.width)
            crossings.find(in: row, prominence: Self.prominence)
            count(crossings, row, y, of: view)
            // More would change nothing.
            if finders > 2 * Self.maxFinders && starts > Self.maxStarts { return }
        }
    }

    private mutating func count(
        _ crossings: LineCrossings, _ row: UnsafeBufferPointer<UInt8>, _ y: Int, of view: LumaView
    ) {
        crossings.places.withUnsafeBufferPointer { places in
            guard places.count >= 6 else { return }
            // SAFETY: indices stay below places.count; crossings lie between samples of the row.
            for i in 0..<(places.count - 5) {
                let isDark = crossings.startsRising != (i % 2 == 0)
                let total = places[i + 5] - places[i]
                let module = total / 7
                let middle = places[i + 3] - places[i + 2]
                let narrow = Self.tolerance.narrow * module
                if module >= Self.minModule && abs(middle - 3 * module) < Self.tolerance.wide * module
                    && abs(places[i + 1] - places[i] - module) < narrow
                    && abs(places[i + 2] - places[i + 1] - module) < narrow
                    && abs(places[i + 4] - places[i + 3] - module) < narrow
                    && abs(places[i + 5] - places[i + 4] - module) < narrow
                {
                    // The middle of a finder pattern is three modules high, and may be met more than once.
                    let patterns = Double(min(Self.maximumPatterns, Float(rowStep) / (3 * module)))
                    let x = Int((places[i + 2] + places[i + 3]) / 2 + 0.5)
                    if Self.isFinder(view, x: x, y, module, Self.column) { likeFinders += patterns }
                    if Self.isFinder(view, x: x, y, module, Self.allAxes) { finders += patterns }
                }
                if isDark && i + 8 < places.count { countStart(places, i) }
            }
        }
    }

    /// 8, 1, 1, 1, 1, 1, 1, 3 modules, the first of them dark (ISO/IEC 15438), or the same from right to left.
    private mutating func countStart(_ places: UnsafeBufferPointer<Float>, _ i: Int) {
        let module = (places[i + 8] - places[i]) / 17
        guard module > Self.minModuleOfStart else { return }
        let (first, last) = (places[i + 1] - places[i], places[i + 8] - places[i + 7])
        let tolerance = Self.startTolerance
        let isForward =
            abs(first - 8 * module) < tolerance.first * module && abs(last - 3 * module) < tolerance.last * module
        guard isForward else { return }
        for j in i + 1..<i + 7 where abs(places[j + 1] - places[j] - module) >= tolerance.narrow * module { return }
        starts += 1
    }

    /// A line through the middle as steps of pixels, and the range of the core's length along it, as a share of that along the row.
    private struct Axis {
        let dx: Int
        let dy: Int
        let min: Float
        let max: Float
    }

    /// Up and down as to the sides. Along diagonals an upright pattern is longer by √2, which is fewer steps of that
    /// length; one rotated by 45° is shorter along diagonals.
    /// Not measured: a quarter less or nearly a third more than that.
    private static let allAxes = [
        Axis(dx: 0, dy: 1, min: 0.75, max: 1.3), Axis(dx: 1, dy: 1, min: 0.45, max: 1.3),
        Axis(dx: 1, dy: -1, min: 0.45, max: 1.3),
    ]
    /// Not measured: wider than any of `allAxes`.
    private static let column = [Axis(dx: 0, dy: 1, min: 0.45, max: 1.6)]

    /// Whether lines through the middle show the same runs, about.
    private static func isFinder(_ view: LumaView, x: Int, _ y: Int, _ module: Float, _ axes: [Axis]) -> Bool {
        guard x < view.width else { return false }
        let reach = Int(modulesAround * module) + 2
        let (top, bottom) = (max(0, y - reach), min(view.height - 1, y + reach))
        // SAFETY: x and y...bottom are inside of the view.
        func level(_ y: Int) -> Int { Int(view.base[y * view.rowStride + x]) }
        let middle = level(y)
        var (low, high) = (middle, middle)
        for y in top...bottom { (low, high) = (min(low, level(y)), max(high, level(y))) }
        guard high - low >= prominence else { return false }
        let half = (low + high) / 2
        let isDark = middle < half
        /// How far the first two changes of colour from the middle on are; nil when there are none.
        func changes(_ dx: Int, _ dy: Int) -> (first: Int, second: Int)? {
            var (at, line, isLike, first, steps) = (x, y, true, 0, 0)
            while line >= top && line <= bottom && at >= 0 && at < view.width {
                // SAFETY: `at` and `line` are inside of the view.
                if ((Int(view.base[line * view.rowStride + at]) < half) == isDark) != isLike {
                    guard isLike else { return (first, steps) }
                    (isLike, first) = (false, steps)
                }
                at += dx
                line += dy
                steps += 1
            }
            return nil
        }
        for axis in axes {
            guard let a = changes(axis.dx, axis.dy), let b = changes(-axis.dx, -axis.dy) else { return false }
            let core = Float(a.first + b.first - 1)
            guard core >= 3 * module * axis.min - 1, core <= 3 * module * axis.max + 1,
                Float(max(a.second - a.first, b.second - b.first)) <= Self.widestRing * module * axis.max + 1
            else { return false }
        }
        return true
    }
}

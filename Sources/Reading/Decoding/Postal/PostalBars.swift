import Symbols

/// Bars of one width and one pitch in an upright picture, and how far each reaches up and down.
///
/// The rows with the most evenly spaced bars show where the bars are. Each bar is then followed up and down to its ends, which lie at two
/// heights, along a line that may slope.
struct PostalBars {
    let bars: [PostalBar]
    /// Whether some bars reach down; else they differ only in whether they reach up.
    let hasDescenders: Bool
    private let outline: Outline

    /// Where the bars are, in pixels of the picture: the middles of all, and the ends of the first and the last that reach far.
    private struct Outline {
        let centers: [Double]
        let pitch: Double
        let top: (Int) -> Double
        let bottom: (Int) -> Double
    }

    /// Pixels of a bar and the space behind it, at least. Not measured: less cannot be told apart.
    private static let minPitch = 2.5
    /// How far the middle of a bar may lie from its even place, as a part of the pitch. Not measured: blur and pixels move it less.
    private static let maxShift = 0.3
    /// Grey levels between bars and spaces, at least. Not measured: less is noise.
    static let minContrast: Float = 20
    /// How far the two heights of ends must be apart, as a part of the highest bar. USPS-B-3200: a fifth at least, with all tolerances.
    private static let minStep = 0.12

    /// The bars of `view`; nil where there are none.
    ///
    /// - Parameter atSlant: also look for upright bars in a slanted row, which takes longer.
    init?(_ view: LumaView, atSlant: Bool = true) {
        guard Double(view.width) >= Self.minPitch * Double(PostalCode.minimumCount), view.height >= 6 else {
            return nil
        }
        if let straight = PostalBars(ofStraight: view) {
            self = straight
            return
        }
        guard atSlant, let slope = PostalSlope.slope(of: view),
            let found = view.sheared(by: slope).withView({ PostalBars(ofStraight: $0) })
        else { return nil }
        let (outline, middle) = (found.outline, Double(view.width) / 2)
        func rise(_ bar: Int) -> Double { slope * (outline.centers[bar] - middle) }
        (bars, hasDescenders) = (found.bars, found.hasDescenders)
        self.outline = Outline(
            centers: outline.centers, pitch: outline.pitch, top: { outline.top($0) + rise($0) },
            bottom: { outline.bottom($0) + rise($0) })
    }

    /// The bars of a row that is not inclined.
    private init?(ofStraight view: LumaView) {
        guard let band = Self.band(of: view) else { return nil }
        let centers = band.centers
        let count = centers.count
        let pitch = (centers[count - 1] - centers[0]) / Double(count - 1)
        var (tops, bottoms) = ([Double](), [Double]())
        for center in centers {
            guard let bar = PostalBarLength(view, at: center, pitch, band.rows) else { return nil }
            tops.append(Double(band.rows.lowerBound) - bar.end(by: -1))
            bottoms.append(bar.end(by: 1) - Double(band.rows.upperBound))
        }
        let height = (tops.max() ?? 0) + (bottoms.max() ?? 0) + Double(band.rows.count)
        let upper = PostalEnds(tops, minStep: Self.minStep * height)
        let lower = PostalEnds(bottoms, minStep: Self.minStep * height)
        guard upper != nil || lower != nil else { return nil }
        bars = (0..<count).map { PostalBar(ascends: upper?.isLong[$0] ?? false, descends: lower?.isLong[$0] ?? false) }
        hasDescenders = lower != nil
        let (first, last) = (Double(band.rows.lowerBound), Double(band.rows.upperBound))
        outline = Outline(
            centers: centers, pitch: pitch, top: { first - (upper?.long(at: $0) ?? tops[$0]) },
            bottom: { last + (lower?.long(at: $0) ?? bottoms[$0]) })
    }

    private init(bars: [PostalBar], hasDescenders: Bool, outline: Outline) {
        (self.bars, self.hasDescenders, self.outline) = (bars, hasDescenders, outline)
    }

    /// The same upside down, with the same corners.
    var turned: PostalBars {
        let last = bars.count - 1
        let outline = outline
        return PostalBars(
            bars: bars.reversed().map(\.turned), hasDescenders: bars.contains(where: \.ascends),
            outline: Outline(
                centers: outline.centers.reversed(), pitch: -outline.pitch, top: { outline.bottom(last - $0) },
                bottom: { outline.top(last - $0) }))
    }

    /// The corners of some of the bars, the upper left one of their text first.
    func corners(of range: Range<Int>) -> Quadrilateral {
        let (first, last) = (range.lowerBound, range.upperBound - 1)
        let (left, right) = (outline.centers[first] - outline.pitch / 4, outline.centers[last] + outline.pitch / 4)
        return Quadrilateral(
            topLeft: Point(x: left, y: outline.top(first)), topRight: Point(x: right, y: outline.top(last)),
            bottomRight: Point(x: right, y: outline.bottom(last)), bottomLeft: Point(x: left, y: outline.bottom(first)))
    }

    // MARK: - Where the bars are

    /// Rows that all bars lie in, and the middle of each bar.
    private static func band(of view: LumaView) -> (rows: Range<Int>, centers: [Double])? {
        let rowsOfMean = max(1, view.height / 40)
        var best: (rows: Range<Int>, centers: [Double])?
        var current: (rows: Range<Int>, centers: [Double])?
        for top in stride(from: 0, through: view.height - rowsOfMean, by: rowsOfMean) {
            let rows = top..<top + rowsOfMean
            guard let centers = centers(in: view, rows) else {
                current = nil
                continue
            }
            let goesOn = current?.centers.count == centers.count
            current = (goesOn ? (current?.rows.lowerBound ?? top)..<rows.upperBound : rows, centers)
            // Few rows may have more bars, where letters stand beside them.
            if let current,
                current.rows.count * current.centers.count > best.map({ $0.rows.count * $0.centers.count }) ?? 0
            {
                best = current
            }
        }
        guard let best else { return nil }
        // All rows together show the middles best.
        let all = centers(in: view, best.rows)
        return (best.rows, all?.count == best.centers.count ? all ?? best.centers : best.centers)
    }

    /// The middles of the longest row of bars at even distances in the mean of `rows`; nil where there is none.
    private static func centers(in view: LumaView, _ rows: Range<Int>) -> [Double]? {
        var sums = [Float](repeating: 0, count: view.width)
        for y in rows {
            // SAFETY: `rows` are rows of the view, x is below its width.
            let line = view.base + y * view.rowStride
            for x in 0..<view.width { sums[x] += Float(line[x]) }
        }
        let levels = sums.map { $0 / Float(rows.count) }
        guard let count = darkRuns(levels) else { return nil }
        // Bars and spaces are as wide as each other, about, so that the mean of some of both parts them.
        let reach = max(4, view.width * 3 / (2 * count))
        var (window, middles, start) = (Float(0), [Double](), Int?.none)
        var (low, high) = (Float.infinity, -Float.infinity)
        for x in 0..<min(reach, levels.count) { window += levels[x] }
        var wanted: [Float] = []
        wanted.reserveCapacity(levels.count)
        for x in levels.indices {
            if x + reach < levels.count { window += levels[x + reach] }
            if x - reach - 1 >= 0 { window -= levels[x - reach - 1] }
            wanted.append(window / Float(min(levels.count, x + reach + 1) - max(0, x - reach)))
        }
        for x in levels.indices {
            let isDark = levels[x] < wanted[x] - 4
            if isDark, start == nil { start = x }
            if let begin = start, !isDark || x == levels.count - 1 {
                // Weighted by darkness, finer than a pixel.
                var (weight, moment) = (0.0, 0.0)
                for i in begin..<max(begin + 1, x) {
                    let dark = Double(max(0.01, wanted[i] - levels[i]))
                    weight += dark
                    moment += dark * (Double(i) + 0.5)
                    low = min(low, levels[i])
                }
                middles.append(moment / weight)
                start = nil
            }
            high = max(high, levels[x])
        }
        guard high - low >= minContrast else { return nil }
        return evenRun(middles)
    }

    /// How many times the levels fall below their middle, at most as many as a code has bars; nil where that is less than any code has.
    private static func darkRuns(_ levels: [Float]) -> Int? {
        guard let low = levels.min(), let high = levels.max(), high - low >= minContrast else { return nil }
        let middle = (low + high) / 2
        let count = zip(levels, levels.dropFirst()).count { $0 >= middle && $1 < middle }
        // Some bars may be lighter than the middle.
        return count * 2 >= PostalCode.minimumCount
            ? min(max(count, PostalCode.minimumCount), PostalCode.maximumCount) : nil
    }

    /// The longest part of `middles` that lies at even distances: other things may be dark beside the bars.
    private static func evenRun(_ middles: [Double]) -> [Double]? {
        guard middles.count >= PostalCode.minimumCount else { return nil }
        let distances = zip(middles.dropFirst(), middles).map { $0 - $1 }
        let usual = distances.sorted()[distances.count / 2]
        guard usual >= minPitch else { return nil }
        var (best, start) = (0..<0, 0)
        var pitch = usual
        for (i, distance) in distances.enumerated() {
            if abs(distance - pitch) > 2 * maxShift * pitch {
                start = i + 1
                pitch = usual
                continue
            }
            pitch += (distance - pitch) / 8
            if i + 1 - start > best.count - 1 { best = start..<i + 2 }
        }
        let run = Array(middles[best])
        return run.count >= PostalCode.minimumCount && areEven(run) ? run : nil
    }

    /// Whether they lie at even distances, which may grow along the row a little.
    private static func areEven(_ middles: [Double]) -> Bool {
        let last = Double(middles.count - 1)
        let pitch = (middles[middles.count - 1] - middles[0]) / last
        guard pitch >= minPitch else { return false }
        let bulge = middles[middles.count / 2] - (middles[0] + pitch * Double(middles.count / 2))
        return middles.enumerated().allSatisfy { i, middle in
            let share = Double(i) / last
            return abs(middle - (middles[0] + pitch * Double(i) + bulge * 4 * share * (1 - share))) <= maxShift * pitch
        }
    }
}

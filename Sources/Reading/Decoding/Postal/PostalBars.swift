import Symbols

/// Bars of one width and one pitch in an upright picture, and how far each reaches up and down.
///
/// The rows with the most evenly spaced bars show where the bars are. Each bar is then followed up and down to its ends, which lie at two
/// heights, told apart along a line that may slope.
struct PostalBars {
    let bars: [PostalBar]
    /// The corners of all, in pixels of the picture.
    let corners: Quadrilateral

    /// The fewest bars of any postal code: POSTNET has 32.
    private static let minCount = 30
    /// Pixels of a bar and the space behind it, at least. Not measured: less cannot be told apart.
    private static let minPitch = 2.5
    /// How far the middle of a bar may lie from its even place, as a part of the pitch. Not measured: blur and pixels move it less.
    private static let maxShift = 0.3
    /// Grey levels between bars and spaces, at least. Not measured: less is noise.
    static let minContrast: Float = 20
    /// How far the two heights of ends must be apart, as a part of the highest bar. USPS-B-3200: a fifth at least, with all tolerances.
    private static let minStep = 0.12

    /// The bars of `view`, of which there are `count`; nil where there are none.
    ///
    /// - Parameter atSlant: also look for upright bars in a slanted row, which takes longer.
    init?(_ view: LumaView, count: Int, atSlant: Bool = true) {
        guard count >= Self.minCount, Double(view.width) >= Self.minPitch * Double(count), view.height >= 6 else {
            return nil
        }
        if let straight = PostalBars(ofStraight: view, count: count) {
            self = straight
            return
        }
        guard atSlant, let slope = PostalSlope.slope(of: view, count: count) else { return nil }
        let found = view.sheared(by: slope).withView { PostalBars(ofStraight: $0, count: count) }
        guard let found else { return nil }
        bars = found.bars
        corners = found.corners.map { Point(x: $0.x, y: $0.y + slope * ($0.x - Double(view.width) / 2)) }
    }

    /// The bars of a row that is not inclined.
    private init?(ofStraight view: LumaView, count: Int) {
        guard let band = Self.band(of: view, count) else { return nil }
        let centers = band.centers
        let pitch = (centers[count - 1] - centers[0]) / Double(count - 1)
        var (tops, bottoms) = ([Double](), [Double]())
        for center in centers {
            guard let bar = PostalBarLength(view, at: center, pitch, band.rows) else { return nil }
            tops.append(Double(band.rows.lowerBound) - bar.end(by: -1))
            bottoms.append(bar.end(by: 1) - Double(band.rows.upperBound))
        }
        let height = (tops.max() ?? 0) + (bottoms.max() ?? 0) + Double(band.rows.count)
        guard let upper = PostalEnds(tops, minStep: Self.minStep * height),
            let lower = PostalEnds(bottoms, minStep: Self.minStep * height)
        else { return nil }
        bars = (0..<count).map { PostalBar(ascends: upper.isLong[$0], descends: lower.isLong[$0]) }
        let (left, right) = (centers[0] - pitch / 4, centers[count - 1] + pitch / 4)
        let (first, last) = (Double(band.rows.lowerBound), Double(band.rows.upperBound))
        corners = Quadrilateral(
            topLeft: Point(x: left, y: first - upper.long(at: 0)),
            topRight: Point(x: right, y: first - upper.long(at: count - 1)),
            bottomRight: Point(x: right, y: last + lower.long(at: count - 1)),
            bottomLeft: Point(x: left, y: last + lower.long(at: 0)))
    }

    // MARK: - Where the bars are

    /// Rows that all bars lie in, and the middle of each bar.
    private static func band(of view: LumaView, _ count: Int) -> (rows: Range<Int>, centers: [Double])? {
        let rowsOfMean = max(1, view.height / 40)
        var best: (rows: Range<Int>, centers: [Double])?
        var current: (rows: Range<Int>, centers: [Double])?
        for top in stride(from: 0, through: view.height - rowsOfMean, by: rowsOfMean) {
            let rows = top..<top + rowsOfMean
            guard let centers = centers(in: view, rows, count) else {
                current = nil
                continue
            }
            current = (current.map { $0.rows.lowerBound..<rows.upperBound } ?? rows, centers)
            if let current, current.rows.count > best?.rows.count ?? 0 { best = current }
        }
        guard let best else { return nil }
        // All rows together show the middles best.
        return (best.rows, centers(in: view, best.rows, count) ?? best.centers)
    }

    /// The middles of the bars in the mean of `rows`; nil where there are not `count` at even distances.
    private static func centers(in view: LumaView, _ rows: Range<Int>, _ count: Int) -> [Double]? {
        var sums = [Float](repeating: 0, count: view.width)
        for y in rows {
            // SAFETY: `rows` are rows of the view, x is below its width.
            let line = view.base + y * view.rowStride
            for x in 0..<view.width { sums[x] += Float(line[x]) }
        }
        let levels = sums.map { $0 / Float(rows.count) }
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
        guard middles.count >= count, high - low >= minContrast else { return nil }
        // Something else may lie beside the bars.
        for first in 0...(middles.count - count) {
            let candidate = Array(middles[first..<first + count])
            if areEven(candidate) { return candidate }
        }
        return nil
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

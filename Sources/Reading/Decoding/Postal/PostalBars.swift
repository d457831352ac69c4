import Glibc
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
    private static let minContrast: Float = 20
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
        guard atSlant, let slope = Self.slope(of: view, count) else { return nil }
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
            guard let bar = Bar(view, at: center, pitch, band.rows) else { return nil }
            tops.append(Double(band.rows.lowerBound) - bar.end(by: -1))
            bottoms.append(bar.end(by: 1) - Double(band.rows.upperBound))
        }
        let height = (tops.max() ?? 0) + (bottoms.max() ?? 0) + Double(band.rows.count)
        guard let upper = Ends(tops, minStep: Self.minStep * height),
            let lower = Ends(bottoms, minStep: Self.minStep * height)
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

    // MARK: - How the row is inclined

    /// Parts of the row whose heights are compared. Not measured: a few bars each.
    private static let parts = 12
    /// The steepest row. Geometry: a square letter seen from the side at 60°, turned by 15°.
    private static let steepest = 0.3
    /// Less is no slope: over 65 bars it is less than half of a bar's middle part.
    private static let leastSlope = 0.003

    /// How far the bars counted part by part may differ from the symbol's: some lie across two parts.
    private static let countedBars = (fewest: 0.8, most: 1.4)

    /// The slope of the row, in rows per column: the median over pairs of parts. Nil where there are not about `count` bars, or where the
    /// row is level.
    private static func slope(of view: LumaView, _ count: Int) -> Double? {
        let width = view.width / parts
        guard width > 4 else { return nil }
        var (heights, counted) = ([Double](), 0)
        for part in 0..<parts {
            let energies = (0..<view.height).map { y -> Int in
                // SAFETY: y is a row, and x + 2 lies in it.
                let line = view.base + y * view.rowStride + part * width
                return (0..<width - 2).reduce(0) { $0 + abs(Int(line[$1]) - Int(line[$1 + 2])) }
            }
            guard let peak = energies.indices.max(by: { energies[$0] < energies[$1] }) else { return nil }
            counted += bars(in: view.base + peak * view.rowStride + part * width, width)
            // Where most edges are, and from there their middle.
            let floor = energies[peak] / 2
            var (from, to) = (peak, peak)
            while from > 0, energies[from - 1] > floor { from -= 1 }
            while to + 1 < energies.count, energies[to + 1] > floor { to += 1 }
            let weight = energies[from...to].reduce(0, +)
            let moment = (from...to).reduce(0.0) { $0 + (Double($1) + 0.5) * Double(energies[$1]) }
            heights.append(moment / Double(max(1, weight)))
        }
        let share = Double(counted) / Double(count)
        guard share >= countedBars.fewest, share <= countedBars.most else { return nil }
        // Quiet zones are at both ends.
        let inner = 1..<parts - 1
        var slopes = [Double]()
        for i in inner {
            for j in inner where j > i + 2 { slopes.append((heights[j] - heights[i]) / Double((j - i) * width)) }
        }
        let slope = slopes.sorted()[slopes.count / 2]
        return (leastSlope...steepest).contains(abs(slope)) ? slope : nil
    }

    /// How many dark bars there are in so many pixels of a row.
    private static func bars(in line: UnsafePointer<UInt8>, _ width: Int) -> Int {
        // SAFETY: the caller's row has `width` pixels from `line`.
        let pixels = UnsafeBufferPointer(start: line, count: width)
        guard let low = pixels.min(), let high = pixels.max(), Float(high) - Float(low) >= minContrast else { return 0 }
        let middle = Int(low) + (Int(high) - Int(low)) / 2
        return zip(pixels, pixels.dropFirst()).count { Int($0) >= middle && Int($1) < middle }
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

    // MARK: - How far they reach

    /// A bar, followed from the rows that all lie in.
    private struct Bar {
        let view: LumaView
        let center: Double
        let pitch: Double
        let rows: Range<Int>
        /// How much darker it is in those rows than the spaces beside it.
        let contrast: Float

        init?(_ view: LumaView, at center: Double, _ pitch: Double, _ rows: Range<Int>) {
            (self.view, self.center, self.pitch, self.rows) = (view, center, pitch, rows)
            var sum: Float = 0
            for y in rows { sum += Self.difference(view, center, pitch, y) }
            contrast = sum / Float(rows.count)
            guard contrast > PostalBars.minContrast / 2 else { return nil }
        }

        /// How much darker it is in a row than the spaces beside it.
        private static func difference(_ view: LumaView, _ center: Double, _ pitch: Double, _ y: Int) -> Float {
            func level(_ x: Double) -> Float {
                let reach = max(0.5, pitch / 8)
                let (from, to) = (max(0, Int(x - reach)), min(view.width - 1, Int(x + reach)))
                guard from <= to else { return 255 }
                // SAFETY: x is in the view and y one of its rows.
                let line = view.base + y * view.rowStride
                return (from...to).reduce(Float(0)) { $0 + Float(line[$1]) } / Float(to - from + 1)
            }
            return (level(center - pitch / 2) + level(center + pitch / 2)) / 2 - level(center)
        }

        /// Where it ends above (`step` −1) or below (1): between two rows where half of its darkness is gone.
        func end(by step: Int) -> Double {
            var y = step < 0 ? rows.lowerBound : rows.upperBound - 1
            var before = contrast
            while (0..<view.height).contains(y + step) {
                let here = Self.difference(view, center, pitch, y + step)
                if here < contrast / 2 {
                    let part = before > here ? Double((before - contrast / 2) / (before - here)) : 0
                    let last = Double(y) + (step < 0 ? 0 : 1)
                    return last + Double(step) * min(1, max(0, part)) - Double(step) / 2
                }
                before = min(here, contrast)
                y += step
            }
            return Double(y) + (step < 0 ? 0 : 1)
        }
    }

    /// Lengths of two kinds along a line that may be inclined.
    private struct Ends {
        let isLong: [Bool]
        /// The mean length of the long ones in the middle, and how it grows from one bar to the next.
        private let (mean, growth): (Double, Double)

        /// How far one end of the row may be inclined against the other, in parts of the lengths' range, and the steps that are tried.
        /// Not measured: what a candidate's angle is off by, and perspective.
        private static let inclination = (reach: 1.5, steps: 12)

        init?(_ lengths: [Double], minStep: Double) {
            let middle = Double(lengths.count - 1) / 2
            let range = (lengths.max() ?? 0) - (lengths.min() ?? 0)
            guard range >= minStep else { return nil }
            var best: (spread: Double, growth: Double, limit: Double, step: Double)?
            for i in -Self.inclination.steps...Self.inclination.steps {
                let growth = Self.inclination.reach * range * Double(i) / Double(Self.inclination.steps) / (2 * middle)
                let level = lengths.enumerated().map { $1 - growth * (Double($0) - middle) }.sorted()
                guard let split = Self.split(level) else { continue }
                if split.spread < best?.spread ?? .infinity { best = (split.spread, growth, split.limit, split.step) }
            }
            guard let best, best.step >= minStep else { return nil }
            isLong = lengths.enumerated().map { $1 - best.growth * (Double($0) - middle) > best.limit }
            (mean, growth) = (best.limit + best.step / 2, best.growth)
            self.middle = middle
        }

        private let middle: Double

        func long(at bar: Int) -> Double { mean + growth * (Double(bar) - middle) }

        /// Where sorted values part in two: the least sum of squares within the parts.
        private static func split(_ sorted: [Double]) -> (spread: Double, limit: Double, step: Double)? {
            let (count, total) = (Double(sorted.count), sorted.reduce(0, +))
            let squares = sorted.reduce(0) { $0 + $1 * $1 }
            var (best, below) = ((spread: Double.infinity, limit: 0.0, step: 0.0), 0.0)
            for i in 1..<sorted.count {
                below += sorted[i - 1]
                let (low, high) = (below / Double(i), (total - below) / (count - Double(i)))
                let spread = squares - below * low - (total - below) * high
                if spread < best.spread { best = (spread, (low + high) / 2, high - low) }
            }
            return best.spread < .infinity ? best : nil
        }
    }
}

extension LumaView {
    /// The same with each column moved up by `slope` rows for each column that it lies right of the middle.
    fileprivate func sheared(by slope: Double) -> LumaPlane {
        LumaPlane(width: width, height: height) { out in
            for x in 0..<width {
                let shift = slope * (Double(x) - Double(width) / 2)
                let whole = Int(shift.rounded(.down))
                let part = Int((shift - Double(whole)) * 256)
                for y in 0..<height {
                    // SAFETY: rows are clamped to the view's.
                    let (above, below) = (min(max(y + whole, 0), height - 1), min(max(y + whole + 1, 0), height - 1))
                    let (a, b) = (Int(base[above * rowStride + x]), Int(base[below * rowStride + x]))
                    out[y * width + x] = UInt8((a * (256 - part) + b * part) >> 8)
                }
            }
        }
    }
}

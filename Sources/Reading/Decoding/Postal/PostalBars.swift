import Symbols

/// Bars of one width and one pitch in an upright picture, and how far each reaches up and down.
///
/// The rows with evenly spaced bars show where the bars are. Each bar is then followed up and down to its ends, which lie at two
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

    /// Pixels of a bar and the space behind it, at least. Not measured: less cannot be distinguished.
    private static let minPitch = 2.5
    /// How far the middle of a bar may lie from its even place, as a part of the pitch. Not measured: blur and pixels move it less.
    private static let maxShift = 0.3
    /// What is free beside the first and the last bar, in pitches from its middle. USPS-B-3200: 0.125 inches, more than two pitches.
    private static let quietZone = 1.7
    /// Grey levels between bars and spaces, at least. Not measured: less is noise.
    static let minContrast: Float = 20
    /// How far the two heights of ends must be apart, as a part of the highest bar. USPS-B-3200: a fifth at least, with all tolerances.
    private static let minStep = 0.12

    /// How many of the bands that may be bars are followed. Not measured: a bound on time.
    private static let maximumBands = 4

    /// The rows of bars that `view` may show, the likeliest first: where the ends of a row lie is seen in few rows only, or letters stand
    /// beside it, the number of bars is not sure.
    ///
    /// - Parameter atSlant: also look for upright bars in a slanted row, which takes longer.
    static func candidates(in view: LumaView, atSlant: Bool = true) -> [PostalBars] {
        guard Double(view.width) >= minPitch * Double(PostalCode.minimumCount), view.height >= 6 else { return [] }
        let straight = bands(of: view).compactMap { PostalBars(view, $0) }
        // A part of an inclined row lies straight, too.
        guard atSlant, let slope = PostalSlope.slope(of: view) else { return straight }
        let middle = Double(view.width) / 2
        return straight
            + view.sheared(by: slope).withView { sheared in
                bands(of: sheared).compactMap { PostalBars(sheared, $0)?.inclined(by: slope, around: middle) }
            }
    }

    /// The bars of a row that is not inclined.
    private init?(_ view: LumaView, _ band: Band) {
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

    /// The same in a picture whose columns were moved by `slope`.
    private func inclined(by slope: Double, around middle: Double) -> PostalBars {
        let outline = outline
        func rise(_ bar: Int) -> Double { slope * (outline.centers[bar] - middle) }
        return PostalBars(
            bars: bars, hasDescenders: hasDescenders,
            outline: Outline(
                centers: outline.centers, pitch: outline.pitch, top: { outline.top($0) + rise($0) },
                bottom: { outline.bottom($0) + rise($0) }))
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

    /// The corners, the upper left one of their text first.
    var corners: Quadrilateral {
        let last = bars.count - 1
        let (left, right) = (outline.centers[0] - outline.pitch / 4, outline.centers[last] + outline.pitch / 4)
        return Quadrilateral(
            topLeft: Point(x: left, y: outline.top(0)), topRight: Point(x: right, y: outline.top(last)),
            bottomRight: Point(x: right, y: outline.bottom(last)), bottomLeft: Point(x: left, y: outline.bottom(0)))
    }

    // MARK: - Where the bars are

    /// Rows that some bars lie in, and the middle of each bar.
    private struct Band {
        var rows: Range<Int>
        var centers: [Double]
    }

    /// How many bands are looked at before all are: the middle parts of bars are a fifth of their height at least.
    private static let bandsOfGlance = 15

    /// The bands of rows with bars at even distances, one for each number of bars: the highest, those of most bars first.
    private static func bands(of view: LumaView) -> [Band] {
        let rowsOfMean = max(1, view.height / 30)
        let rest = view.height - rowsOfMean
        guard
            stride(from: 0, through: rest, by: max(1, rest / bandsOfGlance)).contains(where: {
                centers(in: view, $0..<$0 + rowsOfMean) != nil
            })
        else { return [] }
        var (bands, current) = ([Int: Band](), Band?.none)
        for top in stride(from: 0, through: rest, by: max(1, rowsOfMean / 2)) {
            let rows = top..<top + rowsOfMean
            guard let centers = centers(in: view, rows) else {
                current = nil
                continue
            }
            let goesOn = current?.centers.count == centers.count
            let band = Band(
                rows: goesOn ? (current?.rows.lowerBound ?? top)..<rows.upperBound : rows, centers: centers)
            current = band
            if band.rows.count > bands[centers.count]?.rows.count ?? 0 { bands[centers.count] = band }
        }
        // What is seen in more than one mean is not chance.
        let sure = bands.values.filter { $0.rows.count > rowsOfMean || rowsOfMean == 1 }
        return sure.sorted { $0.centers.count > $1.centers.count }.prefix(maximumBands).map { band in
            // All rows together show the middles best.
            var band = band
            if let all = centers(in: view, band.rows), all.count == band.centers.count { band.centers = all }
            return band
        }
    }

    /// The middles of the longest row of bars at even distances in the mean of `rows`; nil if there is none.
    private static func centers(in view: LumaView, _ rows: Range<Int>) -> [Double]? {
        let levels = view.darkness(ofRows: rows)
        guard let low = levels.min(), let high = levels.max(), high - low >= minContrast else { return nil }
        return evenRun(BarElements(ScanLine(levels)).middles, in: Double(view.width))
    }

    /// The longest part of `middles` that lies at even distances: other things may be dark beside the bars, but not near them, so that no part
    /// of a row is taken for one.
    ///
    /// - Parameter width: where the picture ends.
    private static func evenRun(_ middles: [Double], in width: Double) -> [Double]? {
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
            if i + 2 - start > best.count { best = start..<i + 2 }
        }
        let run = Array(middles[best])
        let before = best.lowerBound > 0 ? middles[best.lowerBound - 1] : 0
        let after = best.upperBound < middles.count ? middles[best.upperBound] : width
        guard let first = run.first, let last = run.last, first - before > quietZone * usual,
            after - last > quietZone * usual
        else { return nil }
        return run.count >= PostalCode.minimumCount && EvenPlaces.areEven(run, maxShift: maxShift) ? run : nil
    }
}

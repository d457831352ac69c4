import Glibc

/// Searches a line for the EAN-13 or UPC-A that explains it best through a blur that may be wider than a module.
struct BlurredSearch {
    /// The line, with paper added at both ends: a symbol may reach to the edge of the picture.
    private let line: ScanLine
    /// Samples that were added.
    private let margin: Float

    init(_ line: ScanLine) {
        let values = line.values
        let paper = values.isEmpty ? 0 : values.sorted()[values.count / Self.partOfLightest]
        let added = [Float](repeating: paper, count: values.count / Self.partOfMargin)
        margin = Float(added.count)
        self.line = ScanLine(added + values + added)
    }

    /// One sample in this many is as light as paper or lighter. Not measured: quiet zones are more than a tenth of a symbol.
    private static let partOfLightest = 30
    /// Not measured: about as many modules as are compared beside a symbol (`BlurredBars.quietModules`).
    private static let partOfMargin = 20

    /// The number that the line most likely shows; nil if none is sure.
    ///
    /// - Parameter hypotheses: where edges suggest a symbol, besides places between stretches of paper.
    func result(near hypotheses: [ProductGeometry.Hypothesis]) -> LinearResult? {
        let edges = hypotheses.map {
            BlurredFit.Place(start: $0.start + margin, middle: $0.middle + margin, end: $0.end + margin)
        }
        let coarse = (places + edges).flatMap(coarse).sorted { $0.error < $1.error }.prefix(Self.maxFits)
        for fit in coarse.compactMap(refined).sorted(by: { $0.error < $1.error }) {
            guard let first = result(fit), Self.isSure(first) else { continue }
            guard let last = result(settled(fit)), Self.isSure(last) else { continue }
            return last
        }
        return nil
    }

    // What is sure

    /// Of 19 photos and 60 drawings that were read, the worst had a fit of 1.25 and a margin of 13.9; the best of what was wrong
    /// had 1.1 and 5, and one that was moved by a module 1.27 and 20, which `settled` puts right.
    private static func isSure(_ result: LinearResult) -> Bool {
        result.fit >= minFit && result.margin >= minMargin && result.shortfall <= maxShortfall
    }

    /// The logarithm of the likelihood of a module.
    private static let minFit: Float = 1.15
    private static let minMargin: Float = 10
    private static let maxShortfall: Float = 1

    /// The number that `fit` is likeliest to be.
    private func result(_ fit: BlurredFit) -> LinearResult? {
        guard let samples = BlurredSamples(line, along: fit.place) else { return nil }
        let bars = fit.bars
        let costs = BlurredCosts(samples, bars.segments, fit.levels)
        guard let number = BlurredRanking(costs).best,
            let (_, left) = samples.fitted(bars, Self.patterns(of: number.digits))
        else { return nil }
        let free = samples.fitted(bars, costs.likeliest)?.left ?? left
        // As of a least-squares fit whose noise is unknown (`Likelihood`).
        let half = Float(BlurredBars.modules) / 2
        return LinearResult(
            characters: number.digits, start: fit.place.start - margin, end: fit.place.end - margin,
            fit: -log(left / samples.detail) / 2, margin: half * log1p(max(0, number.deficitOfNext) / left),
            shortfall: half * log(left / free), weakest: 1)
    }

    /// The place in `ProductPatterns.left` or `right` of each but the first.
    private static func patterns(of digits: [UInt8]) -> [Int] {
        let parity = ProductPatterns.parity[Int(digits[0])]
        return (0..<12).map { i in Int(digits[i + 1]) + (i < 6 && parity >> (5 - i) & 1 == 1 ? 10 : 0) }
    }

    // Searching

    /// Places that are refined, at most. Of 19 photos and 180 drawings 8 show as many as 5.
    private static let maxFits = 5
    /// The same of one place. Two show 12 of the photos, three 14.
    private static let maxFitsOfPlace = 3
    /// Offsets in modules that a coarse search tries. Steps of half a module show no more and take longer.
    private static let offsetsOfMiddle = (-3...3).map { Float($0) * 0.75 }
    private static let offsetsOfEnds = (-4...4).map { Float($0) * 0.75 }
    /// The lens that it takes: a Gaussian blur of 1.2 modules, and no spread.
    private static let usual = (shape: 0, blur: 5, spread: 2)

    /// The likeliest places near `place`. Each half of a symbol depends on its own end and on the middle only.
    private func coarse(near place: BlurredFit.Place) -> [BlurredFit] {
        guard let samples = BlurredSamples(line, inHalvesOf: place) else { return [] }
        let (levels, detail) = (samples.guess, samples.detail)
        let bars = BlurredBars.tables[Self.usual.shape][Self.usual.blur][Self.usual.spread]
        let found = Self.offsetsOfMiddle.map { offset in
            var (left, right) = ((cost: Float.infinity, place: place), (cost: Float.infinity, place: place))
            for end in Self.offsetsOfEnds {
                let moved = place.moved(start: end, middle: offset, end: end)
                guard let samples = BlurredSamples(line, inHalvesOf: moved) else { continue }
                let costs = (
                    BlurredCosts(samples, bars.left, levels).least, BlurredCosts(samples, bars.right, levels).least
                )
                if costs.0 < left.cost { left = (costs.0, moved) }
                if costs.1 < right.cost { right = (costs.1, moved) }
            }
            return BlurredFit(
                place: BlurredFit.Place(start: left.place.start, middle: left.place.middle, end: right.place.end),
                shape: Self.usual.shape, blur: Self.usual.blur, spread: Self.usual.spread, levels: levels,
                error: (left.cost + right.cost) / detail)
        }
        return found.sorted { $0.error < $1.error }.prefix(Self.maxFitsOfPlace).compactMap {
            fitted($0, detail, rounds: 2)
        }
    }

    /// `fit` with the digits that are likeliest at its place, and the levels that suit them.
    private func fitted(_ fit: BlurredFit, _ detail: Float, rounds: Int = 1) -> BlurredFit? {
        guard let samples = BlurredSamples(line, along: fit.place) else { return nil }
        let bars = fit.bars
        var fit = fit
        for _ in 0..<rounds {
            fit.digits = BlurredCosts(samples, bars.segments, fit.levels).likeliest
            guard let (levels, left) = samples.fitted(bars, fit.digits) else { return nil }
            (fit.levels, fit.error) = (levels, left / detail)
        }
        return fit
    }

    /// The best fit near `fit`, by steps of its place and its lens that become smaller; nil if it stays a bad one.
    private func refined(_ fit: BlurredFit) -> BlurredFit? {
        guard let detail = BlurredSamples(line, along: fit.place)?.detail, var best = fitted(fit, detail) else {
            return nil
        }
        func take(_ change: (inout BlurredFit) -> Void) {
            var next = best
            change(&next)
            guard next.hasLens, let found = fitted(next, detail), found.error < best.error else { return }
            best = found
        }
        guard best.error.isFinite else { return nil }
        var step = Self.firstStep
        for _ in 0..<Self.maxRounds where step >= Self.lastStep {
            let before = best.error
            for move in Self.moves {
                take { $0.place = $0.place.moved(start: move.0 * step, middle: move.1 * step, end: move.2 * step) }
            }
            for change in -2...2 {
                take {
                    $0.shape = 1 - $0.shape; $0.blur += change
                }
            }
            for change in [-1, 1] {
                take { $0.blur += change }
                take { $0.spread += change }
            }
            guard best.error > before * Self.noProgress else { continue }
            guard best.error < Self.maxError else { return nil }
            step /= 2
        }
        return best
    }

    /// Parts of a module. Not measured: the coarse search is 0.4 off at most; less than the last step is hidden by the blur.
    private static let (firstStep, lastStep) = (Float(0.4), Float(0.05))
    /// Rounds of steps, at most. Not measured: photos take about ten; a bound for what goes on becoming a little better.
    private static let maxRounds = 40
    /// An error that becomes less by less than a hundredth.
    private static let noProgress: Float = 0.99
    /// After the first steps right places had an error of 0.11 at most.
    private static let maxError: Float = 0.15
    /// How the start, the middle and the end are moved.
    private static let moves: [(Float, Float, Float)] = [
        (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1), (1, 1, 1), (-1, -1, -1), (1, 0.5, 0),
        (-1, -0.5, 0), (0, 0.5, 1), (0, -0.5, -1),
    ]

    /// The best of `fit` and of what is found from places one and two modules beside it: a search may end where the digits at one
    /// end are a module off.
    private func settled(_ fit: BlurredFit) -> BlurredFit {
        var best = fit
        for (start, end) in Self.besides {
            var next = fit
            next.place = fit.place.moved(start: start, middle: (start + end) / 4, end: end)
            if let found = refined(next), found.error < best.error { best = found }
        }
        return best
    }

    private static let besides: [(Float, Float)] = [1, 2].flatMap { [($0, 0), (-$0, 0), (0, $0), (0, -$0)] }

    // Places

    /// Where a symbol may lie: between two stretches of paper, those with most paper first.
    private var places: [BlurredFit.Place] {
        let papers = papers
        var found: [(paper: Float, place: BlurredFit.Place)] = []
        for (i, first) in papers.enumerated() {
            for last in papers[(i + 1)...] where last.start - first.end >= Float(line.count) / Self.partOfLine {
                let module = (last.start - first.end) / Float(BlurredBars.modules)
                let paper = min(first.length / module, Self.enoughPaper) + min(last.length / module, Self.enoughPaper)
                guard paper >= Self.minPaper else { continue }
                let middle = (first.end + last.start) / 2
                found.append((paper, BlurredFit.Place(start: first.end, middle: middle, end: last.start)))
            }
        }
        var places: [BlurredFit.Place] = []
        for (_, place) in found.sorted(by: { $0.paper > $1.paper })
        where places.count < Self.maxPlaces && !places.contains(where: place.isNear) {
            places.append(place)
        }
        return places
    }

    /// Places of which a coarse search is made. Of 19 photos 12 places show as many as 4.
    private static let maxPlaces = 4
    /// The least part of the line that a symbol takes, as a divisor.
    private static let partOfLine: Float = 2.7
    /// Modules of paper at either end that count: those of the narrower quiet zone of an EAN-13 (ISO/IEC 15420).
    private static let enoughPaper: Float = 7
    /// Modules of paper at both ends together, at least: labels keep less than they should.
    private static let minPaper: Float = 6

    private struct Stretch {
        var start: Float
        var end: Float
        var length: Float { end - start }
    }

    /// Stretches that are as light as paper. What lies beyond the line's ends is paper, too.
    private var papers: [Stretch] {
        let values = line.values
        let reach = max(8, line.count / Self.partOfReach)
        var papers: [Stretch] = []
        var begun: Float? = 0
        for i in values.indices {
            let around = values[max(0, i - reach)..<min(values.count, i + reach)]
            let (light, dark) = (around.min() ?? 0, around.max() ?? 0)
            if values[i] < light + (dark - light) * Self.darkShare {
                if begun == nil { begun = Float(i) }
            } else if let start = begun {
                papers.append(Stretch(start: start, end: Float(i)))
                begun = nil
            }
        }
        papers.append(Stretch(start: begun ?? Float(line.count), end: Float(line.count)))
        return papers.enumerated().filter { i, paper in
            i == 0 || i == papers.count - 1 || paper.length >= Float(line.count) / Self.partOfPaper
        }.map(\.element)
    }

    /// How far around a sample the lightest and the darkest are looked for, as a divisor of the line.
    private static let partOfReach = 6
    /// What is darker than paper by this share of the way to the darkest is ink. Not measured: a guard that is blurred by a module
    /// and a half is half as dark as a wide bar.
    private static let darkShare: Float = 0.3
    /// The shortest stretch of paper, as a divisor of the line: two modules, about.
    private static let partOfPaper: Float = 70
}

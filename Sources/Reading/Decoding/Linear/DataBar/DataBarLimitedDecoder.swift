/// Reads DataBar Limited along a scan line: the check character by how likely each of its 89 patterns is, the
/// characters on its two sides, of two million patterns each, by a search from module to module; of all symbols with a
/// right check the likeliest is taken.
struct DataBarLimitedDecoder {
    private typealias Hypothesis = DataBarLimitedGeometry.Hypothesis

    private let geometry = DataBarLimitedGeometry()
    private let check = CharacterChain(
        [
            CharacterChain.Kind(
                DataBarLimited.checkCharacters.map { BarPattern(bits: $0, modules: DataBarLimited.checkModules) })
        ], minFirstFit: minFirstFit)

    /// Less than for several characters, whose mean is compared: one of narrow bars that are sharp looks little like
    /// itself through the usual optics. Measured: with 0.75 seven of 200 symbols that were made are not read at 3
    /// pixels a module, with 0.55 one of 150; with 0.4 one of 80 rows of random bars is read.
    private static let minFirstFit: Float = 0.55

    /// The correlation of the check character below which nothing more is looked at.
    /// Not measured: a little more than what the worst character of a sure symbol must reach.
    private static let minCheck: Float = 0.85
    /// The same before it is fitted. Not measured: less than `minCheck`, as its edges may be half a module off.
    private static let minLikely: Float = 0.68
    /// Places whose check character is fitted. Not measured: a bound on time.
    private static let placesTried = 5
    /// Places whose other characters are searched. Not measured: a bound on time; a search costs more than a fit.
    private static let placesSearched = 3
    /// The mean logarithm of a module's likelihood from which better optics may make it sure.
    /// Not measured: less than `Judged.minFit`.
    private static let promising: Float = 0.8

    /// What `line`, whose edges are `edges`, surely says from left to right; nil when no place in it does.
    func decode(_ line: ScanLine, _ edges: EdgeLine) -> LinearResult? {
        for (place, fit) in fitted(likeliest(geometry.find(in: edges), line), line) {
            if let judged = decode(line, at: place, fit), judged.isSure { return judged.result }
        }
        return nil
    }

    /// The likeliest symbol at a place.
    private struct Judged {
        var result: LinearResult
        /// How far the darkness of its worst module is off, in shares of the contrast.
        var worstError: Float
        /// The likeliest modules, whether their check is right or not.
        var seen: Modules

        /// Whether it is reported. Contents differ in more modules than those of other symbologies, so that a worse
        /// fit with a large margin is as good: of 720 symbols in frames none was misread so. But one of 89 spoiled
        /// symbols has a right check: half of those show it by a module of the wrong colour.
        var isSure: Bool {
            result.fit >= Self.minFit && result.margin >= Self.minMargin && result.shortfall <= Self.maxShortfall
                && result.weakest >= Self.minWeakest && worstError <= Self.maxError
        }

        /// Not measured by itself: less than `LinearResult.minFit`, for twice the margin.
        private static let minFit: Float = 0.95
        /// Not measured by itself: twice `LinearResult.minMargin`.
        private static let minMargin: Float = 8
        /// Not measured: the same as `LinearResult.maxShortfall`.
        private static let maxShortfall: Float = 0.75
        /// Not measured: the same as for ITF (`LinearCode.minWeakestOfITF`).
        private static let minWeakest: Float = 0.8
        /// Not measured: a module of the wrong colour is off by 1 where nothing is blurred.
        private static let maxError: Float = 0.6
    }

    private struct Modules {
        var left: [UInt8]
        var check: Int
        var right: [UInt8]
    }

    /// The places whose check character is one, the best first, and where exactly it lies.
    private func fitted(_ places: [Hypothesis], _ line: ScanLine) -> [(Hypothesis, CharacterChain.Fit)] {
        var fits: [(Hypothesis, CharacterChain.Fit)] = []
        for place in places {
            let near = [DataBarLimited.check, DataBarLimited.right].map { place.position(Float($0)) }
            if let fit = check.fit(line, near: near), fit.weakest >= Self.minCheck { fits.append((place, fit)) }
        }
        return Array(fits.sorted { $0.1.weakest > $1.1.weakest }.prefix(Self.placesSearched))
    }

    /// The places whose check character and last bar look most like ones.
    private func likeliest(_ places: [Hypothesis], _ line: ScanLine) -> [Hypothesis] {
        var likely: [(place: Hypothesis, score: Float)] = []
        for place in places {
            let cell = line.cell(
                from: place.position(Float(DataBarLimited.check - 1)),
                to: place.position(Float(DataBarLimited.right + 1)))
            let check = check.characters[0].banks[Optics.usual].best(cell)
            guard check >= Self.minLikely else { continue }
            let end = ModuleSamples(
                line, from: DataBarLimited.end - 1, to: DataBarLimited.modules + 4, place.position(_:)
            ).leastSquares(Self.lastBars, Self.usual).likeness
            if end >= Self.minLikely { likely.append((place, check + end)) }
        }
        return likely.sorted { $0.score > $1.score }.prefix(Self.placesTried).map(\.place)
    }

    /// The right character's last module, the last bar with the spaces around it, and two more modules at either end.
    private static let lastBars: [UInt8] = [0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0]
    private static let usual = ModuleResponse.all[Optics.usual]

    private func decode(_ line: ScanLine, at place: Hypothesis, _ fit: CharacterChain.Fit) -> Judged? {
        guard let value = fit.columns[0].indices.max(by: { fit.columns[0][$0] < fit.columns[0][$1] }) else {
            return nil
        }
        let bits = DataBarLimited.checkCharacters[value]
        let inner = (start: fit.edges[0], end: fit.edges[1])
        let module = (inner.end - inner.start) / Float(DataBarLimited.checkModules)
        let middle = ModuleSamples(line, from: DataBarLimited.check, to: DataBarLimited.right) {
            inner.start + ($0 - Float(DataBarLimited.check)) * module
        }
        let response = ModuleResponse.all[fit.optics]
        let seen = middle.leastSquares(Self.surrounded(bits), response)
        guard seen.levels.contrast > 0 else { return nil }
        let sides = [(true, place.start), (false, place.end)].map { isLeft, expected in
            DataBarLimitedSide(
                line, isLeft: isLeft, inner: inner, check: bits, expected: expected, levels: seen.levels, response)
        }
        guard let first = judged(sides, middle, response, seen.levels) else { return nil }
        guard !first.isSure, first.result.fit >= Self.promising,
            let better = Optics.all[fit.optics].neighbours.map(ModuleResponse.init)
                .map({ (response: $0, score: score(first.seen, sides, middle, $0)) }).max(by: { $0.score < $1.score })
        else { return first }
        let levels = middle.leastSquares(Self.surrounded(first.seen.check), better.response).levels
        return judged(sides, middle, better.response, levels)
    }

    /// The check character between the bar before it and the space behind it, with two more modules at either end.
    private static func surrounded(_ check: Int) -> [UInt8] {
        [0, 1] + UInt8.bits(check, DataBarLimited.checkModules) + [0, 0]
    }

    private func score(
        _ modules: Modules, _ sides: [DataBarLimitedSide], _ middle: ModuleSamples, _ response: ModuleResponse
    ) -> Float {
        var sum: Float = 0
        for (samples, modules) in [
            (sides[0].samples, modules.left), (middle, Self.surrounded(modules.check)),
            (sides[1].samples, modules.right),
        ] {
            sum += Likelihood.log(
                samples.leastSquares(modules, response).likeness, modules: Float(samples.halfModules.count))
        }
        return sum
    }

    /// The likeliest symbol whose check is right.
    private func judged(
        _ sides: [DataBarLimitedSide], _ middle: ModuleSamples, _ response: ModuleResponse, _ levels: Levels
    ) -> Judged? {
        let left = sides[0].candidates(levels: levels, response)
        let right = sides[1].candidates(levels: levels, response)
        let checks = DataBarLimited.checkCharacters.map {
            middle.leastSquares(Self.surrounded($0), response).likeness
        }
        let column = checks.map { Likelihood.log($0, modules: Float(DataBarLimited.checkModules)) }
        guard let check = column.indices.max(by: { column[$0] < column[$1] }), let a = left.first, let b = right.first
        else { return nil }
        var best: (digits: [UInt8], score: Float, modules: Modules)?
        // Where no other symbol is valid: any margin above `Judged.minMargin`.
        var second = a.score + b.score + column[check] - 100
        for a in left {
            for b in right {
                let value = DataBarLimited.checkValue(left: a.character, right: b.character)
                let score = a.score + b.score + column[value]
                guard score > second, let digits = DataBarLimited.number(left: a.character, right: b.character) else {
                    continue
                }
                if score > best?.score ?? -.infinity {
                    second = best?.score ?? second
                    best = (
                        digits, score,
                        Modules(left: a.modules, check: DataBarLimited.checkCharacters[value], right: b.modules)
                    )
                } else {
                    second = score
                }
            }
        }
        guard let best else { return nil }
        let modules = middle.halfModules.count + sides.reduce(0) { $0 + $1.samples.halfModules.count }
        let result = LinearResult(
            characters: best.digits, start: sides[0].outer, end: sides[1].outer, fit: best.score / Float(modules),
            margin: best.score - second, shortfall: a.score + b.score + column[check] - best.score,
            weakest: min(checks[check], a.likeness, b.likeness))
        let worst = max(
            sides[0].samples.worstError(best.modules.left, response),
            middle.worstError(Self.surrounded(best.modules.check), response),
            sides[1].samples.worstError(best.modules.right, response))
        let seen = Modules(left: a.modules, check: DataBarLimited.checkCharacters[check], right: b.modules)
        return Judged(result: result, worstError: worst, seen: seen)
    }
}

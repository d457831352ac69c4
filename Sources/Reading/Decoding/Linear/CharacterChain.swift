/// The characters of a symbol one after another, each of a kind, and where along a scan line they fit best.
struct CharacterChain {
    /// A kind of character: which bars it may be, all of the same width.
    struct Kind {
        let modules: Float
        let patterns: [BarPattern]
        /// What its characters look like through each of `Optics.all`.
        let banks: [PatternBank]

        init(_ patterns: [BarPattern]) {
            modules = patterns[0].modules
            self.patterns = patterns
            banks = Optics.all.map { PatternBank(patterns, through: $0) }
        }
    }

    let characters: [Kind]
    /// Modules of all of them.
    let modules: Float

    /// The mean logarithm of a module's likelihood below which a first fit is given up.
    private let minFirstFit: Float

    init(_ characters: [Kind], minFirstFit: Float = CharacterChain.minFirstFit) {
        (self.characters, self.minFirstFit) = (characters, minFirstFit)
        modules = characters.reduce(0) { $0 + $1.modules }
    }

    /// Where the characters lie.
    struct Fit {
        /// Where each begins, and where the last ends, in samples.
        var edges: [Float]
        /// The place in `Optics.all` of those that fit best.
        var optics: Int
        /// The least of the characters' correlations with the best of their kind.
        var weakest: Float = 1
        /// The logarithm of the likelihood of each kind's characters, at each place.
        var columns: [[Float]] = []
        /// The logarithm of the likelihood of the best characters.
        var score: Float
    }

    /// How far a character's edge is moved from one place that is tried to the next: parts of a module, in two rounds.
    /// Not measured: coarse enough to be quick, then finer than what blur hides.
    private static let steps: (coarse: Float, fine: Float) = (0.25, 0.1)

    /// The best fit near `edges`; nil when they lie too close to each other.
    func fit(_ line: ScanLine, near edges: [Float]) -> Fit? {
        guard edges.count == characters.count + 1, zip(edges, edges.dropFirst()).allSatisfy({ $0 + 2 < $1 }) else {
            return nil
        }
        var fit = bestPath(line, edges, Optics.usual, step: Self.steps.coarse)
        guard fit.score >= minFirstFit * modules else { return nil }
        fit = bestPath(line, fit.edges, bestOptics(line, fit.edges), step: Self.steps.fine)
        // An edge may have been pushed over its neighbour.
        guard zip(fit.edges, fit.edges.dropFirst()).allSatisfy({ $0 + 2 < $1 }) else { return nil }
        for (i, kind) in characters.enumerated() {
            let likenesses = kind.banks[fit.optics].likenesses(cell(line, fit.edges[i], fit.edges[i + 1], kind))
            fit.weakest = min(fit.weakest, likenesses.max() ?? 0)
            fit.columns.append(likenesses.map { Likelihood.log($0, modules: kind.modules) })
        }
        return fit
    }

    /// The same fit with each character between its neighbours, where before it was between any: with
    /// much blur neighbours look into each other.
    func refined(_ line: ScanLine, _ fit: Fit) -> Fit {
        let cells = characters.enumerated().map { cell(line, fit.edges[$0], fit.edges[$0 + 1], $1) }
        var result = fit
        for _ in 0..<2 {
            let patterns = Self.likeliest(result).enumerated().map { characters[$0].patterns[$1] }
            func likelihood(_ pattern: BarPattern, at i: Int, _ optics: Optics) -> Float {
                let (before, after) = Self.neighbours(of: i, patterns)
                let seen = pattern.seen(through: optics, before: before, after: after)
                return Likelihood.log((seen * cells[i]).sum(), modules: characters[i].modules)
            }
            var best = (optics: Optics.all[fit.optics], score: -Float.infinity)
            for optics in Optics.all[fit.optics].neighbours {
                let score = patterns.indices.reduce(Float(0)) { $0 + likelihood(patterns[$1], at: $1, optics) }
                if score > best.score { best = (optics, score) }
            }
            result.score = 0
            for i in patterns.indices {
                let column = fit.columns[i]
                let highest = column.max() ?? 0
                for (p, likely) in column.enumerated() where likely > highest - Self.doubt {
                    result.columns[i][p] = likelihood(characters[i].patterns[p], at: i, best.optics)
                }
                result.score += result.columns[i].max() ?? 0
            }
        }
        return result
    }

    /// The likeliest character of each kind, by its place in the kind.
    static func likeliest(_ fit: Fit) -> [Int] {
        fit.columns.map { column in column.indices.max { column[$0] < column[$1] } ?? 0 }
    }

    /// How far dark and light are apart in each character, were it the likeliest of its kind: in a symbol about the
    /// same all along, or changing little by little.
    func contrasts(_ line: ScanLine, _ fit: Fit) -> [Float] {
        let patterns = Self.likeliest(fit).enumerated().map { characters[$0].patterns[$1] }
        return patterns.enumerated().map { i, pattern in
            let (before, after) = Self.neighbours(of: i, patterns)
            let seen = pattern.darkness(through: Optics.all[fit.optics], before: before, after: after)
            let module = (fit.edges[i + 1] - fit.edges[i]) / characters[i].modules
            return line.means(from: fit.edges[i] - module, to: fit.edges[i + 1] + module).deviation / seen.deviation
        }
    }

    /// The widths before the pattern at `i`, the nearest first, and after it.
    private static func neighbours(of i: Int, _ patterns: [BarPattern]) -> (before: [Float], after: ArraySlice<Float>) {
        (
            i > 0 ? patterns[i - 1].widths.suffix(3).reversed() : [quietZone],
            i + 1 < patterns.count ? patterns[i + 1].widths.prefix(3) : [quietZone]
        )
    }

    /// Where the characters begin, and where the last ends, by the place of each of the chain's modules.
    func edges(_ position: (Float) -> Float) -> [Float] {
        var edges = [position(0)]
        var k: Float = 0
        for kind in characters {
            k += kind.modules
            edges.append(position(k))
        }
        return edges
    }

    /// Modules of the quiet zone that is beside the first and the last character: those of Code 128 (ISO/IEC 15417),
    /// wider than any blur that is tried.
    private static let quietZone: Float = 10
    /// Characters this much less likely than the best one remain less likely whatever their neighbours are.
    /// Measured: 5 and 8 read as many.
    private static let doubt: Float = 6

    /// Offsets of an edge that are tried, to either side. Three steps of 0.25 modules, then of 0.1: an edge is found
    /// from 0.75 modules away. Measured: 2 reads as many, 4 reads 1 more.
    private static let reach = 3
    private static let states = 2 * reach + 1

    /// Moves the edges between characters to where the characters fit best: dynamic programming over offsets in steps
    /// of `step` modules, neighbouring edges by about the same.
    private func bestPath(_ line: ScanLine, _ edges: [Float], _ optics: Int, step: Float) -> Fit {
        let module = (edges[edges.count - 1] - edges[0]) / modules
        let states = Self.states
        func offset(_ state: Int) -> Float { Float(state - Self.reach) * step * module }
        var scores = [Float](repeating: 0, count: states)
        var next = scores
        var origins = [Int](repeating: 0, count: states * characters.count)
        for (i, kind) in characters.enumerated() {
            let bank = kind.banks[optics]
            for to in 0..<states {
                next[to] = -.infinity
                for from in max(0, to - 1)...min(states - 1, to + 1) {
                    let cell = cell(line, edges[i] + offset(from), edges[i + 1] + offset(to), kind)
                    let score =
                        scores[from] + Likelihood.log(bank.best(cell), modules: kind.modules)
                        - (from == to ? 0 : Self.bend)
                    if score > next[to] {
                        next[to] = score
                        origins[i * states + to] = from
                    }
                }
            }
            swap(&scores, &next)
        }
        var state = scores.indices.max { scores[$0] < scores[$1] } ?? Self.reach
        let best = scores[state]
        var result = edges
        for i in characters.indices.reversed() {
            result[i + 1] += offset(state)
            state = origins[i * states + state]
        }
        result[0] += offset(state)
        return Fit(edges: result, optics: optics, score: best)
    }

    /// The mean logarithm of a module's likelihood below which a first fit is given up.
    /// Measured: 0.6 and 0.938 read as many.
    private static let minFirstFit: Float = 0.75

    /// What it costs when a character is wider or narrower than its neighbours. Measured: 0.12 and 0.188 read as many.
    private static let bend: Float = 0.15

    private func bestOptics(_ line: ScanLine, _ edges: [Float]) -> Int {
        let cells = characters.enumerated().map { cell(line, edges[$0], edges[$0 + 1], $1) }
        var best = (index: Optics.usual, score: -Float.infinity)
        for optics in Optics.all.indices {
            var score: Float = 0
            for (kind, cell) in zip(characters, cells) {
                score += Likelihood.log(kind.banks[optics].best(cell), modules: kind.modules)
            }
            if score > best.score { best = (optics, score) }
        }
        return best.index
    }

    @inline(__always)
    private func cell(_ line: ScanLine, _ start: Float, _ end: Float, _ kind: Kind) -> Cell {
        let module = (end - start) / kind.modules
        return line.cell(from: start - module, to: end + module)
    }
}

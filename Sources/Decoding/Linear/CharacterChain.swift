/// The characters of a symbol one after another, each of a kind, and where along a scan line they fit best.
struct CharacterChain {
    /// A kind of character: which bars it may be, all of the same width.
    struct Kind {
        /// Modules.
        let modules: Float
        /// What its characters look like through each of `Optics.all`.
        let banks: [PatternBank]

        init(_ patterns: [BarPattern]) {
            modules = patterns[0].modules
            banks = Optics.all.map { PatternBank(patterns, through: $0) }
        }
    }

    let characters: [Kind]
    /// Modules of all of them.
    let modules: Float

    init(_ characters: [Kind]) {
        self.characters = characters
        modules = characters.reduce(0) { $0 + $1.modules }
    }

    /// Where the characters lie.
    struct Fit {
        /// Where each begins, and where the last ends, in samples.
        var edges: [Float]
        /// The place in `Optics.all` of those that fit best.
        var optics: Int
        /// The logarithm of the likelihood of the best characters.
        var score: Float
    }

    /// The best fit near `edges`; nil when they lie too close to each other.
    func fit(_ line: ScanLine, near edges: [Float]) -> Fit? {
        guard edges.count == characters.count + 1, zip(edges, edges.dropFirst()).allSatisfy({ $0 + 2 < $1 }) else {
            return nil
        }
        var fit = bestPath(line, edges, Optics.usual, step: 0.25)
        guard fit.score >= Self.worth * modules else { return nil }
        fit = bestPath(line, fit.edges, bestOptics(line, fit.edges), step: 0.1)
        // An edge may have been pushed over its neighbour.
        return zip(fit.edges, fit.edges.dropFirst()).allSatisfy({ $0 + 2 < $1 }) ? fit : nil
    }

    /// The logarithms of the likelihoods of all characters of the kind at place `i`.
    func likelihoods(_ line: ScanLine, _ fit: Fit, at i: Int) -> [Float] {
        let kind = characters[i]
        return kind.banks[fit.optics].likenesses(cell(line, fit.edges[i], fit.edges[i + 1], kind))
            .map { Likelihood.log($0, modules: kind.modules) }
    }

    /// Offsets of an edge that are tried, to either side.
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

    /// The likelihood of a module below which a first fit leads nowhere.
    private static let worth: Float = 0.6

    /// What it costs when a character is wider or narrower than its neighbours.
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

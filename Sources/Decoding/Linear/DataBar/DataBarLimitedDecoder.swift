/// Reads DataBar Limited along a scan line: the check character by how likely each of its 89 patterns is, the two
/// characters beside it, of two million patterns each, by a search from module to module; of all symbols with a right
/// check the likeliest is taken.
struct DataBarLimitedDecoder {
    private let geometry = DataBarLimitedGeometry()
    private let check = CharacterChain([
        CharacterChain.Kind(
            DataBarLimited.checkCharacters.map { BarPattern(bits: $0, modules: DataBarLimited.checkModules) })
    ])

    /// The correlation of the check character below which nothing more is looked at.
    private static let leastCheck: Float = 0.85
    /// Beginnings kept by the search, and by a first one for where the character begins.
    private static let width = 96
    private static let narrow = 16
    /// Characters of either side that are combined.
    private static let combined = 48

    /// What `line`, whose edges are `edges`, most likely says from left to right; nil when no place in it looks like a
    /// symbol.
    func decode(_ line: ScanLine, _ edges: EdgeLine) -> LinearResult? {
        var best: LinearResult?
        for place in geometry.find(in: edges) {
            guard let result = decode(line, at: place) else { continue }
            if best.map({ result.rank > $0.rank }) ?? true { best = result }
            if result.isSure { break }
        }
        return best
    }

    /// One of the characters beside the check character, as it may be.
    private struct Candidate {
        let character: DataBarLimited.Character
        /// The logarithm of its likelihood.
        let score: Float
    }

    /// A side of the symbol that was searched.
    private struct Side {
        var candidates: [Candidate]
        /// The outer end, in samples.
        var outer: Float
        var likeness: Float
    }

    private func decode(_ line: ScanLine, at place: DataBarLimitedGeometry.Hypothesis) -> LinearResult? {
        let near = [DataBarLimited.check, DataBarLimited.right].map { place.position(Float($0)) }
        guard let fit = check.fit(line, near: near), fit.weakest >= Self.leastCheck else { return nil }
        let column = fit.columns[0]
        guard let likeliest = column.indices.max(by: { column[$0] < column[$1] }) else { return nil }
        let middle = DataBarLimited.checkCharacters[likeliest]
        let response = ModuleResponse.all[fit.optics]
        let inner = [(Float(DataBarLimited.check), fit.edges[0]), (Float(DataBarLimited.right), fit.edges[1])]
        // Between the left character's last bar and the right one's first space.
        let samples = ModuleSamples(line, from: DataBarLimited.check, to: DataBarLimited.right) {
            inner[0].1 + (inner[1].1 - inner[0].1) * ($0 - inner[0].0) / (inner[1].0 - inner[0].0)
        }
        let levels = samples.leastSquares([0, 1] + Self.bits(middle, 18) + [0, 0], response)
        guard levels.contrast > 0 else { return nil }
        guard
            let left = side(
                line, inner, outer: (0, place.start), response, levels.base, levels.contrast, isLeft: true,
                neighbour: middle),
            let right = side(
                line, inner, outer: (Float(DataBarLimited.modules), place.end), response, levels.base, levels.contrast,
                isLeft: false, neighbour: middle)
        else { return nil }
        return judged(left, right, column, fit.weakest)
    }

    private static func bits(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(value >> (count - 1 - $0) & 1) }
    }

    /// The likeliest characters of one side: of the places where its outer end may be, those at the one that fits best.
    private func side(
        _ line: ScanLine, _ inner: [(Float, Float)], outer: (Float, Float), _ response: ModuleResponse, _ base: Float,
        _ contrast: Float, isLeft: Bool, neighbour: Int
    ) -> Side? {
        let module = (inner[1].1 - inner[0].1) / (inner[1].0 - inner[0].0)
        let first = isLeft ? DataBarLimited.left : DataBarLimited.right
        // With the bar at the end and what must be light beside it.
        let range = isLeft ? first - 2..<DataBarLimited.check + 1 : first - 1..<DataBarLimited.modules + 3
        let before = isLeft ? 0b0001 : neighbour & 15
        let after = isLeft ? neighbour >> 16 : 0b01
        let search = ModuleSearch(modules: DataBarLimited.characterModules, elements: 14, response: response)
        var best: (samples: ModuleSamples, outer: Float, error: Float)?
        for step in -4...4 {
            let end = (outer.0, outer.1 + Float(step) * 0.15 * module)
            let samples = ModuleSamples(line, from: range.lowerBound, to: range.upperBound) {
                parabola($0, inner[0], inner[1], end)
            }
            let own = samples.halves[(first - range.lowerBound)...].prefix(DataBarLimited.characterModules)
            let found = search.likeliest(
                own, before: before, after: after, base: base, contrast: contrast, width: Self.narrow)
            guard let error = found.first?.error else { continue }
            if error < best?.error ?? .infinity { best = (samples, end.1, error) }
        }
        guard let best else { return nil }
        let own = best.samples.halves[(first - range.lowerBound)...].prefix(DataBarLimited.characterModules)
        let all = search.likeliest(own, before: before, after: after, base: base, contrast: contrast, width: Self.width)
        var candidates: [Candidate] = []
        var likeness: Float = 0
        let (lead, tail): ([UInt8], [UInt8]) =
            isLeft
            ? ([0, 0, 0, 1], Self.bits(neighbour >> 15, 3))
            : (Self.bits(neighbour, 3), [0, 1, 0, 0, 0, 0, 0])
        for (bits, _) in all where candidates.count < Self.combined {
            guard let character = DataBarLimited.Character(bits: bits) else { continue }
            let modules = lead + Self.bits(bits, DataBarLimited.characterModules) + tail
            let like = best.samples.likeness(to: modules, response)
            likeness = max(likeness, like)
            candidates.append(
                Candidate(character: character, score: Likelihood.log(like, modules: Float(best.samples.halves.count))))
        }
        return candidates.isEmpty ? nil : Side(candidates: candidates, outer: best.outer, likeness: likeness)
    }

    /// The likeliest symbol whose check is right.
    private func judged(_ left: Side, _ right: Side, _ column: [Float], _ weakest: Float) -> LinearResult? {
        var best: (digits: [UInt8], score: Float)?
        var second = -Float.infinity
        for a in left.candidates {
            for b in right.candidates {
                let value = DataBarLimited.checkValue(left: a.character, right: b.character)
                let score = a.score + b.score + column[value]
                guard score > second, let digits = DataBarLimited.number(left: a.character, right: b.character) else {
                    continue
                }
                if score > best?.score ?? -.infinity {
                    second = best?.score ?? second
                    best = (digits, score)
                } else {
                    second = score
                }
            }
        }
        guard let best else { return nil }
        let free = [left.candidates.map(\.score), right.candidates.map(\.score), column].reduce(0) {
            $0 + ($1.max() ?? 0)
        }
        return LinearResult(
            characters: best.digits, start: left.outer, end: right.outer, fit: best.score / Float(DataBarLimited.modules + 4),
            margin: best.score - max(second, best.score - 100), shortfall: free - best.score,
            weakest: min(weakest, left.likeness, right.likeness))
    }
}

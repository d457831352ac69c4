/// Reads EAN-13, UPC-A and EAN-8 along a scan line by how likely each digit is.
///
/// The edges that every such symbol has tell where it may lie; from there the edges between digits move to where the
/// digits fit best, and of all numbers with a right check digit the likeliest is taken.
struct ProductDecoder {
    private let geometry: ProductGeometry
    private let parts: [ProductPart]

    /// A decoder of symbols with 6 (EAN-13, UPC-A) or 4 (EAN-8) digits on either side of the middle.
    init(digitsPerHalf: Int) {
        geometry = ProductGeometry(digitsPerHalf: digitsPerHalf)
        parts =
            [.side] + Array(repeating: .left, count: digitsPerHalf) + [.middle]
            + Array(repeating: .right, count: digitsPerHalf) + [.side]
    }

    /// What `line` most likely says; nil when no place in it looks like a symbol.
    func decode(_ line: ScanLine) -> LinearResult? {
        var best: LinearResult?
        for place in geometry.find(in: line) {
            guard let result = decode(line, at: place) else { continue }
            if best.map({ result.rank > $0.rank }) ?? true { best = result }
            if result.isSure { break }
        }
        return best
    }

    /// The optics to begin with: a blur of half a module.
    private static let usual = 4

    private func decode(_ line: ScanLine, at place: ProductGeometry.Hypothesis) -> LinearResult? {
        var edges: [Float] = []
        var k: Float = 0
        for part in parts {
            edges.append(place.position(k, of: geometry.modules))
            k += part.modules
        }
        edges.append(place.position(k, of: geometry.modules))
        guard zip(edges, edges.dropFirst()).allSatisfy({ $0 + 2 < $1 }) else { return nil }

        edges = bestPath(line, edges, ProductBanks.all[Self.usual], step: 0.25).edges
        let banks = ProductBanks.all[bestOptics(line, edges)]
        let path = bestPath(line, edges, banks, step: 0.1)
        return judged(line, path.edges, path.score, banks)
    }

    /// Offsets of an edge that are tried, to either side.
    private static let reach = 3
    private static let states = 2 * reach + 1

    /// Moves the edges between parts to where the parts fit best: dynamic programming over offsets in steps of `step`
    /// modules, neighbouring edges by about the same.
    private func bestPath(
        _ line: ScanLine, _ edges: [Float], _ banks: ProductBanks, step: Float
    ) -> (edges: [Float], score: Float) {
        let module = (edges[edges.count - 1] - edges[0]) / geometry.modules
        let states = Self.states
        func offset(_ state: Int) -> Float { Float(state - Self.reach) * step * module }
        var scores = [Float](repeating: 0, count: states)
        var next = scores
        var origins = [Int](repeating: 0, count: states * parts.count)
        for (i, part) in parts.enumerated() {
            let bank = banks.bank(part)
            for to in 0..<states {
                next[to] = -.infinity
                for from in max(0, to - 1)...min(states - 1, to + 1) {
                    let cell = Self.cell(line, edges[i] + offset(from), edges[i + 1] + offset(to), part)
                    let score =
                        scores[from] + Likelihood.log(bank.best(cell), modules: part.modules)
                        - (from == to ? 0 : 0.15)
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
        for i in parts.indices.reversed() {
            result[i + 1] += offset(state)
            state = origins[i * states + state]
        }
        result[0] += offset(state)
        return (result, best)
    }

    private func bestOptics(_ line: ScanLine, _ edges: [Float]) -> Int {
        var best = (index: Self.usual, score: -Float.infinity)
        let cells = parts.indices.map { Self.cell(line, edges[$0], edges[$0 + 1], parts[$0]) }
        for (index, banks) in ProductBanks.all.enumerated() {
            var score: Float = 0
            for (part, cell) in zip(parts, cells) {
                score += Likelihood.log(banks.bank(part).best(cell), modules: part.modules)
            }
            if score > best.score { best = (index, score) }
        }
        return best.index
    }

    @inline(__always)
    private static func cell(_ line: ScanLine, _ start: Float, _ end: Float, _ part: ProductPart) -> Cell {
        let module = (end - start) / part.modules
        return line.cell(from: start - module, to: end + module)
    }

    /// The likeliest number, either way up.
    private func judged(_ line: ScanLine, _ edges: [Float], _ score: Float, _ banks: ProductBanks) -> LinearResult? {
        var left: [[Float]] = []
        var right: [[Float]] = []
        var free: Float = 0
        for (i, part) in parts.enumerated() where part == .left || part == .right {
            let cell = Self.cell(line, edges[i], edges[i + 1], part)
            let all = banks.bank(part).likenesses(cell).map { Likelihood.log($0, modules: part.modules) }
            free += all.max() ?? 0
            if part == .left { left.append(all) } else { right.append(all) }
        }
        var ranking = ProductRanking()
        ranking.add(first: left, last: right.map { Array($0[..<10]) }, isReversed: false)
        // On its head: the right half comes first, set A where its reverse is seen, set B where C is.
        ranking.add(
            first: right.reversed().map { Array($0[10...] + $0[..<10]) }, last: left.reversed().map { Array($0[10...]) },
            isReversed: true)
        guard let best = ranking.best else { return nil }
        let (start, end) = (edges[0], edges[edges.count - 1])
        return LinearResult(
            digits: best.digits, start: best.isReversed ? end : start, end: best.isReversed ? start : end,
            fit: (score - free + best.score) / geometry.modules, margin: best.score - ranking.second,
            shortfall: free - best.score)
    }
}

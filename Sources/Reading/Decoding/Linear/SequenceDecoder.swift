/// Reads symbols that are a start, characters of one width, and a stop, along a scan line by how likely each
/// character is.
struct SequenceDecoder {
    private let geometry: SequenceGeometry
    private let start: CharacterChain.Kind
    private let data: CharacterChain.Kind
    private let stop: CharacterChain.Kind
    private let rank: Ranker

    /// The likeliest valid content, from the likelihoods of each start and of each character at each place; the start
    /// counts only where there are several.
    typealias Ranker = @Sendable (_ start: [Float], _ data: [[Float]]) -> Ranked?

    /// The likeliest valid content.
    struct Ranked {
        /// The start and the characters, check characters too.
        var values: [UInt8]
        /// The logarithm of its likelihood, and that of the next.
        var score: Float
        var second: Float
    }

    /// - Parameter characters: how many there may be, check characters too. Upper bounds are not measured: each count
    /// is
    ///   a hypothesis for each start and stop, which takes time.
    init(
        start: [BarPattern], data: [BarPattern], stop: [BarPattern], characters: ClosedRange<Int>,
        rank: @escaping Ranker
    ) {
        geometry = SequenceGeometry(start: start, data: data, stop: stop, characters: characters)
        self.start = CharacterChain.Kind(start)
        self.data = CharacterChain.Kind(data)
        self.stop = CharacterChain.Kind(stop)
        self.rank = rank
    }

    /// What `line`, whose edges are `edges`, most likely says from left to right; nil when no place in it looks like a
    /// symbol.
    func decode(_ line: ScanLine, _ edges: EdgeLine) -> LinearResult? {
        LinearResult.best(at: geometry.find(in: edges)) { decode(line, at: $0) }
    }

    private func decode(_ line: ScanLine, at place: SequenceGeometry.Hypothesis) -> LinearResult? {
        let chain = CharacterChain([start] + Array(repeating: data, count: place.count) + [stop])
        let edges = chain.edges { place.position($0 / chain.modules) }
        return chain.fit(line, near: edges).flatMap { judged($0, chain.modules) }
    }

    private func judged(_ fit: CharacterChain.Fit, _ modules: Float) -> LinearResult? {
        let starts = fit.columns[0]
        let characters = Array(fit.columns.dropFirst().dropLast())
        let free = characters.reduce(starts.max() ?? 0) { $0 + ($1.max() ?? 0) }
        guard var ranked = rank(starts, characters) else { return nil }
        if starts.count == 1 {
            ranked.score += starts[0]
            ranked.second += starts[0]
        }
        return LinearResult(
            characters: ranked.values, start: fit.edges[0], end: fit.edges[fit.edges.count - 1],
            fit: (fit.score - free + ranked.score) / modules, margin: ranked.score - ranked.second,
            shortfall: free - ranked.score, weakest: fit.weakest)
    }
}

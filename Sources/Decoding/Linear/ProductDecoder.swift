import Glibc

/// Reads EAN-13, UPC-A and EAN-8 along a scan line by how likely each digit is.
///
/// The edges that every such symbol has tell where it may lie; from there the edges between digits move to where the
/// digits fit best, and of all numbers with a right check digit the likeliest is taken.
struct ProductDecoder {
    private let geometry: ProductGeometry
    private let chain: CharacterChain
    private let digitsPerHalf: Int

    private static let left = CharacterChain.Kind(ProductPatterns.left)
    private static let right = CharacterChain.Kind(ProductPatterns.right)
    private static let side = CharacterChain.Kind([ProductPatterns.side])
    private static let middle = CharacterChain.Kind([ProductPatterns.middle])

    /// A decoder of symbols with 6 (EAN-13, UPC-A) or 4 (EAN-8) digits on either side of the middle.
    init(digitsPerHalf: Int) {
        self.digitsPerHalf = digitsPerHalf
        geometry = ProductGeometry(digitsPerHalf: digitsPerHalf)
        chain = CharacterChain(
            [Self.side] + Array(repeating: Self.left, count: digitsPerHalf) + [Self.middle]
                + Array(repeating: Self.right, count: digitsPerHalf) + [Self.side])
    }

    /// What `line`, whose edges are `edges`, most likely says; nil when no place in it looks like a symbol.
    func decode(_ line: ScanLine, _ edges: EdgeLine) -> LinearResult? {
        LinearResult.best(at: geometry.find(in: edges)) { decode(line, at: $0) }
    }

    private func decode(_ line: ScanLine, at place: ProductGeometry.Hypothesis) -> LinearResult? {
        var edges = [place.position(0, of: geometry.modules)]
        var k: Float = 0
        for kind in chain.characters {
            k += kind.modules
            edges.append(place.position(k, of: geometry.modules))
        }
        guard var fit = chain.fit(line, near: edges), var result = judged(fit) else { return nil }
        if !result.isSure && result.isPromising {
            let refined = chain.refined(line, fit)
            if let closer = judged(refined) { (fit, result) = (refined, closer) }
        }
        return result.isSure && !isEven(line, fit) ? nil : result
    }

    /// Whether no digit is paler than it should be.
    ///
    /// In 1 and 7, and in 2 and 8, edges of one kind lie equally far apart (EN 797): only the widths of bars tell which
    /// it is. Blurred narrow bars look like wide ones, but paler than those of the digits around them.
    private func isEven(_ line: ScanLine, _ fit: CharacterChain.Fit) -> Bool {
        let levels = chain.contrasts(line, fit).map { log(max($0, .leastNormalMagnitude)) }
        let digits = CharacterChain.likeliest(fit)
        let trend = Trend(levels)
        return levels.indices.allSatisfy { i in
            let isDigit = chain.characters[i].patterns.count >= 10
            let isWide = isDigit && (digits[i] % 10 == 1 || digits[i] % 10 == 2)
            return !isWide || levels[i] - trend[i] > Self.palest
        }
    }

    /// The logarithm of how pale a digit may be: of 86 symbols one was paler, of misreads all.
    private static let palest: Float = -0.22

    /// The likeliest number, either way up.
    private func judged(_ fit: CharacterChain.Fit) -> LinearResult? {
        let left = Array(fit.columns[1...digitsPerHalf])
        let right = Array(fit.columns[(digitsPerHalf + 2)...(2 * digitsPerHalf + 1)])
        let free = (left + right).reduce(Float(0)) { $0 + ($1.max() ?? 0) }
        var ranking = ProductRanking()
        ranking.add(first: left, last: right.map { Array($0[..<10]) }, isReversed: false)
        // On its head: the right half comes first, set A where its reverse is seen, set B where C is.
        ranking.add(
            first: right.reversed().map { Array($0[10...] + $0[..<10]) },
            last: left.reversed().map { Array($0[10...]) },
            isReversed: true)
        guard let best = ranking.best else { return nil }
        let (start, end) = (fit.edges[0], fit.edges[fit.edges.count - 1])
        return LinearResult(
            characters: best.digits, start: best.isReversed ? end : start, end: best.isReversed ? start : end,
            fit: (fit.score - free + best.score) / chain.modules, margin: best.score - ranking.second,
            shortfall: free - best.score, weakest: fit.weakest)
    }
}

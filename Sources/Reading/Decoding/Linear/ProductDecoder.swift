import Glibc

/// Reads EAN-13, UPC-A and EAN-8 along a scan line by how likely each digit is.
///
/// The edges that every such symbol has show where it may lie; from there the edges between digits move to where the
/// digits fit best, and of all numbers with a right check digit the likeliest is taken.
struct ProductDecoder {
    let geometry: ProductGeometry
    let chain: CharacterChain
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
        guard var fit = chain.fit(line, near: edges(at: place)), var result = judged(fit) else { return nil }
        if !result.isSure && result.isPromising {
            let refined = chain.refined(line, fit)
            if let closer = judged(refined) { (fit, result) = (refined, closer) }
        }
        return result.isSure && !isEven(line, fit) ? nil : result
    }

    /// Where the characters begin, and where the last ends, in samples.
    func edges(at place: ProductGeometry.Hypothesis) -> [Float] {
        chain.edges { place.position($0, of: geometry.modules) }
    }

    /// Whether no digit is paler than it should be.
    ///
    /// In 1 and 7, and in 2 and 8, edges of one kind lie equally far apart (EN 797): only the widths of bars show which
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

    /// The likelihoods of the digits before and after the middle, one column a digit: those of `ProductPatterns.left`
    /// or `right`.
    private func digitColumns(_ fit: CharacterChain.Fit) -> (left: [[Float]], right: [[Float]]) {
        (Array(fit.columns[1...digitsPerHalf]), Array(fit.columns[(digitsPerHalf + 2)...(2 * digitsPerHalf + 1)]))
    }

    /// The digits as they are seen from either end: for each place before the middle the likelihoods of set A, then of
    /// set B; for each behind it those of set C.
    private func orientations(_ columns: (left: [[Float]], right: [[Float]])) -> [(first: [[Float]], last: [[Float]])] {
        let (left, right) = columns
        return [
            (left, right.map { Array($0[..<10]) }),
            // Rotated by 180°: the right half comes first, set A where its reverse is seen, set B where C is.
            (right.reversed().map { Array($0[10...] + $0[..<10]) }, left.reversed().map { Array($0[10...]) }),
        ]
    }

    /// All numbers with a right check digit.
    private func ranked(_ columns: (left: [[Float]], right: [[Float]])) -> ProductRanking {
        var ranking = ProductRanking()
        for (i, orientation) in orientations(columns).enumerated() {
            ranking.add(first: orientation.first, last: orientation.last, isReversed: i == 1)
        }
        return ranking
    }

    /// The likeliest number.
    private func judged(_ fit: CharacterChain.Fit) -> LinearResult? {
        let columns = digitColumns(fit)
        let free = (columns.left + columns.right).reduce(Float(0)) { $0 + ($1.max() ?? 0) }
        let ranking = ranked(columns)
        guard let best = ranking.best else { return nil }
        let (start, end) = (fit.edges[0], fit.edges[fit.edges.count - 1])
        return LinearResult(
            characters: best.digits, start: best.isReversed ? end : start, end: best.isReversed ? start : end,
            fit: (fit.score - free + best.score) / chain.modules, margin: best.score - ranking.second,
            shortfall: free - best.score, weakest: fit.weakest)
    }

    /// How well `line`, whose edges are `edges`, agrees with `digits`; nil when no place in it looks like a symbol.
    ///
    /// - Parameter length: how long the symbol is, about, in samples of the line.
    func evidence(for digits: [UInt8], _ line: ScanLine, _ edges: EdgeLine, length: Float) -> ProductEvidence? {
        var best: ProductEvidence?
        for place in geometry.find(
            in: edges, halfWidths: Self.halfShares.lowerBound * length...Self.halfShares.upperBound * length)
        {
            guard let fit = chain.fit(line, near: self.edges(at: place)),
                let first = evidence(for: digits, fit)
            else { continue }
            // No closer look can make another likelier.
            if first.margin >= ProductEvidence.clear { return first }
            guard let closer = evidence(for: digits, chain.refined(line, fit)) else { continue }
            if closer.fit > best?.fit ?? -.infinity { best = closer }
        }
        return best
    }

    /// Half a symbol's width, as a share of the length that an engine reported.
    /// Not measured: the end that it marked may be some modules off, and a slant makes one half wider.
    private static let halfShares: ClosedRange<Float> = 0.4...0.6

    private func evidence(for digits: [UInt8], _ fit: CharacterChain.Fit) -> ProductEvidence? {
        let columns = digitColumns(fit)
        let ranking = ranked(columns)
        guard let best = ranking.best else { return nil }
        let given = orientations(columns).map { score(of: digits, $0.first, $0.last) }.max() ?? 0
        let free = (columns.left + columns.right).reduce(Float(0)) { $0 + ($1.max() ?? 0) }
        return ProductEvidence(
            fit: (fit.score - free + given) / chain.modules,
            margin: given - (best.digits == digits ? ranking.second : best.score), weakest: fit.weakest)
    }

    /// The logarithm of the likelihood of `digits`, without what all numbers have.
    private func score(of digits: [UInt8], _ first: [[Float]], _ last: [[Float]]) -> Float {
        var digits = digits[...]
        var parity = 0
        if digitsPerHalf == 6, let lead = digits.popFirst() { parity = ProductPatterns.parity[Int(lead)] }
        return zip(first + last, digits).enumerated().reduce(0) { sum, item in
            let (i, (column, digit)) = item
            let isB = i < digitsPerHalf && parity >> (digitsPerHalf - 1 - i) & 1 == 1
            return sum + column[Int(digit) + (isB ? 10 : 0)]
        }
    }
}

/// What each character of a set looks like through some optics, kept so that all are compared with a cell at once.
struct PatternBank {
    /// Characters.
    let count: Int
    /// Groups of eight characters; the last is filled up with zeros.
    let groups: Int
    /// The value of sample i of the characters of group g at `i * groups + g`.
    private let weights: [SIMD8<Float>]

    init(_ patterns: [BarPattern], through optics: Optics) {
        count = patterns.count
        let groups = (patterns.count + 7) / 8
        self.groups = groups
        var weights = [SIMD8<Float>](repeating: SIMD8(), count: groups * Cell.scalarCount)
        for (p, pattern) in patterns.enumerated() {
            let cell = pattern.seen(through: optics)
            for i in 0..<Cell.scalarCount { weights[i * groups + p / 8][p % 8] = cell[i] }
        }
        self.weights = weights
    }

    /// The best correlation of `cell` with a character, 0 at least.
    @inline(__always)
    func best(_ cell: Cell) -> Float {
        withUnsafeBytes(of: cell) { bytes in
            weights.withUnsafeBufferPointer { weights in
                // SAFETY: a cell is 16 floats, the weights are 16 times `groups`.
                let samples = bytes.baseAddress!.assumingMemoryBound(to: Float.self)
                var best = SIMD8<Float>()
                for group in 0..<groups {
                    var sum = SIMD8<Float>()
                    for i in 0..<Cell.scalarCount { sum += samples[i] * weights[i * groups + group] }
                    best.replace(with: sum, where: sum .> best)
                }
                return best.max()
            }
        }
    }

    /// The correlations of `cell` with every character, eight at a time.
    func likenesses(_ cell: Cell) -> [Float] {
        var likenesses: [Float] = []
        likenesses.reserveCapacity(8 * groups)
        for group in 0..<groups {
            var sum = SIMD8<Float>()
            for i in 0..<Cell.scalarCount { sum += cell[i] * weights[i * groups + group] }
            for lane in 0..<min(8, count - 8 * group) { likenesses.append(sum[lane]) }
        }
        return likenesses
    }
}

/// Likelihoods of characters.
enum Likelihood {
    /// The logarithm of the likelihood of `modules` modules whose correlation with what they should look like is
    /// `likeness`: that of a least-squares fit with unknown brightness, contrast and noise.
    @inline(__always)
    static func log(_ likeness: Float, modules: Float) -> Float {
        let r = max(0, likeness)
        return -(modules + 2) / 2 * logarithm(max(1 - r * r, minUnexplained))
    }

    /// The share of a cell's variance that noise and rounding leave unexplained at least: that of a correlation of
    /// 0.999.
    private static let minUnexplained: Float = 0.002

    /// The natural logarithm of `x` > 0, to 0.001: by exponent and a polynomial, ten times as fast as `logf`.
    @inline(__always)
    private static func logarithm(_ x: Float) -> Float {
        let bits = x.bitPattern
        let exponent = Float(Int32(bits >> 23) - 127)
        let m = Float(bitPattern: bits & 0x7F_FFFF | 0x3F80_0000) - 1
        // Minimax of log2(1 + m) on 0...1.
        let fraction = m * (1.4387 + m * (-0.6774 + m * (0.3209 - m * 0.0823)))
        return (exponent + fraction) * 0.693_147
    }
}

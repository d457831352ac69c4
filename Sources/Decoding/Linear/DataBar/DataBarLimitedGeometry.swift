import Glibc

/// Where the edges of a DataBar Limited symbol lie whatever it tells: those of the bars at both ends, and the last of the
/// check character.
struct DataBarLimitedGeometry {
    /// A symbol's place along a scan line, in samples.
    struct Hypothesis {
        var start: Float
        /// Where the check character ends.
        var checkEnd: Float
        var end: Float
        /// The mean strength of its edges, less what stands where quiet should be.
        var score: Float

        /// Where module `k` lies: through all three points.
        func position(_ k: Float) -> Float {
            parabola(k, (0, start), (Self.middle, checkEnd), (Float(DataBarLimited.modules), end))
        }

        private static let middle = Float(DataBarLimited.right)
    }

    /// Edges before the check character's end, in modules from there: those of the first bar, and the check
    /// character's first.
    private static let left = edges([(0, 1), (1, -1), (27, -1), (43, -1), (44, 1), (45, -1)])
    /// Edges behind it: those of the last bar.
    private static let right = edges([(71, -1), (72, 1), (73, -1)])

    private static func edges(_ edges: [(at: Int, sign: Float)]) -> [PatternEdge] {
        edges.map { PatternEdge(at: Float($0.at - DataBarLimited.right), sign: $0.sign) }
    }

    /// Steps of the width of a module: at the first bar an edge is off by half a module at most.
    private static let widthStep: Float = 1.015
    /// Modules of one side are wider than those of the other by up to this.
    private static let mostSkew: Float = 1.13
    /// Modules of a symbol are this many values wide at least.
    private static let leastModule: Float = 1.3
    private static let leastStrength: Float = 0.35
    private static let kept = 3

    /// The most likely places of a symbol that is read from left to right, best first.
    func find(in line: EdgeLine) -> [Hypothesis] {
        let modules = Float(DataBarLimited.modules)
        // The symbol takes more than a third of the line.
        let least = max(Self.leastModule, Float(line.count) / 3 / modules)
        let most = Float(line.count) / modules
        guard least < most else { return [] }
        var widths: [Float] = []
        var width = least
        while width < most {
            widths.append(width)
            width *= Self.widthStep
        }
        let (count, all) = (line.count, widths.count * line.count)
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * all) { sums in
            sums.initialize(repeating: 0)
            let (left, right) = (sums.baseAddress!, sums.baseAddress! + all)
            for (n, width) in widths.enumerated() {
                for edge in Self.left {
                    line.add(edge.sign, shiftedBy: Int((edge.at * width).rounded()), to: left + n * count)
                }
                for edge in Self.right {
                    line.add(edge.sign, shiftedBy: Int((edge.at * width).rounded()), to: right + n * count)
                }
            }
            return best(left, right, widths, line)
        }
    }

    private func best(
        _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ widths: [Float], _ line: EdgeLine
    ) -> [Hypothesis] {
        let edges = Float(Self.left.count + Self.right.count)
        let leastLeft = Self.leastStrength * Float(Self.left.count)
        let reach = Int((logf(Self.mostSkew) / logf(Self.widthStep)).rounded())
        let before = Float(DataBarLimited.right)
        let behind = Float(DataBarLimited.modules) - before
        var found: [Hypothesis] = []
        for n in widths.indices {
            let others = max(0, n - reach)...min(widths.count - 1, n + reach)
            let first = Int(before * widths[n])
            for x in first..<max(first, line.count - Int(behind * widths[others.lowerBound])) {
                let score = left[n * line.count + x]
                guard score > leastLeft else { continue }
                var best = (width: 0, score: -Float.infinity)
                for m in others where right[m * line.count + x] > best.score {
                    best = (m, right[m * line.count + x])
                }
                guard score + best.score > Self.leastStrength * edges else { continue }
                found.append(
                    Hypothesis(
                        start: Float(x) - before * widths[n], checkEnd: Float(x), end: Float(x) + behind * widths[best.width],
                        score: (score + best.score) / edges))
            }
        }
        return separated(found.map { quiet($0, line) }, line.quantum)
    }

    /// The standard asks for a light module before the first bar and five behind the last.
    private func quiet(_ hypothesis: Hypothesis, _ line: EdgeLine) -> Hypothesis {
        let module = (hypothesis.end - hypothesis.start) / Float(DataBarLimited.modules)
        let usual = max(line.strength(from: hypothesis.start, to: hypothesis.end), 1e-9)
        let behind = line.strength(from: hypothesis.end + module, to: hypothesis.end + 4.5 * module)
        var result = hypothesis
        result.score -= 0.5 * min(1, behind / usual)
        return result
    }

    /// The best that are not the same but for a few values; in samples.
    private func separated(_ found: [Hypothesis], _ quantum: Float) -> [Hypothesis] {
        var kept: [Hypothesis] = []
        for candidate in found.sorted(by: { $0.score > $1.score }) where kept.count < Self.kept {
            let isNew = kept.allSatisfy {
                abs($0.start - candidate.start) + abs($0.checkEnd - candidate.checkEnd) + abs($0.end - candidate.end) > 6
            }
            if isNew { kept.append(candidate) }
        }
        return kept.map {
            Hypothesis(
                start: $0.start * quantum, checkEnd: $0.checkEnd * quantum, end: $0.end * quantum, score: $0.score)
        }
    }
}

/// The value at `k` of the parabola through three points.
func parabola(
    _ k: Float, _ a: (k: Float, x: Float), _ b: (k: Float, x: Float), _ c: (k: Float, x: Float)
) -> Float {
    a.x * (k - b.k) * (k - c.k) / ((a.k - b.k) * (a.k - c.k))
        + b.x * (k - a.k) * (k - c.k) / ((b.k - a.k) * (b.k - c.k))
        + c.x * (k - a.k) * (k - b.k) / ((c.k - a.k) * (c.k - b.k))
}

import Glibc

/// The edges that a DataBar Limited symbol has whatever its content is: those of the bars at both ends, and the last
/// ones of the check character.
struct DataBarLimitedGeometry {
    /// A symbol's place along a scan line, in samples.
    struct Hypothesis {
        var start: Float
        /// Where the check character ends.
        var checkEnd: Float
        var end: Float
        /// The mean strength of its edges, less the edges in the quiet zone.
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

    /// From a module's width to the next that is tried: the first bar, 45 modules from the check character's end, is
    /// off by a third of a module at most.
    private static let widthStep: Float = 1.015
    /// Modules of one side are wider than those of the other by up to this.
    /// Not measured: a little less than `ProductGeometry.maxSkew`; each step of width costs time.
    private static let maxSkew: Float = 1.13
    /// Modules of a symbol are this many values wide at least. Not measured: less than the 1.56 that `minShare` leaves
    /// of the 300 values of `ScannedLine.coarse`, so that it bounds shorter lines only.
    private static let minModule: Float = 1.3
    /// The strength of edges on the mean below which there is no symbol.
    /// Not measured: higher than for other symbologies, as only nine edges are the same in all symbols.
    private static let minStrength: Float = 0.55
    /// The symbol takes more than this of the line.
    /// Not measured: a little more than the third that `SequenceGeometry` asks for.
    private static let minShare: Float = 0.38
    /// Modules behind the last bar that must be light (ISO/IEC 24724, 6.2.1), without the part that what follows blurs.
    private static let quiet: Float = 4.5
    /// What edges there cost at most, in edges. Not measured: half of the nine that are compared.
    private static let noiseWeight: Float = 4.5
    /// Places nearer to each other than this, in values, are one.
    /// Not measured: about two modules of the narrowest symbol.
    private static let separation: Float = 3
    /// Places kept. Not measured: a bound on time; `DataBarLimitedDecoder` goes on with the likeliest of them.
    private static let kept = 48

    /// The most likely places of a symbol that is read from left to right, best first.
    func find(in line: EdgeLine) -> [Hypothesis] {
        let modules = Float(DataBarLimited.modules)
        let minWidth = max(Self.minModule, Float(line.count) * Self.minShare / modules)
        let maxWidth = Float(line.count) / modules
        guard minWidth < maxWidth else { return [] }
        var widths: [Float] = []
        var width = minWidth
        while width < maxWidth {
            widths.append(width)
            width *= Self.widthStep
        }
        let count = line.count
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: widths.count * count) { sums in
            sums.initialize(repeating: 0)
            let left = sums.baseAddress!
            for (n, width) in widths.enumerated() {
                for edge in Self.left {
                    line.add(edge.sign, shiftedBy: Int((edge.at * width).rounded()), to: left + n * count)
                }
            }
            return best(left, widths, line)
        }
    }

    /// The edges behind the check character where that ends at `x`; few places are asked for.
    @inline(__always)
    private func right(_ line: EdgeLine, _ x: Int, _ width: Float) -> Float {
        var sum: Float = 0
        for edge in Self.right {
            let i = x + Int((edge.at * width).rounded())
            if i < line.count { sum += edge.sign * line.values[i] }
        }
        return sum
    }

    private func best(_ left: UnsafePointer<Float>, _ widths: [Float], _ line: EdgeLine) -> [Hypothesis] {
        let edges = Float(Self.left.count + Self.right.count)
        let minLeft = Self.minStrength * Float(Self.left.count)
        let reach = Int((logf(Self.maxSkew) / logf(Self.widthStep)).rounded())
        let before = Float(DataBarLimited.right)
        let behind = Float(DataBarLimited.modules) - before
        var found: [Hypothesis] = []
        for n in widths.indices {
            let others = max(0, n - reach)...min(widths.count - 1, n + reach)
            let first = Int(before * widths[n])
            for x in first..<max(first, line.count - Int(behind * widths[others.lowerBound])) {
                let score = left[n * line.count + x]
                guard score > minLeft, isPeak(left, n, x, widths.count, line.count) else { continue }
                let start = Float(x) - before * widths[n]
                let usual = max(line.strength(from: start, to: Float(x)), 1e-9)
                var best = (end: Float(0), score: -Float.infinity)
                for m in others {
                    let strength = right(line, x, widths[m])
                    guard score + strength > Self.minStrength * edges else { continue }
                    let end = Float(x) + behind * widths[m]
                    let noise = line.strength(from: end + widths[m], to: end + Self.quiet * widths[m])
                    let score = strength - Self.noiseWeight * min(1, noise / usual)
                    if score > best.score { best = (end, score) }
                }
                let sum = (score + best.score) / edges
                guard sum > Self.minStrength else { continue }
                found.append(Hypothesis(start: start, checkEnd: Float(x), end: best.end, score: sum))
            }
        }
        return separated(found, line.quantum)
    }

    /// Whether no neighbour is better, in width or place.
    @inline(__always)
    private func isPeak(_ sums: UnsafePointer<Float>, _ n: Int, _ x: Int, _ widths: Int, _ count: Int) -> Bool {
        let value = sums[n * count + x]
        return (x == 0 || value >= sums[n * count + x - 1]) && (x + 1 == count || value >= sums[n * count + x + 1])
            && (n == 0 || value >= sums[(n - 1) * count + x]) && (n + 1 == widths || value >= sums[(n + 1) * count + x])
    }

    /// The best places that differ from each other, in samples.
    private func separated(_ found: [Hypothesis], _ quantum: Float) -> [Hypothesis] {
        var kept: [Hypothesis] = []
        for candidate in found.sorted(by: { $0.score > $1.score }) where kept.count < Self.kept {
            let isNew = kept.allSatisfy {
                abs($0.start - candidate.start) + abs($0.checkEnd - candidate.checkEnd) + abs($0.end - candidate.end)
                    > Self.separation
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

/// Where the edges of an EAN symbol lie whatever its digits are: those of the guards, and one between each two digits.
///
/// ISO/IEC 15420. Read from the other end they are the same.
struct ProductGeometry {
    /// Digits on either side of the middle guard: 6 in EAN-13 and UPC-A, 4 in EAN-8.
    let digitsPerHalf: Int

    var modules: Float { Float(14 * digitsPerHalf + 11) }

    /// The edges of the left half: modules from the start, and whether dark begins there.
    var leftEdges: [(at: Float, isDark: Bool)] {
        let end = Float(3 + 7 * digitsPerHalf)
        return [(0, true), (1, false), (2, true), (3, false)]
            + (1..<digitsPerHalf).map { (Float(3 + 7 * $0), false) }
            + [(end, false), (end + 1, true), (end + 2, false)]
    }

    /// A symbol's start, middle and end along a scan line.
    struct Hypothesis {
        var start: Float
        var middle: Float
        var end: Float
        var score: Float

        /// Where module `k` of `modules` lies: through all three points.
        func position(_ k: Float, of modules: Float) -> Float {
            let t = 2 * k / modules - 1
            let (a, b) = ((end - start) / 2, (end + start) / 2 - middle)
            return middle + t * a + t * t * b
        }
    }

    /// The halves of a symbol seen at a slant differ in width by up to this.
    private static let mostSkew: Float = 1.16
    /// Samples that the line is searched with.
    private static let steps = 300

    /// The most likely places of a symbol in `line`, best first, three at most.
    func find(in line: ScanLine) -> [Hypothesis] {
        let quantum = max(1, Float(line.count) / Float(Self.steps))
        let count = Int(Float(line.count) / quantum)
        let slopes = Self.slopes(line, quantum, count)
        // The symbol takes more than a third of the line, and modules are wider than the samples.
        let least = max(count / 6, Int(modules * 0.6))
        let most = count / 2
        guard least < most else { return [] }
        let edges = leftEdges
        let scale = 1 / Float(2 * edges.count)
        var found: [Hypothesis] = []
        let range = most - least + 1
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * range) { scores in
            slopes.withUnsafeBufferPointer { slopes in
                for middle in least..<(count - least) {
                    // scores[n] and scores[range + n]: halves of least + n to the left and to the right.
                    for n in 0..<range {
                        let half = least + n
                        let module = Float(half) * 2 / modules
                        var (left, right): (Float, Float) = (0, 0)
                        for edge in edges {
                            let distance = Int(Float(half) - edge.at * module + 0.5)
                            // Reversed, what begins dark from the left begins dark from the right.
                            if middle - distance >= 0 {
                                left += edge.isDark ? slopes[middle - distance] : -slopes[middle - distance]
                            }
                            if middle + distance < count {
                                right -= edge.isDark ? slopes[middle + distance] : -slopes[middle + distance]
                            }
                        }
                        scores[n] = middle - half >= -1 ? left : -1
                        scores[range + n] = middle + half <= count ? right : -1
                    }
                    var best = Hypothesis(start: 0, middle: 0, end: 0, score: 0)
                    for n in 0..<range where scores[n] > 0 {
                        let half = Float(least + n)
                        let from = max(0, Int(half / Self.mostSkew) - least)
                        let to = min(range - 1, Int(half * Self.mostSkew) - least)
                        guard from <= to else { continue }
                        for m in from...to {
                            let score = scores[n] + scores[range + m]
                            if score > best.score {
                                best = Hypothesis(
                                    start: (Float(middle) - half) * quantum, middle: Float(middle) * quantum,
                                    end: Float(middle + least + m) * quantum, score: score)
                            }
                        }
                    }
                    if best.score > 0 { found.append(best) }
                }
            }
            return Self.separated(found, quantum).map {
                var hypothesis = $0
                hypothesis.score *= scale
                return hypothesis
            }
        }
    }

    /// The best three that are not the same but for a sample.
    private static func separated(_ found: [Hypothesis], _ quantum: Float) -> [Hypothesis] {
        var kept: [Hypothesis] = []
        for candidate in found.sorted(by: { $0.score > $1.score }) {
            let isNew = kept.allSatisfy {
                abs($0.start - candidate.start) + abs($0.middle - candidate.middle) + abs($0.end - candidate.end)
                    > 6 * quantum
            }
            if isNew { kept.append(candidate) }
            if kept.count == 3 { break }
        }
        return kept
    }

    /// How suddenly dark begins (above 0) or ends at each sample, in shares of what is usual around it, -2...2.
    private static func slopes(_ line: ScanLine, _ quantum: Float, _ count: Int) -> [Float] {
        var slopes = (0..<count).map { line.step(at: Float($0) * quantum, width: 1.3 * quantum) }
        var energy: [Float] = [0]
        for slope in slopes { energy.append(energy[energy.count - 1] + slope * slope) }
        let all = energy[count] / Float(count)
        guard all > 0 else { return slopes }
        let reach = max(8, count / 12)
        for i in slopes.indices {
            let (from, to) = (max(0, i - reach), min(count, i + reach))
            let local = (energy[to] - energy[from]) / Float(to - from)
            slopes[i] = min(2, max(-2, slopes[i] / (local + 0.1 * all).squareRoot()))
        }
        return slopes
    }
}

/// The edges that an EAN symbol has whatever its digits are: those of the guards, and one between each two digits.
///
/// ISO/IEC 15420. Read from the other end they are the same.
struct ProductGeometry {
    let modules: Float
    /// The edges of the left half. Mirrored at the middle and with dark and light swapped they are those of the right.
    private let edges: [PatternEdge]

    /// - Parameter digitsPerHalf: those on either side of the middle guard: 6 in EAN-13 and UPC-A, 4 in EAN-8.
    init(digitsPerHalf: Int) {
        modules = Float(14 * digitsPerHalf + 11)
        let side = ProductPatterns.side.edges
        let between = (1..<digitsPerHalf).map { PatternEdge(at: Float(3 + 7 * $0), sign: -1) }
        let middle = ProductPatterns.middle.edges.prefix(3)
        edges = side + between + middle.map { PatternEdge(at: $0.at + Float(3 + 7 * digitsPerHalf), sign: $0.sign) }
    }

    /// A symbol's start, middle and end along a scan line, in samples.
    struct Hypothesis {
        var start: Float
        var middle: Float
        var end: Float
        /// The mean strength of its edges.
        var score: Float

        /// Where module `k` of `modules` lies: through all three points.
        func position(_ k: Float, of modules: Float) -> Float {
            let t = 2 * k / modules - 1
            let (a, b) = ((end - start) / 2, (end + start) / 2 - middle)
            return middle + t * a + t * t * b
        }
    }

    /// The two halves of a symbol seen at a slant differ in width by up to this.
    /// Measured: 0.928 reads 12 fewer, 1.45 reads 1 fewer.
    private static let maxSkew: Float = 1.16
    /// The part of the line that half a symbol takes, at least: a sixth.
    /// Geometry: `Rectification` adds less than its length to a region of bars; a part of the region may be something else.
    private static let partOfHalf = 6
    /// Values of the edges' line that half a symbol takes, at least, for each module of the whole one.
    /// Not measured: 1.2 a module; with fewer than one, edges fall together.
    private static let minModule: Float = 0.6
    /// The mean strength of the edges in each half, at least. Measured: 0.16 and 0.25 read as many.
    private static let minStrength: Float = 0.2

    /// The most likely places of a symbol in `line`, best first, three at most.
    ///
    /// - Parameter halfWidths: the width of half a symbol, in samples of the scan line; default a sixth of the line to
    /// half
    ///   of it.
    func find(in line: EdgeLine, halfWidths: ClosedRange<Float>? = nil) -> [Hypothesis] {
        let count = line.count
        let minHalf = max(
            halfWidths.map { Int($0.lowerBound / line.quantum) } ?? count / Self.partOfHalf,
            Int(modules * Self.minModule))
        let maxHalf = min(halfWidths.map { Int($0.upperBound / line.quantum) } ?? count, count / 2)
        guard minHalf < maxHalf else { return [] }
        let range = maxHalf - minHalf + 1
        // left[n * count + m]: how strong the edges of a half that is least + n wide are when m is the middle.
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * range * count) { all in
            all.initialize(repeating: 0)
            let (left, right) = (all.baseAddress!, all.baseAddress! + range * count)
            for n in 0..<range {
                let module = Float(minHalf + n) * 2 / modules
                for edge in edges {
                    let distance = Int(Float(minHalf + n) - edge.at * module + 0.5)
                    line.add(edge.sign, shiftedBy: -distance, to: left + n * count)
                    line.add(-edge.sign, shiftedBy: distance, to: right + n * count)
                }
            }
            return separated(best(left, right, minHalf, range, line), line.quantum)
        }
    }

    /// The best left and right half for each middle.
    private func best(
        _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ minHalf: Int, _ range: Int, _ line: EdgeLine
    ) -> [Hypothesis] {
        let threshold = Self.minStrength * Float(edges.count)
        let quantum = line.quantum
        var found: [Hypothesis] = []
        for middle in minHalf..<(line.count - minHalf) {
            var best = Hypothesis(start: 0, middle: 0, end: 0, score: 0)
            for n in 0..<min(range, middle - minHalf + 2) {
                let score = left[n * line.count + middle]
                guard score > threshold else { continue }
                let half = Float(minHalf + n)
                let from = max(0, Int(half / Self.maxSkew) - minHalf)
                let to = min(range - 1, Int(half * Self.maxSkew) - minHalf, line.count - middle - minHalf)
                guard from <= to else { continue }
                for m in from...to where score + right[m * line.count + middle] > best.score {
                    best = Hypothesis(
                        start: (Float(middle) - half) * quantum, middle: Float(middle) * quantum,
                        end: Float(middle + minHalf + m) * quantum, score: score + right[m * line.count + middle])
                }
            }
            if best.score > 2 * threshold { found.append(best) }
        }
        return found
    }

    /// Places that are decoded, at most. Not measured: each costs a fit, most of a look's time.
    private static let kept = 3
    /// Places whose start, middle and end differ by fewer values than this together are one.
    /// Not measured: two values for each of the three.
    private static let separation: Float = 6

    /// The best places that differ from each other.
    private func separated(_ found: [Hypothesis], _ quantum: Float) -> [Hypothesis] {
        var kept: [Hypothesis] = []
        for candidate in found.sorted(by: { $0.score > $1.score }) where kept.count < Self.kept {
            let isNew = kept.allSatisfy {
                abs($0.start - candidate.start) + abs($0.middle - candidate.middle) + abs($0.end - candidate.end)
                    > Self.separation * quantum
            }
            if isNew { kept.append(candidate) }
        }
        return kept.map {
            var hypothesis = $0
            hypothesis.score /= Float(2 * edges.count)
            return hypothesis
        }
    }
}

import Glibc

/// How well a line agrees with the digits of an EAN-13 at one place, and with which.
struct BlurredFit {
    /// Where module 0 begins, the middle lies and module 95 ends, in samples of the line.
    struct Place {
        var start: Float
        var middle: Float
        var end: Float

        var module: Float { (end - start) / Float(BlurredBars.modules) }

        /// Moved by modules.
        func moved(start: Float = 0, middle: Float = 0, end: Float = 0) -> Place {
            let m = module
            return Place(start: self.start + start * m, middle: self.middle + middle * m, end: self.end + end * m)
        }

        /// Whether it is almost `other`.
        func isNear(_ other: Place) -> Bool {
            abs(start - other.start) + abs(middle - other.middle) + abs(end - other.end) < module
        }
    }

    /// How dark paper is, and how much darker ink: in the middle, and what is added from there to the end.
    struct Levels {
        var paper: (middle: Float, slope: Float)
        var ink: (middle: Float, slope: Float)
    }

    var place: Place
    /// Its places in `BlurredBars.tables`.
    var shape: Int
    var blur: Int
    var spread: Int
    var levels: Levels
    /// The digits: to the left of the middle 0...19 (`ProductPatterns.left`), to the right 0...9.
    var digits: [Int] = []
    /// The share of what bars change that the digits leave unexplained.
    var error: Float

    /// Whether there is a table of its lens.
    var hasLens: Bool {
        BlurredBars.Lens.blurs.indices.contains(blur) && BlurredBars.Lens.spreads.indices.contains(spread)
    }

    var bars: BlurredBars { BlurredBars.tables[shape][blur][spread] }
}

/// A symbol's stretch of a line, as samples.
struct BlurredSamples {
    /// How dark each is.
    let values: [Float]

    /// Where the samples lie: from the start to the middle, and from there to the end, each evenly.
    ///
    /// - Returns: nil if `place` has no length.
    init?(_ line: ScanLine, inHalvesOf place: BlurredFit.Place) {
        guard place.start < place.middle, place.middle < place.end, place.module >= Self.minModule else { return nil }
        let half = Float(BlurredBars.middle - Self.margin)
        let (left, right) = ((place.middle - place.start) / half, (place.end - place.middle) / half)
        self.init(line) { i in
            let distance = Float(i - BlurredBars.middle)
            return place.middle + distance * (distance < 0 ? left : right)
        }
    }

    /// Where the samples lie: through the start, the middle and the end, as a symbol that is seen at a slant.
    ///
    /// - Returns: nil if `place` bends too much.
    init?(_ line: ScanLine, along place: BlurredFit.Place) {
        let (a, b) = ((place.end - place.start) / 2, (place.end + place.start) / 2 - place.middle)
        guard a > Self.maxBend * abs(b), place.module >= Self.minModule else { return nil }
        let half = Float(BlurredBars.middle - Self.margin)
        self.init(line) { i in
            let t = Float(i - BlurredBars.middle) / half
            return place.middle + t * (a + t * b)
        }
    }

    @inline(__always)
    private init(_ line: ScanLine, at place: (Int) -> Float) {
        var x = place(0)
        var before = line.integral(x)
        values = Array(unsafeUninitializedCapacity: BlurredBars.count) { values, count in
            for i in 0..<BlurredBars.count {
                let next = place(i + 1)
                let after = line.integral(next)
                values[i] = (after - before) / (next - x)
                (x, before) = (next, after)
            }
            count = BlurredBars.count
        }
    }

    private static let margin = BlurredBars.quietModules * BlurredBars.samplesPerModule
    /// The least share of the samples' squares that is left: less is rounding.
    private static let noise: Float = 1e-4
    /// The shortest module, in samples of the line: finer ones do not show.
    private static let minModule: Float = 1.7
    /// The halves of a symbol may differ by this much: a divisor of a half.
    private static let maxBend: Float = 6

    /// How much paper beyond the first module counts: a text or a border may be near.
    private static let weightOfPaper: Float = 0.2
    static let weights: [Float] = (0..<BlurredBars.count).map { i in
        let outside = margin - BlurredBars.samplesPerModule
        return i < outside || i >= BlurredBars.count - outside ? weightOfPaper : 1
    }
    /// -1 at the first, 1 at the last.
    static let along: [Float] = (0..<BlurredBars.count).map { 2 * Float($0) / Float(BlurredBars.count - 1) - 1 }

    /// How much bars change the samples: the sum of the squared distances from the mean over ten modules, which borders
    /// and shadows change as well.
    var detail: Float {
        let reach = 5 * BlurredBars.samplesPerModule
        var sums: [Float] = [0]
        for value in values { sums.append(sums[sums.count - 1] + value) }
        var detail: Float = 0
        for i in values.indices {
            let (from, to) = (max(0, i - reach), min(values.count, i + reach + 1))
            let difference = (values[i] - (sums[to] - sums[from]) / Float(to - from)) * Self.weights[i]
            detail += difference * difference
        }
        return max(detail, .leastNormalMagnitude)
    }

    /// A first guess: the lightest is paper, and half of a symbol is ink.
    var guess: BlurredFit.Levels {
        let sorted = values.sorted()
        let paper = sorted[sorted.count / 20]
        let mean = values.reduce(0, +) / Float(values.count)
        return BlurredFit.Levels(paper: (paper, 0), ink: (max(2.1 * (mean - paper), 1e-3), 0))
    }

    /// The levels with which `digits` come closest to the samples, and the sum of the squared differences that are left.
    func fitted(_ bars: BlurredBars, _ digits: [Int]) -> (levels: BlurredFit.Levels, left: Float)? {
        var equations = Equations()
        var squares: Float = 0
        for (t, segment) in bars.segments.enumerated() {
            let a = (t > 0 ? digits[t - 1] : 0) * segment.stride
            let b = (t < digits.count ? digits[t] : 0) * segment.stride
            for i in 0..<segment.count {
                let index = segment.start + i
                let (along, value, weight) = (Self.along[index], values[index], Self.weights[index])
                let darkness = segment.ending[a + i] + segment.beginning[b + i]
                equations.add(SIMD4(1, along, darkness, darkness * along), value, weight: weight * weight)
                squares += weight * weight * value * value
            }
        }
        guard let solution = equations.solution else { return nil }
        let levels = BlurredFit.Levels(paper: (solution[0], solution[1]), ink: (solution[2], solution[3]))
        guard levels.ink.middle > abs(levels.ink.slope) else { return nil }
        return (levels, max(squares - (equations.right * solution).sum(), Self.noise * squares))
    }
}

/// The normal equations of a least-squares fit of four numbers.
private struct Equations {
    private var rows = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
    private(set) var right = SIMD4<Float>()

    /// That the product of `row` and the numbers is `value`.
    @inline(__always)
    mutating func add(_ row: SIMD4<Float>, _ value: Float, weight: Float) {
        let weighted = row * weight
        rows.0 += row[0] * weighted
        rows.1 += row[1] * weighted
        rows.2 += row[2] * weighted
        rows.3 += row[3] * weighted
        right += weighted * value
    }

    /// The numbers, by Gauss's elimination; the matrix is positive definite; nil if some may be any.
    var solution: SIMD4<Float>? {
        var (m, r) = ((rows.0, rows.1, rows.2, rows.3), right)
        guard m.0[0] > 0 else { return nil }
        func scaled(_ row: SIMD4<Float>, _ pivot: SIMD4<Float>, _ i: Int) -> Float { row[i] / pivot[i] }
        var f = scaled(m.1, m.0, 0)
        (m.1, r[1]) = (m.1 - f * m.0, r[1] - f * r[0])
        f = scaled(m.2, m.0, 0)
        (m.2, r[2]) = (m.2 - f * m.0, r[2] - f * r[0])
        f = scaled(m.3, m.0, 0)
        (m.3, r[3]) = (m.3 - f * m.0, r[3] - f * r[0])
        guard m.1[1] > 0 else { return nil }
        f = scaled(m.2, m.1, 1)
        (m.2, r[2]) = (m.2 - f * m.1, r[2] - f * r[1])
        f = scaled(m.3, m.1, 1)
        (m.3, r[3]) = (m.3 - f * m.1, r[3] - f * r[1])
        guard m.2[2] > 0 else { return nil }
        f = scaled(m.3, m.2, 2)
        (m.3, r[3]) = (m.3 - f * m.2, r[3] - f * r[2])
        guard m.3[3] > 0 else { return nil }
        var x = SIMD4<Float>()
        x[3] = r[3] / m.3[3]
        x[2] = (r[2] - m.2[3] * x[3]) / m.2[2]
        x[1] = (r[1] - m.1[2] * x[2] - m.1[3] * x[3]) / m.1[1]
        x[0] = (r[0] - m.0[1] * x[1] - m.0[2] * x[2] - m.0[3] * x[3]) / m.0[0]
        return x
    }
}

import Glibc

/// What the digits of an EAN-13 look like through a blur that is wider than a module, two samples a module.
///
/// Bars darken what is around them, and what they add is added up. From the middle of a digit to the middle of the next,
/// samples depend on these two digits alone, as long as nothing reaches farther than half a digit.
struct BlurredBars: Sendable {
    /// Samples of a module.
    static let samplesPerModule = 2
    /// Modules of paper on either side that are compared.
    static let quietModules = 3
    /// Modules of a symbol.
    static let modules = 95
    /// Samples of a symbol with its paper.
    static let count = (modules + 2 * quietModules) * samplesPerModule
    /// The sample in the middle of the symbol.
    static let middle = count / 2

    /// From the middle of a digit to the middle of the next, or to where the symbol, or half of it, ends.
    struct Segment: Sendable {
        /// The first of its samples, and how many there are, 24 at most.
        let start: Int
        let count: Int
        /// How many values a digit has: `count`, filled up with zeros to a multiple of eight.
        let stride: Int
        /// What each digit that ends here adds to the samples, one after another. Paper is one digit that adds nothing.
        let ending: [Float]
        /// The same of those that begin here.
        let beginning: [Float]
        /// Sums of the squares of both.
        let endingSquares: [Float]
        let beginningSquares: [Float]
        /// Sums of the products of both: for each digit that ends here those that begin here, `beginners` of them.
        let both: [Float]
        /// `beginningSquares.count`, filled up with zeros to a multiple of four.
        let beginners: Int

        /// The sum of the products of `a`, which ends here, and `b`, which begins here.
        func both(_ a: Int, _ b: Int) -> Float { both[a * beginners + b] }
    }

    /// Those of the whole symbol.
    let segments: [Segment]
    /// Those of its halves by themselves: nothing of one reaches into the other.
    let left: [Segment]
    let right: [Segment]

    init(through lens: Lens) {
        let side = Pattern(ProductPatterns.side, through: lens)
        let middle = Pattern(ProductPatterns.middle, through: lens)
        let digits = (0..<12).map { i in
            (i < 6 ? ProductPatterns.left : Array(ProductPatterns.right.prefix(10))).map { bars in
                var samples = [Float](repeating: 0, count: Self.count)
                Pattern(bars, through: lens).add(to: &samples, at: Self.places[i])
                // The guard beside it.
                if i == 0 { side.add(to: &samples, at: 0) }
                if i == 6 { middle.add(to: &samples, at: Self.placeOfMiddle) }
                if i == 11 { side.add(to: &samples, at: Self.modules - 3) }
                return samples
            }
        }
        let cuts = [0] + Self.places.map { Self.sample($0) + 7 * Self.samplesPerModule / 2 } + [Self.count]
        segments = (0..<cuts.count - 1).map { t in
            Self.segment(
                cuts[t]..<cuts[t + 1], ending: t > 0 ? digits[t - 1] : [], beginning: t < digits.count ? digits[t] : [])
        }
        // The middle guard is beside the first digit on the right; the last on the left needs it as well.
        let last = digits[5].map { samples in
            var samples = samples
            middle.add(to: &samples, at: Self.placeOfMiddle)
            return samples
        }
        left = segments[..<6] + [Self.segment(cuts[6]..<Self.middle, ending: last, beginning: [])]
        right = [Self.segment(Self.middle..<cuts[7], ending: [], beginning: digits[6])] + segments[7...]
    }

    /// Modules from the symbol's start to each digit.
    private static let places = (0..<12).map { $0 < 6 ? 3 + 7 * $0 : 8 + 7 * $0 }
    private static let placeOfMiddle = 45

    /// The first sample of the module at `place`.
    private static func sample(_ place: Int) -> Int { (place + quietModules) * samplesPerModule }

    /// How dark the bars of a pattern make the samples from four modules before it to four behind it, 0...1.
    private struct Pattern {
        private var samples: [Float]
        private static let reach = 4

        init(_ pattern: BarPattern, through lens: Lens) {
            let width = 1 / Float(samplesPerModule)
            samples = Array(repeating: 0, count: (Int(pattern.modules) + 2 * Self.reach) * samplesPerModule)
            var (x, isDark) = (Float(Self.reach), pattern.startsDark)
            for element in pattern.widths {
                if isDark {
                    let (from, to) = (x - lens.spread, x + element + lens.spread)
                    func darkness(upTo x: Float) -> Float { lens.ramp(x - from) - lens.ramp(x - to) }
                    var before = darkness(upTo: 0)
                    for i in samples.indices {
                        let next = darkness(upTo: Float(i + 1) * width)
                        samples[i] += (next - before) / width
                        before = next
                    }
                }
                x += element
                isDark.toggle()
            }
        }

        /// Adds it to a symbol's samples, beginning at a module; what lies outside of the symbol's paper is left out.
        func add(to symbol: inout [Float], at place: Int) {
            let first = sample(place - Self.reach)
            for (i, value) in samples.enumerated() where symbol.indices.contains(first + i) {
                symbol[first + i] += value
            }
        }
    }

    private static func segment(_ range: Range<Int>, ending: [[Float]], beginning: [[Float]]) -> Segment {
        let stride = (range.count + 7) / 8 * 8
        func cut(_ digits: [[Float]]) -> [[Float]] {
            let filling = [Float](repeating: 0, count: stride - range.count)
            return digits.isEmpty ? [Array(repeating: 0, count: stride)] : digits.map { $0[range] + filling }
        }
        func product(_ a: [Float], _ b: [Float]) -> Float { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
        let (first, last) = (cut(ending), cut(beginning))
        let beginners = (last.count + 3) / 4 * 4
        let filling = [Float](repeating: 0, count: beginners - last.count)
        return Segment(
            start: range.lowerBound, count: range.count, stride: stride, ending: Array(first.joined()),
            beginning: Array(last.joined()), endingSquares: first.map { product($0, $0) },
            beginningSquares: last.map { product($0, $0) },
            both: first.flatMap { a in last.map { product(a, $0) } + filling }, beginners: beginners)
    }

    /// How a camera out of focus changes edges, and printing, in modules.
    struct Lens {
        /// How light is spread.
        enum Shape: CaseIterable {
            /// As by many small causes.
            case gaussian
            /// As by a round aperture: evenly over a disc.
            case disc
        }

        var shape: Shape
        /// The standard deviation of the blur.
        var blur: Float
        /// How far each edge of a bar is moved outwards by the ink.
        var spread: Float

        /// The integral of a blurred step from far before it to `x` behind it.
        func ramp(_ x: Float) -> Float {
            switch shape {
            case .gaussian: return Optics(blur: blur, spread: spread).ramp(x)
            case .disc:
                // Across an edge a disc of radius r weighs as 2 √(r² - x²) / πr², whose standard deviation is r / 2.
                let r = 2 * blur
                guard x > -r else { return 0 }
                guard x < r else { return x }
                let (u, root) = (x / r, max(0, r * r - x * x).squareRoot())
                let share = 0.5 + (u * root / r + asin(u)) / .pi
                return x * share + 2 * root * root * root / (3 * .pi * r * r)
            }
        }

        /// Blurs that are tried: from where edges still show to where a digit reaches over its neighbour.
        static let blurs: [Float] = (0...10).map { 0.7 + 0.1 * Float($0) }
        static let spreads: [Float] = [-0.2, -0.1, 0, 0.1, 0.2]
    }

    /// For each shape, blur and spread.
    static let tables: [[[BlurredBars]]] = Lens.Shape.allCases.map { shape in
        Lens.blurs.map { blur in
            Lens.spreads.map { BlurredBars(through: Lens(shape: shape, blur: blur, spread: $0)) }
        }
    }
}

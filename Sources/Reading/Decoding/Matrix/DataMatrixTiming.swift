import Symbols

/// The alternating sides of a Data Matrix symbol: how many modules it has, and where its fourth corner is.
struct DataMatrixTiming {
    private let view: LumaView
    private let corner: DataMatrixCorner
    private var crossings = LineCrossings(capacity: maxSamples)

    init(_ view: LumaView, _ corner: DataMatrixCorner) { (self.view, self.corner) = (view, corner) }

    /// A symbol that the alternating sides may belong to.
    struct Guess {
        let size: DataMatrixSize
        let quad: Quadrilateral
        let doubt: Double
    }

    /// What one side may be: its modules, how far its end is off as a share of the other side, and how uneven its
    /// modules are.
    private struct Count {
        let modules: Int
        let offset: Double
        let doubt: Double
    }

    /// Samples of a line: about three for each of the 144 modules and 12 % beyond. Measured: 410 and 640 read as many.
    private static let maxSamples = 512
    /// How far a side is followed, in lengths of the solid one opposite.
    /// Measured: 0.896 reads 4 fewer, 1.4 reads as many.
    private static let excess = 1.12
    /// More uneven sides than this are data. Measured: 0.24 and 0.375 read as many.
    private static let maxDoubt = 0.3
    /// How far inside the side's middle may lie, in shares of the symbol: from half of one of 100 modules to half of
    /// one of 8.
    private static let insets = [0.006, 0.012, 0.022, 0.036, 0.055]
    /// The same in pixels, at least: lines less than a pixel from the outside of a side are not inside of it.
    private static let minInset = 0.6
    /// The fourth corner of a symbol seen at an angle is not where that of a parallelogram is: slants that are tried to
    /// either side, and how far each moves the corner, as a share of the other side.
    /// Not measured: up to 15 %; each costs a line for each inset.
    private static let slants = (count: 9, step: 0.017)
    /// Pixels of a side. Not measured: the fewest are a pixel for each of 8 modules, the most are beyond any picture.
    private static let lengths = (shortest: 8.0, longest: 20000.0)
    /// Samples of a line, at least. Not measured: six for each of 8 modules.
    private static let minSamples = 48
    /// Lines that are this much more uneven than the most even one cross the same modules.
    /// Not measured: a fifth of `maxDoubt`.
    private static let sameDoubt = 0.06
    /// Counts of modules that are kept of a side.
    /// Not measured: each pair of both sides' counts is a symbol to be tried.
    private static let maxCounts = 4
    /// Grey levels between the darkest and the lightest sample, at least: the same as `BarEvidence` takes for noise.
    private static let minContrast: UInt8 = 8
    /// By how much a sample has to differ to be another module: grey levels at least, and a divisor of the line's contrast.
    /// Not measured: blur takes more than half of the contrast from small modules.
    private static let prominence = (least: 5, part: 4)
    /// Changes between dark and light along a side, at least.
    /// The smallest side has 8 modules (ISO/IEC 16022, table 7), and 7 changes between them.
    private static let minChanges = 7
    /// What a side's modules may leave uncovered of it at both ends, beside the first and the last module.
    /// Not measured: a line that slants out of the side, or into it, crosses a part of it, and evenly.
    private static let maxUncovered = 0.3

    /// The likeliest symbols first, at most `maxCount`.
    mutating func guesses(maxCount: Int) -> [Guess] {
        let (across, up) = (corner.right - corner.corner, corner.top - corner.corner)
        let columns = counts(from: corner.top, along: across, inwards: -up)
        let rows = counts(from: corner.right, along: up, inwards: -across)
        var guesses: [Guess] = []
        for column in columns {
            for row in rows {
                guard
                    let size = DataMatrixSize.all.first(where: {
                        $0.columns == column.modules && $0.rows == row.modules
                    }),
                    let side = Line(from: corner.top, to: corner.top + across + up * column.offset),
                    let other = Line(from: corner.right, to: corner.right + up + across * row.offset),
                    let last = side.crossing(with: other)
                else { continue }
                let quad = Quadrilateral(
                    topLeft: corner.top, topRight: last, bottomRight: corner.right, bottomLeft: corner.corner)
                guesses.append(Guess(size: size, quad: quad, doubt: column.doubt + row.doubt))
            }
        }
        return Array(guesses.sorted { $0.doubt < $1.doubt }.prefix(maxCount))
    }

    /// What the side that starts at `start` and goes about `along` may be, the most even first.
    private mutating func counts(from start: Point, along: Point, inwards: Point) -> [Count] {
        let length = along.length
        guard length > Self.lengths.shortest, length < Self.lengths.longest else { return [] }
        let samples = min(Self.maxSamples, max(Self.minSamples, Int(2 * length)))
        var found: [Count] = []
        for inset in Self.insets where inset * inwards.length > Self.minInset {
            for slant in -Self.slants.count...Self.slants.count {
                let offset = Double(slant) * Self.slants.step
                let step = (along - inwards * offset) * Self.excess / Double(samples)
                guard let (modules, doubt) = count(from: start + inwards * inset, step: step, samples: samples)
                else { continue }
                // An even number; one that is not was miscounted at an end.
                for modules in Set([modules & ~1, (modules + 1) & ~1]) {
                    found.append(Count(modules: modules, offset: offset, doubt: doubt))
                }
            }
        }
        var best: [Count] = []
        for (modules, same) in Dictionary(grouping: found, by: \.modules) {
            guard let lowest = same.map(\.doubt).min() else { continue }
            // Many lines cross the same modules; the side is the middle one of them.
            let good = same.filter { $0.doubt <= lowest + Self.sameDoubt }
            let offset = good.reduce(0) { $0 + $1.offset } / Double(good.count)
            best.append(Count(modules: modules, offset: offset, doubt: lowest))
        }
        return Array(best.sorted { ($0.doubt, $0.modules) < ($1.doubt, $1.modules) }.prefix(Self.maxCounts))
    }

    /// The modules on a line of samples, and how uneven they are; nil when they are no alternating ones.
    private mutating func count(from first: Point, step: Point, samples: Int) -> (Int, Double)? {
        let isStriped = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: samples) { levels -> Bool in
            var (low, high) = (UInt8.max, UInt8.min)
            // In 65536ths of a pixel: nothing is asked sample by sample.
            var (x, y) = (Int((first.x + step.x / 2) * 65536), Int((first.y + step.y / 2) * 65536))
            let (stepX, stepY) = (Int(step.x * 65536), Int(step.y * 65536))
            let within = LumaView.steps(from: x, by: stepX, below: view.width << 16, count: samples)
                .clamped(to: LumaView.steps(from: y, by: stepY, below: view.height << 16, count: samples))
            let inside = within.lowerBound == 0 ? within.upperBound : 0
            for i in 0..<inside {
                // SAFETY: the first `inside` samples lie on pixels of the view, by `steps`.
                levels[i] = view.base[(y >> 16) * view.rowStride + x >> 16]
                (low, high) = (min(low, levels[i]), max(high, levels[i]))
                (x, y) = (x &+ stepX, y &+ stepY)
            }
            guard high > low, high - low >= Self.minContrast else { return false }
            // Behind the edge of the picture is paper.
            for i in inside..<samples { levels[i] = high }
            crossings.find(
                in: UnsafeBufferPointer(levels),
                prominence: max(Self.prominence.least, Int(high - low) / Self.prominence.part))
            return true
        }
        guard isStriped else { return nil }
        // The first module is dark: a rise at its end begins the count.
        let places = crossings.places.dropFirst(crossings.startsRising ? 0 : 1)
        guard places.count >= Self.minChanges, let start = places.first, let end = places.last else { return nil }
        // Pairs, as ink spreads: dark modules wider than light ones are even nevertheless.
        let mean = (end - start) / Float(places.count - 1) * 2
        var doubt: Float = 0
        for (a, b) in zip(places, places.dropFirst(2)) { doubt += abs(b - a - mean) }
        doubt /= mean * Float(places.count - 2)
        guard Double(doubt) < Self.maxDoubt else { return nil }
        let modules = Double(places.count + 1)
        let (left, right) = (Double(start) * Self.excess / Double(samples), Double(end) * Self.excess / Double(samples))
        let uncovered = abs(left - 1 / modules) + abs(1 - 1 / modules - right)
        guard uncovered < Self.maxUncovered else { return nil }
        return (places.count + 1, Double(doubt) + uncovered / 2)
    }
}

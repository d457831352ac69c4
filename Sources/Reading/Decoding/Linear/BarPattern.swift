import Glibc

/// The bars and spaces of a character.
struct BarPattern: Hashable {
    /// Widths in modules, bars and spaces alternating.
    var widths: [Float]
    /// Whether the first of them is a bar.
    var startsDark: Bool

    /// Widths in modules.
    var modules: Float { widths.reduce(0, +) }

    init(_ widths: [Float], startsDark: Bool) { (self.widths, self.startsDark) = (widths, startsDark) }

    /// The pattern of `bits`, the first module highest, `1` dark.
    init(bits: Int, modules: Int) {
        var widths: [Float] = []
        var last = -1
        for i in (0..<modules).reversed() {
            let bit = bits >> i & 1
            if bit == last { widths[widths.count - 1] += 1 } else { widths.append(1) }
            last = bit
        }
        self.init(widths, startsDark: bits >> (modules - 1) & 1 == 1)
    }

    /// The same read from the other end.
    var reversed: BarPattern {
        var result = self
        result.widths.reverse()
        if widths.count % 2 == 0 { result.startsDark.toggle() }
        return result
    }

    /// The width in modules of an unknown neighbour of a character, which is of the other colour.
    /// Not measured: a little less than the mean of an EAN digit's elements, 7 / 4, and of Code 128's, 11 / 6.
    static let anyNeighbour: [Float] = [1.6]

    /// How the pattern looks through `optics` with a module on either side of it, at length 1.
    ///
    /// - Parameters:
    ///   - before: widths of what is before it, the nearest first; the nearest is of the other colour.
    ///   - after: the same of what is after it.
    func seen(
        through optics: Optics, before: some BidirectionalCollection<Float> = anyNeighbour,
        after: some Collection<Float> = anyNeighbour
    ) -> Cell { darkness(through: optics, before: before, after: after).normalized }

    /// The same, not normalized: means of -1 (light) to 1 (dark), less a constant.
    func darkness(
        through optics: Optics, before: some BidirectionalCollection<Float> = anyNeighbour,
        after: some Collection<Float> = anyNeighbour
    ) -> Cell {
        var result = Cell()
        let width = (modules + 2) / Float(Cell.scalarCount)
        var x = -before.reduce(0, +)
        // The farthest is as dark as the pattern's start after an even number of changes.
        var sign: Float = startsDark == (before.count % 2 == 0) ? 1 : -1
        func edge() {
            let at = x - sign * optics.spread
            var last = optics.ramp(-1 - at)
            for i in 0..<Cell.scalarCount {
                let next = optics.ramp(-1 + Float(i + 1) * width - at)
                result[i] += sign * (next - last)
                last = next
            }
            sign = -sign
        }
        edge()
        for element in before.reversed() {
            x += element
            edge()
        }
        for element in widths {
            x += element
            edge()
        }
        for element in after {
            x += element
            edge()
        }
        return result / width
    }
}

/// How printing and a camera change edges, in modules.
struct Optics: Hashable {
    /// Standard deviation of the blur.
    var blur: Float
    /// How far each edge of a bar is moved outwards by the ink.
    var spread: Float

    /// The integral of a blurred step from far before it to `x` behind it.
    @inline(__always)
    func ramp(_ x: Float) -> Float {
        let position = (x / blur + 4) * Self.perUnit
        guard position > 0 else { return 0 }
        guard position < Float(Self.ramps.count - 1) else { return x }
        let i = Int(position)
        return blur * (Self.ramps[i] + (Self.ramps[i + 1] - Self.ramps[i]) * (position - Float(i)))
    }

    /// Entries of `ramps` for each standard deviation; between them it is linear, with an error below 0.0002 (0.4 / 8 /
    /// 16²).
    private static let perUnit: Float = 16
    /// The integral of the normal distribution at -4...4.
    private static let ramps: [Float] = (0...Int(8 * perUnit)).map { i in
        let u = Double(i) / Double(perUnit) - 4
        return Float(u * 0.5 * erfc(-u * 0.5.squareRoot()) + exp(-u * u / 2) * 0.398_942_280_4)
    }

    /// The index in `all` of the first that is tried: a blur of half a module, no spread.
    static let usual = 4

    /// What is tried: sharp to a module's blur, thin ink to thick.
    /// Not measured: each costs a bank of patterns; `neighbours` are finer steps.
    static let all: [Optics] = [0.3, 0.5, 0.7, 0.95].flatMap { blur in
        [-0.15, 0, 0.15].map { Optics(blur: blur, spread: $0) }
    }

    /// What is tried around this when characters are known.
    /// Not measured: steps of about 12 %, up to about the next blur of `all`.
    var neighbours: [Optics] {
        [0.8, 0.9, 1, 1.12, 1.25, 1.4].flatMap { blur in
            [-0.1, 0, 0.1].map { Optics(blur: self.blur * blur, spread: spread + $0) }
        }
    }
}

import Glibc

/// The bars and spaces of a character between what stands before and after it.
struct BarPattern: Hashable {
    /// Widths in modules, bars and spaces in turns.
    var widths: [Float]
    /// Whether the first of them is a bar.
    var startsDark: Bool

    /// Widths in modules.
    var modules: Float { widths.reduce(0, +) }

    init(_ widths: [Int], startsDark: Bool) {
        self.widths = widths.map(Float.init)
        self.startsDark = startsDark
    }

    /// The pattern of `bits`, the first module highest, `1` dark.
    init(bits: Int, modules: Int) {
        var widths: [Int] = []
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

    /// How the pattern looks through `optics` with a module on either side of it, at length 1.
    ///
    /// What stands next to a character is of the other colour and, on the mean, `neighbour` modules wide.
    func seen(through optics: Optics, neighbour: Float = 1.6) -> Cell {
        let span = modules + 2
        var edges: [(at: Float, sign: Float)] = []
        var x: Float = -neighbour
        var sign: Float = startsDark ? -1 : 1
        // Neighbour before, the pattern, neighbour after: each begins with an edge.
        for width in [neighbour] + widths + [neighbour, 0] {
            edges.append((x - sign * optics.spread, sign))
            x += width
            sign = -sign
        }
        var result = Cell()
        let width = span / Float(Cell.scalarCount)
        for i in 0..<Cell.scalarCount {
            let from = -1 + Float(i) * width
            for edge in edges {
                result[i] +=
                    edge.sign
                    * (optics.ramp(from + width - edge.at) - optics.ramp(from - edge.at))
            }
        }
        return result.normalized
    }
}

/// What printing and a camera make of edges; in modules.
struct Optics: Hashable {
    /// Standard deviation of the blur.
    var blur: Float
    /// How much wider each bar's side is than it should be.
    var spread: Float

    /// The integral of a blurred step from far before it to `x` behind it.
    func ramp(_ x: Float) -> Float {
        let u = x / blur
        let density = expf(-u * u / 2) * 0.398_942_28
        let share = 0.5 * (1 + erff(u * 0.707_106_78))
        return blur * (u * share + density)
    }

    /// The place in `all` of what to begin with: a blur of half a module.
    static let usual = 4

    /// What is tried: sharp to a module's blur, thin ink to thick.
    static let all: [Optics] = [0.3, 0.5, 0.7, 0.95].flatMap { blur in
        [-0.15, 0, 0.15].map { Optics(blur: blur, spread: $0) }
    }
}

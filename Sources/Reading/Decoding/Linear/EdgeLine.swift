/// How steeply a scan line gets darker or lighter at each place: guards and starts are searched in it.
struct EdgeLine {
    /// Above 0 where dark begins, below where it ends, as a multiple of the root mean square around it, -2...2.
    let values: [Float]
    /// Samples of the scan line from one value to the next.
    let quantum: Float
    /// Sums of the squared steps before each value, not normalized.
    private let energy: [Float]

    var count: Int { values.count }

    /// The edges of `line` at `steps` places, fewer where it is shorter.
    init(_ line: ScanLine, steps: Int) {
        let quantum = max(1, Float(line.count) / Float(max(1, steps)))
        let count = Int(Float(line.count) / quantum)
        var values = (0..<count).map { line.step(at: Float($0) * quantum, width: Self.window * quantum) }
        var energy: [Float] = [0]
        energy.reserveCapacity(count + 1)
        for value in values { energy.append(energy[energy.count - 1] + value * value) }
        let all = energy[count] / Float(max(1, count))
        let reach = max(Self.minReach, count / Self.neighbourhoods)
        if all > 0 {
            for i in values.indices {
                let (from, to) = (max(0, i - reach), min(count, i + reach))
                let local = (energy[to] - energy[from]) / Float(to - from)
                values[i] = min(Self.limit, max(-Self.limit, values[i] / (local + Self.floor * all).squareRoot()))
            }
        }
        (self.values, self.quantum, self.energy) = (values, quantum, energy)
    }

    /// The samples on either side of a place whose means are compared, in steps.
    /// Not measured: a little more than a step, so that no edge falls between two.
    private static let window: Float = 1.3
    /// The share of the line that counts as a place's neighbourhood, to either side, as a divisor.
    /// Not measured: some eight modules of a symbol of 95 that fills the line.
    private static let neighbourhoods = 12
    /// The same in values, at least. Not measured: fewer are not a neighbourhood.
    private static let minReach = 8
    /// What is added to a neighbourhood's mean square, as a share of the line's: paper has no edges.
    /// Not measured: it bounds how much the noise of paper is amplified, by the root of 10.
    private static let floor: Float = 0.1
    /// The strongest value. Not measured: one edge of a label's border must not outweigh a guard.
    private static let limit: Float = 2

    /// Adds `sign` times the value `shift` places further to each of `count` sums; beyond the ends there is nothing.
    @inline(__always)
    func add(_ sign: Float, shiftedBy shift: Int, to sums: UnsafeMutablePointer<Float>) {
        let (first, last) = (max(0, -shift), min(count, count - shift))
        guard first < last else { return }
        values.withUnsafeBufferPointer { values in
            // SAFETY: x is below count, x + shift as well and not negative; sums are `count` floats.
            let from = values.baseAddress! + shift
            for x in first..<last { sums[x] += sign * from[x] }
        }
    }

    /// The mean strength of edges between two places; 0 where there is no line.
    func strength(from: Float, to: Float) -> Float {
        let (first, last) = (min(max(Int(from), 0), count), min(max(Int(to), 0), count))
        return first < last ? (energy[last] - energy[first]) / (to - from) : 0
    }
}

/// An edge of a pattern.
struct PatternEdge {
    /// Modules from the pattern's start.
    var at: Float
    /// 1 where dark begins, -1 where it ends.
    var sign: Float
}

extension BarPattern {
    /// Its edges, with those at its start and end; what is before and after is of the other colour.
    var edges: [PatternEdge] {
        var (x, sign) = (Float(0), Float(startsDark ? 1 : -1))
        var edges = [PatternEdge(at: 0, sign: sign)]
        for width in widths {
            x += width
            sign = -sign
            edges.append(PatternEdge(at: x, sign: sign))
        }
        return edges
    }
}

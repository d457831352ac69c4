/// Lengths of two kinds along a line that may be inclined.
struct PostalEnds {
    let isLong: [Bool]
    /// The mean length of the long ones in the middle, and how it grows from one bar to the next.
    private let (mean, growth): (Double, Double)
    private let middle: Double

    /// How far one end of the row may be inclined against the other, in parts of the lengths' range, and the steps that are tried.
    /// Not measured: what a candidate's angle is off by, and perspective.
    private static let inclination = (reach: 1.5, steps: 12)

    init?(_ lengths: [Double], minStep: Double) {
        let middle = Double(lengths.count - 1) / 2
        let range = (lengths.max() ?? 0) - (lengths.min() ?? 0)
        guard range >= minStep else { return nil }
        var best: (spread: Double, growth: Double, limit: Double, step: Double)?
        for i in -Self.inclination.steps...Self.inclination.steps {
            let growth = Self.inclination.reach * range * Double(i) / Double(Self.inclination.steps) / (2 * middle)
            let level = lengths.enumerated().map { $1 - growth * (Double($0) - middle) }.sorted()
            guard let split = Self.split(level) else { continue }
            if split.spread < best?.spread ?? .infinity { best = (split.spread, growth, split.limit, split.step) }
        }
        guard let best, best.step >= minStep else { return nil }
        isLong = lengths.enumerated().map { $1 - best.growth * (Double($0) - middle) > best.limit }
        (mean, growth) = (best.limit + best.step / 2, best.growth)
        self.middle = middle
    }

    func long(at bar: Int) -> Double { mean + growth * (Double(bar) - middle) }

    /// Where sorted values part in two: the least sum of squares within the parts.
    private static func split(_ sorted: [Double]) -> (spread: Double, limit: Double, step: Double)? {
        let (count, total) = (Double(sorted.count), sorted.reduce(0, +))
        let squares = sorted.reduce(0) { $0 + $1 * $1 }
        var (best, below) = ((spread: Double.infinity, limit: 0.0, step: 0.0), 0.0)
        for i in 1..<sorted.count {
            below += sorted[i - 1]
            let (low, high) = (below / Double(i), (total - below) / (count - Double(i)))
            let spread = squares - below * low - (total - below) * high
            if spread < best.spread { best = (spread, (low + high) / 2, high - low) }
        }
        return best.spread < .infinity ? best : nil
    }
}

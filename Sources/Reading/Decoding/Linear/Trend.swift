/// A straight line through values of which some may be far off: by the median of all slopes (Theil and Sen).
struct Trend {
    private let slope: Float
    private let start: Float

    /// The line through `values`, which are equally far apart; zero where there are none.
    init(_ values: [Float]) {
        var slopes: [Float] = []
        for i in values.indices {
            for j in values.indices.dropFirst(i + 1) { slopes.append((values[j] - values[i]) / Float(j - i)) }
        }
        let slope = Self.median(slopes)
        self.slope = slope
        start = Self.median(values.enumerated().map { $1 - slope * Float($0) })
    }

    /// The line's value at place `i`.
    subscript(_ i: Int) -> Float { start + slope * Float(i) }

    private static func median(_ values: [Float]) -> Float {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }
}

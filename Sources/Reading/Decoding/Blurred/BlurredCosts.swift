/// What each digit, and each pair of neighbours, costs at some samples: the squared differences from them.
struct BlurredCosts {
    let segments: [BlurredBars.Segment]
    /// Of each segment: what digits that end there cost, `places` of them, then those that begin there.
    private let values: [Float]
    /// How much the products of both count.
    private let scales: SIMD16<Float>
    /// What is the same for all: the squares of what the samples are above paper.
    private let constant: Float

    /// At least as many as there are digits at a place.
    private static let places = 20
    private static let perSegment = 2 * places

    /// The costs of the digits of `segments` in `samples`.
    init(_ samples: BlurredSamples, _ segments: [BlurredBars.Segment], _ levels: BlurredFit.Levels) {
        self.segments = segments
        var scales = SIMD16<Float>()
        var constant: Float = 0
        values = Array(unsafeUninitializedCapacity: segments.count * Self.perSegment) { values, count in
            values.initialize(repeating: 0)
            count = values.count
            withUnsafeTemporaryAllocation(of: Float.self, capacity: 24) { above in
                for (t, segment) in segments.enumerated() {
                    above.initialize(repeating: 0)
                    for i in 0..<segment.count {
                        let index = segment.start + i
                        let along = BlurredSamples.along[index]
                        above[i] = samples.values[index] - levels.paper.middle - levels.paper.slope * along
                        constant += above[i] * above[i] * BlurredSamples.weights[index]
                    }
                    let ink =
                        levels.ink.middle + levels.ink.slope * BlurredSamples.along[segment.start + segment.count / 2]
                    scales[t] = 2 * ink * ink
                    let start = values.baseAddress! + t * Self.perSegment
                    Self.put(segment.ending, segment.endingSquares, segment.stride, above, ink, into: start)
                    Self.put(
                        segment.beginning, segment.beginningSquares, segment.stride, above, ink,
                        into: start + Self.places)
                }
            }
        }
        (self.scales, self.constant) = (scales, constant)
    }

    /// - Parameter costs: place for one of each of `squares`.
    @inline(__always)
    private static func put(
        _ table: [Float], _ squares: [Float], _ stride: Int, _ above: UnsafeMutableBufferPointer<Float>, _ ink: Float,
        into costs: UnsafeMutablePointer<Float>
    ) {
        // SAFETY: the table has `stride` values, a multiple of 8 and at most 24, for each of the squares; `above` has 24.
        table.withUnsafeBytes { table in
            let above = UnsafeRawPointer(above.baseAddress!)
            for digit in squares.indices {
                var sum = SIMD8<Float>()
                var i = 0
                while i < stride {
                    sum +=
                        above.loadUnaligned(fromByteOffset: 4 * i, as: SIMD8<Float>.self)
                        * table.loadUnaligned(fromByteOffset: 4 * (digit * stride + i), as: SIMD8<Float>.self)
                    i += 8
                }
                costs[digit] = ink * (ink * squares[digit] - 2 * sum.sum())
            }
        }
    }

    func ending(_ t: Int, _ digit: Int) -> Float { values[t * Self.perSegment + digit] }
    func beginning(_ t: Int, _ digit: Int) -> Float { values[t * Self.perSegment + Self.places + digit] }
    func scale(_ t: Int) -> Float { scales[t] }

    /// The least that digits cost, whether or not they make a number.
    var least: Float { constant + go { _, _, _ in } }

    /// The digits that cost the least.
    var likeliest: [Int] {
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: segments.count * Self.places / 4) { origins in
            origins.initialize(repeating: SIMD4())
            _ = go { origins[$0 * Self.places / 4 + $1] = $2 }
            var digits = [Int](repeating: 0, count: segments.count - 1)
            var state = 0
            for t in (1..<segments.count).reversed() {
                state = Int(origins[t * Self.places / 4 + state / 4][state % 4])
                digits[t - 1] = state
            }
            return digits
        }
    }

    /// Goes on from the costs of beginnings, segment by segment; reports from which digits those that follow came, four at a time.
    ///
    /// - Returns: the least cost of all.
    @inline(__always)
    private func go(report: (_ segment: Int, _ four: Int, _ from: SIMD4<Float>) -> Void) -> Float {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * Self.places) { scores in
            scores.initialize(repeating: 0)
            return values.withUnsafeBufferPointer { values in
                // SAFETY: `scores` has twice `places` values; a segment has at most `places` digits of either kind.
                var (before, after) = (scores.baseAddress!, scores.baseAddress! + Self.places)
                for (t, segment) in segments.enumerated() {
                    let costs = values.baseAddress! + t * Self.perSegment
                    let (scale, enders) = (scales[t], segment.endingSquares.count)
                    for a in 0..<enders { before[a] += costs[a] }
                    segment.both.withUnsafeBytes { both in
                        for four in 0..<segment.beginners / 4 {
                            var least = SIMD4<Float>(repeating: .infinity)
                            var from = SIMD4<Float>()
                            for a in 0..<enders {
                                let products = both.loadUnaligned(
                                    fromByteOffset: 4 * (a * segment.beginners + 4 * four), as: SIMD4<Float>.self)
                                let cost = products * scale + before[a]
                                let isLess = cost .< least
                                least.replace(with: cost, where: isLess)
                                from.replace(with: SIMD4(repeating: Float(a)), where: isLess)
                            }
                            report(t, four, from)
                            for i in 0..<4 { after[4 * four + i] = least[i] + costs[Self.places + 4 * four + i] }
                        }
                    }
                    swap(&before, &after)
                }
                return before[0]
            }
        }
    }
}

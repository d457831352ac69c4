/// The two likeliest sequences whose weighted sum is right modulo a number.
struct ChecksumRanking {
    let modulus: Int
    /// The weight of the character at a place.
    let weight: (Int) -> Int

    /// Characters whose logarithm of likelihood is this far below the best one's at their place are not tried.
    /// Not measured: more than twice `LinearResult.minMargin`, so that what they could change does not matter.
    private static let maxDeficit: Float = 10
    /// Characters tried at each place. Not measured: time grows with it.
    private static let charactersTried = 6

    private struct Step {
        var score: Float
        /// The step before, and the character.
        var origin: Int32
        var value: UInt8
    }

    /// The likeliest sequence whose last character is the sum of the weighted others, and `initial`.
    func best(initial: [(value: UInt8, score: Float)], _ columns: [[Float]]) -> SequenceDecoder.Ranked? {
        guard let check = columns.last else { return nil }
        let none = Step(score: -.infinity, origin: -1, value: 0)
        // Two for each sum: steps[i][2 * sum] is the better one.
        var steps = [[Step]](repeating: [Step](repeating: none, count: 2 * modulus), count: columns.count)
        for (value, score) in initial {
            Self.insert(Step(score: score, origin: -1, value: value), &steps[0], Int(value) % modulus)
        }
        for (i, column) in columns.dropLast().enumerated() {
            let likely = Self.likely(column)
            for from in steps[i].indices where steps[i][from].score > -.infinity {
                for value in likely {
                    let sum = (from / 2 + weight(i) * value) % modulus
                    Self.insert(
                        Step(score: steps[i][from].score + column[value], origin: Int32(from), value: UInt8(value)),
                        &steps[i + 1], sum)
                }
            }
        }
        // The check character is the sum.
        var (best, second) = (-1, -Float.infinity)
        var bestScore = -Float.infinity
        let last = columns.count - 1
        for from in steps[last].indices where steps[last][from].score > -.infinity && from / 2 < check.count {
            let score = steps[last][from].score + check[from / 2]
            if score > bestScore {
                second = bestScore
                (best, bestScore) = (from, score)
            } else {
                second = max(second, score)
            }
        }
        guard best >= 0 else { return nil }
        var values = [UInt8(best / 2)]
        var from = best
        for i in (0...last).reversed() {
            values.append(steps[i][from].value)
            from = Int(steps[i][from].origin)
        }
        return SequenceDecoder.Ranked(values: values.reversed(), score: bestScore, second: second)
    }

    private static func likely(_ column: [Float]) -> [Int] {
        let sorted = column.indices.sorted { column[$0] > column[$1] }.prefix(charactersTried)
        return sorted.filter { column[$0] > column[sorted[0]] - maxDeficit }
    }

    private static func insert(_ step: Step, _ steps: inout [Step], _ sum: Int) {
        if step.score > steps[2 * sum].score {
            steps[2 * sum + 1] = steps[2 * sum]
            steps[2 * sum] = step
        } else if step.score > steps[2 * sum + 1].score {
            steps[2 * sum + 1] = step
        }
    }
}

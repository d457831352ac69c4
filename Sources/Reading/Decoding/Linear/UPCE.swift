/// UPC-E: six digits whose sets encode the check digit of the UPC-A that they are short for (ISO/IEC 15420).
///
/// Only those of number system 0: those of 1 have the sets of the left half of an EAN-13.
enum UPCE {
    static let decoder = SequenceDecoder(
        start: [ProductPatterns.side], data: ProductPatterns.left,
        stop: [BarPattern([1, 1, 1, 1, 1, 1], startsDark: false)], characters: 6...6
    ) { _, columns in rank(columns) }

    /// Which of the six digits are from set B, for each check digit; the leftmost highest.
    static let parity = [
        0b111000, 0b110100, 0b110010, 0b110001, 0b101100, 0b100110, 0b100011, 0b101010, 0b101001, 0b100101,
    ]
    /// Digits whose logarithm of likelihood is this far below the best one's at their place are not tried.
    /// Not measured: twice `LinearResult.minMargin`.
    private static let maxDeficit: Float = 8
    /// Digits tried at each place. Not measured: 3⁶ numbers, 729, for each check digit.
    private static let digitsTried = 3

    private static func rank(_ columns: [[Float]]) -> SequenceDecoder.Ranked? {
        var best = SequenceDecoder.Ranked(values: [], score: -.infinity, second: -.infinity)
        for (check, sets) in parity.enumerated() {
            let digits = columns.enumerated().map { i, column in
                Array(sets >> (5 - i) & 1 == 1 ? column[10...] : column[..<10])
            }
            let likely = digits.map { column in
                column.indices.sorted { column[$0] > column[$1] }.prefix(digitsTried)
            }
            let highest = zip(digits, likely).reduce(Float(0)) { $0 + $1.0[$1.1[0]] }
            guard highest > best.second else { continue }
            search(digits, likely, check: UInt8(check), [], 0, &best)
        }
        return best.values.isEmpty ? nil : best
    }

    /// All combinations of likely digits, at most three to the power of six.
    private static func search(
        _ digits: [[Float]], _ likely: [ArraySlice<Int>], check: UInt8, _ begun: [UInt8], _ score: Float,
        _ best: inout SequenceDecoder.Ranked
    ) {
        guard begun.count < 6 else {
            let values = [0] + begun + [check]
            guard score > best.second, CheckDigit.isValid(expanded(values).map { $0 + 0x30 }) else { return }
            if score > best.score {
                best.second = best.score
                best.score = score
                best.values = values
            } else {
                best.second = max(best.second, score)
            }
            return
        }
        let column = digits[begun.count]
        for digit in likely[begun.count] where column[digit] > column[likely[begun.count].first ?? digit] - maxDeficit {
            search(digits, likely, check: check, begun + [UInt8(digit)], score + column[digit], &best)
        }
    }

    /// The twelve digits that `values` (number system, six digits, check digit) are short for.
    static func expanded(_ values: [UInt8]) -> [UInt8] {
        let (d, check) = (Array(values[1...6]), values[7])
        let long: [UInt8] =
            switch d[5] {
            case 0...2: [d[0], d[1], d[5], 0, 0, 0, 0, d[2], d[3], d[4]]
            case 3: [d[0], d[1], d[2], 0, 0, 0, 0, 0, d[3], d[4]]
            case 4: [d[0], d[1], d[2], d[3], 0, 0, 0, 0, 0, d[4]]
            default: [d[0], d[1], d[2], d[3], d[4], 0, 0, 0, 0, d[5]]
            }
        return [values[0]] + long + [check]
    }
}

/// MSI (MSI Data Corporation), for shelf labels: four bars a digit; the last digit is a check digit.
enum MSI {
    /// How many digits there may be, with the check digits. Not measured: fewer would be found in other codes.
    static let lengths = 4...24

    static let decoder = SequenceDecoder(
        start: [BarPattern([2, 1], startsDark: true)], data: (0..<10).map(pattern),
        stop: [BarPattern([1, 2, 1], startsDark: true)], characters: lengths
    ) { _, data in
        SequenceDecoder.Ranked(unchecked: data).flatMap { isRead(Array($0.values.dropFirst())) ? $0 : nil }
    }

    /// A bit is a bar and the space behind it: 1 a wide bar, 0 a wide space; the highest bit first.
    private static func pattern(of digit: Int) -> BarPattern {
        BarPattern((0..<4).flatMap { digit >> (3 - $0) & 1 == 1 ? [2, 1] : [1, 2] }, startsDark: true)
    }

    /// Whether the check digit is right and the digits are not all alike: evenly spaced bars, such as a fence, read as zeros.
    static func isRead(_ digits: [UInt8]) -> Bool { isValid(digits) && Set(digits).count > 1 }

    /// Whether the last of `digits` checks the others, modulo 10 or modulo 11 with the weights of IBM or NCR. With two check digits the
    /// last one checks all others, the first check digit too.
    static func isValid(_ digits: [UInt8]) -> Bool {
        guard let check = digits.last, digits.count > 1 else { return false }
        let data = digits.dropLast().reversed().map(Int.init)
        let luhn = data.enumerated().reduce(0) { sum, digit in
            let value = digit.element * (digit.offset % 2 == 0 ? 2 : 1)
            return sum + value / 10 + value % 10
        }
        func modulo11(_ weights: Int) -> Int {
            let sum = data.enumerated().reduce(0) { $0 + $1.element * ($1.offset % weights + 2) }
            return (11 - sum % 11) % 11
        }
        return [(10 - luhn % 10) % 10, modulo11(6), modulo11(8)].contains(Int(check))
    }
}

/// POSTNET, PLANET and CEPNet: five bars a digit, tall or short, between two tall ones; the sum of all digits is a multiple of ten.
enum HeightModulated {
    /// The weights of the five bars; two tall ones add up to the digit, and to 11 for 0.
    private static let weights = [7, 4, 2, 1, 0]

    /// The digits of POSTNET (USPS Domestic Mail Manual 708.4), without the check digit: two tall bars a digit.
    static func postnet(of bars: [PostalBar]) -> [UInt8]? { digits(of: bars) { $0.ascends } }

    /// The digits of PLANET, without the check digit: two short bars a digit.
    static func planet(of bars: [PostalBar]) -> [UInt8]? { digits(of: bars) { !$0.ascends } }

    private static func digits(of bars: [PostalBar], counts: (PostalBar) -> Bool) -> [UInt8]? {
        guard let first = bars.first, let last = bars.last, first.ascends, last.ascends else { return nil }
        let inner = bars.dropFirst().dropLast()
        var digits = [Int]()
        for start in stride(from: inner.startIndex, to: inner.endIndex, by: 5) {
            let marked = (0..<5).filter { counts(inner[start + $0]) }
            guard marked.count == 2 else { return nil }
            let sum = weights[marked[0]] + weights[marked[1]]
            digits.append(sum == 11 ? 0 : sum)
        }
        guard digits.reduce(0, +) % 10 == 0 else { return nil }
        return digits.dropLast().map { UInt8(0x30 + $0) }
    }
}

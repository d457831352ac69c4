import SeededRandomness

/// Draws EAN-13 from the tables of ISO/IEC 15420, independently of the libraries.
enum EAN13Drawing {
    private static let setA = [
        "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011",
    ]
    /// The left six digits that use set B, for each first digit.
    private static let parity = [
        "AAAAAA", "AABABB", "AABBAB", "AABBBA", "ABAABB", "ABBAAB", "ABBBAA", "ABABAB", "ABABBA", "ABBABA",
    ]

    /// The 95 modules of `digits` (13 of them), `1` dark.
    static func modules(_ digits: String) -> String {
        let values = digits.compactMap(\.wholeNumberValue)
        var result = "101"
        for (value, set) in zip(values[1...6], parity[values[0]]) {
            let a = setA[value]
            // Set C is A with dark and light swapped, set B is C backwards.
            result += set == "A" ? a : String(swapped(a).reversed())
        }
        result += "01010"
        for value in values[7...12] { result += swapped(setA[value]) }
        return result + "101"
    }

    /// `count` numbers with a right check digit, always the same for a `seed`.
    static func numbers(_ count: Int, seed: UInt64) -> [String] {
        var random = SplitMix(state: seed)
        return (0..<count).map { _ in
            // None begins with 0, which would make it a UPC-A.
            let digits = (0..<12).map { Int.random(in: $0 == 0 ? 1...9 : 0...9, using: &random) }
            let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
            return (digits + [(10 - sum % 10) % 10]).map(String.init).joined()
        }
    }

    private static func swapped(_ modules: String) -> String { String(modules.map { $0 == "0" ? "1" : "0" }) }
}

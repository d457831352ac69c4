/// Australia Post's 4-State barcode: a format code of 2 digits, a sorting code of 8, and what the customer adds, with four check words
/// (Customer Barcoding Technical Specifications).
enum AustraliaPost {
    private static let checks = ReedSolomon(field: .of64)
    /// Two bars a digit: bases 0 to 2, and 30 for 9.
    private static let digits = [0, 1, 2, 4, 5, 6, 8, 9, 10, 12]
    /// Three bars a character, by its place: letters have no bar of state 3, digits 2 or 3 in front.
    private static let characters: [UInt8] = {
        let patterns = """
            222 300 301 302 310 311 312 320 321 322 000 001 002 010 011 012 020 021 022 100 101 102 \
            110 111 112 120 121 122 200 201 202 210 211 212 220 221 023 030 031 032 033 103 113 123 \
            130 131 132 133 203 213 223 230 231 232 233 303 313 323 330 331 332 333 003 013
            """.split(separator: " ")
        var characters = [UInt8](repeating: 0, count: 64)
        let alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz #"
        for (states, character) in zip(patterns, alphabet.utf8) {
            guard let place = Int(states, radix: 4) else { continue }
            characters[place] = character
        }
        return characters
    }()

    /// The format code, the sorting code, and the customer's information.
    static func characters(of bars: [PostalBar]) -> [UInt8]? {
        // 0 reaches up and down, 1 up, 2 down, 3 neither.
        let states = bars.map { ($0.ascends ? 0 : 2) + ($0.descends ? 0 : 1) }
        guard states.prefix(2) == [1, 3], states.suffix(2) == [1, 3] else { return nil }
        let inner = states.dropFirst(2).dropLast(2)
        var words = stride(from: inner.startIndex, to: inner.endIndex, by: 3).map { word(inner, at: $0) }
        guard checks.correct(&words, parity: 4) != nil else { return nil }
        let corrected = words.dropLast(4).flatMap { (word: Int) -> [Int] in [word >> 4, word >> 2 & 3, word & 3] }
        guard let number = digits(of: corrected.prefix(20)) else { return nil }
        return number + customerInformation(in: corrected.dropFirst(20))
    }

    /// What the customer adds: digits of two bars or characters of three. Nothing says which it is: a last bar that fills up belongs to
    /// characters where 16 bars are left. Where 31 are, it is characters unless these hold small letters, which addresses rarely do.
    private static func customerInformation(in states: ArraySlice<Int>) -> [UInt8] {
        guard states.count > 1 else { return [] }
        let text = stride(from: states.startIndex, to: states.endIndex - 2, by: 3).map {
            characters[word(states, at: $0)]
        }
        let numbers = digits(of: states.prefix(states.count / 2 * 2))
        let isNumber: Bool =
            states.count == 16 ? states.last != 3 : text.contains { $0 > 0x5A || $0 == UInt8(ascii: "#") }
        return isNumber ? numbers ?? text : text
    }

    /// Three bars as one number.
    private static func word(_ states: ArraySlice<Int>, at place: Int) -> Int {
        states[place] << 4 | states[place + 1] << 2 | states[place + 2]
    }

    private static func digits(of states: ArraySlice<Int>) -> [UInt8]? {
        var digits = [UInt8]()
        for start in stride(from: states.startIndex, to: states.endIndex - 1, by: 2) {
            guard let digit = Self.digits.firstIndex(of: states[start] * 4 + states[start + 1]) else { return nil }
            digits.append(UInt8(0x30 + digit))
        }
        return digits
    }
}

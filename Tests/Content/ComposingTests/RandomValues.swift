import SeededRandomness

/// Values such as people and attackers enter, the same in every run.
struct RandomValues {
    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(state: seed) }

    private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".unicodeScalars)
    private static let signs = Array(" \"';:,\\/?&=#%+@()[]{}<>|^~`!$*-_.\t".unicodeScalars.dropLast())
    private static let others = Array(
        "äöüßéñçøŁžčășțÅ€£°§½×кирилиця中文日本語한국어שלוםمرحبا\u{202E}\u{200F}\u{200D}\u{200B}👩🏽‍🔧🇨🇭😀𝔘".unicodeScalars)
    private static let latin = Array("äöüßéñçøŁžčășțÅ€£°§½×ÿ".unicodeScalars)

    /// What a text is made of.
    enum Alphabet { case plain, latin, any }

    mutating func below(_ bound: Int) -> Int { random.below(bound) }
    mutating func chance(_ percent: Int) -> Bool { random.below(100) < percent }
    mutating func pick<T>(_ values: [T]) -> T { values[random.below(values.count)] }

    /// A line of 1 to `most` bytes, without white space at its ends.
    mutating func line(_ most: Int, _ alphabet: Alphabet = .any) -> String { text(most, alphabet, breaks: false) }

    /// The same, with line breaks in it.
    mutating func lines(_ most: Int) -> String { text(most, .any, breaks: true) }

    private mutating func text(_ most: Int, _ alphabet: Alphabet, breaks: Bool) -> String {
        let length = chance(5) ? most : 1 + below(min(most, 60))
        var text = String.UnicodeScalarView()
        var count = 0
        while count < length {
            var scalar = pick(chance(60) ? Self.letters : Self.signs)
            if alphabet != .plain, chance(25) { scalar = pick(alphabet == .latin ? Self.latin : Self.others) }
            if breaks, chance(8) { scalar = "\n" }
            // No blank and no break at the ends, and none of more bytes than there is room for.
            let isEnd = count == 0 || count + 1 >= length
            if isEnd, scalar == " " || scalar == "\n" { scalar = "x" }
            let bytes = String(scalar).utf8.count
            if count + bytes > length { scalar = "z" }
            text.append(scalar)
            count += String(scalar).utf8.count
        }
        return String(text)
    }

    mutating func digits(_ count: Int) -> String { (0..<count).map { _ in String(below(10)) }.joined() }

    /// An account of `country` with right check digits, by arithmetic of its own.
    mutating func iban(_ country: String, _ body: String) -> String {
        let check = 98 - Self.modulo97(body + country + "00")
        return country + (check < 10 ? "0" : "") + String(check) + body
    }

    /// The remainder of the number that letters and digits spell.
    static func modulo97(_ text: String) -> Int {
        text.utf8.reduce(0) { remainder, byte in
            byte < 0x3A ? (remainder * 10 + Int(byte) - 48) % 97 : (remainder * 100 + Int(byte) - 55) % 97
        }
    }

    /// `body` with the check digit of products, by arithmetic of its own.
    static func gtin(_ body: String) -> String {
        let sum = body.utf8.reversed().enumerated().reduce(0) { $0 + Int($1.element - 48) * [3, 1][$1.offset % 2] }
        return body + String((10 - sum % 10) % 10)
    }
}

/// A way to compute check characters that a symbology leaves to its users.
package struct CheckScheme: Sendable {
    /// The name on the command line: `mod43`.
    package let name: String
    package let count: Int
    /// Whether a stop character stands behind it (Codabar).
    let isBeforeLast: Bool
    /// libzint's option_2 by which it adds the characters; nil if they are characters of the content.
    let zintOption: Int?
    /// The check characters of a content; nil if there is none for it.
    let characters: @Sendable ([UInt8]) -> [UInt8]?

    init(
        _ name: String, count: Int = 1, isBeforeLast: Bool = false, zintOption: Int? = nil,
        _ characters: @escaping @Sendable ([UInt8]) -> [UInt8]?
    ) {
        (self.name, self.count, self.isBeforeLast) = (name, count, isBeforeLast)
        (self.zintOption, self.characters) = (zintOption, characters)
    }

    /// `content` with its check characters; nil if it has none.
    package func adding(to content: [UInt8]) -> [UInt8]? {
        guard let check = characters(content) else { return nil }
        return isBeforeLast ? content.dropLast() + check + content.suffix(1) : content + check
    }

    /// `content` without its last characters, which should be the check characters; nil if it is too short.
    func removing(from content: [UInt8]) -> [UInt8]? {
        let tail = isBeforeLast ? 1 : 0
        guard content.count > count + tail else { return nil }
        return content.dropLast(count + tail) + content.suffix(tail)
    }
}

extension CheckScheme {
    /// The characters of Code 39 by their values (ISO/IEC 16388).
    static let code39Characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
    /// The characters of Codabar by their values, start and stop last (EN 798).
    static let codabarCharacters = Array("0123456789-$:/.+ABCD".utf8)

    /// Code 39's own: the sum of all values modulo 43.
    static let modulo43 = CheckScheme("mod43") { content in
        sum(content, in: code39Characters).map { [code39Characters[$0 % 43]] }
    }

    /// The same of full ASCII, over the pairs of characters that stand for one. libzint adds it: among the content it would become a pair.
    static let modulo43OfFullASCII = CheckScheme("mod43", zintOption: 1) { content in
        var values = [Int]()
        for byte in content {
            guard let pair = fullASCII(byte) else { return nil }
            for character in pair {
                guard let value = code39Characters.firstIndex(of: character) else { return nil }
                values.append(value)
            }
        }
        return [code39Characters[values.reduce(0, +) % 43]]
    }

    /// The one or two characters of Code 39 that stand for a character of ASCII (ISO/IEC 16388, annex A); nil for others.
    private static func fullASCII(_ byte: UInt8) -> [UInt8]? {
        func pair(_ shift: Unicode.Scalar, _ first: Unicode.Scalar, from base: UInt8) -> [UInt8] {
            [UInt8(ascii: shift), UInt8(ascii: first) + (byte - base)]
        }
        return switch byte {
        case 0: pair("%", "U", from: 0)
        case 1...26: pair("$", "A", from: 1)
        case 27...31: pair("%", "A", from: 27)
        case 32, 45, 46, 48...57, 65...90: [byte]
        case 33...44: pair("/", "A", from: 33)
        case 47: pair("/", "O", from: 47)
        case 58: pair("/", "Z", from: 58)
        case 59...63: pair("%", "F", from: 59)
        case 64: pair("%", "V", from: 64)
        case 91...95: pair("%", "K", from: 91)
        case 96: pair("%", "W", from: 96)
        case 97...122: pair("+", "A", from: 97)
        case 123...127: pair("%", "P", from: 123)
        default: nil
        }
    }

    /// Codabar's: the sum of all values, start and stop too, is a multiple of 16.
    static let modulo16 = CheckScheme("mod16", isBeforeLast: true) { content in
        sum(content, in: codabarCharacters).map { [codabarCharacters[(16 - $0 % 16) % 16]] }
    }

    /// Weights 3 and 1 from the right: the check digit of products, and of 2 of 5.
    static let modulo10 = CheckScheme("mod10") { content in
        digits(content).map { [character(of: CheckDigit.modulo10($0))] }
    }

    /// MSI's first check digit: every other digit from the right doubled (Luhn).
    static let luhn = CheckScheme("mod10") { content in digits(content).map { [character(of: luhnDigit($0))] } }

    /// MSI with two such digits.
    static let doubleLuhn = CheckScheme("mod10-mod10", count: 2) { content in
        digits(content).map { digits in
            let first = luhnDigit(digits)
            return [character(of: first), character(of: luhnDigit(digits + [first]))]
        }
    }

    /// MSI with weights 2 to 7 from the right; a remainder of ten has no digit.
    static let modulo11 = CheckScheme("mod11") { content in
        digits(content).flatMap(modulo11Digit).map { [character(of: $0)] }
    }

    /// MSI with both.
    static let modulo11AndLuhn = CheckScheme("mod11-mod10", count: 2) { content in
        digits(content).flatMap { digits in
            modulo11Digit(digits).map { [character(of: $0), character(of: luhnDigit(digits + [$0]))] }
        }
    }

    /// Code 11's first check character, weights 1 to 10 from the right.
    static let code11One = CheckScheme("one") { content in
        code11Values(content).map { [code11Characters[weighted($0, upTo: 10) % 11]] }
    }

    /// Code 11's two check characters: C, and K with weights 1 to 9 over C too.
    static let code11Two = CheckScheme("two", count: 2) { content in
        code11Values(content).map { values in
            let first = weighted(values, upTo: 10) % 11
            return [code11Characters[first], code11Characters[weighted(values + [first], upTo: 9) % 11]]
        }
    }

    private static let code11Characters = Array("0123456789-".utf8)

    private static func sum(_ content: [UInt8], in characters: [UInt8]) -> Int? {
        var sum = 0
        for byte in content {
            guard let value = characters.firstIndex(of: byte) else { return nil }
            sum += value
        }
        return sum
    }

    private static func digits(_ content: [UInt8]) -> [Int]? {
        content.allSatisfy { (0x30...0x39).contains($0) } ? content.map { Int($0) - 0x30 } : nil
    }

    private static func code11Values(_ content: [UInt8]) -> [Int]? {
        let values = content.compactMap(code11Characters.firstIndex)
        return values.count == content.count ? values : nil
    }

    private static func weighted(_ values: [Int], upTo most: Int) -> Int {
        values.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % most + 1) }
    }

    private static func luhnDigit(_ digits: [Int]) -> Int {
        let sum = digits.reversed().enumerated().reduce(0) { sum, item in
            let value = item.offset % 2 == 0 ? item.element * 2 : item.element
            return sum + value / 10 + value % 10
        }
        return (10 - sum % 10) % 10
    }

    private static func modulo11Digit(_ digits: [Int]) -> Int? {
        let sum = digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 6 + 2) }
        let digit = (11 - sum % 11) % 11
        return digit == 10 ? nil : digit
    }

    private static func character(of digit: Int) -> UInt8 { UInt8(0x30 + digit) }
}

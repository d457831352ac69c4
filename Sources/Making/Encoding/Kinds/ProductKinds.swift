import CZint
import Symbols

extension SymbolKind {
    /// EAN and UPC: a number with a check digit, and two or five digits beside it.
    static let products = [
        SymbolKind(.ean13, QZ_ZINT_EAN, .bars, .number(12), quietZone: 11, minimumHeight: 69),
        SymbolKind(.ean8, QZ_ZINT_EAN, .bars, .number(7), quietZone: 7, minimumHeight: 55),
        SymbolKind(.upcA, QZ_ZINT_UPC_A, .bars, .number(11), quietZone: 9, minimumHeight: 69),
        SymbolKind(.upcE, QZ_ZINT_UPC_E, .bars, .upcE, quietZone: 9, minimumHeight: 69),
        SymbolKind(
            "isbn", "ISBN (Bookland EAN-13)", reads: .ean13, QZ_ZINT_EAN, .bars, .isbn, quietZone: 11, minimumHeight: 69
        ),
        SymbolKind(
            "issn", "ISSN (EAN-13)", reads: .ean13, QZ_ZINT_EAN, .bars, .issn, quietZone: 11, minimumHeight: 69),
        SymbolKind(
            "ismn", "ISMN (EAN-13)", reads: .ean13, QZ_ZINT_EAN, .bars, .ismn, quietZone: 11, minimumHeight: 69),
        SymbolKind(.ean5, QZ_ZINT_EAN, .bars, .digits(5), quietZone: 10, minimumHeight: 66),
        SymbolKind(.ean2, QZ_ZINT_EAN, .bars, .digits(2), quietZone: 10, minimumHeight: 66),
    ]
}

extension ContentRule {
    /// A product's number of `count` digits before its check digit, and an add-on behind `+`.
    fileprivate static func number(_ count: Int, expanded: @escaping @Sendable ([Int]) -> [Int] = { $0 }) -> Self {
        Self(
            "\(count) digits, or \(count + 1) with the check digit, and 2 or 5 more after + for an add-on",
            .these(Array("0123456789+".utf8)), count...count + 7,
            prepare: { text throws(ContentError) in
                try CheckDigit.removed(from: text, count: count, expanded: expanded)
            })
    }

    fileprivate static let upcE: Self = {
        let rule = number(7, expanded: CheckDigit.expandedUPCE)
        return Self(rule.words, rule.alphabet, rule.lengths) { text throws(ContentError) in
            let number = try rule.prepare(text)
            // libzint 2.11 makes the bars of 0 for every first digit but 1.
            guard number.hasPrefix("0") || number.hasPrefix("1") else {
                throw ContentError(
                    "it begins with \(number.prefix(1)), and a UPC-E with 0 or 1: make a UPC-A", .mistake)
            }
            return number
        }
    }()

    /// Just `count` digits.
    static func digits(_ count: Int) -> Self { Self("\(count) digits", .digits, count...count) }

    /// ISBN-10 and ISBN-13, with or without hyphens.
    fileprivate static let isbn = Self(
        "an ISBN of 10 or 13 digits, with or without hyphens, and 2 or 5 digits more after + for an add-on",
        .these(Array("0123456789X- +".utf8)), 9...24,
        prepare: { text throws(ContentError) in
            let plain = text.filter { $0 != "-" && $0 != " " }
            let main = plain.prefix { $0 != "+" }
            let number = main.count == 10 ? try expanded(ISBN10: Array(main.utf8)) : String(main)
            guard number.hasPrefix("978") || number.hasPrefix("979") else {
                throw ContentError("an ISBN of 13 digits begins with 978 or 979")
            }
            return try CheckDigit.removed(from: number + plain.dropFirst(main.count), count: 12)
        })

    /// ISSN of 8 characters (ISO 3297) or with 977 in front, with or without hyphens.
    fileprivate static let issn = Self(
        "an ISSN of 8 characters, or 13 digits that begin with 977, and 2 or 5 digits more after + for an add-on",
        .these(Array("0123456789X- +".utf8)), 7...21,
        prepare: { text throws(ContentError) in
            let plain = text.filter { $0 != "-" && $0 != " " }
            let main = plain.prefix { $0 != "+" }
            let addOn = plain.dropFirst(main.count)
            guard main.count != 8 else { return try expanded(ISSN: Array(main.utf8)) + addOn }
            guard main.hasPrefix("977") else { throw ContentError("an ISSN of 13 digits begins with 977") }
            return try CheckDigit.removed(from: plain, count: 12)
        })

    /// The EAN-13 of an ISSN, without its check digit; 00 stands for the variant.
    private static func expanded(ISSN bytes: [UInt8]) throws(ContentError) -> String {
        try checkModulo11(bytes)
        return "977" + String(decoding: bytes.dropLast(), as: UTF8.self) + "00"
    }

    /// ISMN of 13 digits, or with M instead of 979-0 (ISO 10957), with or without hyphens.
    fileprivate static let ismn = Self(
        "an ISMN of 13 digits that begin with 9790, or M and 9 digits", .these(Array("0123456789M- ".utf8)), 9...18,
        prepare: { text throws(ContentError) in
            let plain = text.filter { $0 != "-" && $0 != " " }
            let number = plain.hasPrefix("M") ? "9790" + plain.dropFirst() : plain
            guard number.hasPrefix("9790") else { throw ContentError("an ISMN begins with 9790 or M") }
            return try CheckDigit.removed(from: number, count: 12)
        })

    /// The ISBN-13 of an ISBN-10, without its check digit.
    private static func expanded(ISBN10 bytes: [UInt8]) throws(ContentError) -> String {
        try checkModulo11(bytes)
        return "978" + String(decoding: bytes.dropLast(), as: UTF8.self)
    }

    /// ISO 2108 and 3297: weights 1, 2, 3 and so on from the last character, X for 10, and the sum is a multiple of 11.
    private static func checkModulo11(_ bytes: [UInt8]) throws(ContentError) {
        let digits = bytes.dropLast().map { Int($0) - 0x30 }
        guard digits.allSatisfy((0...9).contains) else { throw ContentError("X can only be the last character") }
        let sum = digits.reversed().enumerated().reduce(0) { $0 + ($1.offset + 2) * $1.element }
        let check = (11 - sum % 11) % 11
        let character = check == 10 ? UInt8(ascii: "X") : UInt8(0x30 + check)
        guard bytes.last == character else {
            throw ContentError("the check digit should be \(Character(Unicode.Scalar(character)))", .mistake)
        }
    }
}

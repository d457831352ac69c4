import CZint
import Symbols

extension SymbolKind {
    /// Bars of other trades than retail.
    static let linear = [
        SymbolKind(.code128, QZ_ZINT_CODE_128, .bars, .ascii(198), quietZone: 10),
        SymbolKind(.code39, QZ_ZINT_CODE_39, .bars, .code39, KindChoices(checks: [.modulo43]), quietZone: 10),
        SymbolKind(
            "code-39-extended", "Code 39 full ASCII", reads: .code39, QZ_ZINT_CODE_39_EXTENDED, .bars, .ascii(86),
            KindChoices(checks: [.modulo43OfFullASCII]), quietZone: 10),
        SymbolKind(.code93, QZ_ZINT_CODE_93, .bars, .ascii(123), quietZone: 10),
        SymbolKind(
            .code11, QZ_ZINT_CODE_11, .bars, .code11,
            KindChoices(checks: [.code11One, .code11Two], defaultSize: .init("", 2)), quietZone: 10),
        SymbolKind(
            .itf, QZ_ZINT_ITF, .bars, .pairs(124), KindChoices(checks: [.modulo10], takesBearer: true),
            quietZone: 10),
        SymbolKind(.itf14, QZ_ZINT_ITF_14, .bars, .gtin, KindChoices(takesBearer: true), quietZone: 10),
        twoOfFive(.matrix2of5, QZ_ZINT_STANDARD_2_OF_5, most: 112),
        twoOfFive(.industrial2of5, QZ_ZINT_INDUSTRIAL_2_OF_5, most: 79),
        twoOfFive(.iata2of5, QZ_ZINT_IATA_2_OF_5, most: 80),
        twoOfFive(.dataLogic2of5, QZ_ZINT_DATA_LOGIC_2_OF_5, most: 113),
        SymbolKind(
            .msi, QZ_ZINT_MSI, .bars, ContentRule("digits", .digits, 1...92, form: .any),
            KindChoices(checks: [.luhn, .doubleLuhn, .modulo11, .modulo11AndLuhn]), quietZone: 12),
        SymbolKind(.codabar, QZ_ZINT_CODABAR, .bars, .codabar, KindChoices(checks: [.modulo16]), quietZone: 10),
        SymbolKind(.telepen, QZ_ZINT_TELEPEN, .bars, .ascii(69), quietZone: 10),
        SymbolKind(
            "telepen-numeric", "Telepen Numeric", reads: .telepen, QZ_ZINT_TELEPEN_NUMERIC, .bars, .telepenNumeric,
            quietZone: 10),
        SymbolKind(.pharmacode, QZ_ZINT_PHARMACODE, .bars, .whole(3...131_070), quietZone: 6),
        SymbolKind(.pharmacodeTwoTrack, QZ_ZINT_PHARMACODE_TWO_TRACK, .bars, .whole(4...64_570_080), quietZone: 6),
        SymbolKind(
            "plessey", "Plessey Code", QZ_ZINT_PLESSEY, .bars,
            ContentRule("the digits 0-9 and A-F", .these(Array("0123456789ABCDEF".utf8)), 1...65, form: .any),
            quietZone: 12),
        SymbolKind("channel-code", "Channel Code", QZ_ZINT_CHANNEL, .bars, .whole(0...7_742_862), quietZone: 2),
        SymbolKind(
            "bc412", "BC412 (SEMI T1-95)", QZ_ZINT_BC412, .bars,
            ContentRule(
                "7 to 18 characters 0-9 and A-Z, but not O", .these(Array("0123456789ABCDEFGHIJKLMNPQRSTUVWXYZ".utf8)),
                7...18), quietZone: 10),
        SymbolKind(
            "flattermarken", "Flattermarken", QZ_ZINT_FLATTERMARKEN, .bars,
            ContentRule("digits", .digits, 1...128, form: .any), quietZone: 2),
        SymbolKind(
            "fim", "Facing Identification Mark", QZ_ZINT_FIM, .bars,
            ContentRule("one letter from A to E", .these(Array("ABCDE".utf8)), 1...1), quietZone: 10),
        SymbolKind(
            .dxFilmEdge, QZ_ZINT_DX_FILM_EDGE, .bars,
            ContentRule(
                "a DX code of 4 to 6 digits or two numbers with -, and a frame such as /23A after it",
                .these(Array("0123456789-/A".utf8)), 1...12), quietZone: 10),
    ]

    private static func twoOfFive(_ symbology: Symbology, _ number: Int, most: Int) -> SymbolKind {
        SymbolKind(
            symbology, number, .bars, ContentRule("digits", .digits, 1...most, form: .any),
            KindChoices(checks: [.modulo10]), quietZone: 10)
    }
}

extension ContentRule {
    static func ascii(_ most: Int) -> Self { Self("characters of ASCII", .ascii, 1...most, form: .any) }

    fileprivate static let code39 = Self(
        "the characters 0-9, A-Z, space and -.$/+%", .these(CheckScheme.code39Characters), 1...86, form: .any)

    fileprivate static let code11 = Self("digits and hyphens", .these(Array("0123456789-".utf8)), 1...140, form: .any)

    fileprivate static func pairs(_ most: Int) -> Self {
        Self(
            "an even number of digits", .digits, 1...most, form: .pairs, prepare: checkedForPairs)
    }

    fileprivate static let gtin = Self(
        "13 digits, or 14 with the check digit", .digits, 13...14,
        prepare: { text throws(ContentError) in try CheckDigit.removed(from: text, count: 13) })

    fileprivate static let codabar = Self(
        "a letter from A to D, then digits and -$:/.+, then such a letter", .these(CheckScheme.codabarCharacters),
        3...103, form: .framed,
        prepare: { text throws(ContentError) in
            let letters = Set("ABCD".utf8)
            let bytes = Array(text.utf8)
            guard let first = bytes.first, let last = bytes.last, letters.contains(first), letters.contains(last),
                !bytes.dropFirst().dropLast().contains(where: letters.contains)
            else { throw ContentError("it must begin and end with a letter from A to D, with none in between") }
            return text
        })

    fileprivate static let telepenNumeric = Self(
        "an even number of digits, of which the second of a pair may be X", .these(Array("0123456789X".utf8)),
        2...136, form: .pairs,
        prepare: { text throws(ContentError) in
            let text = try checkedForPairs(text)
            guard text.utf8.enumerated().allSatisfy({ $0.element != UInt8(ascii: "X") || $0.offset % 2 == 1 }) else {
                throw ContentError("X can only be second in a pair, as in 1X")
            }
            return text
        })

    @Sendable private static func checkedForPairs(_ text: String) throws(ContentError) -> String {
        guard text.utf8.count % 2 == 0 else {
            throw ContentError("it needs an even number of digits: put a 0 in front")
        }
        return text
    }

    /// A whole number within `range`.
    static func whole(_ range: ClosedRange<Int>) -> Self {
        Self(
            "a number from \(range.lowerBound) to \(range.upperBound)", .digits,
            1...String(range.upperBound).utf8.count,
            prepare: { text throws(ContentError) in
                guard let number = Int(text), range.contains(number) else {
                    throw ContentError("it must be a number from \(range.lowerBound) to \(range.upperBound)")
                }
                return text
            })
    }
}

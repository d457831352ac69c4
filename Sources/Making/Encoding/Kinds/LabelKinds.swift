import CZint
import Symbols

extension SymbolKind {
    /// Numbers of trades in a code that others use too: with a frame, check characters and limits of their own.
    static let labels = [
        SymbolKind("ean-14", "EAN-14", reads: .gs1_128, QZ_ZINT_EAN_14, .bars, .numbered("01", 13), quietZone: 10),
        SymbolKind("sscc-18", "SSCC-18", reads: .gs1_128, QZ_ZINT_SSCC_18, .bars, .numbered("00", 17), quietZone: 10),
        SymbolKind("pzn", "PZN (Pharmazentralnummer)", reads: .code39, QZ_ZINT_PZN, .bars, .pzn, quietZone: 10),
        SymbolKind(
            "code-32", "Code 32 (Italian Pharmacode)", reads: .code39, QZ_ZINT_CODE_32, .bars, .code32, quietZone: 10),
        SymbolKind(
            "logmars", "LOGMARS", reads: .code39, QZ_ZINT_LOGMARS, .bars, .logmars, KindChoices(checks: [.modulo43]),
            quietZone: 10),
        SymbolKind("vin", "Vehicle Identification Number", reads: .code39, QZ_ZINT_VIN, .bars, .vin, quietZone: 10),
        SymbolKind(
            "hibc-code-128", "HIBC Code 128", reads: .code128, QZ_ZINT_HIBC_CODE_128, .bars, .hibc(52), quietZone: 10),
        SymbolKind(
            "hibc-code-39", "HIBC Code 39", reads: .code39, QZ_ZINT_HIBC_CODE_39, .bars, .hibc(64), quietZone: 10),
    ]
}

extension ContentRule {
    /// A GS1 number of `count` digits behind its application identifier.
    fileprivate static func numbered(_ identifier: String, _ count: Int) -> Self {
        Self(
            "\(count) digits, or \(count + 1) with the check digit", .digits, count...count + 1,
            prepare: { text throws(ContentError) in try CheckDigit.removed(from: text, count: count) },
            scanned: { "\(identifier)\($0)\(CheckDigit.modulo10($0.utf8.map { Int($0) - 0x30 }))" })
    }

    /// PZN8: weights 1 to 7, modulo 11.
    fileprivate static let pzn = Self(
        "7 digits, or 8 with the check digit", .digits, 7...8,
        prepare: { text throws(ContentError) in
            let number = String(text.prefix(7))
            let check = checkOfPZN(number)
            guard check < 10 else { throw ContentError("there is no check digit for this number", .mistake) }
            guard text.utf8.count == 7 || text == "\(number)\(check)" else {
                throw ContentError("the check digit should be \(check)", .mistake)
            }
            return number
        }, scanned: { "-\($0)\(checkOfPZN($0))" })

    private static func checkOfPZN(_ number: String) -> Int {
        number.utf8.enumerated().reduce(0) { $0 + (Int($1.element) - 0x30) * ($1.offset + 1) } % 11
    }

    /// The number and its check digit to the base of 32, without vowels.
    fileprivate static let code32 = Self(
        "8 digits, or 9 with the check digit", .digits, 8...9,
        prepare: { text throws(ContentError) in
            let number = String(text.prefix(8))
            let check = checkOfCode32(number)
            guard text.utf8.count == 8 || text == "\(number)\(check)" else {
                throw ContentError("the check digit should be \(check)", .mistake)
            }
            return number
        },
        scanned: { number in
            let characters = Array("0123456789BCDFGHJKLMNPQRSTUVWXYZ")
            var (rest, text) = ((Int(number) ?? 0) * 10 + checkOfCode32(number), [Character]())
            for _ in 0..<6 {
                text.insert(characters[rest % 32], at: 0)
                rest /= 32
            }
            return String(text)
        })

    private static func checkOfCode32(_ number: String) -> Int {
        number.utf8.enumerated().reduce(0) { sum, digit in
            let value = (Int(digit.element) - 0x30) * (digit.offset % 2 == 0 ? 1 : 2)
            return sum + value / 10 + value % 10
        } % 10
    }

    fileprivate static let logmars = Self(
        "the characters 0-9, A-Z, space and -.$/+%", .these(CheckScheme.code39Characters), 1...59, form: .any)

    fileprivate static let vin = Self(
        "17 characters 0-9 and A-Z without I, O and Q", .these(Array("0123456789ABCDEFGHJKLMNPRSTUVWXYZ".utf8)), 17...17
    )

    /// ANSI/HIBC 2.6: `+` in front and a check character behind, which libzint adds.
    static func hibc(_ most: Int) -> Self {
        Self(
            "1 to \(most) characters 0-9, A-Z, space and -.$/+%, without the leading + and the check character",
            .these(CheckScheme.code39Characters), 1...most,
            scanned: { text in
                let bytes = Array("+\(text)".utf8)
                return String(decoding: CheckScheme.modulo43.adding(to: bytes) ?? bytes, as: UTF8.self)
            })
    }
}

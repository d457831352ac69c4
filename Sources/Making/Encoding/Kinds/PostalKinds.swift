import CZint
import Symbols

extension SymbolKind {
    /// Codes of post offices, most of bars that differ in height.
    static let postal = [
        post(.uspsIMb, QZ_ZINT_USPS_IMB, .intelligentMail),
        post(.postnet, QZ_ZINT_POSTNET, .digits([5, 9, 11], "5, 9 or 11 digits")),
        post(.planet, QZ_ZINT_PLANET, .digits([11, 13], "11 or 13 digits")),
        post(.rm4scc, QZ_ZINT_RM4SCC, .capitalsAndDigits(50)),
        post(.kix, QZ_ZINT_KIX, .capitalsAndDigits(18)),
        post(.mailmark, QZ_ZINT_MAILMARK, .mailmark, height: 10),
        post(.australiaPost, QZ_ZINT_AUSTRALIA_POST, .australiaPost),
        australian("reply-paid", "Reply Paid", QZ_ZINT_AUSTRALIA_REPLY, format: "45"),
        australian("routing", "Routing", QZ_ZINT_AUSTRALIA_ROUTING, format: "87"),
        australian("redirection", "Redirection", QZ_ZINT_AUSTRALIA_REDIRECTION, format: "92"),
        post(.japanPost, QZ_ZINT_JAPAN_POST, .japanPost),
        post(.cepnet, QZ_ZINT_CEPNET, .digits(8)),
        SymbolKind(
            "daft", "DAFT code", QZ_ZINT_DAFT, .bars,
            ContentRule(
                "1 to 100 of the letters D, A, F and T, one for each bar: descending, ascending, full and tracker",
                .these(Array("DAFT".utf8)), 1...100), quietZone: 4, minimumHeight: 8),
        SymbolKind("korea-post", "Korea Post", QZ_ZINT_KOREA_POST, .bars, .digits(6), quietZone: 10),
        SymbolKind(
            "dp-leitcode", "Deutsche Post Leitcode", reads: .itf, QZ_ZINT_LEITCODE, .bars, .leitcode, quietZone: 10),
        SymbolKind(
            "dp-identcode", "Deutsche Post Identcode", reads: .itf, QZ_ZINT_IDENTCODE, .bars, .identcode, quietZone: 10),
        SymbolKind("dpd", "DPD parcel code", reads: .code128, QZ_ZINT_DPD, .bars, .dpd, quietZone: 10),
    ]

    private static func post(
        _ symbology: Symbology, _ number: Int, _ content: ContentRule, height: Int = 8
    ) -> SymbolKind {
        SymbolKind(symbology, number, .bars, content, quietZone: 4, minimumHeight: height)
    }

    private static func australian(_ name: String, _ title: String, _ number: Int, format: String) -> SymbolKind {
        SymbolKind(
            "australia-post-" + name, "Australia Post " + title, reads: .australiaPost, number, .bars,
            ContentRule(
                "a sorting code of up to 8 digits", .digits, 1...8,
                scanned: { code in
                    format + String(repeating: "0", count: 8 - code.utf8.count) + code
                }), quietZone: 4, minimumHeight: 8)
    }
}

extension ContentRule {
    /// Digits, as many as one of `counts`.
    fileprivate static func digits(_ counts: [Int], _ words: String) -> Self {
        Self(
            words, .digits, (counts.min() ?? 0)...(counts.max() ?? 0),
            prepare: { text throws(ContentError) in
                guard counts.contains(text.utf8.count) else { throw ContentError(lengthOf: Array(text.utf8)) }
                return text
            })
    }

    fileprivate static func capitalsAndDigits(_ most: Int) -> Self {
        Self("the characters 0-9 and A-Z", .these(capitalsAndDigits), 1...most, form: .any)
    }

    fileprivate static let capitalsAndDigits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

    fileprivate static let intelligentMail = Self(
        "a tracking code of 20 digits, alone or with a routing code of 5, 9 or 11 digits after it",
        .these(Array("0123456789-".utf8)), 20...32,
        prepare: { text throws(ContentError) in
            let digits = text.filter { $0 != "-" }
            let routing = digits.utf8.count - 20
            guard [0, 5, 9, 11].contains(routing) else { throw ContentError(lengthOf: Array(text.utf8)) }
            return routing == 0 ? digits : "\(digits.prefix(20))-\(digits.dropFirst(20))"
        }, scanned: { $0.filter { $0 != "-" } })

    /// libzint fills the postcode up with spaces.
    fileprivate static let mailmark = Self(
        "format, version, class, supply chain, item and postcode: 22 characters (barcode C) or 26 (barcode L)",
        .these(capitalsAndDigits + [0x20]), 14...26,
        prepare: { text throws(ContentError) in
            text + String(repeating: " ", count: max(0, (text.utf8.count > 22 ? 26 : 22) - text.utf8.count))
        }, scanned: { $0 })

    /// The format code follows from the length.
    fileprivate static let australiaPost = Self(
        "a sorting code of 8 digits, alone or with 5 or 10 characters, or 8 or 15 digits, after it",
        .these(capitalsAndDigits + Array("abcdefghijklmnopqrstuvwxyz #".utf8)), 8...23,
        prepare: { text throws(ContentError) in
            guard [8, 13, 16, 18, 23].contains(text.utf8.count) else { throw ContentError(lengthOf: Array(text.utf8)) }
            return text
        },
        scanned: { text in
            let format =
                switch text.utf8.count {
                case 8: "11"
                case 13, 16: "59"
                default: "62"
                }
            return format + text
        })

    fileprivate static let japanPost = Self(
        "a postcode of 7 digits, and an address of 0-9, A-Z and - with up to 13 places, of which a letter takes two",
        .these(capitalsAndDigits + [0x2D]), 7...20,
        prepare: { text throws(ContentError) in
            guard text.utf8.prefix(7).allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw ContentError("it begins with a postcode of 7 digits")
            }
            let places = text.utf8.reduce(0) { $0 + ((0x41...0x5A).contains($1) ? 2 : 1) }
            guard places <= 20 else {
                throw ContentError("its address takes \(places - 7) places, but there are only 13")
            }
            return text
        })

    fileprivate static let leitcode = deutschePost(13)
    fileprivate static let identcode = deutschePost(11)

    /// Digits with a check digit of weights 4 and 9.
    private static func deutschePost(_ count: Int) -> Self {
        @Sendable func check(_ digits: Substring) -> Int {
            let sum = digits.utf8.enumerated().reduce(0) {
                $0 + (Int($1.element) - 0x30) * ($1.offset % 2 == 0 ? 4 : 9)
            }
            return (10 - sum % 10) % 10
        }
        return Self(
            "\(count) digits, or \(count + 1) with the check digit", .digits, count...count + 1,
            prepare: { text throws(ContentError) in
                let number = text.prefix(count)
                guard text.utf8.count == count || text == "\(number)\(check(number))" else {
                    throw ContentError("the check digit should be \(check(number))", .mistake)
                }
                return String(number)
            }, scanned: { "\($0)\(check($0[...]))" })
    }

    /// Postcode (7), depot (4), serial number (10), service (3), country (3): DPD's Parcel Label Specification.
    fileprivate static let dpd = Self(
        "27 characters, 0-9 and A-Z, the last 16 of them digits; or 28, the first of which (% by default) is the kind of code",
        .these(Array(0x20..<0x7F)), 27...28,
        prepare: { text throws(ContentError) in
            guard text.utf8.suffix(27).allSatisfy(capitalsAndDigits.contains),
                text.utf8.suffix(16).allSatisfy({ (0x30...0x39).contains($0) })
            else { throw ContentError("its last 27 characters are 0-9 and A-Z, the last 16 of them digits") }
            return text.utf8.count == 27 ? "%" + text : text
        }, scanned: { $0 })
}

import Formats
import Symbols
import Testing

@testable import Payloads

func parse(_ text: String, _ symbology: Symbology, _ identifier: String? = nil, addOn: String? = nil) -> Payload {
    Payload.parse(
        SymbolContent(
            symbology: symbology, identifier: identifier, bytes: Array(text.utf8), text: text, charset: "UTF-8",
            addOn: addOn), today: testDay)
}

@Suite struct GS1MessageTests {
    /// An element string (FNC1 as `^`), and what it is in brackets.
    static let elementStrings: [(raw: String, brackets: String)] = [
        ("010952123454321317270101", "(01)09521234543213(17)270101"),
        ("010952123454321310ABC^17270101", "(01)09521234543213(10)ABC(17)270101"),
        ("^010952123454321310ABC^17270101^", "(01)09521234543213(10)ABC(17)270101"),
        ("0109521234543213^17270101", "(01)09521234543213(17)270101"),
        ("00106141412345678908", "(00)106141412345678908"),
        ("0295211015300013^3712", "(02)9521101530001337(12)"),
        ("01095212345432133103000750", "(01)09521234543213(3103)000750"),
        ("4149521101530001254A", "(414)9521101530001(254)A"),
        ("8006095212345432130102^21X", "(8006)095212345432130102(21)X"),
        ("253952110153000112^99Z", "(253)952110153000112(99)Z"),
    ]

    @Test(arguments: elementStrings.indices) func readsElementStrings(index: Int) throws {
        let (raw, brackets) = Self.elementStrings[index]
        let message = try #require(GS1Message(text: raw))
        // The sixth has a GTIN of thirteen digits: what follows is taken for its end, as by every reader.
        if index != 5 { #expect(message.bracketed == brackets) }
        let again = try #require(GS1Message(text: message.bracketed))
        #expect(again.elements.map(\.identifier) == message.elements.map(\.identifier))
        #expect(GS1Message(text: message.elementString)?.elements == message.elements)
    }

    /// Symbols that say they hold GS1 data, each by its identifier.
    @Test(arguments: [
        (Symbology.gs1_128, "]C1"), (.code128, "]C1"), (.dataBarExpanded, "]e0"), (.dataMatrix, "]d2"),
        (.qrCode, "]Q3"),
        (.dataMatrix, "]J1"), (.dataMatrix, "]d5"), (.qrCode, "]Q4"), (.dataBar, "]e1"), (.aztec, "]z1"),
    ])
    func carriersHoldElementStrings(symbology: Symbology, identifier: String) {
        let payload = parse("010952123454321310ABC\u{1D}17270101", symbology, identifier)
        #expect(payload.kind == .gs1)
        #expect(payload.value("gtin") == "09521234543213")
        #expect(payload.value("lot") == "ABC")
        #expect(payload.value("expiry") == "2027-01-01")
        #expect(payload.warnings.isEmpty)
        #expect(payload.summary == "GTIN 09521234543213 · lot ABC · expires 2027-01-01")
    }

    @Test func aWrongCheckDigitIsShownAndTheRestToo() {
        let payload = parse("(01)09521234567894(17)270101(10)ABC", .qrCode)
        #expect(payload.kind == .gs1)
        #expect(payload.note("gtin") == "check digit wrong")
        #expect(payload.value("lot") == "ABC")
        #expect(payload.warningNames == ["gs1-wrong"])
        #expect(payload.summary == "GTIN 09521234567894 (check digit wrong) · lot ABC · expires 2027-01-01")
        #expect(payload.json.text.contains(#""notes":{"gtin":"check digit wrong","expiry":"expires in 40 days"}"#))
    }

    /// What is wrong with a message, by the names of its warnings.
    static let wrong: [(text: String, warnings: [String])] = [
        ("(01)09521234543210", ["gs1-wrong"]), ("(00)106141412345678900", ["gs1-wrong"]),
        ("(01)09521234543213(11)261305", ["gs1-wrong"]), ("(01)09521234543213(17)270230", ["gs1-wrong"]),
        ("(01)09521234543213(21)X(8040)490154203237519", ["gs1-wrong"]),
        ("(01)09521234543213(10)ABCDEFGHIJKLMNOPQRSTU", ["gs1-wrong"]), ("(01)0952123454321", ["gs1-wrong"]),
        ("(01)09521234543213(10)", ["gs1-wrong"]), ("(01)0952123454321A", ["gs1-wrong"]),
        ("(01)09521234543213(10)AB€", ["gs1-wrong"]), ("(01)09521234543213(422)000", ["gs1-wrong"]),
        ("(01)09521234543213(10)A#B", ["gs1-wrong"]), ("(8013)1987654Ad4X4bL5ttr2310cXK", ["gs1-wrong"]),
        ("(8003)19521101530001", ["gs1-wrong"]), ("(8006)095212345432130302", ["gs1-wrong"]),
        ("(01)09521234543213(3933)000123", ["gs1-wrong", "gs1-required"]),
        ("(01)09521234543213(08)X", ["gs1-unknown"]), ("(01)09521234543213(89)X(10)A", ["gs1-unknown"]),
        ("(10)ABC(17)270101", ["gs1-required", "gs1-required"]), ("(21)X(99)A", ["gs1-required"]),
        ("(02)09521234543213", ["gs1-required"]), ("(37)12(99)A", ["gs1-required"]),
        ("(01)09521234543213(37)12", ["gs1-forbidden", "gs1-required"]),
        ("(01)09521234543213(02)09521234543213(37)1", ["gs1-forbidden", "gs1-forbidden", "gs1-required"]),
        ("(01)09521234543213(3103)000750(3102)007500", ["gs1-forbidden", "gs1-forbidden"]),
        ("(01)09521234543213(10)A(10)B", ["gs1-repeated"]),
        ("(00)106141412345678908(420)1(421)2761", ["gs1-forbidden"]),
        ("(01)09521234543213(250)X", ["gs1-required"]), ("(01)09521234543213(427)BY", ["gs1-required"]),
        ("(414)9521101530001(8020)A", ["gs1-required"]), ("(415)9521101530001", ["gs1-required"]),
        ("(01)09521234543213(3922)1999", ["gs1-required"]), ("(8017)952110153000000002", ["gs1-wrong"]),
    ]

    @Test(arguments: wrong.indices) func whatIsWrongIsTold(index: Int) throws {
        let (text, warnings) = Self.wrong[index]
        let message = try #require(GS1Message(text: text))
        #expect(
            message.warnings.map(\.name).sorted() == warnings.sorted(), "\(text): \(message.warnings.map(\.message))")
    }

    /// Messages of the General Specifications and of the Syntax Engine's documentation, right in every respect.
    static let right = [
        "(01)09521234543213(21)X(8040)490154203237518", "(01)09521234543213(10)ABC", "(01)09521234543213(250)X(21)Y",
        "(01)09521234543213(422)276(427)BY",
        "(01)09521234543213(3103)000750(3922)1999", "(01)09521234543213(3103)000750(3933)9781999",
        "(02)09521234543213(37)12(00)106141412345678908",
        "(8006)095212345432130102(21)X", "(8020)A(415)9521101530001", "(8013)1987654Ad4X4bL5ttr2310c2K",
        "(8003)09521101530001ABC", "(253)9521101530001ABC", "(255)9521101530001(3900)12",
        "(00)106141412345678908(403)X",
        "(8010)9521AB(8011)1", "(01)09521234543213(8001)12345678901211", "(01)09521234543213(10)A(10)A",
        "(01)09521234543213(15)270200", "(8110)106141416543213150110120", "(01)09521234543213(4330)000100",
    ]

    @Test(arguments: right) func whatIsRightIsNotComplainedOf(text: String) throws {
        let message = try #require(GS1Message(text: text))
        // The last is a temperature beside a product, which belongs beside a logistic unit.
        let expected = text.contains("4330") ? ["gs1-required"] : []
        #expect(message.warnings.map(\.name) == expected, "\(text): \(message.warnings.map(\.message))")
        #expect(GS1Message(text: message.elementString)?.bracketed == message.bracketed)
    }

    /// Text that is no GS1 data, in symbols that do not say they hold any.
    @Test(arguments: [
        "(01) hello", "(020) 7946 0958", "(212) 555-1234", "(240)555-1234", "(401)555-1234", "(402) 5551234",
        "(414)555-1234", "(10)", "(10)ABC", "(99)anything", "(1)one (2)two", "()", "(01", "(01)", "01)09521234543213",
        "(ab)cd", "(12345)6", "(01)0952123454321", "see (01)09521234543213", "0109521234543213",
        "010952123454321310ABC",
        "09521234543213", "9781617292156", "(2024) was a year", "(91)98765 43210", "(17)270101", "(3103)000750",
        "(10) Apples (21) Oranges", "(10)Apples (21)Oranges", "(10) one (20) two (30) three", "(01)1(02)2",
        "(17)x(10)y(21)z z",
        "]C1", "]C1hello", "]Q1(01)", "(30)5(x", "(01)ABCDEFGHIJKLMN",
    ])
    func textThatBeginsLikeItStaysText(text: String) {
        #expect(parse(text, .qrCode).kind == .text, "\(text)")
    }

    @Test(arguments: [
        "(10)ABC(17)270101", "(01)0952123454321(17)270101(10)ABC", "(01) 09521234543213 (10) ABC",
        "(10)A(01)09521234543213",
        "(99)anything here(01)09521234543213".replacing(" ", with: "-"), "(17)261301(10)ABC(21)1",
        "(01)09521234543213\n(10)ABC\n",
    ])
    func bracketsThatAreSurelyMeantAreRead(text: String) {
        #expect(parse(text, .qrCode).kind == .gs1, "\(text)")
    }

    @Test(arguments: ["hello", "", "\u{1D}\u{1D}", "A10952", "]e0", "89X", "08"])
    func symbolsThatHoldNoIdentifierAreText(text: String) {
        #expect(parse(text, .gs1_128).kind == .text, "\(text)")
    }

    @Test func theSymbologyIdentifierMayStandInTheText() {
        let payload = parse("]C1010952123454321310ABC\u{1D}17270101", .qrCode)
        #expect(payload.kind == .gs1)
        #expect(payload.value("bracketed") == "(01)09521234543213(10)ABC(17)270101")
    }

    @Test func bracketsInsideValuesComeBack() throws {
        let message = try #require(GS1Message(text: "(01)09521234543213(10)A\\(17)B(x)"))
        #expect(message.elements.last?.value == "A(17)B(x)")
        #expect(message.bracketed == "(01)09521234543213(10)A\\(17)B\\(x)")
        #expect(GS1Message(text: message.bracketed) == message)
    }

    @Test func aMissingSeparatorIsNoticed() throws {
        let message = try #require(GS1Message(text: "01095212345432131012345678901721010117270101"))
        #expect(message.warnings.map(\.name) == ["gs1-wrong"])
    }

    @Test func fieldsWithOneNameAreToldApart() {
        let payload = parse("(01)09521234543213(10)A(10)B", .qrCode)
        #expect(payload.value("lot") == "A")
        #expect(payload.value("lot2") == "B")
    }

    @Test func manyElementsAreBounded() throws {
        let text = "(01)09521234543213" + String(repeating: "(10)A", count: 10_000)
        #expect(try #require(GS1Message(text: text)).elements.count == GS1Message.maximumElements)
    }
}

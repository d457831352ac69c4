import Testing

@testable import Payloads

@Suite struct DigitalLinkTests {
    /// An address, and its elements in brackets.
    static let links: [(url: String, brackets: String)] = [
        ("https://id.gs1.org/01/09521234543213", "(01)09521234543213"),
        ("https://id.gs1.org/01/09521234543213/10/ABC?17=270101", "(01)09521234543213(10)ABC(17)270101"),
        ("https://id.gs1.org/01/9521234543213", "(01)09521234543213"),
        ("https://id.gs1.org/01/614141123452", "(01)00614141123452"),
        ("https://id.gs1.org/01/96385074", "(01)00000096385074"),
        (
            "http://example.com/some/path/01/09521234543213/22/2A/10/1234/21/XYZ",
            "(01)09521234543213(22)2A(10)1234(21)XYZ"
        ),
        ("https://example.com/01/09521234543213/10/ABC%2F1", "(01)09521234543213(10)ABC/1"),
        ("https://example.com/01/09521234543213/?3103=000750&linkType=gs1:pip", "(01)09521234543213(3103)000750"),
        ("https://example.com/414/9521101530001/254/A", "(414)9521101530001(254)A"),
        ("https://example.com/00/106141412345678908", "(00)106141412345678908"),
        ("https://example.com/8006/095212345432130102/21/X", "(8006)095212345432130102(21)X"),
        ("https://example.com/253/9521101530001ABC", "(253)9521101530001ABC"),
        ("https://example.com/01/09521234543213/235/TPX", "(01)09521234543213(235)TPX"),
        ("https://example.com/415/9521101530001/8020/A?3902=100", "(415)9521101530001(8020)A(3902)100"),
        ("https://example.com/01/09521234543210", "(01)09521234543210"),
        (
            "https://id.gs1.org/gtin/614141123452/lot/ABC1/ser/12345?exp=180426",
            "(01)00614141123452(10)ABC1(21)12345(17)180426"
        ),
        (
            "https://id.gs1.org/00/106141412345678908?02=00614141123452&37=25&10=ABC123",
            "(00)106141412345678908(02)00614141123452(37)25(10)ABC123"
        ),
    ]

    @Test(arguments: links.indices) func addressesTellElements(index: Int) {
        let (url, brackets) = Self.links[index]
        let payload = parse(url, .qrCode)
        #expect(payload.kind == .url)
        #expect(payload.value("bracketed") == brackets)
        #expect(payload.opened.count == 1)
        #expect(GS1Message(text: url)?.bracketed == brackets)
    }

    /// Addresses that are none.
    @Test(arguments: [
        "https://example.com/", "https://example.com/01", "https://example.com/01/", "https://example.com/01/hello",
        "https://example.com/01/123", "https://example.com/01/09521234543213/reviews",
        "https://example.com/01/09521234543213/21/X/10/ABC", "https://example.com/01/09521234543213/17/270101",
        "https://example.com/10/ABC", "https://example.com/?01=09521234543213", "https://example.com/2024/01/15/post",
        "https://example.com/02/09521234543213", "https://example.com/01/09521234543213/10/",
        "https://example.com/00/1061414123456789", "https://example.com/8017/1",
        "https://example.com/gtin/hello",
        "https://example.com/01/09521234543213/10/A%20B", "https://example.com/01/0952123454321X",
        "https://example.com/099/1", "https://example.com/414/9521101530001/10/A",
    ])
    func otherAddressesTellNone(url: String) {
        let payload = parse(url, .qrCode)
        #expect(payload.kind == .url)
        #expect(payload.value("bracketed") == nil, "\(url)")
        #expect(GS1Message(text: url) == nil)
    }

    /// A message in brackets and its canonical address; nil where none tells it.
    static let canonical: [(brackets: String, url: String?)] = [
        ("(01)09521234543213", "https://id.gs1.org/01/09521234543213"),
        ("(17)270101(10)ABC(01)09521234543213", "https://id.gs1.org/01/09521234543213/10/ABC?17=270101"),
        ("(01)09521234543213(21)X(10)L(22)V", "https://id.gs1.org/01/09521234543213/22/V/10/L/21/X"),
        (
            "(01)09521234543213(3103)000750(15)270101(99)A",
            "https://id.gs1.org/01/09521234543213?15=270101&3103=000750&99=A"
        ),
        ("(01)09521234543213(10)A/B%C", "https://id.gs1.org/01/09521234543213/10/A%2FB%25C"),
        (
            "(01)09521234543213(10)!\"'()*+,:;<=>?",
            "https://id.gs1.org/01/09521234543213/10/%21%22%27%28%29%2A%2B%2C%3A%3B%3C%3D%3E%3F"
        ),
        ("(00)106141412345678908(420)12345", "https://id.gs1.org/00/106141412345678908?420=12345"),
        ("(414)9521101530001(254)A", "https://id.gs1.org/414/9521101530001/254/A"),
        ("(415)9521101530001(8020)A", "https://id.gs1.org/415/9521101530001/8020/A"),
        ("(01)09521234543213(235)T", "https://id.gs1.org/01/09521234543213/235/T"),
        ("(02)09521234543213(37)12", nil), ("(10)ABC(17)270101", nil), ("(01)09521234543213(8200)http", nil),
        ("(00)106141412345678908(21)X", nil), ("(01)0952123454321", nil), ("(01)09521234543213(10)A(10)B", nil),
        ("(01)09521234543213(08)X", nil),
    ]

    @Test(arguments: canonical.indices) func messagesBecomeAddressesAndComeBack(index: Int) throws {
        let (brackets, url) = Self.canonical[index]
        let message = try #require(GS1Message(text: brackets))
        #expect(message.digitalLink == url)
        guard let url else { return }
        let again = try #require(GS1Message(text: url))
        #expect(
            Set(again.elements.map { $0.identifier + $0.value })
                == Set(message.elements.map { $0.identifier + $0.value }))
        #expect(again.digitalLink == url)
    }

    /// Addresses of the Syntax Engine's kind that tell elements but break the standard, and the names of their warnings.
    static let wrong: [(url: String, warnings: [String])] = [
        ("https://a.example/00/106141412345678908/", ["gs1-link"]),
        ("https://a.example/01/09520123456788?10=ABC123", ["gs1-link"]),
        ("https://a.example/01/09520123456788/10/A?22=1&21=2", ["gs1-link", "gs1-link"]),
        ("https://a.example/01/09520123456788/10/ABC123?99=X&01=09520123456788", ["gs1-repeated"]),
        ("https://a.example/01/09520123456788/10/ABC123?99=X&10=ABC123", ["gs1-repeated"]),
        ("https://a.example/01/09520123456788/10/ABC123?99=X&99=X", ["gs1-repeated"]),
        ("https://a.example/01/09520123456788?99=X&99=Y", ["gs1-repeated"]),
        ("https://a.example/01/09520123456788?99=", ["gs1-wrong"]),
        ("https://a.example/01/09520123456788?99=A&999=faux", ["gs1-unknown"]),
        ("https://a.example/01/09520123456788?99=A&99999=faux", ["gs1-unknown"]),
        ("https://a.example/01/09520123456788?98=XYZ+987", ["gs1-wrong"]),
    ]

    @Test(arguments: wrong.indices) func addressesAgainstTheStandardAreReported(index: Int) {
        let (url, warnings) = Self.wrong[index]
        #expect(GS1Message(text: url)?.warnings.map(\.name) == warnings, "\(url)")
        #expect(parse(url, .qrCode).warningNames == warnings, "\(url)")
    }

    /// Right ones, also with what is not the standard's own in the query.
    @Test(arguments: [
        "https://id.gs1.org/01/09520123456788", "https://a.example/some-extra/pathinfo/01/09520123456788",
        "https://id.gs1.org/01/09520123456788/10/ABC1/21/12345?17=180426",
        "https://id.gs1.org/01/09520123456788?&&&99=ABC&&&&&&98=XYZ&&&",
        "https://id.gs1.org/01/09520123456788?singleton&unknown=555&99=ABC&linkType=gs1:pip",
        "https://id.gs1.org/01/09520123456788/235/XYZ?10=ABC123",
        "https://id.gs1.org/00/952012345678912345?02=09520123456788&37=25&10=ABC123",
        "https://id.gs1.org/414/9520123456788/254/32a%2Fb", "https://a.example//01/09520123456788",
        "https://id.gs1.org/01/09520123456788/22/ABC+123?99=ABC#fragment",
    ])
    func addressesByTheStandardAreNot(url: String) {
        #expect(GS1Message(text: url)?.warnings == [], "\(url)")
    }

    @Test(arguments: [
        "https://a.example/01//09520123456788", "https://a.example/01/09520123456788//10/ABC",
        "https://a.example/01/09520123456788//", "https://a.example/01/09520123456788/10//21/1",
    ])
    func emptyPartsOfThePathTellNone(url: String) {
        #expect(GS1Message(text: url) == nil, "\(url)")
        #expect(parse(url, .qrCode).value("bracketed") == nil)
    }
}

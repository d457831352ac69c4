import Foundation
import Testing

@testable import Payloads

/// What is offered for a content, the likeliest first.
@Suite struct ActionOrderTests {
    /// A content of each kind, and the actions that its list begins with.
    static let expected: [(content: String, titles: [String])] = [
        ("https://example.com/path", ["Open example.com", "Copy Address", "Copy whole text"]),
        (
            "mailto:a@b.example?subject=Hi&body=x",
            ["Write an e-mail", "Copy To", "Copy Subject", "Copy Text", "Copy whole text"]
        ),
        ("tel:+15551212", ["Call +15551212", "Copy Phone"]),
        ("smsto:+15551212:Hello", ["Write a message", "Copy To", "Copy Text", "Copy whole text"]),
        (
            "geo:48.05,14.58",
            ["Open www.openstreetmap.org", "Show in a map program", "Copy coordinates", "Copy whole text"]
        ),
        (
            "BEGIN:VEVENT\nSUMMARY:foo\nDTSTART:20080504T123456Z\nLOCATION:x\nEND:VEVENT",
            [
                "Add to the calendar", "Save as calendar file", "Copy Title", "Copy Begins", "Copy Where",
                "Copy whole text",
            ]
        ),
        ("WIFI:T:WPA;S:Cafe;P:pass1234;;", ["Join this network", "Copy Password", "Copy Network", "Copy whole text"]),
        (
            "otpauth://totp/GitHub:user@example.com?secret=JBSWY3DPEHPK3PXP&issuer=GitHub",
            ["Copy the current code", "Copy Account", "Copy Issuer", "Copy Secret", "Copy whole text"]
        ),
        ("MT:Y3.13OTB00KA0648G00", ["Copy Setup code", "Copy Vendor", "Copy Product", "Copy whole text"]),
        (
            "BCD\n002\n1\nSCT\n\nWikimedia Foerdergesellschaft\nDE33100205000001194700\nEUR20\n\n\nSpende",
            ["Copy IBAN", "Copy To", "Copy Amount", "Copy Text", "Copy whole text"]
        ),
        ("upi://pay?pa=a@npci&pn=Ada&am=10&cu=INR", ["Copy UPI address", "Copy To", "Copy Amount", "Copy whole text"]),
        ("C123456789;100;meddelande;6", ["Copy To", "Copy Amount", "Copy Text", "Copy whole text"]),
        (
            "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=20.3",
            ["Copy Address", "Copy Amount", "Copy whole text", "Copy Currency"]
        ),
        ("(01)09521234543213(10)ABC", ["Copy GTIN", "Copy Lot", "Copy Digital Link", "Copy whole text"]),
        ("1M8GDM9AXKP042788", ["Copy VIN", "Copy whole text"]),
        (
            "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100",
            ["Add to the calendar", "Copy Booking", "Copy Flight", "Copy Seat", "Copy Passenger", "Copy Date"]
        ),
        (
            "@\n\u{1E}\rANSI 636000100102DL00410278ZV03190008DLDAQT64235789\nDCSSAMPLE\nDBA01012030\rZVZVA1\r",
            ["Copy Licence number", "Copy Family name", "Copy Expires", "Copy whole text"]
        ),
        (
            "TICKET:2014-01-17T10:00:00Z,1A,1415040549|00ff",
            ["Copy Number", "Copy Seat", "Copy Time", "Copy whole text"]
        ),
        ("{\"a\":1}", ["Copy JSON", "Copy whole text"]),
        ("plain words", ["Copy whole text", "Save as text", "Save raw bytes"]),
        (
            "see https://a.example and b@c.example",
            ["Open a.example", "Write to b@c.example", "Copy whole text", "Copy E-mail", "Copy Link"]
        ),
    ]

    @Test(arguments: expected.indices) func theLikeliestComesFirst(index: Int) {
        let (content, titles) = Self.expected[index]
        #expect(Array(parse(content).actions.map(\.title).prefix(titles.count)) == titles)
    }

    @Test(arguments: expected.indices) func nothingIsOfferedTwiceAndSavingComesLast(index: Int) {
        let titles = parse(Self.expected[index].content).actions.map(\.title)
        #expect(Set(titles).count == titles.count)
        #expect(titles.suffix(2) == ["Save as text", "Save raw bytes"])
        #expect(!titles.contains { $0.contains("Length") || $0.contains("length") })
    }

    @Test func manyLinksLeaveRoomForTheText() {
        let text = (0..<20).map { "https://a\($0).example" }.joined(separator: " ")
        #expect(parse(text).actions.prefix(7).map(\.title).contains("Copy whole text"))
    }

    @Test func aContactGoesToOtherProgramsWithoutItsPictures() throws {
        let card = "BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nPHOTO;VALUE=uri:http://a.example/x.png\nTEL:+1555\nEND:VCARD"
        let file = try #require(parse(card).handedOverFile)
        #expect(file.contains("TEL:+1555") && !file.contains("PHOTO"))
        #expect(try #require(parse(card).saved(".vcf")).contains("PHOTO"))
    }

    @Test func serviceCodesOfContactsAreNotCalled() {
        let card = "BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nTEL:*#06#\nEND:VCARD"
        #expect(parse(card).handedOver.isEmpty)
    }

    @Test func theCurrentCodeIsCopiedAsItIsThen() {
        let actions = parse("otpauth://totp/a?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=8").actions
        guard case .copyCode(let password) = actions[0].effect else {
            Issue.record("no code to copy")
            return
        }
        #expect(actions[0].isSecret)
        // RFC 6238, appendix B.
        #expect(password.code(at: Date(timeIntervalSince1970: 59)) == "94287082")
        #expect(!parse("otpauth://totp/a?secret=1").actions.contains { $0.title == "Copy the current code" })
    }
}

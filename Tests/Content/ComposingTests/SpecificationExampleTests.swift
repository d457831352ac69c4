import Testing

@testable import Composing

/// What specifications show as examples, byte for byte.
struct SpecificationExampleTests {
    @Test func transferOfEPC069() throws {
        let content = try compose(
            "epc",
            [
                "bic": "BFSWDE33BER", "name": "Wikimedia Foerdergesellschaft", "iban": "DE33 1002 0500 0001 1947 00",
                "amount": "20", "message": "Spende fuer Wikipedia",
            ])
        #expect(
            content.text
                == "BCD\n002\n1\nSCT\nBFSWDE33BER\nWikimedia Foerdergesellschaft\nDE33100205000001194700\nEUR20.00\n\n\nSpende fuer Wikipedia"
        )
        #expect(content.level == "M")
        let latin = try compose(
            "epc", ["name": "Müller", "iban": "DE33100205000001194700", "charset": "ISO-8859-1"])
        #expect(latin.text == nil)
        #expect(latin.bytes.contains(0xFC) && latin.bytes.starts(with: "BCD\n002\n2\n".utf8))
    }

    /// SIX, Swiss Implementation Guidelines QR-bill, annex A.
    @Test func billOfTheGuidelines() throws {
        let content = try compose(
            "swiss",
            [
                "iban": "CH44 3199 9123 0008 8901 2", "name": "Max Muster & Söhne", "street": "Musterstrasse",
                "house": "123", "postal-code": "8000", "city": "Seldwyla", "amount": "1949.75",
                "debtor-name": "Simon Muster", "debtor-street": "Musterstrasse", "debtor-house": "1",
                "debtor-postal-code": "8000", "debtor-city": "Seldwyla",
                "reference": "21 00000 00003 13947 14300 09017",
                "message": "Order of 15.06.2020",
                "billing-information": "//S1/10/1234/11/201021/30/102673386/32/7.7/40/0:30",
            ])
        #expect(
            content.text
                == "SPC\n0200\n1\nCH4431999123000889012\nS\nMax Muster & Söhne\nMusterstrasse\n123\n8000\nSeldwyla\nCH\n\n\n\n\n\n\n\n"
                + "1949.75\nCHF\nS\nSimon Muster\nMusterstrasse\n1\n8000\nSeldwyla\nCH\nQRR\n210000000003139471430009017\n"
                + "Order of 15.06.2020\nEPD\n//S1/10/1234/11/201021/30/102673386/32/7.7/40/0:30")
    }

    @Test(arguments: [
        // RFC 6068, 6.1.
        (
            "email", ["to": "infobot@example.com", "body": "send current-issue\nsend index"],
            "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index"
        ),
        ("email", ["to": "gorby%kremvax@example.com"], "mailto:gorby%25kremvax@example.com"),
        // RFC 5870, 6.
        ("place", ["latitude": "48.2010", "longitude": "16.3695", "altitude": "183"], "geo:48.2010,16.3695,183"),
        ("place", ["latitude": "48° 12' 3.6\" N", "longitude": "E 16°22.17'"], "geo:48.201000,16.369500"),
        ("place", ["latitude": "-48,5", "longitude": "180"], "geo:-48.5,180"),
        ("place", ["latitude": "33°51'31\"S", "longitude": "0"], "geo:-33.858611,0"),
        // Key Uri Format.
        (
            "otp", ["issuer": "Example", "account": "alice@google.com", "secret": "JBSW Y3DP EHPK 3PXP"],
            "otpauth://totp/Example:alice@google.com?secret=JBSWY3DPEHPK3PXP&issuer=Example"
        ),
        (
            "otp", ["account": "a b", "secret": "jbswy3dp====", "otp-type": "hotp"],
            "otpauth://hotp/a%20b?secret=JBSWY3DP&counter=0"
        ),
        // RFC 5724, 2.5, and RFC 3966, 5.
        (
            "sms", ["phone": "+15105550101", "body": "hello there", "scheme": "sms"],
            "sms:+15105550101?body=hello%20there"
        ),
        ("phone", ["phone": "+1-201-555-0123", "extension": "17"], "tel:+12015550123;ext=17"),
        (
            "upi", ["upi-address": "a@bank", "name": "A & B", "amount": "7"],
            "upi://pay?pa=a@bank&pn=A%20%26%20B&am=7.00&cu=INR"
        ),
        ("gs1", ["elements": "(01)09521234543213(10)AB(17)271231"], "010952123454321310AB\u{1D}17271231"),
        (
            "gs1", ["elements": "(01)09521234543213(10)AB", "gs1-form": "digital-link"],
            "https://id.gs1.org/01/09521234543213/10/AB"
        ),
        (
            "contact",
            ["given": "Sean", "family": "Owen", "mobile": "+12125551212", "card": "mecard", "url": "example.org/?a;b"],
            #"MECARD:N:Owen,Sean;TEL:+12125551212;URL:https\://example.org/?a\;b;;"#
        ),
        ("url", ["url": "example.org:8080/x"], "https://example.org:8080/x"),
        ("url", ["url": "HTTPS://EXAMPLE.ORG/A"], "HTTPS://EXAMPLE.ORG/A"),
        ("url", ["url": "bücher.example/ä"], "https://xn--bcher-kva.example/%C3%A4"),
        ("serial", ["number": "7", "prefix": "CODE", "check": "mod43"], "CODE7R"),
        ("serial", ["number": "7992739871", "check": "luhn"], "79927398713"),
        ("serial", ["number": "794", "check": "mod97"], "79444"),
    ])
    func writesWhatIsShown(_ form: String, _ values: [String: String], _ text: String) throws {
        #expect(try compose(form, values).text == text)
    }

    @Test func cardsAreFoldedAndEscaped() throws {
        let values = [
            "given": "Ada", "family": "Lovelace; Byron", "organization": "Engines, Ltd", "unit": "R&D",
            "work-phone": "+44 20 7946 0000",
            "birthday": "1815-12-10", "note": "line 1\nline 2 " + String(repeating: "ä", count: 40),
            "url": "https://example.org/?a=1,2;3",
        ]
        let three = try #require(try compose("contact", values).text)
        #expect(
            three.hasPrefix("BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace\\; Byron;Ada;;;\r\nFN:Ada Lovelace\\; Byron\r\n"))
        #expect(
            three.contains(
                "ORG:Engines\\, Ltd;R&D\r\nTEL;TYPE=work:+44 20 7946 0000\r\nURL:https://example.org/?a=1,2;3\r\n"))
        #expect(three.contains("BDAY:1815-12-10\r\nNOTE:line 1\\nline 2 ä"))
        #expect(three.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
        let four = try #require(try compose("contact", values.merging(["card": "vcard-4"]) { $1 }).text)
        #expect(four.contains("VERSION:4.0\r\n") && four.contains("BDAY:18151210\r\n"))
    }

    @Test func eventsAreCalendars() throws {
        func lines(_ values: [String: String]) throws -> [Substring] {
            let values = values.merging(["summary": "Concert, large", "location": "Hall; 2"]) { $1 }
            return try #require(try compose("event", values).text).split(separator: "\r\n")
        }
        let local = try lines(["start": "2026-12-24 18:30", "end": "20:00"])
        #expect(local.first == "BEGIN:VCALENDAR" && local.last == "END:VCALENDAR")
        #expect(local.contains("DTSTART:20261224T183000") && local.contains("DTEND:20261224T200000"))
        #expect(local.contains("SUMMARY:Concert\\, large") && local.contains("LOCATION:Hall\\; 2"))
        #expect(local.contains { $0.hasPrefix("UID:") } && local.contains { $0.hasPrefix("DTSTAMP:") })
        let berlin = try lines(["start": "2026-07-01T10:00", "time-zone": "Europe/Berlin"])
        #expect(berlin.contains("DTSTART:20260701T080000Z"))
        let days = try lines(["start": "2026-12-24", "end": "2026-12-31", "all-day": "yes"])
        #expect(days.contains("DTSTART;VALUE=DATE:20261224") && days.contains("DTEND;VALUE=DATE:20270101"))
        #expect(
            refusal("event", ["summary": "x", "start": "2026-03-29 02:30", "time-zone": "Europe/Berlin"])?.field
                == "start")
        #expect(refusal("event", ["summary": "x", "start": "2026-03-29 12:30", "end": "12:30"])?.field == "end")
        #expect(refusal("event", ["summary": "x", "start": "2026-02-30"])?.field == "start")
    }

    @Test(arguments: [
        ("url", ["url": "javascript:alert(1)"], "url"), ("url", ["url": "ftp://example.org"], "url"),
        ("url", ["url": "a b"], "url"), ("url", ["url": "ada@example.org"], "url"),
        ("email", ["to": "ada"], "to"), ("phone", ["phone": "call me"], "phone"),
        ("place", ["latitude": "91", "longitude": "0"], "latitude"),
        ("place", ["latitude": "48°61'", "longitude": "0"], "latitude"),
        ("place", ["latitude": "48 E", "longitude": "0"], "latitude"),
        ("epc", ["name": "x", "iban": "DE33100205000001194701"], "iban"),
        ("epc", ["name": "x", "iban": "DE33100205000001194700", "amount": "1.234,50"], "amount"),
        ("epc", ["name": "x", "iban": "DE33100205000001194700", "epc-version": "1"], "bic"),
        (
            "epc", ["name": "x", "iban": "DE33100205000001194700", "reference": "RF18539007547034", "message": "y"],
            "message"
        ),
        ("epc", ["name": "日本", "iban": "DE33100205000001194700", "charset": "ISO-8859-1"], "charset"),
        ("swiss", ["name": "x", "postal-code": "1", "city": "y", "iban": "CH4431999123000889012"], "reference"),
        (
            "swiss",
            [
                "name": "x", "postal-code": "1", "city": "y", "iban": "CH9300762011623852957",
                "reference": "210000000003139471430009017",
            ],
            "reference"
        ),
        ("swiss", ["name": "😀", "postal-code": "1", "city": "y", "iban": "CH9300762011623852957"], "name"),
        ("swiss", ["name": "x", "postal-code": "1", "city": "y", "iban": "DE33100205000001194700"], "iban"),
        ("gs1", ["elements": "(01)09521234543214"], "elements"),
        ("gs1", ["elements": "(17)271331(01)09521234543213"], "elements"),
        ("gs1", ["elements": "(10)AB"], "elements"), ("gs1", ["elements": "hello"], "elements"),
        ("gtin", ["gtin": "4012345678900"], "gtin"), ("gtin", ["gtin": "12345"], "gtin"),
        ("serial", ["number": "1", "prefix": "S-", "check": "luhn"], "check"),
        ("otp", ["account": "a", "secret": "1890"], "secret"),
        ("otp", ["account": "a:b", "secret": "JBSWY3DP"], "account"),
        ("crypto", ["address": "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"], "address"),
        ("contact", ["email": "ada@example.org"], "given"),
        ("contact", ["given": "a", "fax": "1", "card": "mecard"], "fax"),
        ("text", ["text": String(repeating: "x", count: 9000)], "text"), ("bytes", ["file": "x"], "file"),
    ])
    func refusesInALine(_ form: String, _ values: [String: String], _ field: String) throws {
        let problem = try #require(refusal(form, values))
        #expect(problem.field == field, "\(problem)")
        #expect(!problem.reason.contains { $0.isNewline })
    }
}

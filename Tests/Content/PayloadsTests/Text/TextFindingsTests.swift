import Testing

@testable import Payloads

@Suite struct TextFindingsTests {
    @Test func everythingInATextIsOffered() {
        let payload = parse(
            "Meet Ada (ada@example.org, +49 30 1234567) on 2026-03-01 at 48.20100, 16.36950; see https://a.example. Or geo:1.5,2.5!"
        )
        #expect(payload.kind == .text)
        #expect(payload.values("emails") == ["ada@example.org"])
        #expect(payload.values("phones") == ["+49 30 1234567"])
        #expect(payload.values("dates") == ["2026-03-01"])
        #expect(payload.values("places") == ["1.5, 2.5", "48.20100, 16.36950"])
        #expect(payload.values("links") == ["https://a.example"])
        #expect(payload.handedOver == ["mailto:ada@example.org", "tel:+49301234567"])
        #expect(payload.opened.first == "https://a.example")
        #expect(payload.handedOverFile?.contains("DTSTART;VALUE=DATE:20260301") == true)
    }

    @Test(arguments: [
        ("call +1 (212) 555-1212.", ["+1 (212) 555-1212"]), ("+15551212", ["+15551212"]),
        ("Tel.: +44 20 7946 0123, or", ["+44 20 7946 0123"]),
        ("+49/30/1234567", ["+49/30/1234567"]),
        ("a +491234567 b +491234567 c +497654321", ["+491234567", "+497654321"]),
        ("tel:+15551212 is it", []), ("1+1234567", []), ("+12", []), ("+1234567890123456", []), ("+ 49 30 1234567", []),
        ("x+15551212", []),
        ("49 30 1234567", []), ("+0123456789", []), ("+abc", []), ("5 +7 = 12", []),
    ])
    func findsTelephoneNumbers(text: String, found: [String]) {
        let payload = parse("Text: \(text)")
        #expect(payload.values("phones") == found)
    }

    @Test(arguments: [
        ("on 2026-03-01", ["2026-03-01"]), ("am 1.3.2026 um", ["2026-03-01"]), ("01.03.2026", ["2026-03-01"]),
        ("1. 3. 2026", ["2026-03-01"]),
        ("1 March 2026", ["2026-03-01"]), ("1st Mar. 2026", ["2026-03-01"]), ("March 1, 2026", ["2026-03-01"]),
        ("Mar 1st 2026", ["2026-03-01"]),
        ("22nd of", []), ("2026-03-01T10:00:00Z", ["2026-03-01"]), ("(2026-02-28)", ["2026-02-28"]),
        ("1. MAY 2026", ["2026-05-01"]),
        ("2026-02-29", []), ("2024-02-29", ["2024-02-29"]), ("2026-13-01", []), ("31.4.2026", []), ("3/1/2026", []),
        ("2026-3-1", []),
        ("12026-03-01", []), ("2026-03-011", []), ("id-2026-03-01", []), ("2026-03-01-05", []), ("1.3.26", []),
        ("v1.2.2026", []),
        ("May 2026", []), ("Mayor 1, 2026", []), ("1 Smarch 2026", []), ("32 March 2026", []), ("1700-01-01", []),
        ("10.0.0.2026", []),
    ])
    func findsDays(text: String, found: [String]) {
        #expect(parse("Text, \(text) end").values("dates") == found)
    }

    @Test(arguments: [
        ("a@b.example", ["a@b.example"]), ("<a@b.example>,", ["a@b.example"]), ("mailto:a@b.example", ["a@b.example"]),
        ("a@b.example a@b.example c@d.example", ["a@b.example", "c@d.example"]), ("a@b", []), ("@b.example", []),
        ("a@.example", []),
        ("https://a@b.example/", []), ("a@b.example/x", []), ("a@b.1", []),
    ])
    func findsMail(text: String, found: [String]) {
        #expect(parse("Write to \(text) now").values("emails") == found)
    }

    @Test(arguments: [
        ("48.20100, 16.36950", 1), ("48.201,16.369", 1), ("-33.8568,151.2153", 1), ("geo:48.2,16.3", 1),
        ("48.2, 16.3", 0), ("1.234,5", 0),
        ("95.123, 16.369", 0), ("48.201, 190.369", 0), ("48.201 16.369", 0), ("geo:x", 0), ("1.000,00", 0),
        ("3.141, 2.718", 1),
    ])
    func findsPlaces(text: String, count: Int) {
        let payload = parse("At \(text) it is")
        #expect(payload.values("places").count == count)
        #expect(payload.opened.filter { $0.contains("openstreetmap") }.count == count)
    }

    @Test func controlsAreNamed() {
        let payload = parse("a\u{1B}[31mb\u{0}c\u{7F}d\u{85}\t\r\n")
        #expect(payload.kind == .text)
        #expect(payload.note("text") == "holds ESC (U+001B), NUL (U+0000), DEL (U+007F), U+0085")
        #expect(parse("a\tb\r\n").note("text") == nil)
        #expect(parse("\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}x").note("text")?.hasSuffix(" and more") == true)
    }

    @Test func noMoreThanACertainNumberIsOffered() {
        let text = (0..<200).map { "a\($0)@b.example +49301234\($0 + 100) 2026-01-\($0 % 28 + 10)" }.joined(
            separator: " ")
        #expect(parse(text).values("emails").count == 32)
        #expect(parse(text).values("phones").count == 32)
    }
}

@Suite struct RefusedSchemeTests {
    @Test(arguments: [
        "javascript:alert(1)", "JavaScript:alert(1)", "  javascript:alert(1)", "java\nscript:alert(1)",
        "java\tscript:alert(1)",
        "\u{1}javascript:alert(1)", "URL:javascript:alert(1)", "URLTO:x:javascript:alert(1)", "vbscript:msgbox",
        "data:text/html,<script>1</script>",
        "data:text/html;base64,PHNjcmlwdD4=", "data:,x", "DATA:TEXT/HTML,x", "file:///etc/passwd", "file:/etc/passwd",
        "FILE://host/share",
    ])
    func isSaidAndNotOffered(text: String) {
        let payload = parse(text)
        #expect(payload.kind == .text)
        #expect(payload.warningNames.contains("refused-scheme"))
        #expect(payload.opened.isEmpty)
        #expect(payload.handedOver.isEmpty)
    }

    @Test(arguments: [
        "javascript is a language", "data: 1, 2, 3", "file: see there", "data:hello", "profile:/x", "the file:/x",
        "metadata:text/html,x",
    ])
    func otherTextIsNone(text: String) { #expect(!parse(text).warningNames.contains("refused-scheme")) }
}

@Suite struct AddressRiskTests {
    @Test(arguments: [
        ("http://[::ffff:192.0.2.1]/", ["ip-host", "obscured"], "[::ffff:192.0.2.1]"),
        ("http://[::ffff:c000:201]/", ["ip-host", "obscured"], "[::ffff:192.0.2.1]"),
        ("http://[::1]/", ["ip-host"], "[::1]"),
        ("http://0x7f000001/", ["ip-host", "obscured"], "127.0.0.1"),
        ("http://017700000001/", ["ip-host", "obscured"], "127.0.0.1"),
        ("http://127.1/", ["ip-host", "obscured"], "127.0.0.1"),
        ("http://0X7F.0x0.0.1/", ["ip-host", "obscured"], "127.0.0.1"),
        ("http://3221225985", ["ip-host", "obscured"], "192.0.2.1"),
        ("http://１９２.0.2.1/", ["ip-host", "obscured"], "192.0.2.1"),
        ("http://192.0.513/", ["ip-host", "obscured"], "192.0.2.1"),
        ("https://example.com/invoice.pdf.exe", ["double-extension"], "example.com"),
        ("https://example.com/a/photo.jpg.scr?x=1", ["double-extension"], "example.com"),
        ("https://example.com/photo.jpg%2Escr", ["double-extension"], "example.com"),
        ("https://example.com/Bill.PDF%20%20%20.EXE", ["double-extension"], "example.com"),
        ("https://example.com/archive.tar.gz", [], "example.com"), ("https://example.com/setup.exe", [], "example.com"),
        ("https://example.com/jquery.min.js", [], "example.com"), ("https://example.com/a.pdf", [], "example.com"),
        ("https://example.com/v1.2.sh", [], "example.com"), ("https://example.com/?f=a.pdf.exe", [], "example.com"),
    ])
    func isNamed(text: String, risks: [String], host: String) {
        let payload = parse(text)
        #expect(payload.kind == .url)
        #expect(payload.warningNames == risks)
        #expect(payload.value("host") == host)
    }
}

@Suite struct LookAlikeOrderTests {
    @Test(arguments: [
        ("https://example.com/?vcard=BEGIN:VCARD%0AFN:x%0AEND:VCARD", PayloadKind.url),
        ("https://example.com/mailto:a@b.example", .url),
        ("WIFI:S:BEGIN:VEVENT;;", .wifi), ("BEGIN:VCARD\nFN:mailto:a@b.example\nEND:VCARD", .contact),
        ("smsto:+15551212:https://a.example", .message),
        ("tel:+15551212", .phone), ("mailto:a@b.example", .email), ("a@b.example", .email), ("b.example", .url),
        ("b.example/a@b", .url),
        ("{\"url\":\"https://a.example\"}", .json), ("geo:48.2,16.3", .place), ("geo.example", .url),
        ("tel.example", .url), ("mailto.example", .url),
        ("MEBKM:URL:https://a.example;;", .url), ("BEGIN:VEVENT\nSUMMARY:WIFI:S:x;;\nEND:VEVENT", .event),
        ("bitcoin.org", .url), ("wifi.com", .url),
        ("matter.com", .url), ("mt.example", .url), ("upi.example", .url), ("TICKET.com", .url), ("BCD.com", .url),
        ("@handle", .text), ("BCD", .text),
        ("MT", .text), ("C;D;E", .text), ("Begin: vevent", .text), ("sms", .text), ("geo", .text),
        ("smtp.example.com", .url), ("lightning.network", .url),
        ("http://a.example/TICKET:2014-01-17T10:00:00Z,1A,1|00", .url),
    ])
    func theRightKindWins(text: String, kind: PayloadKind) { #expect(parse(text).kind == kind) }
}

import Payloads
import Surface
import Symbols
import Testing

@testable import Screens

/// What is seen of a web address before it is opened.
@Suite struct LinkPanelTests {
    private func drawn(_ text: String, _ width: Int, _ height: Int, asks: Bool = false) -> Canvas {
        let scan = Samples.scan(.qrCode, text)
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(ScanScreen(id: 7, scan: scan, payload: Payload.parse(scan.symbol.content)))
        if asks {
            for effect in stack.handle(.character("o"), context: Samples.context) {
                if case .screen(.confirm(let question)) = effect { stack.ask(question) }
            }
        }
        var canvas = Canvas(width: width, height: height)
        stack.fit(canvas.bounds, context: Samples.context)
        stack.render(into: &canvas, context: Samples.context)
        return canvas
    }

    /// With a user's name before it, a look-alike in the middle, a port, and a program at its end.
    private static let hostile = "https://paypal.com@xn--pypal-4ve.com.login.evil.example:8443/invoice.pdf.exe"

    @Test(arguments: [(80, 24), (200, 60), (40, 12)]) func aHostileAddressIsDrawn(width: Int, height: Int) throws {
        try expectGolden("scan-link-\(width)x\(height)", drawn(Self.hostile, width, height))
        try expectGolden("scan-link-question-\(width)x\(height)", drawn(Self.hostile, width, height, asks: true))
    }

    @Test func theRegisteredDomainIsSpelledFirst() throws {
        for (text, domain) in [
            (Self.hostile, "e v i l . e x a m p l e"), ("https://www.example.co.uk/x", "e x a m p l e . c o . u k"),
            ("http://2130706433/", "1 2 7 . 0 . 0 . 1"),
            ("https://bücher.example/", "x n - - b c h e r - k v a . e x a m p l e"),
        ] {
            let rows = drawn(text, 80, 24).text.split(separator: "\n")
            #expect(rows[1].contains("Leads to") && rows[1].contains(domain), "\(rows[1])")
        }
    }

    /// Text in which addresses stand leads nowhere by itself.
    @Test func otherContentsHaveNone() {
        for text in ["see https://example.org/ and https://example.com/", "javascript:alert(1)", "plain"] {
            #expect(!drawn(text, 80, 24).text.contains("Leads to"))
        }
    }

    /// A terminal may open it without the program's question.
    @Test(
        arguments: [
            ("https://example.org/a", "https://example.org/a"), ("http://example.org", "http://example.org"),
            (hostile, nil),
            ("https://bücher.example/", nil), ("http://2130706433/", nil), ("https://user@example.org/", nil),
            ("https://bit.ly/abc", nil), ("tel:+4930123456", nil), ("https:\\\\example.org\\x", nil),
        ] as [(String, String?)])
    func onlyAHarmlessAddressIsALink(text: String, address: String?) {
        let links = drawn(text, 80, 24).linkedCells
        #expect(Set(links.values) == (address.map { [$0] } ?? []), "\(text)")
        if let address { #expect(links.count == address.count) }
    }
}

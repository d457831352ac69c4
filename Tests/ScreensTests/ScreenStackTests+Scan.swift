import Payloads
import Screens
import Surface
import Symbols
import Testing

/// What is shown of a scan.
extension ScreenStackTests {
    @Test func whatIsHiddenInATextIsSeenInTheHistory() {
        var scanner = Samples.scanner()
        scanner.setHistory(
            [Samples.row(1, .qrCode, "ex\u{202E}txt.exe"), Samples.row(2, .qrCode, "ab\u{34F}c\u{1B}[31m")], total: 2)
        let text = draw(ScreenStack(scanner: scanner), 120, 30).text
        #expect(text.contains("ex\u{FFFD}txt.exe"))
        #expect(text.contains("ab\u{FFFD}c\u{241B}[31m"))
    }

    @Test func secretsAreMaskedUntilAskedFor() throws {
        var stack = stack(showing: Samples.scan(.qrCode, "WIFI:T:WPA;S:Cafe;P:s3cr3t-word;;"))
        #expect(!draw(stack).text.contains("s3cr3t"))
        #expect(!draw(stack).text.contains("73 33 63 72"))
        try expectGolden("scan-wifi", draw(stack))
        _ = stack.handle(.character("v"), keys: keys)
        #expect(draw(stack).text.contains("s3cr3t-word"))
    }

    @Test func everyPartOfAContactIsThere() throws {
        let card =
            "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Owen;Sean\r\nFN:Sean Owen\r\nTEL:+12125551212\r\nEMAIL:srowen@example.org\r\nEND:VCARD"
        try expectGolden("scan-contact", draw(stack(showing: Samples.scan(.qrCode, card)), 90, 44))
    }

    @Test func aScanInWideCharactersKeepsItsColumns() throws {
        let text = "日本語のテキスト 🎫 e\u{301} ein\u{202E}neu, lang genug für mehr als eine Zeile: 日本語のテキスト日本語のテキスト"
        try expectGolden("scan-wide-characters", draw(stack(showing: Samples.scan(.qrCode, text)), 60, 24))
    }

    @Test func anEmptyScanIsShownAsOne() throws {
        let content = SymbolContent(symbology: .code128, bytes: [], text: "", charset: "UTF-8")
        let scan = Scan(time: Samples.time, source: "demo", symbol: Symbol(content: content, corners: Samples.corners))
        try expectGolden("scan-empty", draw(stack(showing: scan), 60, 20))
    }

    @Test func theSmallestTerminalShowsAScanAndTheHelp() throws {
        var scan = stack(showing: Samples.scan(.qrCode, "https://example.com/shop?item=1"))
        try expectGolden("scan-smallest", draw(scan, 40, 12))
        _ = scan.handle(.character("?"), keys: keys)
        try expectGolden("help-smallest", draw(scan, 40, 12))
    }

    @Test func bytesThatAreNoTextAreDumped() throws {
        let content = SymbolContent(symbology: .dataMatrix, bytes: Array(0...70), text: nil, charset: nil)
        let scan = Scan(
            time: Samples.time, source: "photo.png", symbol: Symbol(content: content, corners: Samples.corners))
        var stack = stack(showing: scan)
        try expectGolden("scan-bytes", draw(stack))
        guard stack.handle(.character("y"), keys: keys).isEmpty else {
            Issue.record("copied bytes as text")
            return
        }
        #expect(draw(stack).text.contains("no text"))
    }

    @Test func hostileContentLeavesNoControlOnTheScreen() {
        let text = "x\u{1B}]52;c;AAAA\u{7}\u{9B}31m\u{202E}evil\u{0}\n" + String(repeating: "A", count: 70_000)
        var stack = stack(showing: Samples.scan(.qrCode, text))
        for key: Key in [.pageDown, .pageDown, .end, .enter, .escape, .pageUp, .character("v")] {
            _ = stack.handle(key, keys: keys)
            for cell in draw(stack).cells {
                for scalar in cell.character.unicodeScalars {
                    #expect(scalar.value >= 0x20)
                    #expect(scalar != "\u{202E}")
                    #expect(!(0x7F..<0xA0 ~= scalar.value))
                }
            }
        }
    }
}

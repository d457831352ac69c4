import Payloads
import Screens
import Surface
import Symbols
import Testing

@Suite struct ScreenStackTests {
    private let keys = KeyMap()

    private func draw(_ stack: ScreenStack, _ width: Int = 100, _ height: Int = 30) -> Canvas {
        var canvas = Canvas(width: width, height: height)
        stack.render(into: &canvas, look: Samples.look)
        return canvas
    }

    private func stack(showing scan: Scan? = nil) -> ScreenStack {
        var stack = ScreenStack(scanner: Samples.scanner())
        if let scan { stack.push(ScanScreen(id: 7, scan: scan, payload: Payload.parse(scan.symbol.content))) }
        return stack
    }

    @Test func scrollingStopsAtTheEndAndTurnsBackAtOnce() {
        for key: Key? in [.character("?"), nil] {
            var stack = stack(
                showing: Samples.scan(.qrCode, "https://example.org/" + String(repeating: "long", count: 300)))
            if let key { _ = stack.handle(key, keys: keys) }
            var tops: [String] = []
            for key in Array(repeating: Key.pageDown, count: 40) + [.pageUp] {
                _ = stack.handle(key, keys: keys)
                stack.fit(draw(stack, 80, 24).bounds, look: Samples.look)
                tops.append(draw(stack, 80, 24).text)
            }
            #expect(tops[38] == tops[39], "the end")
            #expect(tops[40] != tops[39], "the first key back moves")
        }
    }

    @Test func helpIsMadeFromTheTableOfCommands() throws {
        var stack = stack()
        _ = stack.handle(.character("?"), keys: keys)
        try expectGolden("help", draw(stack, 100, 64))
        let text = draw(stack, 100, 100).text
        for row in Command.table { #expect(text.contains(row.help.prefix(40)), "\(row.command)") }
        _ = stack.handle(.escape, keys: keys)
        #expect(stack.showsScanner)
    }

    @Test func anAddOnIsShownWithItsScan() {
        var book = Samples.scan(.ean13, "9780201379624")
        #expect(!draw(stack(showing: book), 100, 40).text.contains("Add-on"))
        book.symbol.content.addOn = "51995"
        #expect(draw(stack(showing: book), 100, 40).text.contains("Add-on        51995"))
    }

    @Test func nothingIsDeletedWithoutAYes() {
        var stack = stack()
        let row = HistoryRow(
            id: 3, time: Samples.scan(.ean13, "1").time, symbology: .ean13, summary: "9781617292156")
        #expect(stack.handle(.character("x"), keys: keys) == [.askDeletion(id: 3)])
        stack.ask(.deletion(of: row))
        #expect(draw(stack).text.contains("Delete this scan for good?"))
        #expect(stack.handle(.enter, keys: keys).isEmpty)
        #expect(stack.handle(.character("n"), keys: keys).isEmpty)
        #expect(!draw(stack).text.contains("Delete this scan"))
        stack.ask(.deletion(of: row))
        #expect(stack.handle(.character("y"), keys: keys) == [.delete(id: 3)])
    }

    @Test func aScansPictureIsShownAndSpokenOfWhenTheScanIsDeleted() {
        var stack = stack()
        let scan = Samples.scan(.ean13, "9781617292156")
        stack.push(
            ScanScreen(
                id: 7, scan: scan, payload: Payload.parse(scan.symbol.content), picture: "/home/me/Pictures/q.jpg"))
        #expect(draw(stack).text.contains("Picture       /home/me/Pictures/q.jpg"))
        #expect(stack.handle(.character("x"), keys: keys) == [.askDeletion(id: 7)])
        let row = HistoryRow(
            id: 7, time: scan.time, symbology: .ean13, summary: "9781617292156")
        stack.ask(.deletion(of: row, picture: "Its picture is deleted with it", leavesScreen: true))
        #expect(draw(stack).text.contains("Its picture is deleted with it"))
        #expect(stack.handle(.character("y"), keys: keys) == [.delete(id: 7)])
        #expect(stack.showsScanner, "the scan's screen is left")
    }

    @Test func aPromptTakesKeysAsText() throws {
        var stack = stack()
        stack.ask(Prompt(title: "Export the history", hint: "How", text: "a.csv", purpose: .export))
        try expectGolden("prompt", draw(stack))
        for key: Key in [.home, .character("q"), .end, .backspace, .character("x")] {
            #expect(stack.handle(key, keys: keys).isEmpty)
        }
        #expect(stack.handle(.enter, keys: keys) == [.export(path: "qa.csx", overwrite: false)])
        #expect(stack.handle(.character("q"), keys: keys) == [.quit])
    }

    @Test func aPromptLeftAloneDoesNothing() {
        var stack = stack()
        stack.ask(Prompt(title: "Export", hint: "", text: "a.csv", purpose: .export))
        #expect(stack.handle(.escape, keys: keys).isEmpty)
        #expect(!draw(stack).text.contains("a.csv"))
    }

    @Test func aNoticeStandsInPlaceOfTheKeysUntilTheNextKey() {
        var stack = stack()
        stack.show(Notice("This camera has no light", isWarning: true))
        #expect(draw(stack).text.contains("This camera has no light"))
        _ = stack.handle(.character("~"), keys: keys)
        #expect(!draw(stack).text.contains("This camera has no light"))
        #expect(draw(stack).text.contains("? help"))
    }

    @Test func theLineOfKeysNamesTheKeysInForce() throws {
        let look = Look(keys: try KeyMap(replacing: [.freeze: [.function(9)]]))
        var canvas = Canvas(width: 120, height: 40)
        stack().render(into: &canvas, look: look)
        #expect(canvas.text.contains("F9 freeze"))
    }

    @Test func aWebAddressOpensOnlyAfterItsRealHostWasShown() {
        var stack = stack(showing: Samples.scan(.qrCode, "https://bank.example@evil.example/login"))
        #expect(stack.handle(.character("o"), keys: keys).isEmpty)
        let text = draw(stack).text
        #expect(text.contains("Open evil.example?"))
        let effects = stack.handle(.character("y"), keys: keys)
        guard case .openAddress(let address)? = effects.first else {
            Issue.record("nothing opened")
            return
        }
        #expect(address.contains("evil.example/login"))
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
                    #expect(scalar.value >= 0x20 && scalar != "\u{202E}" && !(0x7F..<0xA0 ~= scalar.value))
                }
            }
        }
    }

    @Test func actionsAreDoneBySelection() {
        var stack = stack(showing: Samples.scan(.code128, "LOT-1"))
        #expect(stack.handle(.character("y"), keys: keys) == [.copy("LOT-1")])
        #expect(stack.handle(.character("s"), keys: keys).isEmpty)
        #expect(draw(stack).text.contains("scan.txt"))
        #expect(
            stack.handle(.enter, keys: keys) == [.save(bytes: Array("LOT-1".utf8), path: "scan.txt", overwrite: false)])
        _ = stack.handle(.end, keys: keys)
        _ = stack.handle(.enter, keys: keys)
        #expect(draw(stack).text.contains("scan.bin"))
    }

    @Test func randomKeysNeverTrap() {
        var generator = SplitMix(state: 42)
        let all: [Key] =
            Command.table.flatMap(\.keys) + [.character("é"), .character("日"), .tab, .backspace, .insert, .function(5)]
        var stack = stack(showing: Samples.scan(.qrCode, "WIFI:T:WPA;S:Cafe;P:x;;"))
        for step in 0..<3000 {
            let key = all[Int(generator.next() % UInt64(all.count))]
            for effect in stack.handle(key, keys: keys) {
                switch effect {
                case .openScan:
                    stack.push(
                        ScanScreen(
                            id: 1, scan: Samples.scan(.ean13, "9781617292156"),
                            payload: Payload.parse(SymbolContent(symbology: .ean13, text: "9781617292156"))))
                case .askExport: stack.ask(Prompt(title: "t", hint: "h", text: "p", purpose: .export))
                case .delete(let id): stack.scanner.remove(id: id)
                default: break
                }
            }
            if step % 50 == 0 { #expect(draw(stack, 40 + step % 90, 12 + step % 40).width > 0) }
        }
    }
}

/// A small deterministic generator (Steele, Lea, Flood: SplitMix64).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

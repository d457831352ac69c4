import Payloads
import Screens
import Surface
import Symbols
import Testing

@Suite struct ScreenStackTests {
    let keys = KeyMap()

    func draw(_ stack: ScreenStack, _ width: Int = 100, _ height: Int = 30) -> Canvas {
        var canvas = Canvas(width: width, height: height)
        stack.render(into: &canvas, context: Samples.context)
        return canvas
    }

    func stack(showing scan: Scan? = nil) -> ScreenStack {
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
                stack.fit(draw(stack, 80, 24).bounds, context: Samples.context)
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
        #expect(draw(stack).text.contains("Shift-Y  yes"))
        #expect(stack.handle(.character("y"), keys: keys).isEmpty, "a key that is next to hand")
        #expect(stack.handle(.character("Y"), keys: keys) == [.delete(id: 3)])
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
        #expect(stack.handle(.character("Y"), keys: keys) == [.delete(id: 7)])
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
        let context = RenderContext(keys: try KeyMap(replacing: [.freeze: [.function(9)]]))
        var canvas = Canvas(width: 120, height: 40)
        stack().render(into: &canvas, context: context)
        #expect(canvas.text.contains("F9 freeze"))
    }

    @Test func aWebAddressOpensOnlyAfterItsRealHostWasShown() {
        var stack = stack(showing: Samples.scan(.qrCode, "https://bank.example@evil.example/login"))
        #expect(stack.handle(.character("o"), keys: keys).isEmpty)
        #expect(draw(stack).text.contains("Leads to  evil.example"))
        #expect(stack.handle(.character("y"), keys: keys).isEmpty, "a warning wants a deliberate key")
        #expect(opened(stack.handle(.character("Y"), keys: keys)) == "https://bank.example@evil.example/login")
    }

    private func opened(_ effects: [Effect]) -> String? {
        if case .openAddress(let address)? = effects.first { address } else { nil }
    }

    @Test func aPlainAddressOpensByAPlainYes() {
        var stack = stack(showing: Samples.scan(.qrCode, "https://example.org/a"))
        _ = stack.handle(.character("o"), keys: keys)
        #expect(stack.handle(.enter, keys: keys).isEmpty)
        #expect(opened(stack.handle(.character("y"), keys: keys)) == "https://example.org/a")
    }

    /// In a web address, in a text and in a contact alike.
    @Test(arguments: ["%", "see % now", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nURL:%\r\nEND:VCARD"])
    func theRegisteredEndAndEveryWarningAreShownWhole(around: String) throws {
        let host = "accounts.google.com.login-" + String(repeating: "x", count: 30) + ".id.session.evil.example"
        let text = around.replacing("%", with: "https://\(host)/" + String(repeating: "path", count: 300))
        for (width, height) in [(100, 30), (60, 24), (40, 12)] {
            var stack = stack(showing: Samples.scan(.qrCode, text))
            _ = stack.handle(.character("o"), keys: keys)
            var seen = ""
            for _ in 0..<60 {
                stack.fit(Rect(x: 0, y: 0, width: width, height: height), context: Samples.context)
                let text = draw(stack, width, height).text
                seen += text
                if text.contains("yes") { break }
                #expect(stack.handle(.character("Y"), keys: keys).isEmpty, "not before its end was seen")
                _ = stack.handle(.down, keys: keys)
            }
            let words = seen.split { !($0.isLetter || $0.isNumber || ".-:/".contains($0)) }.map(String.init)
            #expect(words.contains("evil.example"), "\(width)×\(height)")
            let joined = words.joined(separator: " ")
            for warning in ["google.com is only a part of", "characters. It leads", "names stand before"] {
                let parts = warning.split(separator: " ").map(String.init)
                #expect(parts.allSatisfy { joined.contains($0) }, "\(warning) at \(width)×\(height)")
            }
            #expect(opened(stack.handle(.character("Y"), keys: keys))?.hasPrefix("https://\(host)/") == true)
        }
    }

    @Test func aWarningIsWrappedAndNeverCut() throws {
        var stack = stack(
            showing: Samples.scan(
                .qrCode, "https://accounts.google.com.\(String(repeating: "y", count: 60)).evil.example/x"))
        _ = stack.handle(.character("o"), keys: keys)
        stack.fit(Rect(x: 0, y: 0, width: 80, height: 24), context: Samples.context)
        try expectGolden("open-deceiving", draw(stack, 80, 24))
    }

    @Test func aPasteIsTextInAPromptAndNothingElsewhere() {
        var stack = stack()
        stack.paste("q")
        stack.ask(.deletion(of: Samples.row(3, .ean13, "9781617292156")))
        stack.paste("Y")
        #expect(stack.question?.kind == .confirmation)
        _ = stack.handle(.escape, keys: keys)
        stack.ask(Prompt(title: "Export", hint: "", text: "", purpose: .export))
        stack.paste("a\u{1B}[A\r\nb\u{202E}\tc.csv\n")
        #expect(stack.handle(.enter, keys: keys) == [.export(path: "a[Abc.csv", overwrite: false)])
        stack.ask(Prompt(title: "Export", hint: "", text: "x", purpose: .export))
        stack.paste(String(repeating: "y", count: 100_000))
        guard case .export(let path, _)? = stack.handle(.enter, keys: keys).first else {
            Issue.record("no answer")
            return
        }
        #expect(path.count == 4096)
    }

    @Test func everyQuestionHasItsNumber() {
        var stack = stack()
        #expect(stack.question == nil)
        stack.ask(Prompt(title: "Export", hint: "", text: "a.csv", purpose: .export))
        let first = stack.question
        _ = stack.handle(.enter, keys: keys)
        #expect(stack.question == nil)
        stack.ask(Confirmation(title: "Overwrite?", yes: [.quit], weight: .grave))
        #expect(first?.kind == .prompt)
        #expect(stack.question?.kind == .confirmation)
        #expect(first?.number != stack.question?.number)
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

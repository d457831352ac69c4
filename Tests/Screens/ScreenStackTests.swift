import Foundation
import FullScreen
import Payloads
import Screens
import SeededRandomness
import Surface
import Symbols
import Testing

@Suite struct ScreenStackTests {
    let context = Samples.context

    func draw(
        _ stack: ScreenStack, _ width: Int = 100, _ height: Int = 30, context: RenderContext = Samples.context
    ) -> Canvas {
        var canvas = Canvas(width: width, height: height)
        stack.render(into: &canvas, context: context)
        return canvas
    }

    let export: @Sendable (String) -> [Effect] = { [.export(.write(.all, path: $0, overwrite: false))] }

    func stack(showing scan: Scan? = nil) -> ScreenStack {
        var stack = ScreenStack(scanner: ScannerScreen())
        if let scan { stack.push(ScanScreen(id: 7, scan: scan, payload: Payload.parse(scan.symbol.content))) }
        return stack
    }

    @Test func scrollingStopsAtTheEndAndTurnsBackAtOnce() {
        for key: Key? in [.character("?"), nil] {
            var stack = stack(
                showing: Samples.scan(.qrCode, "https://example.org/" + String(repeating: "long", count: 300)))
            if let key { _ = stack.handle(key, context: context) }
            var tops: [String] = []
            for key in Array(repeating: Key.pageDown, count: 40) + [.pageUp] {
                _ = stack.handle(key, context: context)
                stack.fit(draw(stack, 80, 24).bounds, context: context)
                tops.append(draw(stack, 80, 24).text)
            }
            #expect(tops[38] == tops[39], "the end")
            #expect(tops[40] != tops[39], "the first key back moves")
        }
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
        #expect(stack.handle(.character("d"), context: context) == [.deletion(.ask(ids: [3]))])
        stack.ask(.deletion(of: [row]))
        #expect(draw(stack).text.contains("Delete this scan?"))
        #expect(stack.handle(.enter, context: context).isEmpty)
        #expect(stack.handle(.character("n"), context: context).isEmpty)
        #expect(!draw(stack).text.contains("Delete this scan"))
        stack.ask(.deletion(of: [row]))
        // What u brings back needs no more than that.
        #expect(draw(stack).text.contains(" y  yes"))
        #expect(stack.handle(.character("y"), context: context) == [.deletion(.delete(ids: [3]))])
    }

    @Test func atMostSevenActionsAreListedAndTheRestOnDemand() {
        let card =
            "BEGIN:VCARD\nVERSION:3.0\nN:Owen;Sean\nFN:Sean Owen\nTEL:+1\nTEL:+2\nEMAIL:a@b.example\nORG:X\nTITLE:Y\nEND:VCARD"
        var stack = stack(showing: Samples.scan(.qrCode, card))
        func rows() -> Int {
            let lines = draw(stack, 100, 60).text.split(separator: "\n").map(String.init)
            let start = lines.firstIndex { $0.contains("─ Actions ─") } ?? 0
            return lines[start...].prefix { !$0.hasPrefix("└") }.count - 1
        }
        #expect(rows() == 7)
        #expect(draw(stack, 100, 60).text.contains(" more …"))
        #expect(draw(stack, 80, 24).text.contains(" more …"))
        for _ in 0..<6 { _ = stack.handle(.down, context: context) }
        #expect(stack.handle(.enter, context: context).isEmpty)
        #expect(!draw(stack, 100, 60).text.contains(" more …"))
        // The cursor is where the rest begins.
        guard stack.handle(.enter, context: context).first?.asked(FileEffect.self) != nil else {
            Issue.record("the first of the rest is not done")
            return
        }
    }

    @Test func aScansPictureIsShownAndSpokenOfWhenTheScanIsDeleted() {
        var stack = stack()
        let scan = Samples.scan(.ean13, "9781617292156")
        stack.push(
            ScanScreen(
                id: 7, scan: scan, payload: Payload.parse(scan.symbol.content), picture: "/home/me/Pictures/q.jpg"))
        #expect(draw(stack).text.contains("Picture       /home/me/Pictures/q.jpg"))
        #expect(stack.handle(.character("d"), context: context) == [.deletion(.ask(ids: [7]))])
        let row = HistoryRow(
            id: 7, time: scan.time, symbology: .ean13, summary: "9781617292156")
        stack.ask(.deletion(of: [row], remark: "Its picture is deleted with it", leavesScreen: true))
        #expect(draw(stack).text.contains("Its picture is deleted with it"))
        #expect(stack.handle(.character("Y"), context: context) == [.deletion(.delete(ids: [7]))])
        #expect(stack.showsScanner, "the scan's screen is left")
    }

    @Test func aNoticeLeavesTheLineOfKeysAndItsSenderTakesItBack() {
        var stack = stack()
        let notice = Notice("This camera has no light", isWarning: true)
        stack.show(notice)
        let drawn = draw(stack).text
        #expect(drawn.contains("! This camera has no light"))
        #expect(drawn.contains("? help"))
        // Nobody has read it yet.
        _ = stack.handle(.character("b"), context: context)
        #expect(draw(stack).text.contains("This camera has no light"))
        stack.hide(notice)
        #expect(!draw(stack).text.contains("This camera has no light"))
        stack.show(notice)
        let ended = [stack.expireNotices(at: .now), stack.expireNotices(at: .now + .seconds(8))]
        #expect(ended == [false, true])
    }

    @Test func theLineOfKeysNamesTheKeysInForce() throws {
        let context = RenderContext(
            idle: Features.idle(Samples.model()),
            keys: try KeyMap(Features.commands, replacing: [Command("freeze"): [.function(5)]]))
        var canvas = Canvas(width: 120, height: 40)
        stack().render(into: &canvas, context: context)
        #expect(canvas.text.contains("F5 freeze"))
    }

    @Test func whatIsHiddenInATextIsSeenInTheHistory() {
        var model = Samples.model()
        model.history.replace(
            [Samples.row(1, .qrCode, "ex\u{202E}txt.exe"), Samples.row(2, .qrCode, "ab\u{34F}c\u{1B}[31m")], total: 2)
        let text = draw(stack(), 120, 30, context: Samples.context(model)).text
        #expect(text.contains("ex\u{FFFD}txt.exe"))
        #expect(text.contains("ab\u{FFFD}c\u{241B}[31m"))
    }

    @Test func secretsAreMaskedUntilAskedFor() throws {
        var stack = stack(showing: Samples.scan(.qrCode, "WIFI:T:WPA;S:Cafe;P:s3cr3t-word;;"))
        #expect(!draw(stack).text.contains("s3cr3t"))
        #expect(!draw(stack).text.contains("73 33 63 72"))
        try expectGolden("scan-wifi", draw(stack))
        _ = stack.handle(.control("t"), context: context)
        #expect(draw(stack).text.contains("s3cr3t-word"))
    }

    /// The key of RFC 6238's vectors, whose code at 59 s is 94287082.
    @Test func aOneTimePasswordIsShownWithItsSecondsWhenSecretsAre() {
        let key = "otpauth://totp/ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=8"
        var stack = stack(showing: Samples.scan(.qrCode, key))
        var context = context
        context.now = Date(timeIntervalSince1970: 59)
        func text() -> String {
            var canvas = Canvas(width: 100, height: 34)
            stack.render(into: &canvas, context: context)
            return canvas.text
        }
        #expect(!text().contains("94287082"))
        _ = stack.handle(.control("t"), context: context)
        #expect(text().contains("Current code  94287082  (1 s left)"))
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
        _ = scan.handle(.character("?"), context: context)
        try expectGolden("help-smallest", draw(scan, 40, 12))
    }

    @Test func bytesThatAreNoTextAreDumped() throws {
        let content = SymbolContent(symbology: .dataMatrix, bytes: Array(0...70), text: nil, charset: nil)
        let scan = Scan(
            time: Samples.time, source: "photo.png", symbol: Symbol(content: content, corners: Samples.corners))
        var stack = stack(showing: scan)
        try expectGolden("scan-bytes", draw(stack))
        guard stack.handle(.character("y"), context: context).isEmpty else {
            Issue.record("copied bytes as text")
            return
        }
        #expect(draw(stack).text.contains("Binary content"))
    }

    @Test func hostileContentLeavesNoControlOnTheScreen() {
        let text = "x\u{1B}]52;c;AAAA\u{7}\u{9B}31m\u{202E}evil\u{0}\n" + String(repeating: "A", count: 70_000)
        var stack = stack(showing: Samples.scan(.qrCode, text))
        for key: Key in [.pageDown, .pageDown, .end, .enter, .escape, .pageUp, .control("t")] {
            _ = stack.handle(key, context: context)
            for cell in draw(stack).cells {
                for scalar in cell.character.unicodeScalars {
                    #expect(scalar.value >= 0x20)
                    #expect(scalar != "\u{202E}")
                    #expect(!(0x7F..<0xA0 ~= scalar.value))
                }
            }
        }
    }

    @Test func actionsAreDoneBySelection() {
        var stack = stack(showing: Samples.scan(.code128, "LOT-1"))
        #expect(stack.handle(.character("y"), context: context) == [.file(.copy("LOT-1"))])
        let bytes = Array("LOT-1".utf8)
        #expect(
            stack.handle(.character("s"), context: context) == [
                .file(.askSaving(title: "Save as text", name: "scan.txt", bytes: bytes))
            ])
        // The last one shows the bytes.
        for key in [Key.end, .up] { _ = stack.handle(key, context: context) }
        #expect(
            stack.handle(.enter, context: context) == [
                .file(.askSaving(title: "Save raw bytes", name: "scan.bin", bytes: bytes))
            ])
    }

    @Test func whereNothingCanBeOpenedNobodyIsAsked() {
        var context = Samples.context
        context.model.obstacles.opening = "xdg-open is not installed"
        var stack = stack(showing: Samples.scan(.qrCode, "https://example.org/"))
        #expect(stack.handle(.character("o"), context: context).isEmpty)
        #expect(stack.question == nil)
        #expect(stack.notice == Notice("xdg-open is not installed", isWarning: true))
        context.model.obstacles.opening = nil
        _ = stack.handle(.character("o"), context: context)
        #expect(stack.question?.kind == .confirmation)
    }

    @Test func randomKeysNeverTrap() {
        var generator = SplitMix(state: 42)
        var context = Samples.context
        let all: [Key] =
            Features.commands.rows.flatMap(\.keys) + [
                .character("é"), .character("日"), .tab, .backspace, .insert, .function(5),
            ]
        var stack = stack(showing: Samples.scan(.qrCode, "WIFI:T:WPA;S:Cafe;P:x;;"))
        for step in 0..<3000 {
            let key = all[Int(generator.next() % UInt64(all.count))]
            for effect in stack.handle(key, context: context) {
                if case .open? = effect.asked(HistoryEffect.self) {
                    stack.push(
                        ScanScreen(
                            id: 1, scan: Samples.scan(.ean13, "9781617292156"),
                            payload: Payload.parse(SymbolContent(symbology: .ean13, text: "9781617292156"))))
                }
                if case .ask? = effect.asked(ExportEffect.self) {
                    stack.ask(Prompt(title: "t", hint: "h", text: "p", then: export))
                }
                if case .delete(let ids)? = effect.asked(DeletionEffect.self) {
                    for id in ids { context.model.remove(id: id) }
                }
            }
            if step % 50 == 0 { #expect(draw(stack, 40 + step % 90, 12 + step % 40).width > 0) }
        }
    }
}

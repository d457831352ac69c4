import Widgets
import Frames
import Payloads
import Screens
import Surface
import Symbols
import Testing

@Suite struct ScannerScreenTests {
    private func draw(_ model: AppModel, _ width: Int, _ height: Int) -> Canvas {
        draw(ScannerScreen(), model, width, height)
    }

    private func draw(_ scanner: ScannerScreen, _ model: AppModel, _ width: Int, _ height: Int) -> Canvas {
        var canvas = Canvas(width: width, height: height)
        ScreenStack(scanner: scanner).render(into: &canvas, context: Samples.context(model))
        return canvas
    }

    @Test func wide() throws { try expectGolden("scanner-wide", draw(Samples.model(), 120, 40)) }

    @Test func narrowPutsTheHistoryBelow() throws {
        try expectGolden("scanner-narrow", draw(Samples.model(), 78, 34))
    }

    @Test func withoutPictureScanOrHistory() throws {
        try expectGolden("scanner-empty", draw(AppModel(), 100, 24))
    }

    @Test func theSmallestTerminalStillWorks() throws {
        try expectGolden("scanner-smallest", draw(Samples.model(), 40, 12))
    }

    @Test(arguments: [(80, 24), (200, 60), (60, 80)]) func eachSizeHasItsPlan(width: Int, height: Int) throws {
        try expectGolden("scanner-\(width)x\(height)", draw(Samples.model(), width, height))
    }

    @Test func aTooSmallTerminalSaysSo() throws {
        try expectGolden("scanner-too-small", draw(Samples.model(), 39, 11))
    }

    @Test func wideCharactersKeepTheirColumns() throws {
        var model = Samples.model()
        let rows = [
            Samples.row(2, .qrCode, "日本語のテキスト、とても長いので切られます。日本語のテキスト"),
            Samples.row(1, .qrCode, "ein\u{202E}neu\u{1B}[31m 🎫 e\u{301}"),
        ]
        model.history.replace(rows, total: 2)
        model.lastScan = LastScan(row: rows[0])
        try expectGolden("scanner-wide-characters", draw(model, 100, 24))
    }

    @Test func aNumberOpensTheSymbolAtItsOutline() {
        var model = Samples.model()
        let context = Samples.context(model)
        func press(_ key: Character, _ model: AppModel) -> (effects: [Effect], notice: String?) {
            var stack = ScreenStack(scanner: ScannerScreen())
            let effects = stack.handle(.character(key), context: Samples.context(model))
            return (effects, stack.notice?.text)
        }
        #expect(press("1", model).notice == "Symbol 1 is not in the history yet")
        #expect(press("7", model).notice == "No symbol in view has the number 7")
        model.picture.symbols[0].id = 42
        #expect(press("1", model).effects == [.history(.open(id: 42))])
        // Without a key there is no number.
        var stack = ScreenStack(scanner: ScannerScreen())
        #expect(stack.handle(.openNumbered, model: context.model).isEmpty)
        #expect(stack.notice?.text == "Press the number at a symbol's outline")
    }

    @Test func oneKeyCopiesTheSelectedScan() {
        let model = Samples.model()
        var stack = ScreenStack(scanner: ScannerScreen())
        let newest = model.history.rows[0].id
        #expect(stack.handle(.character("y"), context: Samples.context(model)) == [.history(.copy(ids: [newest]))])
        #expect(stack.handle(.character("y"), context: Samples.context(AppModel())).isEmpty)
        #expect(stack.notice?.text == "No scan selected: nothing scanned yet")
    }

    @Test func theScansBesideAnOpenOneAreAskedFor() {
        let scan = Samples.scan(.code128, "A")
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(ScanScreen(id: 7, scan: scan, payload: Payload.parse(scan.symbol.content)))
        let context = Samples.context
        #expect(stack.handle(.character("J"), context: context) == [.history(.openBeside(id: 7, by: 1))])
        #expect(stack.handle(.character("K"), context: context) == [.history(.openBeside(id: 7, by: -1))])
        stack.replaceTop(with: ScanScreen(id: 6, scan: scan, payload: Payload.parse(scan.symbol.content)))
        #expect(stack.handle(.escape, context: context).isEmpty)
        #expect(stack.showsScanner)
    }

    @Test func aLostCameraKeepsItsPictureAndSaysWhy() throws {
        var model = Samples.model()
        model.picture.problem = "HD Webcam was unplugged. It is taken again as soon as it can be."
        try expectGolden("scanner-lost-camera", draw(model, 100, 30))
    }

    @Test func aScanThatIsNotKeptIsPlainToSee() {
        var model = Samples.model()
        model.lastScan?.fate = .waiting(reason: "the disk is full")
        let text = draw(model, 120, 40).text
        #expect(text.contains(" NOT SAVED YET "))
        #expect(text.contains("the disk is full"))
        #expect(!text.contains(" saved "))
    }

    @Test func theDemoAndAFrozenPictureAreLabelled() {
        var model = Samples.model()
        model.source.isDemo = true
        model.source.remark = "No camera found: plug one in and press c."
        model.picture.isFrozen = true
        let text = draw(model, 120, 40).text
        #expect(text.contains(" DEMO "))
        #expect(text.contains(" FROZEN "))
        #expect(text.contains(" No camera found: plug one in"))
    }

    @Test(arguments: [false, true]) func everySizeDrawsWithoutTrapping(isLit: Bool) {
        var model = Samples.model()
        model.isScreenLit = isLit
        for width in stride(from: 0, through: 200, by: 13) {
            for height in stride(from: 0, through: 70, by: 7) {
                #expect(draw(model, width, height).cells.count == width * height)
            }
        }
    }

    @Test func aLightThatIsNotThereIsNotOfferedInTheLineOfKeys() throws {
        var model = Samples.model()
        func keys() throws -> String {
            try #require(draw(model, 200, 40).text.split(separator: "\n").last).description
        }
        #expect(!(try keys().contains("torch")))
        model.lights.hasTorch = true
        #expect(try keys().contains("t torch"))
    }

    @Test func theStatusTellsWhichLightIsOn() {
        var model = Samples.model()
        #expect(!draw(model, 120, 40).text.contains("light"))
        model.lights.isReadingLightOn = true
        model.lights.isTorchOn = true
        #expect(draw(model, 120, 40).text.contains("30 fps  light  reading light  "))
        model.clearPicture()
        #expect(model.lights == .init())
    }

    @Test(arguments: [Key.escape, .character("q")]) func theWhiteScreenIsLeftAsOthersAre(key: Key) {
        var model = Samples.model()
        var stack = ScreenStack(scanner: ScannerScreen())
        model.isScreenLit = true
        let left = stack.handle(key, context: Samples.context(model))
        #expect(left == [.light(.darkenScreen)])
        let ended = stack.handle(.control("c"), context: Samples.context(model))
        #expect(ended == [.run(.quit)])
        model.isScreenLit = false
        let quit = stack.handle(.character("q"), context: Samples.context(model))
        #expect(quit == [.run(.quit)])
    }

    @Test func theWhiteScreenIsWhiteShowsWhatIsReadAndEndsByTheSameKey() throws {
        var model = Samples.model()
        model.isScreenLit = true
        let canvas = draw(model, 100, 30)
        try expectGolden("scanner-lit", canvas)
        let white = Samples.context.theme[.light].background
        // All but the line of keys, which shows how to quit.
        #expect(white != .standard)
        #expect(canvas.cells.prefix(100 * 29).allSatisfy { $0.style.background == white })
        #expect(canvas.text.split(separator: "\n").last?.contains("t torch") == true)
        model.picture.problem = "HD Webcam was unplugged."
        #expect(draw(model, 100, 30).text.contains("HD Webcam was unplugged."))
        model.clearPicture()
        #expect(!model.isScreenLit)
    }

    @Test func aFrozenPictureStaysWhateverComes() throws {
        var model = Samples.model()
        let before = draw(model, 120, 40).text
        model.picture.isFrozen = true
        model.picture.show(try #require(Samples.frame(width: 64, height: 64)))
        model.picture.isFrozen = false
        #expect(draw(model, 120, 40).text == before)
    }

    @Test func theBoxIsMovedByKeysAndSaysWhenItIsOff() {
        var scanner = ScannerScreen()
        let model = AppModel()
        #expect(
            scanner.handle(.boxRight, model: model)
                == [.box(.set(InterestBox.standard.moved(x: 0.05, y: 0)))])
        let off = scanner.handle(.toggleBox, model: model)
        #expect(off.first == .box(.set(nil)))
        #expect(off.last == .notice(Notice("Box off: scanning the whole picture", of: .interestBox)))
        guard case .screen(.notice(let notice))? = scanner.handle(.boxTaller, model: model).first else {
            Issue.record("no reason given")
            return
        }
        #expect(notice.text.contains("off"))
        let on = scanner.handle(.toggleBox, model: model)
        #expect(on.first == .box(.set(scanner.box)))
        #expect(on.last == .notice(Notice("Box on: scanning only inside it", of: .interestBox)))
    }

    @Test(arguments: [
        (Command.boxNarrower, "narrower"), (.boxWider, "wide"), (.boxShorter, "shorter"), (.boxTaller, "tall"),
        (.boxLeft, "edge"), (.boxDown, "edge"),
    ]) func theBoxSaysWhereItEnds(command: Command, word: String) {
        var scanner = ScannerScreen()
        for _ in 0..<30 { _ = scanner.handle(command, model: AppModel()) }
        guard case .screen(.notice(let notice))? = scanner.handle(command, model: AppModel()).first else {
            Issue.record("nothing is said")
            return
        }
        #expect(notice.text.contains(word))
    }

    @Test(arguments: [Command.open, .delete]) func whatNeedsAScanSaysSo(command: Command) {
        var scanner = ScannerScreen()
        #expect(
            scanner.handle(command, model: AppModel())
                == [.notice(Notice("No scan selected: nothing scanned yet"))])
    }

    @Test func everyCommandOfTheScannerDoesSomething() {
        for row in Samples.keys.rows(in: .scanner) where row.command != .help {
            var scanner = ScannerScreen()
            let model = Samples.model()
            let before = draw(scanner, model, 120, 40).text
            // The first row is selected already: moving up changes nothing.
            if [.selectPrevious, .pageUp, .halfPageUp, .selectFirst].contains(row.command) {
                _ = scanner.handle(.selectLast, model: model)
                _ = scanner.handle(row.command, model: model)
                #expect(scanner.handle(.open, model: model) != [.history(.open(id: 1))], "\(row.command)")
                continue
            }
            let effects = scanner.handle(row.command, model: model)
            let after = draw(scanner, model, 120, 40).text
            let opened = scanner.handle(.open, model: model)
            #expect(
                !effects.isEmpty || after != before || opened != [.history(.open(id: 3))], "\(row.command)")
        }
    }
}

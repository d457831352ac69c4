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

    @Test func ofSeveralCodesInViewTheNumberAtItsOutlineOpensOne() {
        var model = Samples.model()
        model.picture.symbols = [(1, 41, "one"), (2, 42, "two"), (3, nil, "three")].map { number, id, text in
            .init(
                number: number, corners: Samples.corners, state: .new, id: id, symbology: .qrCode, summary: text)
        }
        let context = Samples.context(model)
        for (keys, id) in [([Key.character("2")], 42), ([.enter], 41), ([.down, .enter], 42)] {
            var stack = ScreenStack(scanner: ScannerScreen())
            #expect(stack.handle(.enter, context: context).isEmpty)
            var canvas = Canvas(width: 80, height: 24)
            stack.render(into: &canvas, context: context)
            #expect(canvas.text.contains("─ Codes in view ─") && canvas.text.contains("2  QR"))
            #expect(!canvas.text.contains("3  QR"), "it cannot be opened")
            #expect(keys.flatMap { stack.handle($0, context: context) } == [.history(.open(id: Int64(id)))])
        }
    }

    @Test func aDigitBeginsTheQuantityOfTheScan() {
        let model = Samples.model()
        let context = Samples.context(model)
        let content = Samples.scan(.qrCode, "LOT-1")
        for screen in [nil, HistoryScreen(), ScanScreen(id: 3, scan: content, payload: .parse(content.symbol.content))]
            as [(any Screen)?]
        {
            var stack = ScreenStack(scanner: ScannerScreen())
            if let screen { stack.push(screen) }
            #expect(
                stack.handle(.character("7"), context: context)
                    == [.remark(.ask(.quantity, ids: [3], beginning: "7"))])
            #expect(stack.handle(.character("x"), context: context) == [.remark(.ask(.quantity, ids: [3]))])
        }
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

    @Test(arguments: [(90, 30), (120, 40), (50, 20)]) func aNoticeIsShownAboveTheRemark(width: Int, height: Int) {
        var model = Samples.model()
        model.source.remark = "No camera found: plug one in, or run `quietzone doctor`. This is a demo."
        let context = Samples.context(model)
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.show(Notice("No camera found: plug one in and press the key again", isWarning: true))
        var canvas = Canvas(width: width, height: height)
        stack.render(into: &canvas, context: context)
        let words = canvas.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for word in ["doctor`.", "demo.", "again"] { #expect(words.contains(word), "\(word) at \(width)×\(height)") }
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

    @Test func oneKeyTurnsTheBoxOffAndOn() {
        var scanner = ScannerScreen()
        let model = AppModel()
        let off = scanner.handle(.toggleBox, model: model)
        #expect(off.first == .box(.set(nil)))
        #expect(off.last == .notice(Notice("Box off: scanning the whole picture", of: .interestBox)))
        // What is moved is there.
        #expect(scanner.handle(.boxTaller, model: model) == [.box(.set(scanner.box))])
        #expect(scanner.isBoxOn)
    }

    @Test func inItsModeKeysMoveAndSizeTheBox() {
        let context = Samples.context
        var stack = ScreenStack(scanner: ScannerScreen())
        _ = stack.handle(.character("b"), context: context)
        #expect(stack.context == .box)
        let box = stack.scanner.box
        for (key, x, y, width, height) in [
            (Key.up, 0.0, -0.05, 0.0, 0.0), (.down, 0, 0, 0, 0), (.left, -0.05, 0, 0, 0), (.right, 0, 0, 0, 0),
            (.shiftLeft, 0.05, 0, -0.1, 0), (.shiftRight, 0, 0, 0, 0), (.shiftUp, 0, 0.05, 0, -0.1),
            (.shiftDown, 0, 0, 0, 0), (.character("-"), 0.05, 0.05, -0.1, -0.1), (.character("+"), 0, 0, 0, 0),
        ] {
            let effects = stack.handle(key, context: context)
            let moved = stack.scanner.box
            #expect(effects == [.box(.set(moved))])
            #expect(abs(moved.x - box.x - x) < 1e-9 && abs(moved.y - box.y - y) < 1e-9, "\(key.name)")
            #expect(
                abs(moved.width - box.width - width) < 1e-9 && abs(moved.height - box.height - height) < 1e-9,
                "\(key.name)")
        }
        var canvas = Canvas(width: 80, height: 24)
        stack.render(into: &canvas, context: context)
        #expect(canvas.text.contains(" BOX "))
        #expect(canvas.text.contains("Enter done"))
        _ = stack.handle(.character("b"), context: context)
        #expect(stack.scanner.box != box)
        _ = stack.handle(.character("r"), context: context)
        #expect(stack.scanner.box == box)
        _ = stack.handle(.escape, context: context)
        #expect(stack.context == .scanner)
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

import Payloads
import Screens
import Surface
import Symbols
import Testing

@Suite struct StatusAndKeysTests {
    private func lines(_ stack: ScreenStack, _ model: AppModel, _ width: Int = 120) -> [Substring] {
        var canvas = Canvas(width: width, height: 40)
        stack.render(into: &canvas, context: Samples.context(model))
        return canvas.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    private func status(_ model: AppModel) -> Substring {
        lines(ScreenStack(scanner: ScannerScreen()), model).suffix(2).first ?? ""
    }

    private func keys(_ stack: ScreenStack, _ model: AppModel = Samples.model()) -> Substring {
        lines(stack, model, 200).last ?? ""
    }

    @Test func aRateIsToldOnlyWhilePicturesCome() throws {
        var model = Samples.model()
        #expect(status(model) == " HD Webcam  reading · 30 fps  1 in view")
        model.picture.isFrozen = true
        #expect(status(model) == " HD Webcam  frozen  1 in view")
        model.picture.isFrozen = false
        model.source.isStill = true
        #expect(status(model) == " HD Webcam  still picture  1 in view")
        model.source.isStill = false
        model.source.hasEnded = true
        #expect(status(model) == " HD Webcam  ended  1 in view")
        model.picture.problem = "unplugged"
        #expect(status(model) == " HD Webcam  no camera")
        model = Samples.model()
        model.picture.figures.framesPerSecond = 4.75
        #expect(status(model).contains("reading · 4.8 fps"))
    }

    @Test func aSymbolThatIsNotKeptIsToldInAWord() throws {
        var model = Samples.model()
        model.picture.symbols = [
            .init(number: 1, corners: Samples.corners, state: .unkept, symbology: .qrCode, summary: "example.com")
        ]
        #expect(status(model).hasSuffix("1 in view, 1 not saved"))
        #expect(lines(ScreenStack(scanner: ScannerScreen()), model).contains { $0.contains(" 1? ") })
    }

    @Test func figuresForDevelopersComeByAKey() {
        var model = Samples.model()
        model.showsFigures = true
        #expect(status(model).hasSuffix("1 in view  640×480 MJPG  dropped 3  decode 8.3 ms  ascii"))
    }

    @Test func zoomIsOneFigure() {
        var model = Samples.model()
        model.picture.view.setZoom(1.25)
        #expect(status(model).contains("zoom 1.3×"))
        #expect(model.picture.zoom.tenths == "1.3")
        model.picture.lensFactor = 2
        #expect(status(model).contains("zoom 2.5×"))
        #expect(Double.infinity.tenths == "–")
    }

    @Test func aScanOffersOnlyWhatItHas() {
        func keys(_ symbology: Symbology, _ text: String) -> Substring {
            var stack = ScreenStack(scanner: ScannerScreen())
            let scan = Samples.scan(symbology, text)
            stack.push(ScanScreen(id: 7, scan: scan, payload: Payload.parse(scan.symbol.content)))
            return self.keys(stack)
        }
        #expect(!keys(.ean13, "9781617292156").contains("o open"))
        #expect(!keys(.ean13, "9781617292156").contains("Ctrl-T secrets"))
        #expect(keys(.qrCode, "https://example.org").contains("o open"))
        #expect(keys(.qrCode, "WIFI:T:WPA;S:Cafe;P:secret;;").contains("Ctrl-T secrets"))
    }

    @Test func withoutScansNothingIsOpenedOrDeleted() {
        let keys = keys(ScreenStack(scanner: ScannerScreen()), AppModel())
        #expect(!keys.contains("open"))
        #expect(!keys.contains("delete"))
        #expect(!keys.contains("focus"))
    }

    @Test func aQuestionShowsItsOwnKeys() {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.ask(Confirmation(title: "Delete?", yes: [], weight: .grave))
        #expect(keys(stack) == " Shift-Y yes  n no  Esc no")
        _ = stack.handle(.escape, context: Samples.context)
        #expect(keys(stack).contains("q quit"))
        stack.ask(Prompt(title: "Export", hint: "", text: "a.csv") { _ in [] })
        #expect(keys(stack).hasPrefix(" Enter OK  Esc cancel"))
    }

    @Test func theSourceBeforeDroppedFilesIsToldAndLedBackTo() {
        var model = Samples.model()
        #expect(!keys(ScreenStack(scanner: ScannerScreen()), model).contains("Esc"))
        model.source.former = "HD Webcam"
        model.source.title = "picture 1 of 1  a.png"
        var stack = ScreenStack(scanner: ScannerScreen())
        #expect(keys(stack, model).contains("Esc back"))
        #expect(status(model).contains("Esc: back to HD Webcam"))
        #expect(stack.handle(.escape, context: Samples.context(model)) == [.run(.formerSource)])
        // Marks go first.
        _ = stack.handle(.character(" "), context: Samples.context(model))
        #expect(stack.handle(.escape, context: Samples.context(model)).isEmpty)
        #expect(stack.handle(.escape, context: Samples.context(model)) == [.run(.formerSource)])
    }

    @Test func whatWasNotFoundOffersNoWayThroughIt() {
        var model = Samples.model()
        model.history.replace([], total: 0, search: "zebra")
        for key: Key? in [nil, .character("L")] {
            var stack = ScreenStack(scanner: ScannerScreen())
            if key != nil { stack.push(HistoryScreen()) }
            let line = keys(stack, model)
            for label in ["next match", "export", "open", "delete"] { #expect(!line.contains(label), "\(line)") }
            #expect(line.contains("/ find"))
        }
    }

    @Test(arguments: [(PayloadKind.url, true), (.wifi, true), (.contact, true), (.text, false), (.json, false)])
    func aListOffersToDoWhatTheSelectedScanIsFor(kind: PayloadKind, isOffered: Bool) {
        var model = Samples.model()
        let row = HistoryRow(id: 1, time: Samples.time, symbology: .qrCode, summary: "x", kind: kind)
        model.history.replace([row], total: 1)
        (model.lastScan, model.picture.symbols) = (LastScan(row: row), [])
        var list = ScreenStack(scanner: ScannerScreen())
        list.push(HistoryScreen())
        for stack in [ScreenStack(scanner: ScannerScreen()), list] {
            #expect(keys(stack, model).contains("o \(kind.purpose ?? "")") == isOffered)
        }
    }

    @Test func anAddressIsNotOfferedWhereNothingOpensIt() {
        let scan = Samples.scan(.qrCode, "https://example.com")
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(ScanScreen(id: 1, scan: scan, payload: Payload.parse(scan.symbol.content)))
        #expect(keys(stack).contains("o open"))
        var model = Samples.model()
        model.obstacles.opening = "xdg-open is not installed"
        #expect(!keys(stack, model).contains("o open"))
    }

    @Test func aKeyThatDoesNothingHereSaysNothing() {
        var stack = ScreenStack(scanner: ScannerScreen())
        let before = lines(stack, Samples.model())
        for key: Key in [.alt(.character("x")), .alt(.character("q")), .character("~"), .character("^"), .function(12)]
        {
            #expect(stack.handle(key, context: Samples.context).isEmpty)
            #expect(stack.notice == nil)
            #expect(lines(stack, Samples.model()) == before)
        }
    }

    /// The line of keys of a standard terminal.
    private func standard(_ stack: ScreenStack, _ model: AppModel) -> Substring { lines(stack, model, 80).last ?? "" }

    @Test(arguments: [
        (PayloadKind.wifi, " Enter open  y copy  o join Wi-Fi  / find  L history  q quit  p menu  ? help"),
        (.url, " Enter open  y copy  o open link  / find  L history  q quit  p menu  ? help"),
        (.text, " Enter open  y copy  / find  L history  q quit  : commands  p menu  ? help"),
    ]) func afterAScanTheLineSaysWhatMatters(kind: PayloadKind, line: String) {
        var model = Samples.model()
        let row = HistoryRow(id: 1, time: Samples.time, symbology: .qrCode, summary: "x", kind: kind)
        model.history.replace([row], total: 1)
        (model.lastScan, model.picture.symbols) = (LastScan(row: row), [])
        #expect(standard(ScreenStack(scanner: ScannerScreen()), model) == line)
    }

    @Test func whatCanBeUndoneIsOffered() {
        var model = Samples.model()
        let stack = ScreenStack(scanner: ScannerScreen())
        #expect(!standard(stack, model).contains("u undo"))
        model.history.undoableDeletions = 1
        #expect(standard(stack, model).hasPrefix(" Enter open  u undo  y copy"))
    }

    @Test func theMenuIsOpenedByAClickOnItsHint() throws {
        var stack = ScreenStack(scanner: ScannerScreen())
        let context = Samples.context
        let bounds = Rect(x: 0, y: 0, width: 120, height: 40)
        let line = try #require(lines(stack, context.model).last)
        let hint = try #require(line.range(of: "p menu"))
        let column = line.distance(from: line.startIndex, to: hint.lowerBound)
        for kind in [MouseEvent.Kind.press, .release] {
            _ = stack.handle(MouseEvent(kind, column: column, row: 39), in: bounds, context: context)
        }
        #expect(lines(stack, context.model).contains { $0.contains("─ Menu ─") })
    }
}

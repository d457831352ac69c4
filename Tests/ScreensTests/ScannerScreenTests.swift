import Frames
import Screens
import Surface
import Symbols
import Testing

@Suite struct ScannerScreenTests {
    private func draw(_ stack: ScreenStack, _ width: Int, _ height: Int, context: RenderContext = Samples.context)
        -> Canvas
    {
        var canvas = Canvas(width: width, height: height)
        stack.render(into: &canvas, context: context)
        return canvas
    }

    @Test func wide() throws {
        try expectGolden("scanner-wide", draw(ScreenStack(scanner: Samples.scanner()), 120, 40))
    }

    @Test func narrowPutsTheHistoryBelow() throws {
        try expectGolden("scanner-narrow", draw(ScreenStack(scanner: Samples.scanner()), 78, 34))
    }

    @Test func withoutPictureScanOrHistory() throws {
        try expectGolden("scanner-empty", draw(ScreenStack(scanner: ScannerScreen()), 100, 24))
    }

    @Test func theSmallestTerminalStillWorks() throws {
        try expectGolden("scanner-smallest", draw(ScreenStack(scanner: Samples.scanner()), 40, 12))
    }

    @Test func aTooSmallTerminalSaysSo() throws {
        try expectGolden("scanner-too-small", draw(ScreenStack(scanner: Samples.scanner()), 39, 11))
    }

    @Test func wideCharactersKeepTheirColumns() throws {
        var scanner = Samples.scanner()
        let rows = [
            Samples.row(2, .qrCode, "日本語のテキスト、とても長いので切られます。日本語のテキスト"),
            Samples.row(1, .qrCode, "ein\u{202E}neu\u{1B}[31m 🎫 e\u{301}"),
        ]
        scanner.setHistory(rows, total: 2)
        scanner.lastScan = .init(row: rows[0])
        try expectGolden("scanner-wide-characters", draw(ScreenStack(scanner: scanner), 100, 24))
    }

    @Test func aLostCameraKeepsItsPictureAndSaysWhy() throws {
        var scanner = Samples.scanner()
        scanner.problem = "HD Webcam was unplugged. It is taken again as soon as it can be."
        try expectGolden("scanner-lost-camera", draw(ScreenStack(scanner: scanner), 100, 30))
    }

    @Test func aScanThatIsNotKeptIsPlainToSee() {
        var scanner = Samples.scanner()
        scanner.lastScan?.failure = "the disk is full"
        let text = draw(ScreenStack(scanner: scanner), 120, 40).text
        #expect(text.contains(" NOT KEPT YET "))
        #expect(!text.contains(" kept "))
    }

    @Test func theDemoAndAFrozenPictureAreLabelled() {
        var scanner = Samples.scanner()
        scanner.isDemo = true
        scanner.remark = "No camera found: plug one in and press c."
        #expect(scanner.handle(.freeze) == [.freeze(true)])
        let text = draw(ScreenStack(scanner: scanner), 120, 40).text
        #expect(text.contains(" DEMO "))
        #expect(text.contains(" FROZEN "))
        #expect(text.contains(" No camera found: plug one in"))
    }

    @Test(arguments: [false, true]) func everySizeDrawsWithoutTrapping(isLit: Bool) {
        var stack = ScreenStack(scanner: Samples.scanner())
        stack.scanner.isScreenLit = isLit
        for width in stride(from: 0, through: 200, by: 13) {
            for height in stride(from: 0, through: 70, by: 7) {
                #expect(draw(stack, width, height).cells.count == width * height)
            }
        }
    }

    @Test func aLightThatIsNotThereIsNotOfferedInTheLineOfKeys() throws {
        var scanner = Samples.scanner()
        func keys(_ scanner: ScannerScreen) throws -> String {
            try #require(draw(ScreenStack(scanner: scanner), 200, 40).text.split(separator: "\n").last).description
        }
        #expect(!(try keys(scanner).contains("torch")))
        #expect(scanner.handle(.toggleTorch) == [.toggleTorch])
        scanner.lights.hasTorch = true
        #expect(try keys(scanner).contains("t torch"))
    }

    @Test func theStatusTellsWhichLightIsOn() {
        var scanner = Samples.scanner()
        #expect(!draw(ScreenStack(scanner: scanner), 120, 40).text.contains("light"))
        scanner.lights.isReadingLightOn = true
        scanner.lights.isTorchOn = true
        #expect(draw(ScreenStack(scanner: scanner), 120, 40).text.contains("MJPG  light  reading light  "))
        scanner.clearPicture()
        #expect(scanner.lights == .init())
    }

    @Test func theWhiteScreenIsWhiteShowsWhatIsReadAndEndsByTheSameKey() throws {
        var scanner = Samples.scanner()
        scanner.isScreenLit = true
        let canvas = draw(ScreenStack(scanner: scanner), 100, 30)
        try expectGolden("scanner-lit", canvas)
        let white = Samples.context.theme[.light].background
        // All but the line of keys, which lists how it is ended.
        #expect(white != .standard)
        #expect(canvas.cells.prefix(100 * 29).allSatisfy { $0.style.background == white })
        #expect(canvas.text.split(separator: "\n").last?.contains("t torch") == true)
        guard case .notice? = scanner.handle(.toggleTorch).first else {
            Issue.record("nothing is said")
            return
        }
        #expect(!scanner.isScreenLit)
        scanner.isScreenLit = true
        scanner.problem = "HD Webcam was unplugged."
        #expect(draw(ScreenStack(scanner: scanner), 100, 30).text.contains("HD Webcam was unplugged."))
        scanner.clearPicture()
        #expect(!scanner.isScreenLit)
    }

    @Test func thereMustBeAPictureToSave() {
        var scanner = Samples.scanner()
        #expect(scanner.handle(.savePicture) == [.savePicture])
        scanner.clearPicture()
        #expect(scanner.handle(.savePicture) == [.notice(Notice("No picture to save yet"))])
    }

    @Test func aFrozenPictureStaysWhateverComes() throws {
        var scanner = Samples.scanner()
        let before = draw(ScreenStack(scanner: scanner), 120, 40).text
        _ = scanner.handle(.freeze)
        scanner.show(try #require(Samples.frame(width: 64, height: 64)))
        _ = scanner.handle(.freeze)
        #expect(draw(ScreenStack(scanner: scanner), 120, 40).text == before)
    }

    @Test func theBoxIsMovedByKeysAndSaysWhenItIsOff() {
        var scanner = Samples.scanner()
        #expect(scanner.handle(.boxRight) == [.interestBox(InterestBox.standard.moved(x: 0.05, y: 0))])
        #expect(scanner.handle(.toggleBox) == [.interestBox(nil)])
        guard case .notice(let notice)? = scanner.handle(.boxTaller).first else {
            Issue.record("no reason given")
            return
        }
        #expect(notice.text.contains("off"))
        #expect(scanner.handle(.toggleBox) == [.interestBox(scanner.box)])
    }

    @Test func keysThatCannotWorkSayWhy() {
        for command in [Command.open, .delete, .export, .freeze] {
            var scanner = ScannerScreen()
            guard case .notice(let notice)? = scanner.handle(command).first else {
                Issue.record("\(command) gives no reason")
                continue
            }
            #expect(!notice.text.isEmpty)
        }
    }

    @Test func everyCommandOfTheScannerDoesSomething() {
        for row in KeyMap().rows(in: .scanner) where ![.help, .redraw, .suspend, .quit].contains(row.command) {
            var scanner = Samples.scanner()
            let before = draw(ScreenStack(scanner: scanner), 120, 40).text
            var effects = scanner.handle(row.command)
            // The first row is selected already: moving up shows nothing new.
            if [.selectPrevious, .pageUp, .selectFirst].contains(row.command) {
                scanner = Samples.scanner()
                _ = scanner.handle(.selectLast)
                effects = scanner.handle(row.command)
                #expect(scanner.handle(.open) != [.openScan(id: 1)], "\(row.command)")
                continue
            }
            let after = draw(ScreenStack(scanner: scanner), 120, 40)
            let opened = scanner.handle(.open)
            #expect(!effects.isEmpty || after.text != before || opened != [.openScan(id: 3)], "\(row.command)")
        }
    }
}

@Suite struct HistorySelectionTests {
    private func rows(_ ids: ClosedRange<Int64>) -> [HistoryRow] {
        ids.reversed().map { Samples.row($0, .code128, "A\($0)") }
    }

    @Test func aListThatWasReadAMomentAgoKeepsWhatCameSince() {
        var scanner = ScannerScreen()
        scanner.setHistory(rows(1...3), total: 3)
        let newest = scanner.historyState[0]
        let came = rows(4...4)[0]
        scanner.add(came)
        scanner.add(came)
        #expect(scanner.loadedRows == 4, "what was read and told is one row")
        // Read before the fourth came; another program had deleted the third.
        scanner.refreshHistory(rows(1...2), total: 2, since: newest)
        #expect(scanner.loadedRows == 3)
        // All gone, and nothing came since.
        scanner.refreshHistory([], total: 0, since: scanner.historyState[0])
        #expect(scanner.loadedRows == 0)
    }

    @Test func theSelectionStaysOnItsScanWhenNewOnesCome() {
        var scanner = ScannerScreen()
        scanner.setHistory(rows(1...5), total: 5)
        _ = scanner.handle(.selectNext)
        scanner.add(Samples.row(6, .code128, "A6"))
        #expect(scanner.handle(.open) == [.openScan(id: 4)])
    }

    @Test func onTheNewestItFollowsTheNewest() {
        var scanner = ScannerScreen()
        scanner.setHistory(rows(1...5), total: 5)
        scanner.add(Samples.row(6, .code128, "A6"))
        #expect(scanner.handle(.open) == [.openScan(id: 6)])
    }

    @Test func deletingKeepsASelection() {
        var scanner = ScannerScreen()
        scanner.setHistory(rows(1...3), total: 3)
        _ = scanner.handle(.selectLast)
        scanner.remove(id: 1)
        #expect(scanner.handle(.open) == [.openScan(id: 2)])
        scanner.remove(id: 2)
        scanner.remove(id: 3)
        guard case .notice? = scanner.handle(.open).first else {
            Issue.record("an empty history has nothing to open")
            return
        }
    }

    @Test func olderRowsAreAskedForNearTheEnd() {
        var scanner = ScannerScreen()
        scanner.setHistory(rows(100...200), total: 200)
        #expect(scanner.handle(.selectNext).isEmpty)
        #expect(scanner.handle(.selectLast) == [.loadWholeHistory])
        #expect(scanner.oldestLoadedID == 100)
        scanner.append(older: [])
        #expect(scanner.handle(.selectNext).isEmpty)
    }
}

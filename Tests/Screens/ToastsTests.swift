import Payloads
import Surface
import Testing

@testable import Screens

@Suite struct ToastsTests {
    @Test func goodNewsBelongsToItsScreenAndWarningsGoOnceRead() {
        let start = ContinuousClock.now
        var toasts = Toasts()
        toasts.add(Notice("Tagged: late"), at: start)
        toasts.add(Notice("The disk is full", isWarning: true), at: start)
        toasts.openScreen()
        #expect(toasts.newest == Notice("The disk is full", isWarning: true))
        _ = toasts.expire(at: start + .milliseconds(2900))
        #expect(!toasts.isEmpty)
        _ = toasts.expire(at: start + .seconds(3))
        #expect(toasts.isEmpty)
    }

    private let start = ContinuousClock.now
    private let bounds = Rect(x: 0, y: 0, width: 60, height: 12)
    private let area = Rect(x: 0, y: 5, width: 60, height: 6)

    private func rows(_ toasts: Toasts) -> [String] {
        var canvas = Canvas(width: bounds.width, height: bounds.height)
        toasts.render(into: &canvas, area: area, theme: .dark)
        return canvas.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test func theNewestIsLowestAtTheRight() {
        var toasts = Toasts()
        toasts.add(Notice("first"), at: start)
        toasts.add(Notice("second", isWarning: true), at: start)
        let rows = rows(toasts)
        #expect(rows[9].hasSuffix("first") && rows[10].hasSuffix("! second"))
        #expect(rows[11].isEmpty && rows[8].isEmpty)
        #expect(toasts.newest?.text == "second")
    }

    @Test func oneMoreTakesTheOldestAwayAWarningLast() {
        var toasts = Toasts()
        toasts.add(Notice("wrong", isWarning: true), at: start)
        for number in 1...4 { toasts.add(Notice("number \(number)"), at: start) }
        let text = rows(toasts).joined(separator: "\n")
        #expect(text.contains("! wrong") && text.contains("number 3") && text.contains("number 4"))
        #expect(!text.contains("number 2"))
    }

    @Test func theSameAgainCountsUp() {
        var toasts = Toasts()
        toasts.add(Notice("x does nothing here"), at: start)
        toasts.add(Notice("other"), at: start)
        for _ in 0..<2 { toasts.add(Notice("x does nothing here"), at: start) }
        #expect(rows(toasts)[10].hasSuffix("x does nothing here ×3"))
        #expect(rows(toasts)[9].hasSuffix("other"))
    }

    @Test func onlyTheNewestOfASubjectIsShown() {
        var toasts = Toasts()
        toasts.add(Notice("Saved"), at: start)
        for step in 1...3 { toasts.add(Notice("Zoom \(step)×", of: .zoom), at: start) }
        toasts.add(Notice("Picture mirrored", of: .orientation), at: start)
        let text = rows(toasts).joined(separator: "\n")
        #expect(text.contains("Saved") && text.contains("Zoom 3×") && text.contains("Picture mirrored"))
        #expect(!text.contains("Zoom 2×"))
    }

    @Test func whatTellsOfAStateGoesWithIt() {
        var toasts = Toasts()
        toasts.add(Notice("This is the last picture", of: .stillPicture), at: start)
        toasts.add(Notice("cut short", isWarning: true, of: .stillPicture), seconds: 20, at: start)
        #expect(!rows(toasts).joined().contains("last picture"), "the newest of a subject")
        toasts.remove(about: .stillPicture)
        #expect(toasts.isEmpty)
    }

    @Test func aQuestionTakesGoodNewsAwayAndLeavesWhatIsWrong() {
        let questions: [(inout ScreenStack) -> Void] = [
            { $0.ask(Confirmation(title: "Overwrite?", yes: [], weight: .grave)) },
            { $0.ask(Prompt(title: "Export", hint: "", text: "") { _ in [] }) },
            { $0.ask(Pick(title: "Theme", options: []) { _ in [] }) },
        ]
        for ask in questions {
            var stack = ScreenStack(scanner: ScannerScreen())
            stack.show(Notice("The disk is full", isWarning: true))
            stack.show(Notice("Saved to ~/a.csv"))
            ask(&stack)
            #expect(stack.notice?.text == "The disk is full")
        }
    }

    /// Where the notice is drawn: cells with ink on its bar.
    private func place(of text: String, in canvas: Canvas) -> (row: Int, column: Int)? {
        for y in 0..<canvas.height {
            let line = (0..<canvas.width).map { String(canvas[$0, y].character) }.joined()
            if let range = line.range(of: text) {
                return (y, line.distance(from: line.startIndex, to: range.lowerBound))
            }
        }
        return nil
    }

    @Test(arguments: [(80, 24), (40, 12), (200, 60)])
    func onTheScannerTheyLieOverThePictureAlone(width: Int, height: Int) throws {
        let context = Samples.context
        var stack = ScreenStack(scanner: ScannerScreen())
        for number in 1...3 { stack.show(Notice("notice number \(number) of three")) }
        var canvas = Canvas(width: width, height: height)
        var without = canvas
        stack.fit(canvas.bounds, context: context)
        stack.render(into: &canvas, context: context)
        ScreenStack(scanner: stack.scanner).render(into: &without, context: context)
        let picture = stack.scanner.layout(canvas.bounds, context: context).preview
        for y in 0..<height {
            for x in 0..<width where !picture.contains(x, y) { #expect(canvas[x, y] == without[x, y], "\(x), \(y)") }
        }
        #expect(try #require(place(of: "number 3", in: canvas)).row < picture.bottom)
    }

    @Test(arguments: [(80, 24), (40, 12), (200, 60)])
    func elsewhereTheyHaveRowsOfTheirOwn(width: Int, height: Int) throws {
        let context = Samples.context
        let scan = Samples.scan(.qrCode, "WIFI:T:WPA;S:Cafe;P:secret123;;")
        let screens: [any Screen] = [
            HistoryScreen(), ScanScreen(id: 7, scan: scan, payload: Payload.parse(scan.symbol.content)), LogScreen(),
            HelpScreen(about: .scanner), CamerasScreen(), SettingsScreen(),
        ]
        for screen in screens {
            var stack = ScreenStack(scanner: ScannerScreen())
            stack.push(screen)
            stack.show(Notice("a word"))
            var canvas = Canvas(width: width, height: height)
            stack.fit(canvas.bounds, context: context)
            stack.render(into: &canvas, context: context)
            let row = try #require(place(of: "a word", in: canvas)).row
            #expect(row == height - 2, "\(screen.context)")
            // The frame ends above it, and nothing else is in its row.
            #expect(canvas[0, height - 3].character == "└")
            #expect((0..<width - 8).allSatisfy { canvas[$0, row].character == " " })
        }
    }

    @Test func eachHasItsOwnEndAndWarningsStayLonger() {
        var toasts = Toasts()
        toasts.add(Notice("good"), at: start)
        toasts.add(Notice("bad", isWarning: true), at: start)
        toasts.add(Notice("long"), seconds: 20, at: start)
        var ended = [toasts.expire(at: start + .seconds(3.9)), toasts.expire(at: start + .seconds(4))]
        #expect(rows(toasts).filter { !$0.isEmpty }.count == 2)
        ended.append(toasts.expire(at: start + .seconds(8)))
        #expect(toasts.newest?.text == "long")
        ended.append(toasts.expire(at: start + .seconds(20)))
        #expect(toasts.isEmpty)
        #expect(ended == [false, true, true, true])
    }

    @Test func aKeyTakesAwayOnlyWhatCouldBeRead() {
        var toasts = Toasts()
        toasts.add(Notice("bad", isWarning: true), at: start)
        toasts.add(Notice("read"), at: start)
        toasts.add(Notice("just said"), at: start + .seconds(0.9))
        toasts.removeRead(at: start + .seconds(1))
        let text = rows(toasts).joined()
        #expect(text.contains("bad") && text.contains("just said") && !text.contains(" read"))
        toasts.removeRead(at: start + .seconds(3))
        #expect(toasts.isEmpty)
    }

    @Test func whatIsUnderWayGivesWayToWhatComesOfIt() {
        var toasts = Toasts()
        toasts.add(Notice("Opening Cam …", isUnderWay: true), seconds: 10, at: start)
        toasts.add(Notice("Camera: Cam"), at: start)
        #expect(!rows(toasts).joined().contains("Opening"))
        toasts.remove(Notice("Camera: Cam"))
        #expect(toasts.isEmpty)
    }

    @Test func longOnesAreWrappedAndEndInAMark() {
        var toasts = Toasts()
        toasts.add(Notice(String(repeating: "word ", count: 100)), at: start)
        let shown = rows(toasts).filter { !$0.isEmpty }
        #expect(shown.count == 4)
        #expect(shown.last?.hasSuffix("…") == true)
        // No more than the area has, whatever there is to say.
        for _ in 0..<3 { toasts.add(Notice(String(repeating: "more \(Int.random(in: 0..<9))", count: 60)), at: start) }
        #expect(rows(toasts).filter { !$0.isEmpty }.count <= 6)
    }

    @Test func aClickTakesOneAway() {
        var toasts = Toasts()
        toasts.add(Notice("first"), at: start)
        toasts.add(Notice("second"), at: start)
        let clicks = [(3, 10), (56, 9)].map { toasts.click(column: $0.0, row: $0.1, in: area) }
        #expect(clicks == [false, true])
        #expect(toasts.newest?.text == "second" && !rows(toasts).joined().contains("first"))
    }

    @Test func aQuestionIsNeverCovered() throws {
        var stack = ScreenStack(scanner: ScannerScreen())
        for number in 1...3 { stack.show(Notice(String(repeating: "notice \(number) ", count: 4))) }
        let question = Confirmation(title: "Sure?", lines: [.text(String(repeating: "read this ", count: 30))], yes: [])
        stack.ask(question)
        var alone = ScreenStack(scanner: ScannerScreen())
        alone.ask(question)
        for (columns, height) in [(40, 12), (80, 24)] {
            func drawn(_ stack: ScreenStack) -> [[Character]] {
                var stack = stack
                var canvas = Canvas(width: columns, height: height)
                stack.fit(canvas.bounds, context: RenderContext())
                stack.render(into: &canvas, context: RenderContext())
                return canvas.text.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
            }
            let (with, without) = (drawn(stack), drawn(alone))
            let top = try #require(without.firstIndex { String($0).contains("─ Sure?") })
            let left = try #require(without[top].firstRange(of: Array("┌─ Sure?"))).lowerBound
            let right = try #require(without[top].lastIndex(of: "┐"))
            for row in top..<height - 1 where without[row].count > right && "│└".contains(without[row][left]) {
                #expect(with[row][left...right] == without[row][left...right])
            }
        }
    }
}

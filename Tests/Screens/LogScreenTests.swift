import Foundation
import Surface
import Testing

@testable import Screens

@Suite struct LogScreenTests {
    private static let hostile = "2026-03-01T11:07:09Z \u{1B}]52;c;eA==\u{7}\u{202E}gnol \u{9B}31m 日本語 e\u{301} 👩‍👩‍👧"

    private static let zone = TimeZone(secondsFromGMT: 3600)!

    private func model(lines: Int = 60) -> AppModel {
        var model = Samples.model()
        let text = (1...lines).map { number in
            number == lines
                ? "2026-03-01T11:07:09Z camera HD Webcam: /dev/video0 does not stream: VIDIOC_STREAMON: No space left on "
                    + "device (the bus has no room for another camera), \(number)"
                : number == lines - 1 ? Self.hostile : "2026-03-01T11:0\(number % 10):00Z line \(number)"
        }.joined(separator: "\n")
        model.log = LogContent(
            path: "~/.local/state/quietzone/quietzone.log", bytes: Array(text.utf8), isCut: true, timeZone: Self.zone)
        return model
    }

    private func stack(_ model: AppModel, keys: [Key] = [], _ width: Int = 80, _ height: Int = 24) -> ScreenStack {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(LogScreen())
        stack.fit(Rect(x: 0, y: 0, width: width, height: height), context: Samples.context(model))
        for key in keys {
            _ = stack.handle(key, context: Samples.context(model))
            stack.fit(Rect(x: 0, y: 0, width: width, height: height), context: Samples.context(model))
        }
        return stack
    }

    private func drawn(_ stack: ScreenStack, _ model: AppModel, _ width: Int = 80, _ height: Int = 24) -> Canvas {
        var canvas = Canvas(width: width, height: height)
        stack.render(into: &canvas, context: Samples.context(model))
        return canvas
    }

    @Test(arguments: [(80, 24), (200, 60), (40, 12)]) func itIsDrawn(width: Int, height: Int) throws {
        let size = "\(width)x\(height)"
        let model = model()
        try expectGolden("log-\(size)", drawn(stack(model, width, height), model, width, height))
        try expectGolden(
            "log-hostile-\(size)", drawn(stack(model, keys: [.up], width, height), model, width, height))
        var empty = AppModel()
        empty.log = LogContent(path: "~/.local/state/quietzone/quietzone.log", problem: "There is no log: No such file")
        try expectGolden("log-empty-\(size)", drawn(stack(empty, width, height), empty, width, height))
    }

    @Test func theNewestLineIsFollowedUntilAnotherIsSelected() {
        var stack = stack(model())
        let longer = model(lines: 80)
        stack.fit(Rect(x: 0, y: 0, width: 80, height: 24), context: Samples.context(longer))
        #expect(drawn(stack, longer).text.contains(", 80"))
        #expect(drawn(stack, longer).text.contains("Log, followed"))
        stack = self.stack(longer, keys: [.up, .up, .up])
        let longest = model(lines: 200)
        stack.fit(Rect(x: 0, y: 0, width: 80, height: 24), context: Samples.context(longest))
        #expect(!drawn(stack, longest).text.contains("followed"))
        #expect(drawn(stack, longest).text.contains("line 77"))
        stack = self.stack(longest, keys: [.up, .character("G")])
        #expect(drawn(stack, longest).text.contains("Log, followed"))
    }

    @Test func aLineAndAllOfThemAreCopied() throws {
        let model = model(lines: 3)
        var stack = stack(model, keys: [.home])
        // The first was cut in its middle.
        #expect(
            stack.handle(.character("y"), context: Samples.context(model)) == [.file(.copy(model.log.lines[0].text))])
        let effects = stack.handle(.character("Y"), context: Samples.context(model))
        guard case .copy(let text)? = effects.first?.asked(FileEffect.self) else {
            Issue.record("\(effects)")
            return
        }
        #expect(text.split(separator: "\n").count == 2)
        var empty = self.stack(AppModel())
        #expect(empty.handle(.character("y"), context: Samples.context(AppModel())).isEmpty)
        #expect(empty.notice?.text == "The log is empty")
    }

    @Test func timesAreThoseOfTheUsersClock() {
        func shown(_ line: String, _ seconds: Int = 3600) -> String {
            LogContent.withLocalTime(line, TimeZone(secondsFromGMT: seconds)!)
        }
        #expect(shown("2026-03-01T11:07:09Z a line") == "2026-03-01 12:07:09 a line")
        #expect(shown("2026-12-31T23:30:00Z ü") == "2027-01-01 00:30:00 ü")
        #expect(shown("2026-01-01T00:30:00Z x", -3600) == "2025-12-31 23:30:00 x")
        for line in ["", "a line", "2026-03-01T11:07:09Z", "2026-03-01 11:07:09Z x", "2026-03-0äT11:07:09Z x"] {
            #expect(shown(line) == line)
        }
        #expect(shown("9999-99-99T99:99:99Z x").hasSuffix(" x"))
    }

    @Test func onlyLinesWithWhatIsLookedForAreShown() {
        let model = model(lines: 30)
        var stack = stack(model, keys: [.character("/")] + "LINE".map { .character($0) })
        let text = drawn(stack, model).text
        #expect(text.contains("Log with “LINE”, followed") && text.contains("line 28") && text.contains("27 found"))
        #expect(!text.contains("VIDIOC_STREAMON"))
        _ = stack.handle(.enter, context: Samples.context(model))
        func copied(_ key: Character) -> String {
            _ = stack.handle(.character(key), context: Samples.context(model))
            let effects = stack.handle(.character("y"), context: Samples.context(model))
            guard case .copy(let line)? = effects.first?.asked(FileEffect.self) else { return "" }
            return String(line.suffix(7))
        }
        // The newest is selected; after it is the first, and before that the newest again.
        let found = "nnNN".map(copied)
        #expect(found == [" line 2", " line 3", " line 2", "line 28"])
        // Esc ends the search, then leaves.
        _ = stack.handle(.escape, context: Samples.context(model))
        #expect(drawn(stack, model).text.contains("─ Log"))
        #expect(drawn(stack, model).text.contains("VIDIOC_STREAMON"))
        _ = stack.handle(.escape, context: Samples.context(model))
        #expect(stack.showsScanner)
    }

    @Test func nothingFoundIsSaidAndOffersNoKeys() {
        let model = model(lines: 30)
        var stack = stack(model, keys: [.character("/")] + "zebra".map { .character($0) })
        #expect(drawn(stack, model).text.contains("No line with “zebra”."))
        #expect(drawn(stack, model).text.contains("not found"))
        _ = stack.handle(.enter, context: Samples.context(model))
        let keys = drawn(stack, model).text.split(separator: "\n").last ?? ""
        #expect(!keys.contains("copy") && !keys.contains("next match"))
    }

    @Test func longLogsAndLinesAreCut() {
        let text = String(repeating: "x\n", count: 9000) + String(repeating: "y", count: 9000)
        let log = LogContent(path: "", bytes: Array(text.utf8), isCut: false)
        #expect(log.lines.count == LogContent.maximumLines)
        #expect(log.lines.last?.text.count == 2001)
        #expect(LogContent(path: "", bytes: [], isCut: false).lines.isEmpty)
        #expect(LogContent(path: "", bytes: Array("a\n\nb\n".utf8), isCut: false).lines.map(\.text) == ["a", "", "b"])
    }
}

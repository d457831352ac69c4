import Surface
import Testing

@testable import Screens

@Suite struct LogScreenTests {
    private static let hostile = "2026-03-01T11:07:09Z \u{1B}]52;c;eA==\u{7}\u{202E}gnol \u{9B}31m 日本語 e\u{301} 👩‍👩‍👧"

    private func model(lines: Int = 60) -> AppModel {
        var model = Samples.model()
        let text = (1...lines).map { number in
            number == lines
                ? "2026-03-01T11:07:09Z camera HD Webcam: /dev/video0 does not stream: VIDIOC_STREAMON: No space left on "
                    + "device (the bus has no room for another camera), \(number)"
                : number == lines - 1 ? Self.hostile : "2026-03-01T11:0\(number % 10):00Z line \(number)"
        }.joined(separator: "\n")
        model.log = LogContent(path: "~/.local/state/quietzone/quietzone.log", bytes: Array(text.utf8), isCut: true)
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
        #expect(stack.handle(.character("y"), context: Samples.context(model)) == [.file(.copy(Self.hostile))])
        let effects = stack.handle(.character("Y"), context: Samples.context(model))
        guard case .file(.copy(let text))? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(text.split(separator: "\n").count == 2)
        var empty = self.stack(AppModel())
        #expect(empty.handle(.character("y"), context: Samples.context(AppModel())).isEmpty)
        #expect(empty.notice?.text == "The log is empty")
    }

    @Test func longLogsAndLinesAreCut() {
        let text = String(repeating: "x\n", count: 9000) + String(repeating: "y", count: 9000)
        let log = LogContent(path: "", bytes: Array(text.utf8), isCut: false)
        #expect(log.lines.count == LogContent.mostLines)
        #expect(log.isCut)
        #expect(log.lines.last?.text.count == 2001)
        #expect(LogContent(path: "", bytes: [], isCut: false).lines.isEmpty)
        #expect(LogContent(path: "", bytes: Array("a\n\nb\n".utf8), isCut: false).lines.map(\.text) == ["a", "", "b"])
    }
}

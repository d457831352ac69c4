import Widgets
import FullScreen
import Payloads
import Screens
import SeededRandomness
import Surface
import Symbols
import Testing

/// Lists and texts longer than their panes.
@Suite struct ScrollingTests {
    private static let bounds = Rect(x: 0, y: 0, width: 120, height: 40)

    private static func model(_ count: Int64, total: Int? = nil) -> AppModel {
        var model = Samples.model()
        (model.lastScan, model.picture.symbols) = (nil, [])
        let rows = (1...count).reversed().map { Samples.row($0, .code128, "A\($0)") }
        model.history.replace(rows, total: total ?? rows.count)
        return model
    }

    /// A stack that has been drawn once and knows its size.
    private func stack(_ model: AppModel) -> ScreenStack {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.fit(Self.bounds, context: Samples.context(model))
        return stack
    }

    private func rows(_ stack: ScreenStack, _ model: AppModel, _ bounds: Rect = bounds) -> [String] {
        var canvas = Canvas(width: bounds.width, height: bounds.height)
        stack.render(into: &canvas, context: Samples.context(model))
        return canvas.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private func click(_ stack: inout ScreenStack, _ column: Int, _ row: Int, _ model: AppModel) -> [Effect] {
        [MouseEvent.Kind.press, .release].flatMap { kind in
            stack.handle(
                MouseEvent(kind, column: column, row: row), in: Self.bounds, context: Samples.context(model))
        }
    }

    @Test func aPageOfTheHistoryIsAPage() {
        let model = Self.model(100)
        var stack = stack(model)
        // The pane has 36 rows; paging keeps one of them visible.
        #expect(rows(stack, model)[36].contains("A65"))
        _ = stack.handle(.pageDown, model: model)
        #expect(stack.handle(.open, model: model) == [.history(.open(id: 65))])
        #expect(rows(stack, model)[1].contains("A65"))
        _ = stack.handle(.pageUp, model: model)
        #expect(stack.handle(.open, model: model) == [.history(.open(id: 100))])
        #expect(rows(stack, model)[1].contains("A100"))
    }

    @Test func theHistorySaysWhereTheSelectionIs() {
        let model = Self.model(100, total: 700)
        var stack = stack(model)
        _ = stack.handle(.selectNext, model: model)
        let text = rows(stack, model)
        #expect(text[37].hasSuffix(" 2 of 700 ─┘"))
        #expect(text[1].hasSuffix("█"))
        #expect(text[36].hasSuffix("│"))
        _ = stack.handle(.pageDown, model: model)
        _ = stack.handle(.pageDown, model: model)
        _ = stack.handle(.pageDown, model: model)
        // The end of what is loaded is not the end.
        #expect(rows(stack, model)[5...7].contains { $0.hasSuffix("█") })
        #expect(rows(stack, model)[36].hasSuffix("│"))
    }

    @Test func aShortHistoryHasNoBar() {
        let model = Self.model(30)
        #expect(!rows(stack(model), model).contains { $0.hasSuffix("█") })
    }

    @Test func theWheelScrollsTheHistoryAndLeavesTheSelection() {
        let model = Self.model(100)
        var stack = stack(model)
        for _ in 0..<4 { _ = stack.handle(.selectNext, model: model) }
        let event = MouseEvent(.wheelDown, column: 5, row: 5)
        _ = stack.handle(event, in: Self.bounds, context: Samples.context(model))
        #expect(rows(stack, model)[1].contains("A97"))
        #expect(stack.handle(.open, model: model) == [.history(.open(id: 96))])
    }

    @Test func theBarScrollsAndAsksForOlderScans() {
        let model = Self.model(300, total: 1000)
        var stack = stack(model)
        // 964 of 1000 rows are not seen at a time.
        #expect(click(&stack, 119, 36, model) == [.history(.load(.index(964)))])
        #expect(rows(stack, model)[1].contains(" A300 "))
        #expect(click(&stack, 119, 10, model) == [.history(.load(.following))])
        #expect(rows(stack, model)[1].contains(" A52 "))
        #expect(click(&stack, 119, 11, model) == [.history(.load(.index(275)))])
    }

    @Test func pagesAskForOlderScansNearTheEnd() {
        let model = Self.model(200, total: 1000)
        var stack = stack(model)
        #expect(stack.handle(.pageDown, model: model).isEmpty)
        #expect(stack.handle(.pageDown, model: model) == [.history(.load(.following))])
    }

    @Test func whatIsShownStaysWhenScansCome() {
        var model = Self.model(100)
        var stack = stack(model)
        _ = stack.handle(.pageDown, model: model)
        _ = stack.handle(.pageDown, model: model)
        let before = rows(stack, model)[1...36].map { $0.suffix(40) }
        model.history.prepend(Samples.row(101, .code128, "A101"))
        stack.fit(Self.bounds, context: Samples.context(model))
        let after = rows(stack, model)[1...36].map { $0.suffix(40) }
        // Without the scroll bar, which moves down.
        #expect(before.map { $0.dropLast() } == after.map { $0.dropLast() })
    }

    @Test func everyLineOfTheHelpIsReadableAt40Columns() {
        var stack = stack(Samples.model())
        _ = stack.handle(.help, model: Samples.model())
        var text = ""
        for _ in Features.commands.contexts {
            text += rows(stack, Samples.model(), Rect(x: 0, y: 0, width: 40, height: 400)).joined(separator: "\n")
            _ = stack.handle(.nextTab, model: Samples.model())
        }
        #expect(!text.contains("…"))
        for row in Features.commands.rows {
            for word in row.help.split(separator: " ") { #expect(text.contains(word), "\(row.help)") }
            for name in row.keys.shownNames.split(separator: "  ") { #expect(text.contains(name), "\(row.help)") }
        }
    }

    @Test func theWheelMovesWhatIsUnderTheMouse() {
        let model = Samples.model()
        let context = Samples.context(model)
        let bounds = Rect(x: 0, y: 0, width: 60, height: 14)
        let scan = Samples.scan(.qrCode, "https://example.org/a?b=c")
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(ScanScreen(id: 7, scan: scan, payload: Payload.parse(scan.symbol.content)))
        stack.fit(bounds, context: context)
        let before = rows(stack, model, bounds)
        _ = stack.handle(MouseEvent(.wheelDown, column: 5, row: 3), in: bounds, context: context)
        let textScrolled = rows(stack, model, bounds)
        #expect(textScrolled[1] == before[4])
        #expect(textScrolled[10] == before[10])
        _ = stack.handle(MouseEvent(.wheelDown, column: 5, row: 11), in: bounds, context: context)
        let listScrolled = rows(stack, model, bounds)
        #expect(listScrolled[1] == textScrolled[1])
        #expect(listScrolled[10] != before[10])
    }

    @Test func hostileSizesAndMiceNeverTrap() {
        var model = Self.model(300, total: 1000)
        model.cameras.cameras = (0..<40).map { .init(name: "\($0)", title: "Camera \($0)", place: "/dev") }
        model.cameras.problem = String(repeating: "日本 ", count: 100)
        let context = Samples.context(model)
        let scan = Samples.scan(.qrCode, String(repeating: "日本\n", count: 800))
        let screens: [any Screen] = [
            ScanScreen(id: 1, scan: scan, payload: Payload.parse(scan.symbol.content)), CamerasScreen(),
            HelpScreen(about: .scanner),
        ]
        var generator = SplitMix(state: 7)
        for step in 0..<60 {
            var stack = ScreenStack(scanner: ScannerScreen())
            if step % 4 > 0 { stack.push(screens[step % 4 - 1]) }
            if step % 5 == 0 {
                stack.ask(Confirmation(title: "日本?", lines: [.text(String(repeating: "日本 ", count: 400))], yes: []))
            }
            for _ in 0..<20 {
                let width = Int(generator.next() % 130)
                let height = Int(generator.next() % 50)
                let bounds = Rect(x: 0, y: 0, width: width, height: height)
                stack.fit(bounds, context: context)
                for kind in [MouseEvent.Kind.press, .release, .wheelDown, .wheelUp] {
                    let column = Int(generator.next() % 140) - 5
                    let row = Int(generator.next() % 60) - 5
                    _ = stack.handle(MouseEvent(kind, column: column, row: row), in: bounds, context: context)
                }
                let keys: [Key] = [.pageDown, .pageUp, .up, .down, .home, .end]
                _ = stack.handle(keys[Int(generator.next() % 6)], context: context)
                #expect(rows(stack, model, bounds).count >= min(1, height))
            }
        }
    }
}

@Suite struct ConfirmationScrollingTests {
    private let bounds = Rect(x: 0, y: 0, width: 60, height: 12)
    private let question = Confirmation(
        title: "Sure?", lines: (1...20).map { .text("line \($0).") }, yes: [.run(.quit)])

    private func text(_ stack: ScreenStack) -> String {
        var canvas = Canvas(width: bounds.width, height: bounds.height)
        stack.render(into: &canvas, context: Samples.context)
        return canvas.text
    }

    private func stack() -> ScreenStack {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.ask(question)
        stack.fit(bounds, context: Samples.context)
        return stack
    }

    @Test func itSaysHowMuchIsBelow() {
        var stack = stack()
        #expect(text(stack).contains("↓  13 more rows"))
        #expect(text(stack).contains(" 1–7 of 20 "))
        _ = stack.handle(.down, context: Samples.context)
        #expect(text(stack).contains("↓  12 more rows"))
        #expect(text(stack).contains("line 8."))
    }

    @Test func aYesNeedsTheEndToHaveBeenDrawn() {
        var stack = stack()
        #expect(stack.handle(.character("y"), context: Samples.context).isEmpty)
        _ = stack.handle(.end, context: Samples.context)
        #expect(stack.handle(.character("y"), context: Samples.context).isEmpty, "not drawn yet")
        stack.fit(bounds, context: Samples.context)
        _ = stack.handle(.home, context: Samples.context)
        stack.fit(bounds, context: Samples.context)
        #expect(stack.handle(.character("y"), context: Samples.context) == [.run(.quit)])
    }

    @Test func aSmallerCanvasHasToBeReadAgain() {
        var stack = stack()
        _ = stack.handle(.end, context: Samples.context)
        stack.fit(bounds, context: Samples.context)
        _ = stack.handle(.home, context: Samples.context)
        stack.fit(Rect(x: 0, y: 0, width: 50, height: 12), context: Samples.context)
        #expect(stack.handle(.character("y"), context: Samples.context).isEmpty)
    }

    @Test func theMouseScrollsItAndAnswersNothing() {
        var stack = stack()
        _ = stack.handle(MouseEvent(.wheelDown, column: 20, row: 5), in: bounds, context: Samples.context)
        #expect(text(stack).contains("↓  10 more rows"))
        // The last row of the scroll bar.
        for kind in [MouseEvent.Kind.press, .release] {
            _ = stack.handle(MouseEvent(kind, column: 49, row: 7), in: bounds, context: Samples.context)
        }
        #expect(text(stack).contains("line 20."))
        #expect(stack.question?.kind == .confirmation)
    }
}

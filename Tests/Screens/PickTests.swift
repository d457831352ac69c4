import Surface
import Testing

@testable import Screens

@Suite struct PickTests {
    @Test func optionsAreFoundElsewhereWithEachKey() {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.ask(
            Pick(title: "Which guest?", options: [.init("1", "Ana")], search: { [.door(.find($0))] }) {
                [.door(.askAdmission(number: $0))]
            })
        func press(_ key: Key) -> [Effect] { stack.handle(key, context: Samples.context) }
        #expect(press(.character("b")) == [.door(.find("b"))])
        // Nobody is meant until those that fit are there.
        #expect(press(.enter) == [])
        stack.offer([.init("7", "Zoe")], to: "Which guest?", for: "x")
        #expect(press(.enter) == [])
        stack.offer([.init("2", "Ben")], to: "Which guest?", for: "b")
        #expect(press(.enter) == [.door(.askAdmission(number: "2"))])
    }

    private static let question = Pick(
        title: "Theme", hint: "Colours of everything that is drawn.",
        options: [
            Pick.Option("auto", "auto", detail: "as the terminal's background is"),
            Pick.Option("dark", "dark"), Pick.Option("light", "light"),
            Pick.Option("mono", "mono", detail: "no colours"),
            Pick.Option("mine", "mine", detail: "your own", refusal: "themes/mine.toml, line 3: no such role"),
        ], selected: "dark"
    ) { [.file(.copy($0))] }

    private func stack() -> ScreenStack {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.ask(Self.question)
        stack.fit(Rect(x: 0, y: 0, width: 80, height: 24), context: Samples.context)
        return stack
    }

    private func drawn(_ stack: ScreenStack, _ width: Int = 80, _ height: Int = 24) -> Canvas {
        var canvas = Canvas(width: width, height: height)
        stack.render(into: &canvas, context: Samples.context)
        return canvas
    }

    @Test(arguments: [(80, 24), (200, 60), (40, 12)]) func itIsDrawn(width: Int, height: Int) throws {
        var stack = stack()
        stack.fit(Rect(x: 0, y: 0, width: width, height: height), context: Samples.context)
        try expectGolden("pick-\(width)x\(height)", drawn(stack, width, height))
    }

    @Test func itBeginsWithWhatIsTakenNow() {
        var stack = stack()
        #expect(stack.handle(.enter, context: Samples.context) == [.file(.copy("dark"))])
        #expect(!drawn(stack).text.contains("Theme"))
    }

    @Test func typingFindsAndEnterTakes() {
        var stack = stack()
        for key in "lig" { _ = stack.handle(.character(key), context: Samples.context) }
        #expect(!drawn(stack).text.contains("mono"))
        #expect(stack.handle(.enter, context: Samples.context) == [.file(.copy("light"))])
    }

    @Test func escapeTakesNothing() {
        var stack = stack()
        #expect(stack.handle(.escape, context: Samples.context).isEmpty)
        #expect(!drawn(stack).text.contains("no colours"))
    }

    @Test func whatCannotBeTakenSaysWhyAndTheQuestionStays() {
        var stack = stack()
        _ = stack.paste("mine")
        #expect(drawn(stack).text.contains("line 3: no such role"))
        #expect(stack.handle(.enter, context: Samples.context).isEmpty)
        #expect(drawn(stack).text.contains("Theme"))
    }

    @Test func aClickTakesAndOneBesideLeaves() throws {
        var stack = stack()
        let bounds = Rect(x: 0, y: 0, width: 80, height: 24)
        let rows = drawn(stack).text.split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(rows.firstIndex { $0.contains("no colours") })
        var effects: [Effect] = []
        for kind in [MouseEvent.Kind.press, .release] {
            effects += stack.handle(MouseEvent(kind, column: 10, row: row), in: bounds, context: Samples.context)
        }
        #expect(effects == [.file(.copy("mono"))])
        stack.ask(Self.question)
        for kind in [MouseEvent.Kind.press, .release] {
            effects += stack.handle(MouseEvent(kind, column: 40, row: 22), in: bounds, context: Samples.context)
        }
        #expect(effects.count == 1)
        #expect(!drawn(stack).text.contains("no colours"))
    }
}

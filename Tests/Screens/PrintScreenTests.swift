import Encoding
import Surface
import Testing

@testable import Screens

@Suite struct PrintScreenTests {
    /// A screen with a text in a field, after another one's choice was moved to its last option.
    private func screen(typing text: String, into label: String, last choice: String) throws -> PrintScreen {
        var screen = PrintScreen(
            .code(.text("QZ-1")), kind: "qr-code", options: MakeOptions(),
            sheets: [.init(name: "L7160", title: "L7160")], printers: ["Office"])
        // Down to the field: a screen draws a mark before the one that has the keys.
        func go(to label: String) {
            for _ in 0..<20 {
                var canvas = Canvas(width: 80, height: 24)
                screen.render(into: &canvas, context: Samples.context)
                if canvas.text.contains("> \(label)") { break }
                _ = screen.type(Key.down, isBound: false)
            }
        }
        go(to: choice)
        _ = screen.type(.end, isBound: false)
        go(to: label)
        for character in text { _ = screen.type(Key.character(character), isBound: false) }
        return screen
    }

    @Test func anAddressThatIsTypedIsTheTarget() throws {
        let typed = try screen(typing: "socket://10.0.0.9", into: "Another printer", last: "Printer")
        #expect(typed.request?.target == .printer("socket://10.0.0.9"))
    }

    @Test func aRollThatIsTypedIsNotForgotten() throws {
        var typed = try screen(typing: "62x29", into: "Roll or paper", last: "Labels")
        #expect(typed.request?.paper == .page("62x29"))
        typed.form.focus(on: "sheet")
        _ = typed.type(.home, isBound: false)
        #expect(typed.request == nil)
        #expect(typed.problem?.contains("Choose “a roll” or “plain paper” under Labels for 62x29") == true)
    }

    @Test func rareFieldsAreShownOnceTheyDiffer() throws {
        var screen = PrintScreen(
            .code(.text("QZ-1")), kind: "qr-code", options: MakeOptions(),
            sheets: [.init(name: "L7160", title: "L7160")], printers: [])
        func drawn() -> String {
            var canvas = Canvas(width: 80, height: 24)
            screen.render(into: &canvas, context: Samples.context)
            return canvas.text
        }
        #expect(screen.request?.target == .file)
        #expect(!drawn().contains("  Quality") && drawn().contains("More…"))
        screen.form.focus(on: "quality")
        _ = screen.type(.right, isBound: false)
        screen.form.focus(on: "sheet")
        #expect(drawn().contains("  Quality") && !drawn().contains("  Cut marks"))
    }
}

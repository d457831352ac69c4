import Encoding
import Surface
import Testing

@testable import Screens

@Suite struct PrintScreenTests {
    private func screen(typing text: String, into label: String) throws -> PrintScreen {
        var screen = PrintScreen(
            .code(.text("QZ-1")), kind: "qr-code", options: MakeOptions(),
            sheets: [.init(name: "L7160", title: "L7160")], printers: ["Office"])
        // Down to the field: a screen draws a mark before the one that has the keys.
        for _ in 0..<20 {
            var canvas = Canvas(width: 80, height: 24)
            screen.render(into: &canvas, context: Samples.context)
            if canvas.text.contains("> \(label)") { break }
            _ = screen.type(Key.down, isBound: false)
        }
        for character in text { _ = screen.type(Key.character(character), isBound: false) }
        return screen
    }

    @Test func anAddressThatIsTypedIsTheTarget() throws {
        #expect(try screen(typing: "", into: "Another printer").request?.target == .file)
        let typed = try screen(typing: "socket://10.0.0.9", into: "Another printer")
        #expect(typed.request?.target == .printer("socket://10.0.0.9"))
    }

    @Test func aRollThatIsTypedIsNotForgotten() throws {
        let typed = try screen(typing: "62x29", into: "Roll or paper")
        #expect(typed.request == nil)
        #expect(typed.problem?.contains("Choose “a roll” or “plain paper” under Labels for 62x29") == true)
    }
}

import FullScreen
import Screens
import Surface
import Testing

@Suite struct HelpTests {
    private let context = Samples.context

    private func draw(_ stack: ScreenStack, _ width: Int, _ height: Int) -> Canvas {
        var canvas = Canvas(width: width, height: height)
        stack.render(into: &canvas, context: context)
        return canvas
    }

    @Test func theHelpCutsNoSentence() {
        for width in [40, 57, 80, 200] {
            var stack = ScreenStack(scanner: ScannerScreen())
            _ = stack.handle(.character("?"), context: context)
            let words = draw(stack, width, 600).text.split { !$0.isLetter && !$0.isNumber }
            for row in Features.commands.rows where row.isListened(in: .scanner) {
                let sentence = row.help.split { !$0.isLetter && !$0.isNumber }
                let isWhole = words.indices.contains { words[$0...].starts(with: sentence) }
                #expect(isWhole, "\(width) columns: \(row.help)")
            }
        }
    }

    @Test func helpIsMadeFromTheTableOfCommands() throws {
        var stack = ScreenStack(scanner: ScannerScreen())
        _ = stack.handle(.character("?"), context: context)
        try expectGolden("help", draw(stack, 100, 64))
        var text = ""
        for _ in Features.commands.contexts {
            text += draw(stack, 100, 160).text
            _ = stack.handle(.tab, context: context)
        }
        for row in Features.commands.rows { #expect(text.contains(row.help.prefix(40)), "\(row.command)") }
        for feature in ["Moving", "Interest box", "Program"] { #expect(text.contains("│ \(feature) "), "\(feature)") }
        _ = stack.handle(.escape, context: context)
        #expect(stack.showsScanner)
    }
}

import Collections
import Encoding
import Formats
import Surface
import Symbols
import Testing

@testable import FullScreen
@testable import Screens

/// Each command is done by the program or by the screens that listen to it, and no key is without effect.
@Suite struct CommandOwnersTests {
    /// A stack with each screen on top.
    private func stacks() throws -> [ScreenStack] {
        let image = try SymbolEncoder.encode("LOT-1", as: .qrCode)
        let screens: [any Screen] = [
            MakeScreen(),
            CodeScreen(
                title: "LOT-1", modules: CodeModules(width: image.width, height: image.height, isDark: image.isDark)),
            PrintScreen(
                .code(.text("LOT-1")), kind: "qr-code", options: MakeOptions(),
                sheets: [.init(name: "L7160", title: "L7160")], printers: ["Office"]),
            ItemScreen(
                Item(code: "LOT-1", added: Timestamp(milliseconds: 0)), in: try ItemCollection("Lots", template: .plain)
            ),
        ]
        let made = screens.map { screen in
            var stack = ScreenStack(scanner: ScannerScreen())
            stack.push(screen)
            return stack
        }
        var box = ScreenStack(scanner: ScannerScreen())
        _ = box.handle(.adjustBox, model: AppModel())
        return [box] + EveryScreen.Subject.allCases.map { EveryScreen.stack($0, "text") } + made
    }

    @Test func everyCommandIsDoneByTheProgramOrByAScreen() throws {
        let context: RenderContext = Samples.context
        let stacks = try stacks().map { unfitted in
            var stack = unfitted
            stack.fit(Rect(x: 0, y: 0, width: 80, height: 24), context: context)
            return stack
        }
        for row in Features.commands.rows {
            let listeners = stacks.filter { row.isListened(in: $0.context) }
            #expect(!listeners.isEmpty, "no screen listens to \(row.command.name)")
            let left = listeners.filter { listener in
                var stack = listener
                return stack.run(row.command, by: row.keys.first, context: context) == [.run(row.command)]
            }
            if Features.table.isOfProgram(row.command) {
                #expect(left.count == listeners.count, "a screen does \(row.command.name), which is the program's")
            } else if case .on = row.place {
                #expect(left.isEmpty, "\(row.command.name) does nothing on \(left.map(\.context.title))")
            } else {
                #expect(left.count < listeners.count, "nobody does \(row.command.name)")
            }
        }
    }
}

import Surface
import Testing

@Suite struct KeyMapTests {
    @Test func noKeyMeansTwoThingsInOneContext() {
        #expect(throws: Never.self) { try KeyMap(replacing: [:]) }
    }

    @Test func everyCommandHasHelpAndAKey() {
        for command in Command.allCases {
            let rows = Command.table.filter { $0.command == command }
            #expect(!rows.isEmpty, "\(command)")
            #expect(rows.allSatisfy { !$0.help.isEmpty && !$0.keys.isEmpty && !$0.contexts.isEmpty }, "\(command)")
        }
    }

    @Test func everyContextCanBeLeft() {
        let map = KeyMap()
        for context in KeyContext.allCases {
            #expect(map.command(for: .control("c"), in: context) == .quit)
        }
    }

    @Test func aKeyGivenTwiceIsRefusedByName() {
        #expect {
            _ = try KeyMap(replacing: [.freeze: [.character("q")]])
        } throws: { error in
            "\(error)".contains("key q") && "\(error)".contains("freeze") && "\(error)".contains("quit")
        }
    }

    @Test func aReplacedKeyIsTheOnlyOne() throws {
        let map = try KeyMap(replacing: [.freeze: [.function(2)]])
        #expect(map.command(for: .function(2), in: .scanner) == .freeze)
        #expect(map.command(for: .character(" "), in: .scanner) == nil)
    }

    @Test func namesComeBackAsKeys() {
        let keys: [Key] = [
            .character("q"), .character("ä"), .control("l"), .function(12), .shiftLeft, .character(" "), .enter,
            .pageDown, .backTab,
        ]
        for key in keys { #expect(Key(name: key.name) == key) }
        for name in ["", "Ctrl-", "Ctrl-1", "F0", "F99", "\u{1B}", "ab", "\u{202E}"] { #expect(Key(name: name) == nil) }
    }
}

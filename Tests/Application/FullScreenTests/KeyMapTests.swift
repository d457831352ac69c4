@testable import FullScreen
import Screens
import Surface
import Testing

@Suite struct KeyMapTests {
    @Test func noKeyMeansTwoThingsInOneContext() {
        #expect(throws: Never.self) { try KeyMap(Features.commands, replacing: [:]) }
    }

    @Test func everyCommandHasHelp() {
        for command in Features.commands.commands {
            let rows = Features.commands.rows.filter { $0.command == command }
            #expect(!rows.isEmpty, "\(command)")
            #expect(rows.allSatisfy { !$0.help.isEmpty }, "\(command)")
        }
    }

    @Test func whatAScreenIsForComesFirstInItsHelp() throws {
        let map = KeyMap(Features.commands)
        for feature in Features.all {
            for context in feature.contexts {
                #expect(map.rows(in: context).first?.purpose == feature.purpose, "\(context)")
            }
        }
        #expect(map.rows(in: .door).map(\.command).contains(.doorUndo))
        #expect(Set(map.rows(in: .door).map(\.command)).count == map.rows(in: .door).count)
    }

    @Test func everyContextCanBeLeft() {
        let map = KeyMap(Features.commands)
        for context in map.contexts {
            #expect(map.command(for: .control("c"), in: context) == .quit)
        }
    }

    @Test func aKeyGivenTwiceIsRefusedByName() {
        #expect {
            _ = try KeyMap(Features.commands, replacing: [.freeze: [.character("q")]], keeping: [.quit])
        } throws: { error in
            "\(error)".contains("key q") && "\(error)".contains("freeze") && "\(error)".contains("quit")
        }
        #expect(throws: KeyMapError.self) {
            try KeyMap(Features.commands, replacing: [.freeze: [.function(12)], .readClipboard: [.function(12)]])
        }
    }

    @Test func aGivenKeyIsTakenFromItsDefault() throws {
        let map = try KeyMap(Features.commands, replacing: [.freeze: [.control("v")]])
        #expect(map.command(for: .control("v"), in: .scanner) == .freeze)
        #expect(map.keys(for: .readClipboard, in: .scanner).isEmpty)
    }

    @Test func aReplacedKeyIsTheOnlyOne() throws {
        let map = try KeyMap(Features.commands, replacing: [.freeze: [.function(2)]])
        #expect(map.command(for: .function(2), in: .scanner) == .freeze)
        #expect(map.command(for: .character("z"), in: .scanner) == nil)
    }

    /// As `quietzone config keys` prints them.
    @Test func theKeysThatACommandHasChangeNothing() throws {
        let before = KeyMap(Features.commands)
        for command in Features.commands.commands {
            let keys = Features.commands.rows.filter { $0.command == command }.flatMap(\.keys)
            let after = try KeyMap(Features.commands, replacing: [command: keys])
            for context in before.contexts {
                #expect(Set(after.keys(for: command, in: context)) == Set(before.keys(for: command, in: context)))
            }
        }
    }

    @Test func aNewKeyIsACommandsEverywhere() throws {
        let map = try KeyMap(Features.commands, replacing: [.back: [.control("b"), .left]])
        #expect(map.command(for: .control("b"), in: .cameras) == .back)
        #expect(map.command(for: .control("b"), in: .scan) == .back)
        #expect(map.command(for: .left, in: .scan) == .back)
        #expect(map.command(for: .left, in: .cameras) == Command("decrease"))
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

import Screens
import Surface
import Testing

@testable import FullScreen

/// The map of keys as a whole: who has learnt a key on one screen knows it on all of them.
@Suite struct KeyMeaningTests {
    /// Keys that move and confirm: they mean what the screen at hand has of that.
    private static let contextual: Set<Key> = [
        .enter, " ", .escape, .tab, .backTab, .up, .down, .left, .right, .shiftUp, .shiftDown, .shiftLeft, .shiftRight,
        .pageUp, .pageDown, .home, .end, .backspace, .delete, "+", "-",
    ]

    /// Commands with one meaning, each on screens of its own.
    private static let sameMeaning: [[String]] = [
        ["quit", "back"], ["find", "door-guest"], ["undo", "door-undo"], ["statistics", "door-counts"],
        ["log", "door-log"], ["box", "next-box"], ["box-reset", "map-reset", "reset-control", "reset-setting"],
        ["print-code", "print-scans"], ["cancel-printing", "stop-issuing"],
        ["reveal", "reveal-typed"],
    ]

    /// What people do every day.
    private static let daily = [
        "open", "back", "copy", "act", "save", "find", "find-next", "mark", "tags", "note", "quantity", "delete",
        "undo", "export", "history", "next-camera", "toggle-torch", "toggle-focus", "freeze", "help", "menu",
    ]

    /// What needs AltGr, or Shift on a dead key, with one of the German, French, Spanish and Nordic layouts.
    private static let hardToType = Set("@#$%\\[]{}|~<>*!=^`")

    private func meaning(of command: Command) -> String {
        Self.sameMeaning.first { $0.contains(command.name) }?.first ?? command.name
    }

    @Test func aKeyMeansTheSameOnEveryScreen() {
        var meanings: [Key: Set<String>] = [:]
        for row in Features.commands.rows {
            for key in row.keys where !Self.contextual.contains(key) {
                meanings[key, default: []].insert(meaning(of: row.command))
            }
        }
        for (key, meanings) in meanings { #expect(meanings.count == 1, "\(key.name) means \(meanings.sorted())") }
    }

    @Test func theCommandsThatShareAMeaningExist() {
        let names = Set(Features.commands.commands.map(\.name))
        for name in Self.sameMeaning.joined() + Self.daily { #expect(names.contains(name), "\(name)") }
    }

    @Test func dailyCommandsHaveAKeyWithoutShift() {
        for name in Self.daily {
            let rows = Features.commands.rows.filter { $0.command.name == name }
            #expect(rows.allSatisfy { $0.keys.contains(where: isUnshifted) }, "\(name)")
        }
    }

    private func isUnshifted(_ key: Key) -> Bool {
        guard case .character(let character) = key else { return true }
        return character.isLowercase || character.isNumber || " /.,-".contains(character)
    }

    @Test func aKeyThatIsHardToTypeHasAnotherBesideIt() {
        for row in Features.commands.rows where row.keys.contains(where: isHardToType) {
            #expect(!row.keys.allSatisfy(isHardToType), "\(row.command.name)")
        }
    }

    private func isHardToType(_ key: Key) -> Bool {
        if case .character(let character) = key { Self.hardToType.contains(character) } else { false }
    }

    @Test func aRetiredCommandIsNoneAndNamesOneThatIs() throws {
        let names = Set(Features.commands.commands.map(\.name))
        #expect(!Features.commands.retired.isEmpty)
        for (name, replacement) in Features.commands.retired {
            #expect(!names.contains(name))
            let named = replacement.split(separator: "`")[1]
            #expect(names.contains(String(named)), "\(named)")
        }
    }
}

import Formats

/// A key as a terminal reports it.
package enum Key: Hashable, Sendable {
    /// A printable character.
    case character(Character)
    /// Ctrl with a letter (lower case).
    case control(Character)
    /// F1 and up.
    case function(Int)
    case up, down, left, right
    case shiftUp, shiftDown, shiftLeft, shiftRight
    case enter, escape, tab, backTab, backspace, delete, insert, home, end, pageUp, pageDown
    /// Alt, or Meta, with a key that is none of the cursor's.
    indirect case alt(Key)
}

extension Key {
    private static let names: [(String, Key)] = [
        ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right), ("Shift-Up", .shiftUp),
        ("Shift-Down", .shiftDown), ("Shift-Left", .shiftLeft), ("Shift-Right", .shiftRight), ("Enter", .enter),
        ("Esc", .escape), ("Tab", .tab), ("Shift-Tab", .backTab), ("Backspace", .backspace), ("Delete", .delete),
        ("Insert", .insert), ("Home", .home), ("End", .end), ("PgUp", .pageUp), ("PgDn", .pageDown),
        ("Space", .character(" ")),
    ]

    /// The key's name as settings and the help write it: `q`, `Ctrl-L`, `F1`, `Shift-Left`, `Space`, `Alt-x`.
    package var name: String {
        if let named = Self.names.first(where: { $0.1 == self }) { return named.0 }
        switch self {
        case .character(let character): return String(character)
        case .control(let letter): return "Ctrl-\(letter.uppercased())"
        case .function(let number): return "F\(number)"
        case .alt(let key): return "Alt-\(key.name)"
        default: return "?"
        }
    }

    /// The key called `name`; nil when there is none.
    package init?(name: String) {
        if let named = Self.names.first(where: { $0.0.lowercased() == name.lowercased() }) {
            self = named.1
        } else if name.count == 1, let character = name.first, DisplayWidth.of(character) > 0,
            SafeText.visible(name) == name
        {
            self = .character(character)
        } else if name.count == 6, name.lowercased().hasPrefix("ctrl-"), let letter = name.lowercased().last,
            letter.isASCII, letter.isLetter
        {
            self = .control(letter)
        } else if name.lowercased().hasPrefix("alt-"), let key = Key(name: String(name.dropFirst(4))), key.takesAlt {
            self = .alt(key)
        } else if name.first == "F" || name.first == "f", let number = Int(name.dropFirst()), 1...24 ~= number {
            self = .function(number)
        } else {
            return nil
        }
    }
}

extension Key {
    /// The key that most terminals cannot tell from this one, such as Tab for Ctrl-I; nil for others.
    package var lookalike: Key? {
        switch self {
        case .control("i"): .tab
        case .control("m"), .control("j"): .enter
        case .control("h"): .backspace
        case .alt(let key): key.lookalike.map { .alt($0) }
        default: nil
        }
    }

    /// Whether Alt makes another key of it. With keys of the cursor it says nothing: they mean the same. Ctrl-C always means itself.
    var takesAlt: Bool {
        switch self {
        case .control("c"): false
        case .character, .control, .enter, .tab, .backspace: true
        default: false
        }
    }
}

extension [Key] {
    /// Their names beside each other, two blanks between: `Home  g`. Digits that follow one another are a range: `1–9`.
    package var shownNames: String {
        let digits = compactMap { key -> Int? in
            guard case .character(let character) = key, character.isASCII else { return nil }
            return character.wholeNumberValue
        }
        if count >= 3, digits.count == count, digits == Array<Int>(digits[0]...(digits[0] + count - 1)) {
            return "\(self[0].name)–\(self[count - 1].name)"
        }
        return map(\.name).joined(separator: "  ")
    }
}

import Formats

/// A key as kitty's keyboard protocol reports it: `CSI code[:shifted[:base]] ; modifiers[:event] u`
/// (https://sw.kovidgoyal.net/kitty/keyboard-protocol).
struct KeyReport {
    /// The character of the key without Shift, or a number of the protocol.
    var code: Int
    /// The character with Shift, where it is reported.
    var shifted: Int?
    /// The key at this place of an English layout, where it is reported.
    var base: Int?
    var modifiers: KeyModifiers

    /// Of the parameters before `u`; nil for a key that is let go, and for what is not a key.
    init?(_ parameters: [[Int?]]) {
        guard 1...3 ~= parameters.count, 1...3 ~= parameters[0].count, let code = parameters[0][0],
            let modifiers = KeyModifiers(parameters.count > 1 ? parameters[1] : [])
        else { return nil }
        self.code = code
        shifted = parameters[0].count > 1 ? parameters[0][1] : nil
        base = parameters[0].count > 2 ? parameters[0][2] : nil
        self.modifiers = modifiers
    }

    /// The key that is meant: the same as other terminals report where they can; nil for one that means nothing here.
    ///
    /// Ctrl with Shift means Ctrl alone. A window manager's keys (Super, Hyper) mean nothing.
    var key: Key? {
        guard modifiers.isDisjoint(with: [.super, .hyper]) else { return nil }
        guard let plain else { return nil }
        return modifiers.contains(.alt) && plain.takesAlt ? .alt(plain) : plain
    }

    /// The key without Alt.
    private var plain: Key? {
        let isShifted = modifiers.contains(.shift)
        switch code {
        case 27: return .escape
        case 13: return .enter
        case 9: return isShifted ? .backTab : .tab
        case 8, 127: return .backspace
        case Self.keypad: return Self.keypadKeys[code - Self.keypad.lowerBound]
        case Self.functions: return .function(code - Self.functions.lowerBound + 13)
        default: break
        }
        if modifiers.contains(.control) {
            // As in all terminals; and a letter that is not Latin means the one of an English layout.
            if code == Self.bracket { return .escape }
            guard let letter = Self.character(code < 0x80 ? code : base ?? code), letter.isASCII, letter.isLetter
            else { return nil }
            return .control(Character(letter.lowercased()))
        }
        guard isShifted else { return Self.character(code).map { .character($0) } }
        if let shifted { return Self.character(shifted).map { .character($0) } }
        let upper = Self.character(code)?.uppercased() ?? ""
        return upper.count == 1 ? upper.first.map { .character($0) } : nil
    }

    /// The character of this number; nil for one that no key types, such as those that stand for keys without a character.
    private static func character(_ code: Int) -> Character? {
        guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init), scalar.value >= 0x20 else { return nil }
        let text = String(scalar)
        return SafeText.visible(text) == text ? Character(scalar) : nil
    }

    private static let bracket = 0x5B
    /// F13 to F24; further ones have no name here.
    private static let functions = 57376...57387
    private static let keypad = 57399...57426
    private static let keypadKeys: [Key?] =
        "0123456789./*-+".map { .character($0) } + [
            .enter, .character("="), nil, .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete,
        ]
}

/// The keys held with another one, as terminals number them: one more than the sum.
struct KeyModifiers: OptionSet {
    let rawValue: Int

    static let shift = KeyModifiers(rawValue: 1)
    static let alt = KeyModifiers(rawValue: 2)
    static let control = KeyModifiers(rawValue: 4)
    static let `super` = KeyModifiers(rawValue: 8)
    static let hyper = KeyModifiers(rawValue: 16)

    init(rawValue: Int) { self.rawValue = rawValue }

    /// Of `modifiers[:event]`; nil for a key that is let go. None where the number is missing.
    init?(_ parameter: [Int?]) {
        if parameter.count > 2 || parameter.count == 2 && parameter[1] == 3 { return nil }
        self.init(rawValue: max(1, parameter.first.flatMap { $0 } ?? 1) - 1)
    }
}

/// What complete control sequences mean (ECMA-48, xterm's control sequences).
extension InputParser {
    /// The key of `ESC O letter`.
    static func shiftKey(_ letter: UInt8) -> Key? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "H"): cursorKey(letter, isShifted: false)
        // rxvt's with Ctrl.
        case UInt8(ascii: "a")...UInt8(ascii: "d"): cursorKey(letter - 0x20, isShifted: false)
        // F1 to F4.
        case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter) - 0x4F)
        // The keypad: Enter, = and what lies 0x40 above its character.
        case UInt8(ascii: "M"): .enter
        case UInt8(ascii: "X"): .character("=")
        case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Character(Unicode.Scalar(letter - 0x40)))
        default: nil
        }
    }

    static func cursorKey(_ letter: UInt8, isShifted: Bool) -> Key? {
        switch (letter, isShifted) {
        case (UInt8(ascii: "A"), false): .up
        case (UInt8(ascii: "B"), false): .down
        case (UInt8(ascii: "C"), false): .right
        case (UInt8(ascii: "D"), false): .left
        case (UInt8(ascii: "F"), false): .end
        case (UInt8(ascii: "H"), false): .home
        case (UInt8(ascii: "A"), true): .shiftUp
        case (UInt8(ascii: "B"), true): .shiftDown
        case (UInt8(ascii: "C"), true): .shiftRight
        case (UInt8(ascii: "D"), true): .shiftLeft
        default: nil
        }
    }

    /// Keys of the form `CSI number ~`.
    private static let numbered: [Int: Key] = {
        var keys: [Int: Key] = [
            1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        ]
        let functions = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34]
        for (index, number) in functions.enumerated() { keys[number] = .function(index + 1) }
        return keys
    }()

    /// What `CSI parameters final` says; nil for what means nothing here.
    static func input(_ bytes: [UInt8], _ final: UInt8) -> Input? {
        if let report = TerminalReport(control: bytes, final) { return .report(report) }
        let text = String(decoding: bytes, as: UTF8.self)
        if text.hasPrefix("<") {
            guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return nil }
            let numbers = text.dropFirst().split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
            guard numbers.count == 3, let button = numbers[0], let column = numbers[1], let row = numbers[2]
            else { return nil }
            return mouse(button, isRelease: final == UInt8(ascii: "m"), column, row).map { .mouse($0) }
        }
        guard text.utf8.allSatisfy({ 0x30...0x3B ~= $0 }) else { return nil }
        let parameters = text.split(separator: ";", omittingEmptySubsequences: false).map {
            $0.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        }
        if final == UInt8(ascii: "u") { return KeyReport(parameters)?.key.map { .key($0) } }
        // With cursor and function keys only Shift makes another key: with all others they mean what they mean alone.
        guard parameters.count <= 2, parameters[0].count == 1,
            let modifiers = KeyModifiers(parameters.count == 2 ? parameters[1] : [])
        else { return nil }
        let numbers = parameters.map { $0[0] ?? 1 }
        let isShifted = modifiers.contains(.shift)
        switch final {
        case UInt8(ascii: "~"): return numbered[numbers.first ?? 0].map { .key($0) }
        // rxvt's with Ctrl, and with Ctrl and Shift.
        case UInt8(ascii: "^"), UInt8(ascii: "@"):
            return numbers.count == 1 ? numbered[numbers[0]].map { .key($0) } : nil
        case UInt8(ascii: "Z"): return .key(.backTab)
        // rxvt's.
        case UInt8(ascii: "a")...UInt8(ascii: "d") where bytes.isEmpty:
            return cursorKey(final - 0x20, isShifted: true).map { .key($0) }
        case UInt8(ascii: "A")...UInt8(ascii: "H") where numbers.allSatisfy({ $0 >= 1 }) && numbers.first ?? 1 == 1:
            return (cursorKey(final, isShifted: isShifted) ?? cursorKey(final, isShifted: false)).map { .key($0) }
        // `CSI 1 ; modifiers R` would be F3, and is the place of the cursor: no key.
        case UInt8(ascii: "P"), UInt8(ascii: "Q"), UInt8(ascii: "S"):
            return !bytes.isEmpty && numbers[0] != 1 ? nil : shiftKey(final).map { .key($0) }
        default: return nil
        }
    }

    static func mouse(_ button: Int, isRelease: Bool, _ column: Int, _ row: Int) -> MouseEvent? {
        guard column >= 1, row >= 1 else { return nil }
        // 4, 8 and 16 say that Shift, Meta or Ctrl was held; 32 that it moved.
        let kind: MouseEvent.Kind
        switch button & ~0b11100 {
        case 0: kind = isRelease ? .release : .press
        case 32: kind = .drag
        case 64: kind = .wheelUp
        case 65: kind = .wheelDown
        default: return nil
        }
        return MouseEvent(kind, column: column - 1, row: row - 1)
    }
}

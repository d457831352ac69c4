import Formats

/// Takes the bytes that a terminal sends apart into keys, mouse events, pasted text and reports.
///
/// What a terminal answers to a question that some other program put is taken whole and dropped: it is no key. Sequences may be cut anywhere between two calls.
///
///     var parser = InputParser()
///     parser.take([0x1B, 0x5B])       // []
///     parser.take([0x41, 0x71])       // [.key(.up), .key(.character("q"))]
///     if parser.pending == .escape { … wait a little … parser.giveUp() }   // [.key(.escape)]
///
/// The grammar is that of ECMA-48, 5.4 and 8.3; the keys are those of xterm's ctlseqs, the Linux console and rxvt, and what
/// terminfo says beside.
package struct InputParser: Sendable {
    /// What the bytes so far may be the beginning of.
    package enum Pending: Sendable, Equatable {
        /// Nothing: the next byte begins something new.
        case none
        /// An ESC: the key of that name, unless more follows at once.
        case escape
        /// A sequence whose end has not come.
        case sequence
        /// A paste whose end has not come.
        case paste
    }

    private enum State {
        case ground
        /// After the lead byte of a character in UTF-8: its bytes, and how many they will be.
        case character([UInt8], length: Int, isAlt: Bool = false)
        /// After one ESC; or after two, of which the second is to be the first of a sequence with Alt, or a key of its own.
        /// Whether it came with the bytes before: then no key that follows is one with Alt.
        case escape(isSecond: Bool = false, isOld: Bool = false)
        /// Parameters and intermediates after CSI.
        case control([UInt8])
        /// `CSI [`, the function keys of the Linux console.
        case consoleFunction
        /// After SS3.
        case shift
        /// The bytes of an older mouse report after `CSI M`.
        case mouse([UInt8])
        /// A string (DCS, OSC, APC, PM, SOS): up to ST, and BEL where it is an OSC.
        case string(endsInBell: Bool)
        /// An ESC inside a string.
        case stringEnd(endsInBell: Bool)
        /// After the mark of a paste, with so many bytes of the mark of its end.
        case paste(matched: Int)
    }

    /// How a terminal is asked to mark what is pasted (xterm's ctlseqs, "Bracketed Paste Mode").
    package static let pasteMarksOn = "\u{1B}[?2004h"
    package static let pasteMarksOff = "\u{1B}[?2004l"

    /// The bytes of a paste that are kept; the rest is dropped up to its end.
    package static let longestPaste = 1 << 14
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    /// The parameters of a sequence that are kept: no key or mouse report has as many bytes.
    private static let longestControl = 40
    /// The bytes of a string that are kept: no report that is used has as many.
    private static let longestString = 40

    /// What Ctrl-C sends.
    private static let endOfText: UInt8 = 0x03

    private let keys: [[UInt8]: Key]
    private var state = State.ground
    private var pasted: [UInt8] = []
    /// The beginning of the string that is being read.
    private var string: [UInt8] = []

    /// A parser that knows sequences of this terminal, from terminfo, before the common ones.
    package init(keys: [[UInt8]: Key] = [:]) { self.keys = keys }

    package var pending: Pending {
        switch state {
        case .ground: .none
        case .escape: .escape
        case .paste: .paste
        default: .sequence
        }
    }

    /// Takes bytes as they came at once; nothing in them is ever an error.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> [Input] {
        var inputs: [Input] = []
        if case .escape(let isSecond, _) = state { state = .escape(isSecond: isSecond, isOld: true) }
        for byte in bytes { take(byte, &inputs) }
        return inputs
    }

    /// No more will come of what is unfinished: an ESC was the key, a paste ends here, anything else is dropped.
    package mutating func giveUp() -> [Input] {
        defer { state = .ground }
        switch state {
        case .escape(let isSecond, _): return [Input](repeating: .key(.escape), count: isSecond ? 2 : 1)
        case .character(_, _, isAlt: true): return [.key(.escape)]
        case .paste: return [.paste(takePasted())]
        default: return []
        }
    }

    // MARK: - States

    private mutating func take(_ byte: UInt8, _ inputs: inout [Input]) {
        switch state {
        case .ground: takeFirst(byte, &inputs)
        case .character(let bytes, let length, let isAlt): takeCharacter(bytes + [byte], length, isAlt, &inputs)
        case .escape(let isSecond, let isOld): takeAfterEscape(byte, isSecond, isOld, &inputs)
        case .control(let bytes): takeControl(bytes, byte, &inputs)
        case .consoleFunction:
            state = .ground
            if 0x41...0x45 ~= byte { inputs.append(.key(.function(Int(byte) - 0x40))) }
        case .shift:
            // Modifiers may stand before the letter.
            if 0x30...0x3B ~= byte { return }
            state = .ground
            guard byte >= 0x20, byte < 0x7F else { return take(byte, &inputs) }
            if let key = keys[[0x1B, 0x4F, byte]] ?? Self.shiftKey(byte) { inputs.append(.key(key)) }
        case .mouse(let bytes):
            guard byte >= 0x20 else { return abort(byte, &inputs) }
            guard bytes.count == 2 else { return state = .mouse(bytes + [byte]) }
            state = .ground
            let numbers = (bytes + [byte]).map { Int($0) - 32 }
            // These do not say which button was let go. With 32, none is down.
            let isRelease = numbers[0] & 0b110_0011 == 3
            Self.mouse(isRelease ? numbers[0] & ~3 : numbers[0], isRelease: isRelease, numbers[1], numbers[2])
                .map { inputs.append(.mouse($0)) }
        case .string(let endsInBell):
            if byte == 0x1B {
                state = .stringEnd(endsInBell: endsInBell)
            } else if byte == 0x07, endsInBell {
                endString(isCommand: true, &inputs)
            } else if byte < 0x20 {
                abort(byte, &inputs)
            } else if string.count <= Self.longestString {
                string.append(byte)
            }
        case .stringEnd(let endsInBell):
            // ESC \ is ST; any other one begins something new (ECMA-48, 8.3.143).
            if byte == 0x5C {
                endString(isCommand: endsInBell, &inputs)
            } else {
                state = .escape()
                take(byte, &inputs)
            }
        case .paste(let matched): takePasted(byte, after: matched, &inputs)
        }
    }

    private mutating func endString(isCommand: Bool, _ inputs: inout [Input]) {
        state = .ground
        guard isCommand, string.count <= Self.longestString else { return }
        TerminalReport(command: string).map { inputs.append(.report($0)) }
    }

    /// A control character in a sequence ends it, and is what it is: a key that was pressed after a broken one.
    private mutating func abort(_ byte: UInt8, _ inputs: inout [Input]) {
        state = .ground
        // CAN and SUB do nothing but that.
        if byte != 0x18, byte != 0x1A { take(byte, &inputs) }
    }

    private mutating func takeFirst(_ byte: UInt8, _ inputs: inout [Input]) {
        switch byte {
        case 0x1B: state = .escape()
        case 0x09: inputs.append(.key(.tab))
        case 0x0A, 0x0D: inputs.append(.key(.enter))
        case 0x08, 0x7F: inputs.append(.key(.backspace))
        case 0x00..<0x20:
            if let key = keys[[byte]] {
                inputs.append(.key(key))
            } else if 1...26 ~= byte {
                inputs.append(.key(.control(Character(Unicode.Scalar(96 + byte)))))
            }
        case 0x20..<0x7F: inputs.append(.key(.character(Character(Unicode.Scalar(byte)))))
        case 0xC2...0xDF: state = .character([byte], length: 2)
        case 0xE0...0xEF: state = .character([byte], length: 3)
        case 0xF0...0xF4: state = .character([byte], length: 4)
        default: begin(c1: byte)
        }
    }

    private mutating func takeCharacter(_ bytes: [UInt8], _ length: Int, _ isAlt: Bool, _ inputs: inout [Input]) {
        let last = bytes[bytes.count - 1]
        let isBroken = !(0x80...0xBF ~= last)
        guard isBroken || bytes.count == length else { return state = .character(bytes, length: length, isAlt: isAlt) }
        state = .ground
        let scalar = isBroken ? nil : String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
        if let scalar, scalar.value >= 0xA0, SafeText.visible(String(scalar)) == String(scalar) {
            let key = Key.character(Character(scalar))
            return inputs.append(.key(isAlt ? .alt(key) : key))
        }
        // No key follows the ESC: it is one by itself.
        if isAlt { inputs.append(.key(.escape)) }
        if isBroken { return take(last, &inputs) }
        if let scalar, scalar.value < 0xA0 { begin(c1: UInt8(scalar.value)) }
    }

    /// An introducer in its form of eight bits; others mean nothing.
    private mutating func begin(c1 byte: UInt8) {
        if 0x80..<0xA0 ~= byte, Self.introducers.contains(byte - 0x40) { begin(introducer: byte - 0x40) }
    }

    /// SS3, DCS, SOS, CSI, OSC, PM and APC as they stand after ESC.
    private static let introducers = Set("OPX[]^_".utf8)

    private mutating func begin(introducer byte: UInt8) {
        switch byte {
        case UInt8(ascii: "["): state = .control([])
        case UInt8(ascii: "O"): state = .shift
        default:
            string = []
            state = .string(endsInBell: byte == UInt8(ascii: "]"))
        }
    }

    /// Terminals send Alt as an ESC before what the key sends by itself (xterm's ctlseqs, "Alt and Meta Keys"), rxvt before the
    /// sequences of cursor keys, too. Both come at once, as Esc and another key do not that are typed.
    private mutating func takeAfterEscape(_ byte: UInt8, _ isSecond: Bool, _ isOld: Bool, _ inputs: inout [Input]) {
        if Self.introducers.contains(byte) { return begin(introducer: byte) }
        if byte == 0x1B {
            if isSecond { inputs.append(.key(.escape)) }
            return state = .escape(isSecond: true)
        }
        if isSecond { inputs.append(.key(.escape)) }
        state = .ground
        if let key = keys[[0x1B, byte]] { return inputs.append(.key(key)) }
        // Ctrl-C always means itself: a slow link may bring Esc and Ctrl-C at once, and nobody presses Alt-Ctrl-C.
        guard !isOld, byte != Self.endOfText else {
            inputs.append(.key(.escape))
            return take(byte, &inputs)
        }
        var plain: [Input] = []
        take(byte, &plain)
        if case .character(let bytes, let length, _) = state {
            state = .character(bytes, length: length, isAlt: true)
        } else if plain.isEmpty {
            inputs.append(.key(.escape))
        }
        for case .key(let key) in plain { inputs.append(.key(.alt(key))) }
    }

    private mutating func takeControl(_ bytes: [UInt8], _ byte: UInt8, _ inputs: inout [Input]) {
        switch byte {
        case 0x1B:
            state = .escape()
        case 0x20..<0x40:
            // What is longer is none of ours, but goes on up to its end.
            state = .control(bytes.count < Self.longestControl ? bytes + [byte] : bytes)
        case 0x40..<0x7F:
            state = .ground
            if let key = keys[[0x1B, 0x5B] + bytes + [byte]] {
                inputs.append(.key(key))
            } else if bytes.isEmpty, byte == UInt8(ascii: "[") {
                state = .consoleFunction
            } else if bytes.isEmpty, byte == UInt8(ascii: "M") {
                state = .mouse([])
            } else if byte == UInt8(ascii: "~"), bytes == Array("200".utf8) {
                state = .paste(matched: 0)
            } else if bytes.count < Self.longestControl {
                Self.input(bytes, byte).map { inputs.append($0) }
            }
        default: abort(byte, &inputs)
        }
    }

    private mutating func takePasted(_ byte: UInt8, after matched: Int, _ inputs: inout [Input]) {
        if byte == Self.pasteEnd[matched] {
            guard matched + 1 == Self.pasteEnd.count else { return state = .paste(matched: matched + 1) }
            state = .ground
            return inputs.append(.paste(takePasted()))
        }
        // The mark begins with its only ESC, so nothing of what matched can begin another.
        let isAnother = byte == Self.pasteEnd[0]
        if pasted.count < Self.longestPaste { pasted += Self.pasteEnd[..<matched] + (isAnother ? [] : [byte]) }
        state = .paste(matched: isAnother ? 1 : 0)
    }

    private mutating func takePasted() -> String {
        defer { pasted = [] }
        return String(decoding: pasted, as: UTF8.self)
    }
}

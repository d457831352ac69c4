import CNcurses
import Surface

/// Puts together what a terminal reports of its mouse, code by code, however it is cut into reads.
///
/// ncurses is told to give a code of its own for the beginning of a report; the rest comes as characters. So it works
/// alike where terminfo describes the older reports (tmux, screen) and where it describes none.
struct MouseReader {
    /// What a code was.
    enum Taken: Equatable {
        /// No part of a report: a key.
        case none
        /// Part of a report, or the end of one that means nothing here (another button).
        case part
        /// The end of a report.
        case event(MouseEvent)
    }

    /// Asks for presses and releases (1000) with decimal coordinates (1006): xterm's ctlseqs, "Mouse Tracking".
    static let on = "\u{1B}[?1000h\u{1B}[?1006h"
    /// Ends that.
    static let off = "\u{1B}[?1006l\u{1B}[?1000l"

    /// How each kind of report begins, and the code that ncurses shall give for it: above KEY_MAX, so no key's.
    static let beginnings: [(text: String, code: wint_t)] = [("\u{1B}[<", decimal), ("\u{1B}[M", bytes)]
    private static let decimal: wint_t = 0x300
    private static let bytes: wint_t = 0x301
    /// More than any report has; what goes on after that is none.
    private static let longest = 40

    private enum State {
        case idle
        /// `button;column;row` up to `M` (pressed) or `m` (released).
        case decimal([wint_t])
        /// Three characters, each 32 more than its value: what a terminal sends that does not know 1006.
        case bytes([wint_t])
    }

    private var state = State.idle

    /// Takes what wget_wch(3) returned.
    mutating func take(_ code: wint_t, isCode: Bool) -> Taken {
        if isCode {
            state = .idle
            guard code == Self.decimal || code == Self.bytes else { return .none }
            state = code == Self.decimal ? .decimal([]) : .bytes([])
            return .part
        }
        switch state {
        case .idle: return .none
        case .decimal(var taken):
            switch code {
            case 0x30...0x39, 0x3B:
                taken.append(code)
                state = taken.count <= Self.longest ? .decimal(taken) : .idle
                return .part
            case 0x4D, 0x6D:
                state = .idle
                let text = String(String.UnicodeScalarView(taken.compactMap { Unicode.Scalar($0) }))
                let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
                guard numbers.count == 3, let button = numbers[0], let column = numbers[1], let row = numbers[2]
                else { return .part }
                return Self.event(button, isRelease: code == 0x6D, column, row)
            default:
                state = .idle
                return .part
            }
        case .bytes(var taken):
            taken.append(code)
            guard taken.count == 3 else {
                state = .bytes(taken)
                return .part
            }
            state = .idle
            let numbers = taken.map { Int($0) - 32 }
            // These do not say which button was let go.
            return Self.event(numbers[0] & ~3, isRelease: numbers[0] & 3 == 3, numbers[1], numbers[2])
        }
    }

    private static func event(_ button: Int, isRelease: Bool, _ column: Int, _ row: Int) -> Taken {
        guard column >= 1, row >= 1 else { return .part }
        // 4, 8 and 16 say that Shift, Meta or Ctrl was held; 32 that it moved, which was not asked for.
        let kind: MouseEvent.Kind
        switch button & ~0b11100 {
        case 0: kind = isRelease ? .release : .press
        case 64: kind = .wheelUp
        case 65: kind = .wheelDown
        default: return .part
        }
        return .event(MouseEvent(kind, column: column - 1, row: row - 1))
    }
}

import CLinux
import CNcurses
import Glibc
import Surface

/// Asks a terminal what it is and what it shows, once, when the full screen begins.
///
/// DA1, which every terminal answers, stands behind all questions as a fence: when its answer comes, no other
/// will. What comes later than that is an answer like any other, which `InputParser` takes whole and drops.
enum TerminalQuery {
    /// What came.
    struct Answer {
        /// The background, as far as it is known.
        var background = TerminalBackground.unknown
        var facts = TerminalFacts()
        /// All bytes that came, answers among them.
        var bytes: [UInt8] = []
    }

    static let backgroundQuestion = "\u{1B}]11;?\u{1B}\\"
    /// The background, XTVERSION, a cell's size in pixels, modes (DECRQM), the flags of keys, and `CSI c` (xterm's ctlseqs).
    private static let question =
        backgroundQuestion + "\u{1B}[>q\u{1B}[16t" + PrivateMode.allCases.map(\.question).joined()
        + KittyKeyboard.question + fence
    /// DA1.
    private static let fence = "\u{1B}[c"
    /// The largest sixel picture in pixels (XTSMGRAPHICS), for those that have such.
    private static let sixelQuestion = "\u{1B}[?2;1;0S" + fence
    /// How many colours there are, and whether any shade can be shown (XTGETTCAP `Co` and `RGB`): TERM may say less than there is. Debian's
    /// xterm does not answer that, but reports colour 255 of its palette (OSC 4).
    private static let colorQuestion = "\u{1B}P+q436F;524742\u{1B}\\\u{1B}]4;255;?\u{1B}\\"
    /// One pixel of RGB, which is not to be shown: is there somebody who would (kitty's graphics protocol).
    private static let kittyQuestion = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    /// Who types or pastes more than this meanwhile has to do without colours of the background.
    private static let maximumBytes = 1 << 16

    /// Whether the terminal of this type takes the question: the Linux console means other things by `ESC ]` (console_codes(4)).
    static func isSafe(_ type: String, cursorAddress: String) -> Bool {
        cursorAddress.hasPrefix("\u{1B}[") && !type.hasPrefix("linux")
    }

    /// Asks a terminal of this type where it can be asked, and takes the background that the environment shows where it does not.
    static func ask(_ type: String, input: Int32, output: TerminalOutput) -> Answer {
        func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        var answer = Answer()
        if isSafe(type, cursorAddress: String(cString: qz_terminfo("cup"))) {
            // kitty answers for certain, though late while it is starting.
            answer = ask(
                input: input, output: output, isDirect: reachesTerminal(environment("TERM") ?? type, environment),
                milliseconds: environment("KITTY_WINDOW_ID") == nil ? 100 : 300)
        }
        guard answer.background == .unknown, let text = environment("COLORFGBG") else { return answer }
        answer.background = TerminalBackground(colorFgBg: text) ?? .unknown
        return answer
    }

    /// Asks, and waits for the answer.
    ///
    /// - Parameters:
    ///   - input: the terminal in raw modes.
    ///   - isDirect: whether to ask for kitty's graphics and notifications and for colours. tmux and screen, which stand between, take the one for a
    ///     title, and pass the other on or not.
    ///   - milliseconds: how long at most; a terminal that answers is done as soon as it has.
    static func ask(input: Int32, output: TerminalOutput, isDirect: Bool, milliseconds: Int) -> Answer {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        var answer = Answer()
        output.add((isDirect ? kittyQuestion + TerminalNotification.question + colorQuestion : "") + question)
        answer.bytes = answers(from: input, to: output, until: end)
        answer.background = background(in: answer.bytes) ?? .unknown
        answer.facts = TerminalFacts(in: answer.bytes)
        if answer.facts.pictures.contains(.sixel) {
            output.add(sixelQuestion)
            let more = answers(from: input, to: output, until: end)
            answer.facts.largestSixel = TerminalFacts(in: more).largestSixel
            answer.bytes += more
        }
        return answer
    }

    /// What comes until the fence, or until the time is over.
    private static func answers(
        from input: Int32, to output: TerminalOutput, until end: ContinuousClock.Instant
    ) -> [UInt8] {
        bytes(from: input, to: output, until: end, isWhole: isFenced)
    }

    /// Sends what waits, and returns what comes until `isWhole` returns true, or until the time is over.
    static func bytes(
        from input: Int32, to output: TerminalOutput, until end: ContinuousClock.Instant,
        isWhole: ([UInt8]) -> Bool
    ) -> [UInt8] {
        output.send()
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !isWhole(bytes), bytes.count < maximumBytes {
            let left = Int32(clamping: Int((end - .now) / .milliseconds(1)))
            guard left > 0, qz_poll([input], 1, left) & 1 != 0 else { break }
            let count = read(input, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return bytes
    }

    /// Whether nobody stands between the program and the terminal who would take kitty's sequences for something else.
    static func reachesTerminal(_ type: String, _ environment: (String) -> String?) -> Bool {
        !["tmux", "screen"].contains { type.hasPrefix($0) } && environment("TMUX") == nil && environment("STY") == nil
    }

    /// Whether the answer to DA1 is among `bytes`: `CSI ? … c`.
    static func isFenced(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while let start = rest.firstIndex(of: 0x1B) {
            rest = rest[(start + 1)...]
            guard rest.starts(with: Array("[?".utf8)) else { continue }
            let last = rest.dropFirst(2).first { !(0x30...0x3B ~= $0) }
            if last == UInt8(ascii: "c") { return true }
        }
        return false
    }

    /// What `bytes` tell of the background: `OSC 11 ; colour` with BEL or ST behind; nil when nothing does.
    static func background(in bytes: [UInt8]) -> TerminalBackground? {
        var rest = bytes[...]
        let start = Array("\u{1B}]11;".utf8)
        while let index = rest.firstIndex(of: 0x1B) {
            rest = rest[index...]
            guard rest.starts(with: start) else {
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(start.count)
            let text = rest.prefix { $0 != 0x07 && $0 != 0x1B }
            // One that is cut off may be another colour.
            guard text.endIndex < rest.endIndex else { return nil }
            return TerminalBackground(color: String(decoding: text, as: UTF8.self))
        }
        return nil
    }
}

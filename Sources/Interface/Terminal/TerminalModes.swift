import Glibc

/// The modes of a terminal: as they were, and raw.
///
/// ncurses cannot set them where it writes into memory (`TerminalOutput`), and waits for the output when it can.
struct TerminalModes {
    private let descriptors: [Int32]
    private var before: [termios]

    /// Remembers the modes of each of `descriptors`, which may be one terminal or two.
    init(of descriptors: Int32...) {
        self.descriptors = descriptors
        before = descriptors.map { _ in termios() }
        remember()
    }

    /// Remembers them again: after the shell, which may have changed them.
    mutating func remember() {
        for (index, descriptor) in descriptors.enumerated() { tcgetattr(descriptor, &before[index]) }
    }

    /// Every key comes at once and as it is, Ctrl-C and Ctrl-S too; nothing written is changed (cfmakeraw(3), but
    /// breaks and parity are left alone).
    func setRaw() {
        for (descriptor, before) in zip(descriptors, before) {
            var modes = Self.raw(before)
            tcsetattr(descriptor, TCSANOW, &modes)
        }
    }

    private static func raw(_ before: termios) -> termios {
        var modes = before
        modes.c_iflag &= ~tcflag_t(IXON | BRKINT | PARMRK | ISTRIP | ICRNL | INLCR | IGNCR)
        modes.c_oflag &= ~tcflag_t(OPOST)
        modes.c_lflag &= ~tcflag_t(ICANON | ISIG | IEXTEN | ECHO | ECHONL)
        withUnsafeMutableBytes(of: &modes.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        return modes
    }

    /// Sets raw modes again where another program has changed them. One that had set others before this program began, such as
    /// ffmpeg in a pipeline, puts the shell's modes back when it ends: those are remembered instead of its own.
    mutating func hold() {
        for (index, descriptor) in descriptors.enumerated() {
            var modes = termios()
            guard tcgetattr(descriptor, &modes) == 0 else { continue }
            if Self.isLineByLine(modes) { before[index] = modes }
            var raw = Self.raw(modes)
            guard [raw.c_iflag, raw.c_oflag, raw.c_lflag] != [modes.c_iflag, modes.c_oflag, modes.c_lflag] else {
                continue
            }
            tcsetattr(descriptor, TCSANOW, &raw)
        }
    }

    /// Puts the remembered modes back, without waiting for what is still to be shown. Modes for a shell stay where those that are
    /// remembered are none: another program has put them back.
    func restore() {
        for (descriptor, before) in zip(descriptors, before) {
            var (now, modes) = (termios(), before)
            if !Self.isLineByLine(before), tcgetattr(descriptor, &now) == 0, Self.isLineByLine(now) { continue }
            tcsetattr(descriptor, TCSANOW, &modes)
        }
    }

    /// Whether lines are edited by the terminal, as a shell has it for the programs that it runs.
    private static func isLineByLine(_ modes: termios) -> Bool { modes.c_lflag & tcflag_t(ICANON) != 0 }
}

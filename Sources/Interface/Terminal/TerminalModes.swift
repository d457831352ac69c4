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
            var modes = before
            modes.c_iflag &= ~tcflag_t(IXON | BRKINT | PARMRK | ISTRIP | ICRNL | INLCR | IGNCR)
            modes.c_oflag &= ~tcflag_t(OPOST)
            modes.c_lflag &= ~tcflag_t(ICANON | ISIG | IEXTEN | ECHO | ECHONL)
            withUnsafeMutableBytes(of: &modes.c_cc) { characters in
                characters[Int(VMIN)] = 1
                characters[Int(VTIME)] = 0
            }
            tcsetattr(descriptor, TCSANOW, &modes)
        }
    }

    /// Puts the remembered modes back, without waiting for what is still to be shown.
    func restore() {
        for (descriptor, var modes) in zip(descriptors, before) { tcsetattr(descriptor, TCSANOW, &modes) }
    }
}

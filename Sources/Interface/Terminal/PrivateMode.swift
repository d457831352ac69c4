/// A mode of the terminal that is used only where the terminal has answered that it knows it (DECRQM; xterm's ctlseqs).
enum PrivateMode: Int, CaseIterable {
    /// The window's focus is reported: `CSI I` and `CSI O`.
    case focusReports = 1004
    /// The mouse is reported in pixels, in the form of mode 1006, which this one replaces.
    case mousePixels = 1016
    /// A frame is shown all at once (https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036).
    case synchronizedOutput = 2026
    /// A change between dark and light colours is reported (https://contour-terminal.org/vt-extensions/color-palette-update-notifications).
    case colorReports = 2031
    /// The window's size is reported, at once and whenever it changes (https://gist.github.com/rockorager/e695fb2924d36b2bcf1fff4a3704bd83).
    case sizeReports = 2048

    var set: String { "\u{1B}[?\(rawValue)h" }
    var reset: String { "\u{1B}[?\(rawValue)l" }
    /// Asks whether the terminal knows it (DECRQM).
    var question: String { "\u{1B}[?\(rawValue)$p" }
}

/// Kitty's keyboard protocol (https://sw.kovidgoyal.net/kitty/keyboard-protocol): Esc, Ctrl-I and Alt-x cannot be mistaken for other keys.
enum KittyKeyboard {
    /// Disambiguated keys (1), with the key of an English layout beside (4): a Russian Ctrl-С is still Ctrl-C.
    static let push = "\u{1B}[>5u"
    static let pop = "\u{1B}[<u"
    /// Asks for the flags in force. Only terminals that know the protocol answer.
    static let question = "\u{1B}[?u"
}

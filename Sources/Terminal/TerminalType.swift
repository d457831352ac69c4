import CNcurses

/// Which of terminfo's descriptions a terminal is used by.
enum TerminalType {
    /// The description for TERM and COLORTERM: TERM's own, but where the terminal says that it takes any shade and TERM does not,
    /// the one of its kind that does.
    ///
    /// xterm-direct256 keeps the 256 entries of the palette, so that a scheme's colours stay. No other kind has such a
    /// description: tmux and screen hand the COLORTERM of the terminal around them on whether or not they take shades.
    /// - Parameter isKnown: whether terminfo has a description.
    static func chosen(_ term: String, colorTerm: String, isKnown: (String) -> Bool = { qz_terminfo_exists($0) })
        -> String
    {
        guard ["truecolor", "24bit"].contains(colorTerm), ["xterm", "xterm-256color"].contains(term),
            isKnown("xterm-direct256")
        else { return term }
        return "xterm-direct256"
    }
}

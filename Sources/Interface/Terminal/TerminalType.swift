import Files
import Formats
import CNcurses
import Glibc

/// Which of terminfo's descriptions a terminal is used by.
enum TerminalType {
    /// What is taken for a terminal that terminfo does not know, the best first: most of today's understand xterm's sequences,
    /// and what one does not understand it leaves out.
    private static let standIns = ["xterm-256color", "xterm", "vt220", "vt100"]

    /// Terminals, as XTVERSION names them, that show any shade whatever COLORTERM says: ssh(1) does not hand that on.
    private static let shaded = ["kitty", "foot", "WezTerm", "ghostty", "Konsole", "iTerm2", "mintty", "contour"]

    /// The description for TERM and COLORTERM: TERM's own, or where terminfo has none, xterm's; but where the terminal says that it
    /// takes any shade, by COLORTERM or by its name, and the description does not, the one of its kind that does.
    ///
    /// xterm-direct256 keeps the 256 entries of the palette, so that a scheme's colours stay. No other kind has such a
    /// description: tmux and screen hand the COLORTERM of the terminal around them on whether or not they take shades.
    /// - Parameters:
    ///   - facts: what the terminal has answered.
    ///   - isKnown: whether terminfo has a description.
    static func chosen(
        _ term: String, colorTerm: String = "", facts: TerminalFacts = TerminalFacts(),
        isKnown: (String) -> Bool = { qz_terminfo_exists($0) }
    ) -> String {
        let own = isKnown(term) ? term : standIns.first(where: isKnown) ?? term
        guard ["xterm", "xterm-256color"].contains(own) else { return own }
        let isShaded =
            ["truecolor", "24bit"].contains(colorTerm) || facts.hasDirectColor
            || shaded.contains { facts.version?.hasPrefix($0) ?? false }
        if isShaded, isKnown("xterm-direct256") { return "xterm-direct256" }
        // Debian's TERM=xterm has eight colours, and xterm itself has 256.
        return facts.colorCount ?? 0 >= 256 && isKnown("xterm-256color") ? "xterm-256color" : own
    }

    /// The description to use, for TERM and COLORTERM of the environment, and a line to say where it is not TERM's own. Throws where no
    /// terminal could place the cursor.
    static func ofEnvironment() throws(UserError) -> (name: String, remark: String?) {
        let term = getenv("TERM").map { String(cString: $0) } ?? ""
        guard term != "", term != "dumb" else {
            throw UserError(
                "TERM is \(term.isEmpty ? "not set" : "`dumb`"), which cannot show a picture: \(UserError.advice)")
        }
        let name = chosen(term, colorTerm: getenv("COLORTERM").map { String(cString: $0) } ?? "")
        if qz_terminfo_exists(term) { return (name, nil) }
        return (name, "Terminal type \(SafeText.visible(term)) is unknown here: using \(name) instead")
    }

    /// Loads the terminfo entry `name`: newterm ends the program for an unknown terminal, setupterm(3) returns an error.
    static func load(_ name: String) throws(UserError) {
        var failure: Int32 = 0
        guard setupterm(name, 1, &failure) == 0 else {
            throw UserError(
                "terminal type `\(SafeText.visible(name))` is unknown here: set TERM, or \(UserError.advice)")
        }
        guard qz_terminfo("cup").pointee != 0 else {
            throw UserError(
                "terminal type `\(SafeText.visible(name))` cannot place the cursor: \(UserError.advice)")
        }
    }
}

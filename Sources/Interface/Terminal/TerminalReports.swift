import CNcurses
import Surface

/// The sequences that make the terminal report what the program asks for, and those that end it, and what else it shows of it.
struct TerminalReports {
    let on: String
    let off: String

    /// After setupterm(3), for the terminal whose entry it loaded.
    ///
    /// - Parameter facts: what the terminal has answered; nothing by default.
    init(wantsMouse: Bool, facts: TerminalFacts = TerminalFacts()) {
        var pairs: [(on: String, off: String)] = []
        if wantsMouse, qz_terminfo("kmous").pointee != 0 { pairs.append((MouseEvent.reportsOn, MouseEvent.reportsOff)) }
        // Terminals of another kind would show these sequences.
        if String(cString: qz_terminfo("cup")).hasPrefix("\u{1B}[") {
            pairs.append((InputParser.pasteMarksOn, InputParser.pasteMarksOff))
        }
        for mode in [PrivateMode.focusReports, .colorReports] where facts.modes.contains(mode) {
            pairs.append((mode.set, mode.reset))
        }
        if facts.hasKittyKeyboard { pairs.append((KittyKeyboard.push, KittyKeyboard.pop)) }
        if facts.showsProgress { pairs.append(("", TerminalProgress.end)) }
        // What was cut off may have begun one.
        if facts.takesLinks { pairs.append(("", TerminalLink.end)) }
        on = pairs.map(\.on).joined()
        off = pairs.reversed().map(\.off).joined()
    }
}

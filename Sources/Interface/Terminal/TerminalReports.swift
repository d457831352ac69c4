import CNcurses
import Surface

/// The sequences that make the terminal report what the program asks for, and those that end it, and what else it shows of it.
struct TerminalReports {
    let on: String
    let off: String
    /// Whether the mouse is reported in pixels.
    let haveMousePixels: Bool

    /// After setupterm(3), for the terminal whose entry it loaded.
    ///
    /// - Parameters:
    ///   - facts: what the terminal has answered; nothing by default.
    ///   - cell: a cell's pixels; unknown by default.
    init(wantsMouse: Bool, facts: TerminalFacts = TerminalFacts(), cell: CellPixels? = nil) {
        var pairs: [(on: String, off: String)] = []
        let hasMouse = wantsMouse && qz_terminfo("kmous").pointee != 0
        if hasMouse { pairs.append((MouseEvent.reportsOn, MouseEvent.reportsOff)) }
        haveMousePixels = hasMouse && cell != nil && facts.modes.contains(.mousePixels)
        if haveMousePixels { pairs.append((PrivateMode.mousePixels.set, PrivateMode.mousePixels.reset)) }
        // Terminals of another kind would show these sequences.
        if String(cString: qz_terminfo("cup")).hasPrefix("\u{1B}[") {
            pairs.append((InputParser.pasteMarksOn, InputParser.pasteMarksOff))
        }
        for mode in [PrivateMode.focusReports, .colorReports, .sizeReports] where facts.modes.contains(mode) {
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

import CNcurses
import Surface

/// The sequences that make the terminal report its mouse and mark what is pasted, and those that end both.
struct TerminalReports {
    let on: String
    let off: String

    /// After setupterm(3), for the terminal whose entry it loaded.
    init(wantsMouse: Bool) {
        let hasMouse = wantsMouse && qz_terminfo("kmous").pointee != 0
        // Terminals of another kind would show these sequences.
        let marksPastes = String(cString: qz_terminfo("cup")).hasPrefix("\u{1B}[")
        on = (hasMouse ? MouseEvent.reportsOn : "") + (marksPastes ? InputParser.pasteMarksOn : "")
        off = (hasMouse ? MouseEvent.reportsOff : "") + (marksPastes ? InputParser.pasteMarksOff : "")
    }
}

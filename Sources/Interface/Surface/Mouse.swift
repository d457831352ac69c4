/// What a terminal's mouse did at a cell.
package struct MouseEvent: Hashable, Sendable {
    /// What it did.
    package enum Kind: Hashable, Sendable {
        /// The left button went down, or up again.
        case press, release
        /// It came to this cell with the left button down.
        case drag
        /// The wheel was turned by a notch.
        case wheelUp, wheelDown
    }

    package var kind: Kind
    /// The cell's column, from 0.
    package var column: Int
    /// The cell's row, from 0.
    package var row: Int

    /// Asks a terminal for presses and releases (1000), where it can for motion with a button down, too (1002), with decimal
    /// coordinates (1006): xterm's ctlseqs, "Mouse Tracking".
    package static let reportsOn = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
    package static let reportsOff = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"

    package init(_ kind: Kind, column: Int, row: Int) {
        (self.kind, self.column, self.row) = (kind, column, row)
    }
}

/// A stretch of a way that the mouse took with its button down.
package struct MouseDrag: Hashable, Sendable {
    /// A cell, from 0.
    package struct Place: Hashable, Sendable {
        package var column: Int
        package var row: Int

        package init(column: Int, row: Int) { (self.column, self.row) = (column, row) }
    }

    /// Where the button went down.
    package var start: Place
    /// Where the mouse was when it was last told of.
    package var previous: Place
    package var place: Place
    /// Whether the button came up, so that nothing follows.
    package var isOver: Bool

    package init(start: Place, previous: Place, place: Place, isOver: Bool = false) {
        self.start = start
        self.previous = previous
        self.place = place
        self.isOver = isOver
    }
}

/// What came in from the terminal.
package enum Input: Hashable, Sendable {
    case key(Key)
    case mouse(MouseEvent)
    /// Text was pasted, as it came: controls and all. At most `InputParser.longestPaste` bytes and what was cut.
    case paste(String)
    /// The terminal has reported something.
    case report(TerminalReport)
}

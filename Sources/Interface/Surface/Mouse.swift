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
    /// Where in its cell it was; nil if the terminal reports whole cells.
    package var within: CellShare?

    /// Asks a terminal for presses and releases (1000), where it can for motion with a button down, too (1002), with decimal
    /// coordinates (1006): xterm's ctlseqs, "Mouse Tracking".
    package static let reportsOn = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
    package static let reportsOff = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"

    package init(_ kind: Kind, column: Int, row: Int) {
        (self.kind, self.column, self.row) = (kind, column, row)
    }

    /// The same event in cells, where its column and row are pixels (mode 1016); the terminal has `columns` × `rows` cells.
    package func inCells(of cell: CellPixels, columns: Int, rows: Int) -> MouseEvent {
        func share(_ pixel: Int, _ size: Int, _ count: Int) -> (cell: Int, within: Double) {
            // Some report the margin beside the last cell, too.
            let pixel = min(pixel, max(1, count) * size - 1)
            return (pixel / size, (Double(pixel % size) + 0.5) / Double(size))
        }
        let (x, y) = (share(column, cell.width, columns), share(row, cell.height, rows))
        var event = MouseEvent(kind, column: x.cell, row: y.cell)
        event.within = CellShare(x: x.within, y: y.within)
        return event
    }
}

/// A place in a cell, as shares of its sides from its top left.
package struct CellShare: Hashable, Sendable {
    /// From the left, 0–1.
    package var x: Double
    /// From the top, 0–1.
    package var y: Double

    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// A stretch of a way that the mouse took with its button down.
package struct MouseDrag: Hashable, Sendable {
    /// A cell, from 0, and where in it, as far as that is known.
    package struct Place: Hashable, Sendable {
        package var column: Int
        package var row: Int
        package var within: CellShare?

        package init(column: Int, row: Int, within: CellShare? = nil) {
            (self.column, self.row, self.within) = (column, row, within)
        }
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

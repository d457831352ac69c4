/// What a terminal's mouse did at a cell.
public struct MouseEvent: Hashable, Sendable {
    /// What it did.
    public enum Kind: Hashable, Sendable {
        /// The left button went down, or up again.
        case press, release
        /// The wheel was turned by a notch.
        case wheelUp, wheelDown
    }

    /// What it did.
    public var kind: Kind
    /// The cell's column, from 0.
    public var column: Int
    /// The cell's row, from 0.
    public var row: Int

    /// Asks a terminal for presses and releases (1000) with decimal coordinates (1006): xterm's ctlseqs, "Mouse Tracking".
    public static let reportsOn = "\u{1B}[?1000h\u{1B}[?1006h"
    /// Ends that.
    public static let reportsOff = "\u{1B}[?1006l\u{1B}[?1000l"

    /// An event at a cell.
    public init(_ kind: Kind, column: Int, row: Int) {
        self.kind = kind
        self.column = column
        self.row = row
    }
}

/// What came in from the terminal.
public enum Input: Hashable, Sendable {
    /// A key was pressed.
    case key(Key)
    /// The mouse was used.
    case mouse(MouseEvent)
    /// Text was pasted, as it came: controls and all. At most `InputParser.longestPaste` bytes and what was cut.
    case paste(String)
}

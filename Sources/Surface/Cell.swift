/// One place of a canvas.
public struct Cell: Hashable, Sendable {
    /// What stands here; a space in the right half of a wide character.
    public var character: Character
    /// How it is drawn.
    public var style: Style
    /// Columns: 1, 2 for a wide character, 0 for the right half of one.
    public var columns: UInt8
    /// Whether the canvas's placed picture is seen here: nothing was drawn over it.
    public private(set) var showsPicture = false

    /// A cell of one column by default.
    public init(_ character: Character, _ style: Style = .plain, columns: UInt8 = 1) {
        self.character = character
        self.style = style
        self.columns = columns
    }

    /// An empty cell.
    public static let blank = Cell(" ")

    /// A cell of a placed picture.
    static let ofPicture: Cell = {
        var cell = blank
        cell.showsPicture = true
        return cell
    }()
}

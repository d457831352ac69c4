/// One place of a canvas.
package struct Cell: Hashable, Sendable {
    /// What stands here; a space in the right half of a wide character.
    package var character: Character
    package var style: Style
    /// Columns: 1, 2 for a wide character, 0 for the right half of one.
    package var columns: UInt8
    /// Whether the canvas's placed picture is seen here: nothing was drawn over it.
    package private(set) var showsPicture = false

    /// Whether it belongs to a link of the canvas.
    package internal(set) var isLinked = false

    /// A cell of one column by default.
    package init(_ character: Character, _ style: Style = .plain, columns: UInt8 = 1) {
        (self.character, self.style, self.columns) = (character, style, columns)
    }

    package static let blank = Cell(" ")

    static let ofPicture: Cell = {
        var cell = blank
        cell.showsPicture = true
        return cell
    }()
}

import Files
import Foundation

/// A form of tables that is taken in: one file and one row of `all` each.
struct TableForm: Sendable {
    let recognises: @Sendable ([String]) -> Bool
    /// What a column is called by its name in that row; nil if that row names none, and columns are called by their numbers from 0.
    let column: (@Sendable (String) -> String)?
    let draft: @Sendable (TableRow) throws(UserError) -> ScanDraft

    /// Every one, the surest first.
    static let all = [quietzone, binaryEye, zxing]

    /// Where the columns of a table that begins with `head` are, by what they are called; of two of one name the first.
    func places(_ head: [String]) -> [String: Int] {
        Dictionary(
            head.enumerated().map { (column?($0.element) ?? String($0.offset), $0.offset) },
            uniquingKeysWith: { first, _ in first })
    }
}

/// A row of a table.
struct TableRow: Sendable {
    /// Where the table's columns are.
    let places: [String: Int]
    /// In their order; a row may have fewer or more than there are columns.
    let cells: [String]

    /// The cell in the column called `name`; nil if there is none.
    subscript(name: String) -> String? {
        guard let place = places[name], place < cells.count else { return nil }
        return cells[place]
    }
}

/// A form of JSON objects that is taken in: one file and one row of `all` each.
struct ObjectForm: Sendable {
    let recognises: @Sendable ([String: Any]) -> Bool
    let draft: @Sendable ([String: Any]) throws(UserError) -> ScanDraft

    /// Every one, the surest first.
    static let all = [quietzone, unkeptScans, binaryEye]
}

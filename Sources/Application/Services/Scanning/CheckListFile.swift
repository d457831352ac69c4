import Files
import Foundation
import History

/// A check-list in a file: a line for each thing, as its symbol's text, or as CSV: text, quantity, name. A first line whose second
/// column is not a number is a title.
///
///     4006381333931,12,Pens
///     S-0001
package enum CheckListFile {
    /// The items of the file at `path`.
    ///
    /// - Throws: `UserError`, with the line's number where one cannot be understood.
    package static func items(at path: String) throws -> [ExpectedItem] {
        let bytes = try UserFile.read(path)
        guard let text = CSVReader.text(of: bytes) else {
            throw UserError("\(path.withVisibleBytes): the check-list is not valid UTF-8. Save it as CSV in UTF-8.")
        }
        return try items(in: text, name: path.withVisibleBytes)
    }

    /// The items in `text`, of a file called `name`.
    package static func items(in text: String, name: String) throws -> [ExpectedItem] {
        var items: [ExpectedItem] = []
        for (index, row) in CSVReader(text).enumerated() {
            let cells = row.cells
            guard let first = cells.first, !first.isEmpty else { continue }
            let second = cells.count > 1 ? cells[1].trimmingCharacters(in: .whitespaces) : ""
            guard let quantity = second.isEmpty ? 1 : Int(second) else {
                if index == 0 { continue }
                throw UserError("\(name), line \(row.line): “\(second.prefix(40))” is not a quantity")
            }
            guard 0...RemarkChange.largestQuantity ~= quantity else {
                throw UserError("\(name), line \(row.line): \(quantity) is too many")
            }
            if let error = UserError.shortenedNumber(first) { throw UserError("\(name), line \(row.line): \(error)") }
            items.append(ExpectedItem(text: first, label: cells.count > 2 ? cells[2] : "", quantity: quantity))
        }
        return items
    }
}

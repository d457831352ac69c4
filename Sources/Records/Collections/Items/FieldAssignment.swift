import Files
import Formats

/// A new value of an item's field; without one its own value is removed.
///
///     try FieldAssignment("place=Shelf 3").apply(to: &item)
package struct FieldAssignment: Hashable, Sendable {
    package let field: String
    private let value: String?

    /// `field=value`, as it is typed.
    ///
    /// - Throws: `UserError` where it is none, or of a field that cannot be set.
    package init(_ text: String) throws(UserError) {
        guard let sign = text.firstIndex(of: "=") else {
            throw UserError("\(UserError.quoted(text)): write field=value, such as place=Shelf")
        }
        try self.init(try ItemField.named(text[..<sign]), text[text.index(after: sign)...])
    }

    /// The value of a field by its name.
    ///
    /// - Throws: `UserError` for a field that cannot be set, and a value that is too long.
    package init(_ field: String, _ value: some StringProtocol) throws(UserError) {
        guard !["code", "added", "changed"].contains(field) else { throw UserError("\(field) cannot be changed") }
        self.field = field
        self.value = try ItemField.value(String(value), of: field)
    }

    /// Gives the item the value.
    ///
    /// - Throws: `UserError` where a quantity is not a number, or a date not a date.
    package func apply(to item: inout Item) throws(UserError) {
        switch field {
        case "quantity":
            guard let value, let number = Int(value), 0...Item.maximumQuantity ~= number else {
                throw UserError("quantity must be a number from 0 to \(Item.maximumQuantity)")
            }
            item.quantity = number
        case "best-before": item.bestBefore = try value.map(Self.date)
        default: item.values[field] = value
        }
    }

    /// - Throws: `UserError` where `text` is not a date, or one with two meanings.
    package static func date(_ text: String) throws(UserError) -> CivilDate {
        guard let date = CivilDate.bestBefore(text) else {
            throw UserError(
                "\(UserError.quoted(text)) is not a date: use 2027-01-31, or 2027-01 for the end of the month")
        }
        return date
    }
}

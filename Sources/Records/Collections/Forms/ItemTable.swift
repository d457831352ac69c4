import Files
import Formats
import Foundation
import History
import Lookup

/// Reads the rows of a table as items.
struct ItemTable {
    let form: ItemForm
    private let columns: [FormColumn]
    private let now: Timestamp

    /// A table whose first row has these names. Of a service's columns some may be missing.
    ///
    /// - Throws: `UserError` where no column has codes.
    init(_ names: [String], form: ItemForm?, now: Timestamp) throws(UserError) {
        let form = form ?? ItemForm.recognized(by: names)
        var columns: [FormColumn] = []
        var used: Set<String> = []
        for (index, name) in names.enumerated() {
            let column = Self.column(name, form, place: index + 1)
            var (field, number) = (column.field, 2)
            // Of two columns of one field the second one becomes a field of one's own.
            while column.kind.isText, field != "code", !used.insert(field).inserted {
                field = "\(column.field)-\(number)"
                number += 1
            }
            columns.append(.field(column.title, field, column.kind))
        }
        guard
            columns.contains(where: {
                switch $0.kind {
                case .isbn, .identifier: true
                default: $0.field == "code"
                }
            })
        else {
            throw UserError(
                form.columns.isEmpty
                    ? "the first row must name a column code (or gtin, ean, isbn, barcode)"
                    : "the file is not an export of \(form.title): it has none of its numbers")
        }
        (self.form, self.columns, self.now) = (form, columns, now)
    }

    private static func column(_ name: String, _ form: ItemForm, place: Int) -> FormColumn {
        if let known = form.columns.first(where: { $0.title.lowercased() == name.lowercased() }) { return known }
        // A column that the form does not know: its name with a hyphen for each other character.
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        guard let field = try? ItemField.named(words.joined(separator: "-").prefix(40)) else {
            return .field(name, "column-\(place)")
        }
        // Of a service's file only the columns above have codes and quantities.
        if ItemField.fixed.contains(field), !form.columns.isEmpty { return .field(name, "own-\(field)") }
        return .field(name, field, field == "added" ? .time(separator: "-", hasClock: true) : .text)
    }

    /// The item of a row.
    ///
    /// - Throws: `UserError` that says what is wrong in the row.
    func item(_ cells: [String]) throws(UserError) -> Item {
        var codes: (text: String?, book: String?, number: String?) = (nil, nil, nil)
        var (values, quantity, date, added): ([String: String], Int, CivilDate?, Timestamp) = ([:], 1, nil, now)
        for (column, cell) in zip(columns, cells) {
            guard let text = try ItemField.value(CSVRow.content(of: cell), of: column.title) else { continue }
            switch column.kind {
            case .isbn: codes.book = codes.book ?? Self.book(text)
            case .identifier:
                codes.number = text
                values[column.field] = text
            case .time: added = Self.time(text) ?? added
            case .copies: quantity = max(1, try Self.quantity(text))
            case .text:
                switch column.field {
                case "code": codes.text = codes.text ?? text
                case "quantity": quantity = try Self.quantity(text)
                case "best-before": date = try Self.date(text)
                case "changed": break
                default: values[column.field] = text
                }
            }
        }
        guard let text = codes.text ?? codes.book ?? codes.number.map({ "\(form.prefix):\($0)" }) else {
            throw UserError("no code")
        }
        let code = try ItemCode(text)
        if let number = codes.number, values["page"] == nil { values["page"] = form.page(number) }
        if let lot = code.lot, values["lot"] == nil { values["lot"] = lot }
        guard values.count <= ItemField.maximumCount else {
            throw UserError("more than \(ItemField.maximumCount) fields")
        }
        return Item(
            code: code.text, bestBefore: date ?? code.bestBefore, quantity: quantity, values: values, added: added,
            changed: now)
    }

    /// The first number of a book in a cell such as `="9780306406157"`, `[0306406152]` or `0306406152, 9780306406157`.
    private static func book(_ text: String) -> String? {
        text.split { !$0.isNumber && $0 != "X" && $0 != "x" && $0 != "-" }.lazy
            .compactMap { ProductNumber(typed: $0)?.text }.first
    }

    static func quantity(_ text: String) throws(UserError) -> Int {
        guard let number = Int(text), 0...Item.maximumQuantity ~= number else {
            throw UserError("\(UserError.quoted(text)) is not a quantity from 0 to \(Item.maximumQuantity)")
        }
        return number
    }

    static func date(_ text: String) throws(UserError) -> CivilDate {
        guard let date = CivilDate.bestBefore(text) else {
            throw UserError("\(UserError.quoted(text)) is not a best-before date: use 2027-01-31 or 2027-01")
        }
        return date
    }

    private static let utc = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// A day or a time, in UTC where no zone is named; nil for other texts.
    static func time(_ text: String) -> Timestamp? {
        let text = text.replacing("/", with: "-")
        if let time = ImportedTime(text, calendar: utc) { return Timestamp(milliseconds: time.milliseconds) }
        return CivilDate.bestBefore(text).map { Timestamp(milliseconds: Int64($0.daysSince1970) * 86_400_000) }
    }
}

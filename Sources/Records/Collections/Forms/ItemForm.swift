import Files
import Formats
import Lookup

/// A form of tables that collections are exported to and imported from: of one's own, or of a service.
///
///     ItemForm.named("goodreads")?.header(for: items, of: collection)
///
/// A form is a list of columns. A file may have others, which become fields of one's own, so that nothing is lost.
package struct ItemForm: Sendable {
    /// The name of the option, such as `discogs`.
    package let name: String
    /// The name for people.
    package let title: String
    /// The template of a collection that is imported from it.
    package let template: CollectionTemplate
    /// Columns that tell a file of it from all others, in lower case.
    let marks: [String]
    /// The columns in the service's order; none where they depend on the items.
    let columns: [FormColumn]
    /// The name before a number of the service, where that is all that identifies an item: `discogs:176778`.
    let prefix: String
    /// The address of the page of such a number.
    let page: @Sendable (String) -> String

    /// The forms of services, in the order in which they are recognised; that of one's own comes last.
    package static let all = [discogs, goodreads, libraryThing, openLibrary, csv]

    /// The form of a name; nil for another name.
    package static func named(_ name: String) -> ItemForm? { all.first { $0.name == name } }

    /// The form of a file whose first row has these names.
    static func recognized(by names: [String]) -> ItemForm {
        let names = Set(names.map { $0.lowercased() })
        return all.first { names.isSuperset(of: $0.marks) } ?? csv
    }

    /// A CSV of one's own: a column for each field.
    package static let csv = ItemForm(
        name: "csv", title: "CSV", template: .plain, marks: [], columns: [], prefix: "", page: { _ in "" })

    // MARK: - Writing

    /// The columns for some items.
    private func allColumns(for items: [Item], of collection: ItemCollection) -> [FormColumn] {
        guard columns.isEmpty else { return columns }
        var fields = ["code", "quantity", "best-before"]
        var used = Set(items.flatMap(\.fields))
        used.formUnion(collection.columns)
        fields += (ItemField.known.filter(used.contains) + collection.fields).filter { !fields.contains($0) }
        fields += used.subtracting(fields).subtracting(ItemField.fixed).sorted() + ["added"]
        return fields.map { .field($0, $0) }
    }

    /// The rows of a table, its titles first.
    package func rows(for items: [Item], of collection: ItemCollection) -> [[String]] {
        let columns = allColumns(for: items, of: collection)
        return [columns.map(\.title)] + items.map { item in columns.map { $0.text(of: item, in: self) } }
    }

    /// The fields of items for which it has no column.
    package func leftOut(of items: [Item]) -> [String] {
        guard !columns.isEmpty else { return [] }
        let fields = Set(columns.map(\.field)).union(["page", "cover"])
        var left = Set(items.flatMap(\.fields)).subtracting(fields)
        if items.contains(where: { $0.bestBefore != nil }) { left.insert("best-before") }
        return left.sorted()
    }

    /// The service's number of an item: as it was imported, of its code, or of its page.
    func identifier(of item: Item, _ field: String) -> String {
        if let number = item.values[field] { return number }
        if item.code.hasPrefix(prefix + ":") { return String(item.code.dropFirst(prefix.count + 1)) }
        let address = page("")
        guard let there = item["page"], there.hasPrefix(address) else { return "" }
        return String(there.dropFirst(address.count).prefix { $0.isASCII && ($0.isNumber || $0.isLetter) })
    }
}

/// A column of a form: a field, and how its values are written there.
struct FormColumn: Sendable {
    enum Kind: Sendable {
        case text
        /// The number of a book in 10 or 13 characters; the character before and behind it, if any.
        case isbn(isLong: Bool, brackets: Bool)
        /// The service's own number.
        case identifier
        /// A day, or a time, with these characters: `2026/11/28`, `2026-11-28 05:00:00`.
        case time(separator: String, hasClock: Bool)
        /// How many there are; the service has 0 for one that is only listed.
        case copies

        var isText: Bool { if case .text = self { true } else { false } }
    }

    let title: String
    let field: String
    let kind: Kind

    /// A column of texts.
    static func field(_ title: String, _ field: String, _ kind: Kind = .text) -> FormColumn {
        FormColumn(title: title, field: field, kind: kind)
    }

    /// The cell of an item.
    func text(of item: Item, in form: ItemForm) -> String {
        switch kind {
        case .text, .copies: return item[field] ?? ""
        case .isbn(let isLong, let brackets):
            let isbn = (isLong ? item.number?.isbn13 : item.number?.isbn10) ?? item.number?.isbn13
            return isbn.map { brackets ? "[\($0)]" : $0 } ?? ""
        case .identifier: return form.identifier(of: item, field)
        case .time(let separator, let hasClock):
            let text = item.added.description
            let day = String(text.prefix(10)).replacing("-", with: separator)
            return hasClock ? "\(day) \(text.dropFirst(11).prefix(8))" : day
        }
    }
}

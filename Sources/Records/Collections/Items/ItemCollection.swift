import Files
import Formats

/// A named list of things: how it is shown, and what a second scan of a code does.
///
///     var records = try ItemCollection("Records", template: .music)
///     records.sections = ["genre", "creator"]
package struct ItemCollection: Hashable, Sendable {
    /// The effect of a code that is in the collection already.
    package enum Again: String, CaseIterable, Sendable {
        /// It raises the quantity.
        case count
        /// It changes nothing, and is reported as already there.
        case once
    }

    package let name: String
    package let template: CollectionTemplate
    /// The fields of one's own, which are shown behind those of the template.
    package var fields: [String]
    /// The fields whose values are headings, the outermost first.
    package var sections: [String]
    /// The fields by which items are sorted within a section.
    package var order: [String]
    package var again: Again

    /// A collection as its template has it.
    ///
    /// - Throws: `UserError` where the name is none.
    package init(_ name: String, template: CollectionTemplate) throws(UserError) {
        let isPlain = name.unicodeScalars.allSatisfy { !$0.isTerminalControl }
        guard isPlain, 1...80 ~= name.unicodeScalars.count, name == name.trimmingBlanks, name.first != "-" else {
            throw UserError(
                "\(UserError.quoted(name)): a collection's name has 1 to 80 characters, no control characters, "
                    + "no spaces around it and no leading -")
        }
        self.name = name
        self.template = template
        fields = []
        (sections, order, again) = (template.sections, template.order, template.again)
    }

    /// The fields that a table of it shows, without those of its sections, which are headings.
    package var columns: [String] {
        var seen = Set(sections)
        return (template.columns + fields).filter { seen.insert($0).inserted }
    }

    /// One object: name, template, fields, sections, order, again.
    package var json: JSONValue {
        func list(_ names: [String]) -> JSONValue { .array(names.map { .string($0) }) }
        return [
            "name": .string(name), "template": .string(template.rawValue), "fields": list(fields),
            "sections": list(sections), "order": list(order), "again": .string(again.rawValue),
        ]
    }

    /// A collection called `name` of such an object; what is missing or wrong in it is as the template has it.
    package init(_ name: String, _ object: JSONValue) throws(UserError) {
        let template = object[key: "template"]?.string.flatMap(CollectionTemplate.init) ?? .plain
        try self.init(name, template: template)
        func list(_ key: String) -> [String]? {
            object[key: key].map { $0.elements.compactMap(\.string).filter(ItemField.isName) }
        }
        fields = list("fields").map { Array($0.prefix(ItemField.maximumCount)) } ?? fields
        sections = list("sections") ?? sections
        order = list("order") ?? order
        again = object[key: "again"]?.string.flatMap(Again.init) ?? again
    }
}

/// The columns, headings and order that a new collection begins with.
package enum CollectionTemplate: String, CaseIterable, Sendable {
    case music, books, pantry, stock, plain

    /// The fields that a table shows, in their order.
    var columns: [String] {
        switch self {
        case .music: ["creator", "name", "year", "format", "condition", "place"]
        case .books: ["creator", "name", "year", "condition", "place"]
        case .pantry: ["best-before", "brand", "name", "size", "place"]
        case .stock: ["name", "brand", "place", "price"]
        case .plain: ["name", "place", "note"]
        }
    }

    var sections: [String] {
        switch self {
        case .music: ["genre", "creator"]
        case .books: ["creator"]
        case .stock: ["place"]
        case .pantry, .plain: []
        }
    }

    var order: [String] {
        switch self {
        case .music: ["year", "name"]
        case .pantry: ["best-before", "name"]
        case .books, .stock, .plain: ["name"]
        }
    }

    /// Of records and books one is enough, as a rule.
    var again: ItemCollection.Again { self == .music || self == .books ? .once : .count }

    /// The title of a field's column, such as `Artist`.
    package func title(of field: String) -> String {
        switch (self, field) {
        case (.music, "creator"): "Artist"
        case (.books, "creator"): "Author"
        case (.music, "brand"): "Label"
        case (.books, "brand"): "Publisher"
        default: ItemField.title(field)
        }
    }
}

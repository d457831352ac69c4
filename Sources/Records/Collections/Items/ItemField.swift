import Files
import Formats
import Lookup

/// The names of what is known of an item: facts of products, one's own of each item, and fields of one's own.
///
///     try ItemField.named("Artist")            // creator
///     try ItemField.named("Sleeve condition")  // sleeve-condition
package enum ItemField {
    /// How many fields of its own an item has at most, and how many characters a value.
    package static let maximumCount = 100
    package static let longestValue = 4000
    private static let longestName = 40

    /// The fields that have a meaning, in the order in which they are exported. `size` is the quantity on a package.
    package static let known = [
        "name", "creator", "brand", "genre", "year", "format", "size", "place", "condition", "price", "lot", "note",
        "ingredients", "allergens", "nutri-score", "cover", "page",
    ]
    /// The fields that every item has.
    package static let fixed = ["code", "quantity", "best-before", "added", "changed"]

    /// Other names of these fields, in English and German.
    private static let aliases = [
        "artist": "creator", "author": "creator", "autor": "creator", "authors": "creator", "title": "name",
        "titel": "name", "product": "name", "artikel": "name", "bezeichnung": "name", "label": "brand",
        "publisher": "brand", "marke": "brand", "hersteller": "brand", "category": "genre", "kategorie": "genre",
        "released": "year", "jahr": "year", "location": "place", "shelf": "place", "ort": "place", "lager": "place",
        "zustand": "condition", "preis": "price", "notes": "note", "notiz": "note", "url": "page", "image": "cover",
        "batch": "lot", "charge": "lot", "expiry": "best-before", "expires": "best-before", "mhd": "best-before",
        "bestbefore": "best-before", "best-before-date": "best-before", "count": "quantity", "qty": "quantity",
        "menge": "quantity", "anzahl": "quantity", "gtin": "code", "ean": "code", "ean13": "code", "ean-13": "code",
        "upc": "code", "isbn": "code", "isbn13": "code", "isbn-13": "code", "barcode": "code", "strichcode": "code",
    ]

    /// The field that people call `name`.
    ///
    /// - Throws: `UserError` where that is not a name.
    package static func named(_ name: some StringProtocol) throws(UserError) -> String {
        let words = name.lowercased().split { $0 == " " || $0 == "_" || $0 == "\t" }
        let field = words.joined(separator: "-")
        guard isName(field) else {
            throw UserError(
                "\(UserError.quoted(name)) is not a field name: use up to \(longestName) letters, digits and hyphens")
        }
        return aliases[field] ?? field
    }

    /// Whether `field` is a name as `named` makes them.
    static func isName(_ field: String) -> Bool {
        1...longestName ~= field.unicodeScalars.count && field.first != "-"
            && field.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    }

    /// The fields of a list with commas between them, such as `genre,artist`; each once.
    package static func list(_ text: String) throws(UserError) -> [String] {
        var fields: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: true) {
            let field = try named(part)
            if !fields.contains(field) { fields.append(field) }
        }
        guard fields.count <= maximumCount else { throw UserError("more than \(maximumCount) fields") }
        return fields
    }

    /// The word above a column.
    package static func title(_ field: String) -> String {
        let words = field.replacing("-", with: " ")
        return field == "nutri-score" ? "Nutri-Score" : words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The fact of a product that a field is; nil for other fields.
    static func fact(_ field: String) -> ProductFact? {
        field == "size" ? .quantity : field == "quantity" ? nil : ProductFact(rawValue: field)
    }

    /// A value as it is stored; nil for a blank one.
    ///
    /// - Throws: `UserError` where it is too long.
    package static func value(_ text: String, of field: String) throws(UserError) -> String? {
        let text = text.replacing("\0", with: "\u{FFFD}").trimmingBlanks
        guard text.unicodeScalars.count <= longestValue else {
            throw UserError("\(field) is longer than \(longestValue) characters")
        }
        return text.isEmpty ? nil : text
    }
}

extension String {
    /// Without white space at both ends.
    var trimmingBlanks: String {
        let head = drop(while: \.isWhitespace)
        guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(head[...last])
    }
}

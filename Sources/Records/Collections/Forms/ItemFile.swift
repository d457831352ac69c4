import Files
import Formats
import Lookup

/// The items of a file, and the rows that could not be read.
///
///     let file = try ItemFile(bytes, format: nil, now: now)
///     let additions = try store.add(file.items, to: "Books", isImport: true)
package struct ItemFile: Sendable {
    /// Bytes that a file has at most.
    package static let longest = 64 << 20
    /// Problems that are listed at most.
    private static let maximumProblems = 20

    /// The form of the file: `json`, or the name of an `ItemForm`.
    package private(set) var format = "json"
    /// The items, each code with a best-before date once: of several rows the quantities are added.
    package internal(set) var items: [Item] = []
    /// Rows that were left out, and why, of the first ones with their places: `line 3: no code`.
    package private(set) var bad = 0
    package private(set) var problems: [String] = []
    /// The collection's settings in a JSON; nil in other files.
    package private(set) var shape: JSONValue?
    private var places: [String: Int] = [:]

    /// Names of formats that can be chosen.
    package static var formats: [String] { ["csv", "json"] + ItemForm.all.map(\.name).filter { $0 != "csv" } }

    /// Reads a file.
    ///
    /// - Parameter format: one of `formats`; nil to see what it is.
    /// - Throws: `UserError` where it is none at all, or has more items than a collection.
    package init(_ bytes: [UInt8], format: String?, now: Timestamp) throws(UserError) {
        guard let text = CSVReader.text(of: bytes) else { throw UserError("the file is neither UTF-8 nor UTF-16") }
        let first = text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }
        if format == "json" || format == nil && (first == "{" || first == "[") {
            try readJSON(Array(text.utf8.drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }), now)
        } else {
            try readTable(bytes, format.flatMap(ItemForm.named), now)
        }
    }

    /// The template of a new collection for the file.
    package var template: CollectionTemplate { ItemForm.named(format)?.template ?? .plain }

    /// The fields of a CSV of one's own that have no meaning here.
    package var ownFields: [String] {
        guard format == ItemForm.csv.name else { return [] }
        return Set(items.flatMap(\.values.keys)).subtracting(ItemField.known).sorted()
    }

    private mutating func readTable(_ bytes: [UInt8], _ form: ItemForm?, _ now: Timestamp) throws(UserError) {
        do {
            var rest: [UInt8]? = bytes
            var rows = try CSVReader {
                defer { rest = nil }
                return rest
            }
            guard let head = try rows.nextLine() else { throw UserError("the file is empty") }
            let table = try ItemTable(head.names, form: form, now: now)
            format = table.form.name
            while let row = try rows.nextLine() {
                if row.problem == nil, row.cells.allSatisfy(\.isEmpty) { continue }
                try take(at: "line \(row.line)") { () throws(UserError) -> Item in
                    if let problem = row.problem { throw UserError(problem) }
                    return try table.item(row.cells)
                }
            }
        } catch let error as UserError {
            throw error
        } catch {
            throw UserError("the file cannot be read: \(error)")
        }
    }

    private mutating func readJSON(_ bytes: [UInt8], _ now: Timestamp) throws(UserError) {
        let whole: JSONValue
        do { whole = try JSONValue(parsing: bytes) } catch {
            // Perhaps an object on each line.
            return try readLines(bytes, now)
        }
        shape = whole[key: "collection"]
        let elements = whole[key: "items"]?.elements ?? whole.elements
        if elements.isEmpty, whole[key: "code"] != nil { return try take(at: "item 1", whole, now) }
        if case .object = whole, whole[key: "items"] == nil {
            throw UserError("the JSON contains no items: it needs a list, such as {\"items\":[{\"code\":\"S-1\"}]}")
        }
        for (index, element) in elements.enumerated() { try take(at: "item \(index + 1)", element, now) }
    }

    private mutating func readLines(_ bytes: [UInt8], _ now: Timestamp) throws(UserError) {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
            do {
                try take(at: "line \(index + 1)", try JSONValue(parsing: Array(line)), now)
            } catch let error as JSONError {
                fail(at: "line \(index + 1)", "not JSON: \(error)")
            } catch let error as UserError {
                throw error
            } catch {
                fail(at: "line \(index + 1)", "\(error)")
            }
        }
    }

    private mutating func take(at place: String, _ object: JSONValue, _ now: Timestamp) throws(UserError) {
        try take(at: place) { () throws(UserError) -> Item in
            guard let text = object[key: "code"]?.string else { return try Self.item(ofOther: object, now) }
            let code = try ItemCode(text)
            let date = try object[key: "best-before"]?.string.map { text throws(UserError) in try ItemTable.date(text) }
            let quantity = try object[key: "quantity"].map { value throws(UserError) in
                try ItemTable.quantity(value.integer.map { String($0) } ?? value.text)
            }
            let added = object[key: "added"]?.string.flatMap(ItemTable.time) ?? now
            return Item(
                code: code.text, bestBefore: date ?? code.bestBefore, quantity: quantity ?? 1,
                values: try object[key: "values"].map(Item.checkedValues) ?? Item.values(object),
                facts: object[key: "facts"].map(Item.facts) ?? ProductFacts(),
                source: object[key: "source"]?.string.map { String($0.prefix(200)) } ?? "", added: added, changed: now)
        }
    }

    /// The item of an object of another command: `lookup --json` has a number and facts, `read --json` a text.
    private static func item(ofOther object: JSONValue, _ now: Timestamp) throws(UserError) -> Item {
        guard let text = object[key: "gtin"]?.string ?? object[key: "text"]?.string else { throw UserError("no code") }
        let code = try ItemCode(text)
        let facts = Item.facts(object)
        let source = facts.list.isEmpty ? "" : object[key: "source"]?.string ?? ""
        return Item(
            code: code.text, bestBefore: code.bestBefore, values: code.lot.map { ["lot": $0] } ?? [:], facts: facts,
            source: String(source.prefix(200)), added: now)
    }

    /// Takes an item, or counts why there is none.
    private mutating func take(at place: String, _ item: () throws(UserError) -> Item) throws(UserError) {
        let read: Item
        do { read = try item() } catch { return fail(at: place, error.description) }
        let key = "\(read.bestBefore?.description ?? "")\u{0}\(read.code)"
        guard let there = places[key] else {
            guard items.count < CollectionStore.maximumItems else {
                throw UserError("the file has more than \(CollectionStore.maximumItems) items")
            }
            places[key] = items.count
            return items.append(read)
        }
        _ = items[there].fill(from: read)
        items[there].quantity = min(items[there].quantity + read.quantity, Item.maximumQuantity)
    }

    private mutating func fail(at place: String, _ reason: String) {
        bad += 1
        if problems.count < Self.maximumProblems { problems.append("\(place): \(reason)") }
    }
}

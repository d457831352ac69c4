import Formats

/// Open Library's dump of editions (https://openlibrary.org/developers/dumps): type, key, revision, date of change and a JSON object, with
/// tabs between them.
enum OpenLibraryEditions {
    static let licence = "CC0 1.0"

    static let form = DumpForm.lines(
        "open-library", "dump of editions of Open Library", licence: licence,
        recognizes: { $0.starts(with: "/type/".utf8) && $0.prefix { $0 != 0x0A }.contains(0x09) },
        row: { bytes, line in
            let cells = bytes.split(separator: 0x09, maxSplits: 4, omittingEmptySubsequences: false)
            guard cells.count == 5 else { return .bad(line: line, "\(cells.count) columns instead of 5") }
            guard cells[0].elementsEqual("/type/edition".utf8) else { return .other }
            let value: JSONValue
            do { value = try JSONValue(parsing: Array(cells[4])) } catch { return .bad(line: line, "\(error)") }
            let isbn13 = value[key: "isbn_13"]?.elements.compactMap(\.string) ?? []
            let isbn10 = value[key: "isbn_10"]?.elements.compactMap(\.string) ?? []
            let numbers = Set((isbn13 + isbn10).prefix(10).compactMap { ProductNumber(typed: $0) })
            let facts = facts(of: value)
            guard !numbers.isEmpty, !facts.isEmpty else { return .other }
            return .products(numbers.sorted(), facts, modified: nil)
        })

    /// The facts of an edition. Authors have keys only in this dump, so that `by_statement` stands for them.
    private static func facts(of edition: JSONValue) -> ProductFacts {
        var facts = ProductFacts()
        facts[.name] = [edition[key: "title"]?.string, edition[key: "subtitle"]?.string].compactMap { $0 }
            .joined(separator: ": ")
        facts[.creator] = edition[key: "by_statement"]?.string
        facts[.brand] = edition[key: "publishers"]?.elements.compactMap(\.string).prefix(3).joined(separator: ", ")
        facts[.year] = edition[key: "publish_date"]?.string.flatMap { ProductFacts.year(in: $0) }
        facts[.format] = edition[key: "physical_format"]?.string
        facts[.genre] = edition[key: "subjects"]?.elements.compactMap(\.string).prefix(3).joined(separator: ", ")
        if let pages = edition[key: "number_of_pages"]?.integer, pages > 0 { facts[.quantity] = "\(pages) pages" }
        if let cover = edition[key: "covers"]?.elements.first?.integer, cover > 0 {
            facts[.cover] = "https://covers.openlibrary.org/b/id/\(cover)-M.jpg"
        }
        if let key = edition[key: "key"]?.string { facts[.page] = "https://openlibrary.org\(key)" }
        return facts
    }
}

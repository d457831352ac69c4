import Formats

/// Open Library: books by their ISBN.
///
/// https://openlibrary.org/dev/docs/api/books; one request a second; 403 without a User-Agent. What it does not know is absent.
struct OpenLibraryProvider: ProductProvider {
    let about = ProviderAbout(
        name: "open-library", title: "Open Library", knows: "books", receiver: "Internet Archive, USA",
        address: "https://openlibrary.org", hosts: ["www.openlibrary.org"], limit: RateLimit(burst: 1, seconds: 1.1),
        licence: OpenLibraryEditions.licence, terms: "https://openlibrary.org/developers/api")

    func knows(_ number: ProductNumber) -> Bool { number.kind == .book }

    func paths(for number: ProductNumber) -> [String] {
        let keys = [number.isbn13, number.isbn10].compactMap { $0 }.map { "ISBN:\($0)" }
        return ["/api/books?bibkeys=\(keys.joined(separator: ","))&jscmd=data&format=json"]
    }

    func products(in answer: JSONValue, for number: ProductNumber) throws(ProviderFormError) -> [ProviderProduct] {
        guard case .object(let books) = answer else { throw ProviderFormError("no object") }
        // Both forms of the number lead to the same book.
        guard let book = books.first(where: { $0.key.hasPrefix("ISBN:") })?.value else { return [] }
        var facts = ProductFacts()
        func names(_ key: String, _ count: Int) -> String {
            (book[key: key]?.elements ?? []).compactMap { $0[key: "name"]?.string }.withoutRepeats.prefix(count)
                .joined(separator: ", ")
        }
        facts[.name] = [book[key: "title"]?.string, book[key: "subtitle"]?.string].compactMap { $0 }
            .joined(separator: ": ")
        facts[.creator] = names("authors", 5)
        facts[.brand] = names("publishers", 2)
        facts[.year] = book[key: "publish_date"]?.string.flatMap { ProductFacts.year(in: $0) }
        facts[.genre] = names("subjects", 3)
        if let pages = book[key: "number_of_pages"]?.integer, pages > 0 { facts[.quantity] = "\(pages) pages" }
        facts[.cover] = book[key: "cover"]?[key: "medium"]?.string
        facts[.page] = book[key: "url"]?.string
        return facts.isEmpty ? [] : [ProviderProduct(facts)]
    }
}

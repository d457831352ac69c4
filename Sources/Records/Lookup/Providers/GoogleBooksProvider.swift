import Formats

/// Google Books: books by their ISBN, with an API key; without one its quota is 0.
///
/// https://developers.google.com/books/docs/v1/using#PerformingSearch; 1,000 requests a day by default.
struct GoogleBooksProvider: ProductProvider {
    let about = ProviderAbout(
        name: "google-books", title: "Google Books", knows: "books", receiver: "Google, USA",
        // 100 + 86,400 / 96 are 1,000.
        address: "https://www.googleapis.com", limit: RateLimit(burst: 100, seconds: 96),
        licence: "Google Books API Terms", terms: "https://developers.google.com/books/terms", secret: "your API key")

    func knows(_ number: ProductNumber) -> Bool { number.kind == .book }

    func paths(for number: ProductNumber) -> [String] {
        number.isbn13.map { ["/books/v1/volumes?q=isbn:\($0)&maxResults=10&country=US"] } ?? []
    }

    /// In the head, not the address: addresses end up in logs (https://cloud.google.com/docs/authentication/api-keys-use).
    func header(for secret: String, to address: String) -> String? { "X-Goog-Api-Key: \(secret)" }

    func products(in answer: JSONValue, for number: ProductNumber) throws(ProviderFormError) -> [ProviderProduct] {
        guard answer[key: "totalItems"]?.integer != nil else { throw ProviderFormError("no number of items") }
        return (answer[key: "items"]?.elements ?? []).compactMap { item in
            guard let volume = item[key: "volumeInfo"] else { return nil }
            let identifiers = (volume[key: "industryIdentifiers"]?.elements ?? []).compactMap {
                $0[key: "identifier"]?.string.flatMap { ProductNumber(typed: $0) }
            }
            guard identifiers.isEmpty || identifiers.contains(number) else { return nil }
            let facts = Self.facts(of: volume)
            return facts.isEmpty ? nil : ProviderProduct(facts)
        }
    }

    private static func facts(of volume: JSONValue) -> ProductFacts {
        var facts = ProductFacts()
        facts[.name] = [volume[key: "title"]?.string, volume[key: "subtitle"]?.string].compactMap { $0 }
            .joined(separator: ": ")
        facts[.creator] = (volume[key: "authors"]?.elements ?? []).compactMap(\.string).joined(separator: ", ")
        facts[.brand] = volume[key: "publisher"]?.string
        facts[.year] = volume[key: "publishedDate"]?.string.flatMap { ProductFacts.year(in: $0) }
        facts[.genre] = (volume[key: "categories"]?.elements ?? []).compactMap(\.string).prefix(3)
            .joined(separator: ", ")
        if let pages = volume[key: "pageCount"]?.integer, pages > 0 { facts[.quantity] = "\(pages) pages" }
        facts[.cover] = volume[key: "imageLinks"]?[key: "thumbnail"]?.string
        facts[.page] = volume[key: "infoLink"]?.string
        return facts
    }
}

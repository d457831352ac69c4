import Formats

/// Wikidata: products by their GTIN (P3962), books by their ISBN (P212, P957).
///
/// https://www.wikidata.org/wiki/Wikidata:SPARQL_query_service; answers as https://www.w3.org/TR/sparql11-results-json/. The service asks for
/// a User-Agent with a contact, and gives a minute of computing in a minute.
struct WikidataProvider: ProductProvider {
    let about = ProviderAbout(
        name: "wikidata", title: "Wikidata", knows: "books, some products", receiver: "Wikimedia Foundation, USA",
        address: "https://query.wikidata.org", limit: RateLimit(burst: 2, seconds: 2), licence: "CC0 1.0",
        terms: "https://foundation.wikimedia.org/wiki/Policy:Terms_of_Use")

    func knows(_ number: ProductNumber) -> Bool { number.kind.isKnownElsewhere && number.kind != .periodical }

    func paths(for number: ProductNumber) -> [String] {
        let book = [
            number.hyphenatedISBN.map { "wdt:P212 \"\($0)\"" }, number.hyphenatedISBN10.map { "wdt:P957 \"\($0)\"" },
        ].compactMap { $0 }
        // Stored with as many digits as people liked.
        let product = [8, 12, 13, 14].compactMap { number.digits($0) }.map { "wdt:P3962 \"\($0)\"" }
        let union = (number.kind == .book ? book : product).map { "{?item \($0)}" }.joined(separator: " UNION ")
        let query = """
            SELECT DISTINCT ?item ?itemLabel ?authorLabel ?brandLabel ?genreLabel ?date WHERE {\(union) \
            OPTIONAL {?item wdt:P50|wdt:P175 ?author} OPTIONAL {?item wdt:P1716|wdt:P123|wdt:P264|wdt:P176 ?brand} \
            OPTIONAL {?item wdt:P136 ?genre} OPTIONAL {?item wdt:P577 ?date} \
            SERVICE wikibase:label {bd:serviceParam wikibase:language "en,mul,de,fr,es"}} LIMIT 20
            """
        return ["/sparql?format=json&query=\(Self.escaped(query))"]
    }

    func products(in answer: JSONValue, for number: ProductNumber) throws(ProviderFormError) -> [ProviderProduct] {
        guard case .array(let rows)? = answer[key: "results"]?[key: "bindings"] else {
            throw ProviderFormError("no results")
        }
        var products: [ProviderProduct] = []
        var items: Set<String> = []
        for row in rows {
            func value(_ name: String) -> String? { row[key: name]?[key: "value"]?.string }
            // An item with two authors has two rows.
            guard let item = value("item"), items.insert(item).inserted, let label = value("itemLabel") else {
                continue
            }
            let id = item.split(separator: "/").last.map(String.init) ?? ""
            // Without a label in these languages its identifier stands for it.
            guard label != id else { continue }
            var facts = ProductFacts()
            facts[.name] = label
            facts[.creator] = value("authorLabel")
            facts[.brand] = value("brandLabel")
            facts[.genre] = value("genreLabel")
            facts[.year] = value("date").flatMap { ProductFacts.year(in: $0) }
            facts[.page] = "https://www.wikidata.org/wiki/\(id)"
            products.append(ProviderProduct(facts))
        }
        return products
    }

    /// Percent-encoded but for what RFC 3986 calls unreserved.
    static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-._~".utf8.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

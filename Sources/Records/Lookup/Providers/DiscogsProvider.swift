import Formats

/// Discogs: records by their barcodes, with a personal access token or what a login has left (`DiscogsLogin`).
///
/// https://www.discogs.com/developers#page:database,header:database-search; 60 requests a minute with a token; 429 above.
struct DiscogsProvider: ProductProvider {
    let about = ProviderAbout(
        name: "discogs", title: "Discogs", knows: "records", receiver: "Zink Media, USA",
        // 10 + 60 / 1.2 are 60.
        address: "https://api.discogs.com", limit: RateLimit(burst: 10, seconds: 1.2),
        licence: "Discogs API Terms of Use", terms: "https://support.discogs.com/hc/articles/360009334593",
        secret: "your personal access token", hasLogin: true)

    func knows(_ number: ProductNumber) -> Bool { number.kind == .product && number.thirteen != nil }

    /// As it is printed first: twelve digits of a UPC-A, then all thirteen.
    func paths(for number: ProductNumber) -> [String] {
        [number.twelve, number.digits(8) ?? number.thirteen].compactMap { $0 }.map {
            "/database/search?barcode=\($0)&type=release&per_page=20"
        }
    }

    func header(for secret: String, to address: String) -> String? {
        if let login = DiscogsLogin.signer(in: secret) { return login.header("GET", address) }
        return "Authorization: Discogs token=\(secret)"
    }

    func products(in answer: JSONValue, for number: ProductNumber) throws(ProviderFormError) -> [ProviderProduct] {
        guard case .array(let results)? = answer[key: "results"] else { throw ProviderFormError("no results") }
        return results.filter { result in
            // Barcodes may hold blanks; those of a search that says none are believed.
            let barcodes = result[key: "barcode"]?.elements.compactMap(\.string) ?? []
            return barcodes.isEmpty || barcodes.contains { ProductNumber(typed: $0) == number }
        }.map { ProviderProduct(Self.facts(of: $0)) }.filter { !$0.facts.isEmpty }
    }

    private static func facts(of result: JSONValue) -> ProductFacts {
        func list(_ name: String, _ count: Int = 3) -> String? {
            result[key: name].map {
                $0.elements.compactMap(\.string).withoutRepeats.prefix(count).joined(separator: ", ")
            }
        }
        var facts = ProductFacts()
        // `Artist - Title`; an artist's name may hold a hyphen, but hardly ever with blanks.
        if let title = result[key: "title"]?.string {
            if let dash = title.firstRange(of: " - ") {
                facts[.creator] = String(title[..<dash.lowerBound])
                facts[.name] = String(title[dash.upperBound...])
            } else {
                facts[.name] = title
            }
        }
        facts[.brand] = list("label", 1)
        facts[.year] = result[key: "year"]?.scalarText.flatMap { ProductFacts.year(in: $0) }
        facts[.genre] = [list("genre"), list("style")].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
        facts[.format] = list("format", 6)
        facts[.cover] = result[key: "cover_image"]?.string ?? result[key: "thumb"]?.string
        if let path = result[key: "uri"]?.string, path.hasPrefix("/") {
            facts[.page] = "https://www.discogs.com\(path)"
        }
        return facts
    }
}

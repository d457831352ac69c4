import Formats
import SeededRandomness
import Testing

@testable import Lookup

/// Answers written from the description of each provider, which is named beside them; none was captured.
enum SampleAnswers {
    /// https://openfoodfacts.github.io/openfoodfacts-server/api/ref-v3/#get-/api/v3/product/-barcode- (API v3, 2026).
    static let openFoodFacts = """
        {"code":"3017620422003","errors":[],"product":{"code":"3017620422003","product_name":"Nutella","brands":"Nutella, Ferrero",\
        "quantity":"400 g","allergens_tags":["en:milk","en:nuts"],"categories_tags":["en:spreads","en:sweet-spreads"],\
        "ingredients_text":"Sugar, palm oil","nutriscore_grade":"e","last_modified_t":1700000000,\
        "image_front_url":"https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.400.jpg"},\
        "result":{"id":"product_found","lc_name":"Product found","name":"Product found"},"status":"success","warnings":[]}
        """
    /// The same description; with status 404.
    static let openFoodFactsMissing = """
        {"code":"4006381333931","errors":[{"field":{"id":"code","value":"4006381333931"},"impact":{"id":"failure"},\
        "message":{"id":"product_not_found"}}],"result":{"id":"product_not_found"},"status":"failure","warnings":[]}
        """
    /// https://musicbrainz.org/doc/MusicBrainz_API/Search#Release (ws/2, 2026); the second release has another barcode.
    static let musicBrainz = """
        {"created":"2026-11-01T00:00:00.000Z","count":2,"offset":0,"releases":[{"id":"9b0d3b0d-3b0d-4b0d-8b0d-3b0d3b0d3b0d","score":100,\
        "title":"Pink Moon","artist-credit":[{"name":"Nick Drake","artist":{"id":"x","name":"Nick Drake"}}],"date":"1990-05-01",\
        "barcode":"042284292320","label-info":[{"catalog-number":"842 923-2","label":{"name":"Island"}}],\
        "media":[{"format":"CD","track-count":11},{"format":"CD"}]},{"id":"y","title":"Another","barcode":"042284292321"}]}
        """
    /// https://www.discogs.com/developers#page:database,header:database-search-get (2026).
    static let discogs = """
        {"pagination":{"per_page":20,"pages":1,"page":1,"items":1},"results":[{"id":1,"type":"release","title":"Nick Drake - Pink Moon",\
        "year":"1990","country":"UK","format":["CD","Album"],"label":["Island Records","Island Records"],"catno":"IMCD 94",\
        "genre":["Folk, World, & Country"],"style":["Acoustic","Folk"],"barcode":["0 42284-29232 0"],"uri":"/release/1-Nick-Drake",\
        "thumb":"","cover_image":"https://i.discogs.com/a.jpg"}]}
        """
    /// https://openlibrary.org/dev/docs/api/books, jscmd=data (2026).
    static let openLibrary = """
        {"ISBN:9780306406157":{"url":"https://openlibrary.org/books/OL1M/Plasma","key":"/books/OL1M","title":"Plasma physics",\
        "subtitle":"an introduction","authors":[{"url":"x","name":"A. Author"},{"name":"B. Author"}],"number_of_pages":250,\
        "publishers":[{"name":"Plenum"}],"publish_date":"June 1981","subjects":[{"name":"Plasma (Ionized gases)","url":"x"}],\
        "cover":{"small":"https://covers.openlibrary.org/b/id/1-S.jpg","medium":"https://covers.openlibrary.org/b/id/1-M.jpg"}}}
        """
    /// https://www.w3.org/TR/sparql11-results-json/ with the variables of the request.
    static let wikidata = """
        {"head":{"vars":["item","itemLabel"]},"results":{"bindings":[\
        {"item":{"type":"uri","value":"http://www.wikidata.org/entity/Q1"},"itemLabel":{"xml:lang":"en","type":"literal","value":"Plasma"},\
        "authorLabel":{"type":"literal","value":"A. Author"},"date":{"datatype":"x","type":"literal","value":"1981-01-01T00:00:00Z"}},\
        {"item":{"type":"uri","value":"http://www.wikidata.org/entity/Q1"},"itemLabel":{"type":"literal","value":"Plasma"},\
        "authorLabel":{"type":"literal","value":"B. Author"}},\
        {"item":{"type":"uri","value":"http://www.wikidata.org/entity/Q2"},"itemLabel":{"type":"literal","value":"Q2"}}]}}
        """
    /// https://developers.google.com/books/docs/v1/reference/volumes/list (v1, 2026).
    static let googleBooks = """
        {"kind":"books#volumes","totalItems":1,"items":[{"kind":"books#volume","id":"a","volumeInfo":{"title":"Plasma physics",\
        "authors":["A. Author"],"publisher":"Springer","publishedDate":"1981-06-01","pageCount":250,"categories":["Science"],\
        "industryIdentifiers":[{"type":"ISBN_10","identifier":"0306406152"}],"imageLinks":{"thumbnail":"http://books.google.com/a"},\
        "infoLink":"https://books.google.com/books?id=a"}}]}
        """

    static let all: [(provider: any ProductProvider, text: String, number: String)] = [
        (OpenFoodFactsProvider(), openFoodFacts, "3017620422003"), (MusicBrainzProvider(), musicBrainz, "042284292320"),
        (DiscogsProvider(), discogs, "042284292320"), (OpenLibraryProvider(), openLibrary, "9780306406157"),
        (WikidataProvider(), wikidata, "9780306406157"), (GoogleBooksProvider(), googleBooks, "9780306406157"),
    ]
}

@Suite struct ProviderTests {
    private func products(_ place: Int) throws -> [ProductFacts] {
        let (provider, text, number) = SampleAnswers.all[place]
        return try provider.products(
            in: try JSONValue(parsing: Array(text.utf8)), for: try #require(ProductNumber(typed: number))
        ).map(\.facts)
    }

    @Test func openFoodFactsIsUnderstood() throws {
        let facts = try #require(try products(0).first)
        #expect(facts[.name] == "Nutella")
        #expect(facts[.allergens] == "milk, nuts")
        #expect(facts[.nutriScore] == "E")
        #expect(facts[.page] == "https://world.openfoodfacts.org/product/3017620422003")
        let missing = try JSONValue(parsing: Array(SampleAnswers.openFoodFactsMissing.utf8))
        #expect(try OpenFoodFactsProvider().products(in: missing, for: .test(1)).isEmpty)
    }

    @Test func musicBrainzIsUnderstood() throws {
        let all = try products(1)
        #expect(all.count == 1)
        #expect(all[0][.creator] == "Nick Drake")
        #expect(all[0][.year] == "1990")
        #expect(all[0][.format] == "2 × CD")
        #expect(all[0][.brand] == "Island")
    }

    @Test func discogsIsUnderstood() throws {
        let facts = try #require(try products(2).first)
        #expect(facts[.creator] == "Nick Drake")
        #expect(facts[.name] == "Pink Moon")
        #expect(facts[.brand] == "Island Records")
        #expect(facts[.genre] == "Folk, World, & Country, Acoustic, Folk")
        #expect(facts[.page] == "https://www.discogs.com/release/1-Nick-Drake")
    }

    @Test func openLibraryIsUnderstood() throws {
        let facts = try #require(try products(3).first)
        #expect(facts[.name] == "Plasma physics: an introduction")
        #expect(facts[.creator] == "A. Author, B. Author")
        #expect(facts[.year] == "1981")
        #expect(facts[.quantity] == "250 pages")
        #expect(try OpenLibraryProvider().products(in: [:], for: .test(1)).isEmpty)
    }

    @Test func wikidataIsUnderstood() throws {
        let all = try products(4)
        #expect(all.map { $0[.name] } == ["Plasma"])
        #expect(all[0][.creator] == "A. Author")
        #expect(all[0][.year] == "1981")
    }

    @Test func googleBooksIsUnderstood() throws {
        let facts = try #require(try products(5).first)
        #expect(facts[.creator] == "A. Author")
        #expect(facts[.cover] == "http://books.google.com/a")
    }

    @Test(arguments: [
        (0, "042284292320", ["/api/v3/product/0042284292320.json?"]),
        (0, "96385074", ["/api/v3/product/96385074.json?"]),
        (1, "042284292320", ["/ws/2/release/?query=barcode:042284292320%20OR%20barcode:0042284292320&fmt=json"]),
        (1, "4006381333931", ["/ws/2/release/?query=barcode:4006381333931&"]),
        (2, "042284292320", ["/database/search?barcode=042284292320&", "/database/search?barcode=0042284292320&"]),
        (2, "4006381333931", ["/database/search?barcode=4006381333931&"]),
        (3, "9780306406157", ["/api/books?bibkeys=ISBN:9780306406157,ISBN:0306406152&"]),
        (3, "9791090636071", ["/api/books?bibkeys=ISBN:9791090636071&"]),
        (5, "0306406152", ["/books/v1/volumes?q=isbn:9780306406157&"]),
    ])
    func eachGetsTheFormsItKnows(place: Int, number: String, begins: [String]) throws {
        let paths = SampleAnswers.all[place].provider.paths(for: try #require(ProductNumber(typed: number)))
        #expect(paths.count == begins.count)
        for (path, begin) in zip(paths, begins) { #expect(path.hasPrefix(begin), "\(path)") }
    }

    @Test func noPathHoldsWhatAnAddressCannot() throws {
        for number in ["042284292320", "9780306406157", "96385074", "14006381333938"] {
            let number = try #require(ProductNumber(typed: number))
            for provider in ProductProviders.all where provider.knows(number) {
                for path in provider.paths(for: number) {
                    #expect(path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }, "\(path)")
                    #expect(path.hasPrefix("/"))
                }
            }
        }
    }

    @Test func whatIsAStoresOwnIsNeverSent() throws {
        for number in ["2012345678900", "0512345678900"] {
            let digits = Array(number.utf8.dropLast())
            let known = (0...9).lazy.compactMap { ProductNumber(digits: (digits + [UInt8(ascii: "0") + $0])[...]) }
            let product = try #require(known.first)
            #expect(!ProductProviders.all.contains { $0.knows(product) })
        }
    }

    @Test func limitsAreThoseOfTheTerms() {
        /// The most requests in a period that a bucket allows.
        func most(_ name: String, in seconds: Double) -> Double {
            let limit = ProductProviders.all.first { $0.about.name == name }!.about.limit
            return Double(limit.burst) + seconds / limit.seconds
        }
        #expect(most("open-food-facts", in: 60) <= 15)
        #expect(most("discogs", in: 60) <= 60)
        #expect(most("google-books", in: 86_400) <= 1000)
        #expect(most("musicbrainz", in: 600) <= 601)
    }

    @Test func noAnswerStopsAParser() throws {
        var random = SplitMix(state: 42)
        for round in 0..<3000 {
            let (provider, text, number) = SampleAnswers.all[round % SampleAnswers.all.count]
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                // Values of other types: what JSON has for each.
                case 0:
                    bytes.replaceSubrange(
                        place..<min(bytes.count, place + 1),
                        with: Array("[{}]0".utf8.shuffled(using: &random).prefix(1)))
                case 1: bytes[place] = UInt8.random(in: 0x20...0x7E, using: &random)
                default: bytes.remove(at: place)
                }
            }
            guard let value = try? JSONValue(parsing: bytes) else { continue }
            for other in SampleAnswers.all.map(\.provider) + [provider] {
                let products = try? other.products(in: value, for: try #require(ProductNumber(typed: number)))
                for product in products ?? [] { #expect(!product.facts.isEmpty) }
            }
        }
    }

    @Test func valuesOfOtherTypesAreNoFacts() throws {
        let odd = [
            "null", "[]", "{}", "17", "\"\"", #"{"product":17,"result":{"id":"product_found"}}"#,
            #"{"releases":[17,null,[]]}"#,
            #"{"results":{"bindings":[[],{"item":17}]}}"#, #"{"results":[{"title":{},"barcode":17}]}"#,
            #"{"ISBN:1":[]}"#, #"{"totalItems":1,"items":[{"volumeInfo":[]},{"volumeInfo":{"authors":"x"}}]}"#,
        ]
        for text in odd {
            let value = try JSONValue(parsing: Array(text.utf8))
            for provider in ProductProviders.all {
                let products = try? provider.products(in: value, for: .test(1))
                #expect((products ?? []).isEmpty, "\(text) \(provider.about.name)")
            }
        }
    }
}

import Formats
import SeededRandomness
import Testing

@testable import Lookup

@Suite struct DumpFormTests {
    /// Two products as in https://static.openfoodfacts.org/data/en.openfoodfacts.org.products.csv.gz (November 2026), with a few of its
    /// 200 columns.
    static let foodTable = """
        code\turl\tlast_modified_t\tproduct_name\tquantity\tbrands\tcategories_en\tingredients_text\tallergens\tnutriscore_grade\timage_url
        3017620422003\thttp://world-en.openfoodfacts.org/product/3017620422003/nutella\t1700000000\tNutella\t400 g\tNutella,Ferrero\tSpreads,Sweet spreads\t"Sugar", palm oil\ten:milk,en:nuts\te\thttps://images.openfoodfacts.org/a.jpg
        20724696\thttp://world-en.openfoodfacts.org/product/20724696\t1600000000\tAmandes\t200 g\tAlesto\tNuts\t\t\tunknown\t
        """

    /// A line of https://static.openfoodfacts.org/data/openfoodfacts-products.jsonl.gz, with a few of its members.
    static let foodObject = """
        {"_id":"3017620422003","_keywords":["spread"],"code":"3017620422003","product_name":"Nutella","brands":"Nutella, Ferrero",\
        "quantity":"400 g","allergens_tags":["en:milk","en:nuts"],"categories_tags":["en:spreads","en:sweet-spreads"],\
        "nutriscore_grade":"e","last_modified_t":1700000000}
        """

    /// A line of mbdump/release (https://musicbrainz.org/doc/Development/JSON_Data_Dumps), with a few of its members.
    static let release = """
        {"id":"9b0d3b0d-3b0d-4b0d-8b0d-3b0d3b0d3b0d","title":"Pink Moon","barcode":"042284292320","date":"1990",\
        "artist-credit":[{"name":"Nick Drake","joinphrase":"","artist":{"name":"Nick Drake"}}],\
        "label-info":[{"label":{"name":"Island"}}],"media":[{"format":"CD"}],"genres":[{"name":"folk"}],\
        "cover-art-archive":{"front":true}}
        """

    /// A line of ol_dump_editions (https://openlibrary.org/developers/dumps).
    static let edition =
        "/type/edition\t/books/OL1M\t3\t2024-01-01T00:00:00\t"
        + #"{"key":"/books/OL1M","title":"Plasma","isbn_10":["0306406152"],"isbn_13":["9780306406157"],"# + "\n"

    private func rows(_ text: String, _ form: DumpForm? = nil, piece: Int = 1000) throws -> [DumpRow] {
        let bytes = Array(text.utf8)
        let form = try #require(form ?? DumpForm.all.first { $0.recognizes(bytes[...]) })
        var rest = bytes[...]
        var rows: [DumpRow] = []
        let source = DumpSource(path: "-") {
            let next = Array(rest.prefix(piece))
            rest = rest.dropFirst(next.count)
            return next.isEmpty ? nil : next
        }
        try form.read(source) { rows.append($0) }
        return rows
    }

    private func product(_ row: DumpRow?) throws -> (numbers: [String], facts: ProductFacts, modified: Int64?) {
        guard case .products(let numbers, let facts, let modified)? = row else {
            throw FormError(words: "\(String(describing: row))")
        }
        return (numbers.map(\.text), facts, modified)
    }

    private struct FormError: Error { let words: String }

    /// Genres come first; tags count where they end in the name of one, by their votes.
    @Test(arguments: [
        (
            #""genres":[{"name":"folk","count":1},{"name":"chamber folk","count":3}],"tags":[{"name":"jazz","count":9}]"#,
            "chamber folk, folk"
        ),
        (
            #""tags":[{"name":"british","count":9},{"name":"favourites","count":8},{"name":"folk rock","count":2}]"#,
            "folk rock"
        ),
        (#""tags":[{"name":"1980s"}],"release-group":{"tags":[{"name":"Synth-Pop","count":1}]}"#, "Synth-Pop"),
        (#""tags":[{"name":"drum and bass","count":-1},{"name":"seen live","count":2}]"#, ""),
    ]) func genresAreTakenFromTags(members: String, genre: String) throws {
        let line = #"{"id":"x","title":"A","barcode":"042284292320","artist-credit":[],\#(members)}"#
        let (_, facts, _) = try product(try rows(line, DumpForm.all.first { $0.name == "musicbrainz" }).first)
        #expect(facts[.genre] == (genre.isEmpty ? nil : genre))
    }

    @Test(arguments: [1, 13, 1000]) func theTableOfOpenFoodFactsIsRead(piece: Int) throws {
        let rows = try rows(Self.foodTable, piece: piece)
        #expect(rows.count == 2)
        let first = try product(rows.first)
        #expect(first.numbers == ["3017620422003"])
        #expect(first.modified == 1_700_000_000)
        #expect(first.facts[.name] == "Nutella")
        #expect(first.facts[.brand] == "Nutella, Ferrero")
        #expect(first.facts[.genre] == "Sweet spreads")
        #expect(first.facts[.ingredients] == "\"Sugar\", palm oil")
        #expect(first.facts[.allergens] == "milk, nuts")
        #expect(first.facts[.nutriScore] == "E")
        #expect(first.facts[.cover] == "https://images.openfoodfacts.org/a.jpg")
        let second = try product(rows.last)
        #expect(second.numbers == ["20724696"])
        #expect(second.facts[.nutriScore] == nil)
    }

    @Test func rowsOfTheTableThatAreTornAreCounted() throws {
        let rows = try rows(Self.foodTable + "\n4006381333931\tcut\n\nno columns\n\t\t\t\t\t\t\t\t\t\t\n")
        #expect(rows.count == 5)
        guard case .bad(4, "2 columns instead of 11") = rows[2], case .bad(6, "no columns") = rows[3],
            case .other = rows[4]
        else {
            Issue.record("\(rows)")
            return
        }
    }

    @Test func objectsOfOpenFoodFactsAreRead() throws {
        let rows = try rows(Self.foodObject + "\n{\"code\":\"\"}\n{\"code\":17}\nnonsense\n[]\n")
        let first = try product(rows.first)
        #expect(first.numbers == ["3017620422003"])
        #expect(first.facts[.genre] == "sweet spreads")
        #expect(first.facts[.allergens] == "milk, nuts")
        guard case .other = rows[1], case .other = rows[2], case .bad(4, _) = rows[3], case .bad(5, _) = rows[4] else {
            Issue.record("\(rows)")
            return
        }
    }

    @Test func releasesOfMusicBrainzAreRead() throws {
        let first = try product(try rows(Self.release).first)
        #expect(first.numbers == ["0042284292320"])
        #expect(first.facts[.creator] == "Nick Drake")
        #expect(first.facts[.brand] == "Island")
        #expect(first.facts[.year] == "1990")
        #expect(first.facts[.format] == "CD")
        #expect(first.facts[.genre] == "folk")
        #expect(first.facts[.cover]?.hasPrefix("https://coverartarchive.org/release/9b0d3b0d") == true)
    }

    @Test func editionsOfOpenLibraryAreRead() throws {
        let text = Self.edition.dropLast(2) + "}\n/type/work\t/works/OL1W\t1\t2024\t{}\n/type/edition\tcut\n"
        let rows = try rows(String(text))
        let first = try product(rows.first)
        #expect(first.numbers == ["9780306406157"])
        #expect(first.facts[.page] == "https://openlibrary.org/books/OL1M")
        guard case .other = rows[1], case .bad(3, _) = rows[2] else {
            Issue.record("\(rows)")
            return
        }
    }

    @Test(arguments: [
        "gtin,name,price\n4006381333931,\"Marker, yellow\",1.49 EUR\n",
        "Bezeichnung;EAN;Preis\n\"Marker, yellow\";4006381333931;1.49 EUR\n",
        "sep=;\nUPC;Title;price\n4006381333931;\"Marker, yellow\";1.49 EUR\n",
    ])
    func aListOfOnesOwnIsRead(text: String) throws {
        let first = try product(try rows(text, PriceList.form).first)
        #expect(first.numbers == ["4006381333931"])
        #expect(first.facts[.name] == "Marker, yellow")
        #expect(first.facts[.price] == "1.49 EUR")
    }

    @Test func wrongRowsOfAListAreSaid() throws {
        let rows = try rows(
            "gtin,name\n4006381333932,wrong\n,none\n4.00638E+12,shortened\n36000291452,zero lost\n\n4006381333931,\"open\n"
        )
        let words = rows.map { row in if case .bad(let line, let words) = row { "\(line): \(words)" } else { "" } }
        #expect(words.count == 5)
        #expect(words[0].hasPrefix("2: “4006381333932” is not a GTIN"))
        #expect(words[1] == "3: no number")
        #expect(words[2].contains("shortened"))
        #expect(try product(rows[3]).numbers == ["0036000291452"])
        #expect(words[4].contains("quotation mark"))
    }

    @Test func noBytesStopAReader() throws {
        var random = SplitMix(state: 20_261_128)
        let texts = [
            Self.foodTable, Self.foodObject, Self.release, Self.edition, "gtin,name\n4006381333931,a\n",
        ]
        let forms = DumpForm.all.filter { $0.name != PriceListDatabase.form.name }
        for round in 0..<2000 {
            var bytes = Array(texts[round % texts.count].utf8)
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
                default: bytes = Array(bytes.prefix(place + 1))
                }
                if bytes.isEmpty { bytes = [0x0A] }
            }
            for form in forms {
                var piece: [UInt8]? = bytes
                let source = DumpSource(path: "-") {
                    defer { piece = nil }
                    return piece
                }
                try? form.read(source) { row in
                    guard case .products(let numbers, let facts, _) = row else { return }
                    #expect(numbers.allSatisfy { ProductNumber(value: $0.value) == $0 })
                    #expect(facts.list.allSatisfy { fact, text in !text.isEmpty && text.count <= fact.longest + 1 })
                }
            }
        }
    }

    @Test func longLinesTakeNoMemory() throws {
        var pieces = 0
        var lines = DumpLines {
            pieces += 1
            if pieces <= 40 { return [UInt8](repeating: 0x41, count: 1 << 20) }
            return pieces == 41 ? Array("\nnext\n".utf8) : nil
        }
        let first = try #require(try lines.next())
        #expect(first.bytes == nil)
        let second = try #require(try lines.next())
        #expect(second.number == 2)
        #expect(second.bytes.map { Array($0) } == Array("next".utf8))
        #expect(try lines.next() == nil)
    }
}

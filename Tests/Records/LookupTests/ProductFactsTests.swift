import Formats
import Testing

@testable import Lookup

@Suite struct ProductFactsTests {
    @Test(arguments: [
        ("  Oat\n drink\t", "Oat drink"), ("", nil), (" \u{7}\u{1B} ", nil), ("a\u{0}b\u{2028}c\u{9B}d", "a b c d"),
        ("Müesli", "Müesli"),
    ])
    func aFactIsOneLine(text: String, expected: String?) {
        var facts = ProductFacts()
        facts[.name] = text
        #expect(facts[.name] == expected)
    }

    @Test func longFactsAreCut() {
        var facts = ProductFacts()
        facts[.name] = String(repeating: "é", count: 5000)
        facts[.ingredients] = String(repeating: "a ", count: 5000)
        #expect(facts[.name]?.count == 301)
        #expect(facts[.name]?.last == "…")
        #expect((3999...4001).contains(facts[.ingredients]?.count ?? 0))
    }

    @Test(arguments: [
        "javascript:alert(1)", "file:///etc/passwd", "www.example.org", "https://" + String(repeating: "a", count: 400),
    ])
    func onlyAddressesOfTheWebAreAddresses(text: String) {
        var facts = ProductFacts()
        facts[.cover] = text
        #expect(facts[.cover] == nil)
    }

    @Test func titlesTellProductsApart() throws {
        func title(_ values: [ProductFact: String]) -> String {
            var facts = ProductFacts()
            for (fact, text) in values { facts[fact] = text }
            return ProductHit(.test(1), facts, source: "a", licence: "", retrieved: Timestamp(milliseconds: 0)).title
        }
        #expect(
            title([.name: "Pink Moon", .creator: "Nick Drake", .brand: "Island", .year: "1972"])
                == "Nick Drake – Pink Moon (1972)")
        #expect(title([.name: "Oat drink", .brand: "Alpro", .quantity: "1 l"]) == "Alpro Oat drink, 1 l")
        #expect(title([.name: "Alpro oat", .brand: "Alpro"]) == "Alpro oat")
        #expect(title([.brand: "Alpro"]) == "Alpro")
    }

    @Test func aHitIsOneObject() throws {
        var facts = ProductFacts()
        facts[.name] = "Marker"
        facts[.nutriScore] = "A"
        let hit = ProductHit(
            try #require(ProductNumber(typed: "4006381333931")), facts, source: "list", licence: "",
            retrieved: Timestamp(milliseconds: 0))
        #expect(
            hit.json.text
                == #"{"gtin":"4006381333931","name":"Marker","nutri-score":"A","source":"list","retrieved":"1970-01-01T00:00:00.000Z"}"#
        )
        #expect(hit.lines.contains("Nutri-Score  A, very good nutritional quality"))
    }
}

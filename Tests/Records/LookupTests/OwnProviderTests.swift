import Formats
import Testing
import Web

@testable import Lookup

@Suite struct OwnProviderTests {
    private func provider(_ address: String, _ change: (inout ProviderSettings) -> Void = { _ in }) -> OwnProvider? {
        var settings = ProviderSettings("stock")
        settings.address = address
        settings.facts = [.name: JSONPath("title")!, .brand: JSONPath("maker.name")!]
        change(&settings)
        return OwnProvider(settings)
    }

    @Test func theNumberStandsInTheAddress() throws {
        let number = try #require(ProductNumber(typed: "036000291452"))
        let own = try #require(provider("https://stock.example:8443/p/{gtin13}?upc={gtin12}&all={gtin14}"))
        #expect(own.about.address == "https://stock.example:8443")
        #expect(own.paths(for: number) == ["/p/0036000291452?upc=036000291452&all=00036000291452"])
        #expect(own.knows(number))
        // It has no twelve digits.
        #expect(try !own.knows(#require(ProductNumber(typed: "4006381333931"))))
    }

    @Test(arguments: [
        "https://stock.example/p", "https://{gtin}.example/p", "stock.example/{gtin}", "ftp://stock.example/{gtin}",
        "https://user:secret@stock.example/{gtin}", "https:///{gtin}",
    ])
    func otherAddressesAreNone(address: String) { #expect(provider(address) == nil) }

    @Test func factsStandWhereTheSettingsSay() throws {
        let own = try #require(
            provider("https://stock.example/{gtin}") {
                $0.hits = JSONPath("items.*")
                $0.facts[.genre] = JSONPath("tags")
                $0.facts[.price] = JSONPath("prices.0.value")
            })
        let answer = """
            {"items":[{"title":"Marker","maker":{"name":"Stabilo"},"tags":["pens","yellow"],"prices":[{"value":1.5}]},{"title":7},{}]}
            """
        let products = try own.products(in: try JSONValue(parsing: Array(answer.utf8)), for: .test(1))
        #expect(products.count == 2)
        #expect(products[0].facts[.name] == "Marker")
        #expect(products[0].facts[.brand] == "Stabilo")
        #expect(products[0].facts[.genre] == "pens, yellow")
        #expect(products[0].facts[.price] == "1.5")
        #expect(products[1].facts[.name] == "7")
    }

    @Test(arguments: ["", ".", "a..b", "a.", String(repeating: "a.", count: 20) + "a"])
    func pathsWithoutNamesAreNone(path: String) { #expect(JSONPath(path) == nil) }

    @Test func theSecretIsALineOfTheHead() throws {
        #expect(
            try #require(provider("https://a.example/{gtin}")).header(for: "s", to: "") == "Authorization: Bearer s")
        let own = try #require(provider("https://a.example/{gtin}") { $0.secretHeader = "X-Api-Key" })
        #expect(own.header(for: "s", to: "") == "X-Api-Key: s")
    }

    @Test func onlyHttpsThisMachineAndExceptedHostsAreAsked() throws {
        func problems(_ address: String, plain: [String] = []) -> Int {
            var section = ProviderSettings("stock")
            (section.address, section.facts) = (address, [.name: JSONPath("title")!])
            var settings = LookupSettings()
            (settings.sections, settings.providers, settings.plainHosts) = ([section], ["stock"], plain)
            return ProviderList(settings, version: "quietzone 0.1.0").problems.count
        }
        #expect(problems("https://stock.example/{gtin}") == 0)
        #expect(problems("http://127.0.0.1:1234/{gtin}") == 0)
        #expect(problems("http://localhost/{gtin}") == 0)
        #expect(problems("http://stock.example/{gtin}") == 1)
        #expect(problems("http://127.0.0.1.example/{gtin}") == 1)
        #expect(problems("http://Stock.example/{gtin}", plain: ["stock.Example"]) == 0)
    }
}

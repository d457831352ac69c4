import Formats

/// Open Food Facts and its sisters for cosmetics, pet food and other products, to which it redirects (product_type=all).
///
/// API v3: https://openfoodfacts.github.io/openfoodfacts-server/api/ref-v3/; 15 product reads a minute.
struct OpenFoodFactsProvider: ProductProvider {
    let about = ProviderAbout(
        name: "open-food-facts", title: "Open Food Facts", knows: "food, cosmetics, pet food, other products",
        receiver: "Association Open Food Facts, France", address: "https://world.openfoodfacts.org",
        hosts: ["world.openbeautyfacts.org", "world.openpetfoodfacts.org", "world.openproductsfacts.org"],
        // 5 + 60 / 6 are 15.
        limit: RateLimit(burst: 5, seconds: 6), licence: OpenFoodFactsTable.licence,
        terms: "https://world.openfoodfacts.org/terms-of-use")

    func knows(_ number: ProductNumber) -> Bool { number.kind == .product }

    func paths(for number: ProductNumber) -> [String] {
        ["/api/v3/product/\(number.text).json?product_type=all&fields=\(OpenFoodFacts.fields.joined(separator: ","))"]
    }

    func products(in answer: JSONValue, for number: ProductNumber) throws(ProviderFormError) -> [ProviderProduct] {
        guard let result = answer[key: "result"]?[key: "id"]?.string else { throw ProviderFormError("no result") }
        guard result != "product_not_found", let product = answer[key: "product"] else { return [] }
        var facts = OpenFoodFacts.facts(of: product)
        guard !facts.isEmpty else { return [] }
        if facts[.page] == nil { facts[.page] = "\(about.address)/product/\(number.text)" }
        return [ProviderProduct(facts, modified: product[key: "last_modified_t"]?.integer)]
    }
}

import Formats

/// What the API and the dumps of Open Food Facts say of a product (https://openfoodfacts.github.io/openfoodfacts-server/api/).
enum OpenFoodFacts {
    /// The members that facts are taken from; a request asks for no others.
    static let fields = [
        "code", "product_name", "product_name_en", "generic_name", "brands", "quantity", "categories_tags",
        "packaging_text", "packaging", "ingredients_text", "allergens_tags", "nutriscore_grade", "image_front_url",
        "image_url", "url", "last_modified_t",
    ]

    /// The facts of a product.
    static func facts(of product: JSONValue) -> ProductFacts {
        var facts = ProductFacts()
        func text(_ names: String...) -> String? {
            names.lazy.compactMap { product[key: $0]?.string }.first { !$0.isEmpty }
        }
        func tags(_ name: String) -> [String] { product[key: name]?.elements.compactMap(\.string) ?? [] }
        facts[.name] = text("product_name", "product_name_en", "generic_name")
        facts[.brand] = text("brands").map { cleaned($0, .brand) } ?? nil
        facts[.quantity] = text("quantity")
        facts[.genre] = tags("categories_tags").last.map { words($0) }
        facts[.format] = text("packaging_text", "packaging")
        facts[.ingredients] = text("ingredients_text")
        let allergens = tags("allergens_tags").map(words)
        if !allergens.isEmpty { facts[.allergens] = allergens.joined(separator: ", ") }
        facts[.nutriScore] = text("nutriscore_grade").flatMap { cleaned($0, .nutriScore) }
        facts[.cover] = text("image_front_url", "image_url")
        facts[.page] = text("url")
        return facts
    }

    /// A cell or member as a fact: without the language of tags, commas apart, Nutri-Score as a letter.
    static func cleaned(_ text: String, _ fact: ProductFact) -> String? {
        switch fact {
        case .nutriScore:
            let letter = text.uppercased()
            return letter.utf8.count == 1 && "A"..."E" ~= letter ? letter : nil
        case .brand, .allergens, .genre:
            let parts = text.split(separator: ",").map { words($0.drop { $0 == " " }) }
            return (fact == .genre ? Array(parts.suffix(1)) : parts).joined(separator: ", ")
        default: return text
        }
    }

    /// `en:oat-drinks` as `oat drinks`; a text without a language as it is.
    private static func words(_ tag: some StringProtocol) -> String {
        let bytes = Array(tag.utf8)
        guard bytes.count > 3, bytes[2] == UInt8(ascii: ":"), ASCII.isLetter(bytes[0]), ASCII.isLetter(bytes[1]) else {
            return String(tag)
        }
        return bytes[3...].text.split(separator: "-").joined(separator: " ")
    }
}

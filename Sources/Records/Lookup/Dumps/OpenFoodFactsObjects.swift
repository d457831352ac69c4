import Formats

/// Open Food Facts' JSONL dump (https://world.openfoodfacts.org/data): a product as a JSON object on each line, with the members of its API.
enum OpenFoodFactsObjects {
    static let form = DumpForm.lines(
        "open-food-facts-jsonl", "JSONL of Open Food Facts and its sister projects",
        licence: OpenFoodFactsTable.licence,
        recognizes: { beginning in
            guard beginning.first == UInt8(ascii: "{") else { return false }
            let text = beginning.prefix { $0 != 0x0A }.text
            return text.contains("\"code\":") && (text.contains("\"product_name") || text.contains("\"_keywords\""))
        },
        row: { bytes, line in
            let value: JSONValue
            do { value = try JSONValue(parsing: Array(bytes)) } catch { return .bad(line: line, "\(error)") }
            guard case .object = value else { return .bad(line: line, "not a JSON object") }
            guard let code = value[key: "code"]?.string,
                let number = ProductNumber(digits: Array(code.utf8.prefix(15))[...])
            else { return .other }
            let facts = OpenFoodFacts.facts(of: value)
            guard !facts.isEmpty else { return .other }
            return .products([number], facts, modified: value[key: "last_modified_t"]?.integer)
        })
}

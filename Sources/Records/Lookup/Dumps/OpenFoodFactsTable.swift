import Formats

/// Open Food Facts' CSV (https://world.openfoodfacts.org/data): a line each, columns with tabs between them and no quotation marks that
/// mean anything, the first line naming the columns. Its sisters have the same.
enum OpenFoodFactsTable {
    static let licence = "ODbL 1.0"

    static let form = DumpForm(
        name: "open-food-facts", title: "CSV of Open Food Facts and its sister projects", licence: licence,
        hasSeveralHits: false,
        recognizes: { beginning in
            let line = beginning.prefix { $0 != 0x0A }
            return line.starts(with: "code\t".utf8) && line.text.contains("\tproduct_name")
        },
        read: { source, body in
            var lines = DumpLines(source.next)
            guard let head = try lines.next()?.bytes else { return }
            let columns = Columns(head)
            while let line = try lines.next() {
                guard let bytes = line.bytes else {
                    try body(.bad(line: line.number, "longer than \(DumpLines.longest >> 20) MiB"))
                    continue
                }
                if !bytes.isEmpty { try body(columns.row(bytes, line.number)) }
            }
        })

    /// Which column is what. The first of several names that the file has counts.
    private static let names: [(ProductFact, [String])] = [
        (.name, ["product_name"]), (.brand, ["brands"]), (.quantity, ["quantity"]),
        (.genre, ["main_category_en", "categories_en", "categories"]),
        (.format, ["packaging_text", "packaging_en", "packaging"]),
        (.ingredients, ["ingredients_text"]), (.allergens, ["allergens_en", "allergens"]),
        (.nutriScore, ["nutriscore_grade", "nutrition_grade_fr"]), (.cover, ["image_url"]), (.page, ["url"]),
    ]

    /// The columns of one file.
    struct Columns {
        private let count: Int
        private let code: Int?
        private let modified: Int?
        /// The columns that are read, in their order.
        private let facts: [(column: Int, fact: ProductFact)]

        init(_ head: ArraySlice<UInt8>) {
            let names = head.split(separator: 0x09, omittingEmptySubsequences: false).map(\.text)
            count = names.count
            code = names.firstIndex(of: "code")
            modified = names.firstIndex(of: "last_modified_t")
            facts = OpenFoodFactsTable.names.compactMap { fact, known in
                known.lazy.compactMap(names.firstIndex).first.map { ($0, fact) }
            }.sorted { $0.column < $1.column }
        }

        /// What a line is.
        func row(_ line: ArraySlice<UInt8>, _ number: Int) -> DumpRow {
            var facts = ProductFacts()
            var product: ProductNumber?
            var changed: Int64?
            var wanted = self.facts[...]
            var rest = line
            var column = 0
            while true {
                let end = DumpLines.index(of: 0x09, in: rest)
                let cell = rest[..<(end ?? rest.endIndex)]
                if column == code {
                    product = ProductNumber(digits: cell)
                    // Products without a number of their own are most of what has none.
                    if product == nil { return line.contains(0x09) ? .other : .bad(line: number, "no columns") }
                } else if column == modified {
                    changed = Int64(cell.text)
                } else if column == wanted.first?.column, let fact = wanted.popFirst()?.fact, !cell.isEmpty {
                    facts[fact] = OpenFoodFacts.cleaned(cell.text, fact)
                }
                guard let end else { break }
                rest = rest[(end + 1)...]
                column += 1
            }
            // A line that was cut or torn has another number of columns.
            guard column + 1 == count else { return .bad(line: number, "\(column + 1) columns instead of \(count)") }
            guard let product, !facts.isEmpty else { return .other }
            return .products([product], facts, modified: changed)
        }
    }
}

import Files
import Formats

/// A list of one's own: a CSV whose first row names its columns, in English or German.
///
///     gtin,name,price
///     4006381333931,Highlighter,1.49 EUR
enum PriceList {
    static let form = DumpForm(
        name: "list", title: "your own CSV with a column gtin", licence: "", hasSeveralHits: false,
        recognizes: { beginning in
            guard let text = CSVReader.text(of: Array(beginning.prefix { $0 != 0x0A })) else { return false }
            var rows = CSVReader(text)
            return PriceListColumns(rows.next()?.names ?? []) != nil
        },
        read: { source, body in
            var rows = try CSVReader(source.next)
            guard let head = try rows.nextLine() else { return }
            guard let columns = PriceListColumns(head.names) else {
                throw UserError(
                    "the first row must name a column gtin (or ean, upc, isbn, barcode, code), and one of "
                        + ProductFact.allCases.map(\.rawValue).joined(separator: ", "))
            }
            while let row = try rows.nextLine() {
                if let problem = row.problem {
                    try body(.bad(line: row.line, problem))
                } else if row.cells.contains(where: { !$0.isEmpty }) {
                    try body(columns.row(row.cells, row.line))
                }
            }
        })
}

/// Which column of a list is what.
struct PriceListColumns {
    private static let numbers = [
        "gtin", "ean", "ean13", "ean-13", "upc", "isbn", "isbn13", "barcode", "code", "gtin13", "gtin-13", "strichcode",
    ]
    private static let names: [String: ProductFact] = [
        "title": .name, "product": .name, "product_name": .name, "bezeichnung": .name, "artikel": .name, "titel": .name,
        "artist": .creator, "author": .creator, "autor": .creator, "brands": .brand, "label": .brand, "marke": .brand,
        "publisher": .brand, "manufacturer": .brand, "hersteller": .brand, "size": .quantity, "menge": .quantity,
        "date": .year, "released": .year, "jahr": .year, "category": .genre, "kategorie": .genre, "preis": .price,
        "notes": .note, "notiz": .note, "image": .cover, "image_url": .cover, "url": .page, "nutriscore": .nutriScore,
        "nutriscore_grade": .nutriScore,
    ]

    /// The column of the number.
    let number: Int
    /// The columns of facts.
    let facts: [(column: Int, fact: ProductFact)]

    /// Nil where no column holds numbers, or none holds facts.
    init?(_ names: [String]) {
        let names = names.map { $0.lowercased() }
        guard let number = Self.numbers.lazy.compactMap(names.firstIndex).first else { return nil }
        var seen: Set<ProductFact> = []
        self.number = number
        facts = names.enumerated().compactMap { column, name in
            guard let fact = ProductFact(rawValue: name) ?? Self.names[name], seen.insert(fact).inserted else {
                return nil
            }
            return (column, fact)
        }
        if facts.isEmpty { return nil }
    }

    /// What a row is. A number that is none is an error here: somebody wrote it.
    func row(_ cells: [String], _ line: Int) -> DumpRow {
        guard number < cells.count, !cells[number].isEmpty else { return .bad(line: line, "no number") }
        if let shortened = UserError.shortenedNumber(cells[number]) { return .bad(line: line, shortened.description) }
        guard let product = Self.number(cells[number]) else {
            return .bad(
                line: line, "\(UserError.quoted(cells[number])) is not a GTIN or ISBN, or its check digit is wrong")
        }
        var facts = ProductFacts()
        for (column, fact) in self.facts where column < cells.count && !cells[column].isEmpty {
            facts[fact] = fact == .year ? ProductFacts.year(in: cells[column]) ?? cells[column] : cells[column]
        }
        return facts.list.isEmpty ? .other : .products([product], facts, modified: nil)
    }

    /// A number as a spreadsheet may have it: without the zeros in front.
    private static func number(_ text: String) -> ProductNumber? {
        if let number = ProductNumber(typed: text) { return number }
        let digits = text.utf8.filter { $0 != 0x20 }
        return 9...11 ~= digits.count || digits.count == 7 ? ProductNumber(digits: digits[...]) : nil
    }
}

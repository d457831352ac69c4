import Foundation

/// What may be known of a product. The order is that in which facts are shown, and that of the columns of an index.
package enum ProductFact: String, CaseIterable, Sendable, Hashable {
    case name
    /// The artist of a record, or the author of a book.
    case creator
    /// The brand; the label of a record, the publisher of a book.
    case brand
    case quantity
    /// When it came out, four digits.
    case year
    case genre
    /// What it is made as: `Vinyl, LP, Album`, `Paperback`.
    case format
    case ingredients
    case allergens
    /// A to E.
    case nutriScore = "nutri-score"
    /// With its currency, as a list of one's own has it.
    case price
    case note
    /// The address of a picture of it, which nobody has fetched.
    case cover
    /// The address of its page.
    case page

    /// The word before a value.
    package var title: String {
        switch self {
        case .nutriScore: "Nutri-Score"
        case .cover: "Cover"
        default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
        }
    }

    /// The most characters that are kept of one.
    var longest: Int {
        switch self {
        case .ingredients: 4000
        case .note: 1000
        default: 300
        }
    }

    /// Whether it is an address.
    var isAddress: Bool { self == .cover || self == .page }

    /// Nutri-Score in words, by its letter (Santé publique France, règlement d'usage du logo Nutri-Score).
    package static func nutriScoreWords(_ letter: String) -> String? {
        switch letter.uppercased() {
        case "A": "A, very good nutritional quality"
        case "B": "B, good nutritional quality"
        case "C": "C, average nutritional quality"
        case "D": "D, poor nutritional quality"
        case "E": "E, bad nutritional quality"
        default: nil
        }
    }
}

/// Facts of one product, each in one line of bounded length without control characters.
///
///     var facts = ProductFacts()
///     facts[.name] = "  Oat\ndrink "      // "Oat drink"
package struct ProductFacts: Hashable, Sendable {
    private var values: [ProductFact: String] = [:]

    /// None.
    package init() {}

    /// A fact; setting one takes white space from its ends, makes one blank of each other run of white space and control characters,
    /// and cuts it. What has no characters then is not a fact, nor is an address that is not of the web.
    package subscript(fact: ProductFact) -> String? {
        get { values[fact] }
        set { values[fact] = newValue.flatMap { Self.cleaned($0, fact) } }
    }

    /// Whether nothing says what the product is.
    package var isEmpty: Bool { values[.name] == nil && values[.brand] == nil && values[.creator] == nil }

    /// The name with what distinguishes it: `Nick Drake – Pink Moon (1972)`, `Alpro Oat drink, 1 l`; empty where none is known.
    package var title: String {
        let name = values[.name]
        var title = [values[.creator], name].compactMap { $0 }.joined(separator: " – ")
        // Of several brands the first is the product's, as a rule.
        let brands = values[.brand]?.split(separator: ",", maxSplits: 1)
        if values[.creator] == nil, let brand = brands?.first.map(String.init),
            name?.localizedCaseInsensitiveContains(brand) != true
        {
            title = [brand, name].compactMap { $0 }.joined(separator: " ")
        }
        if let quantity = values[.quantity] { title += ", \(quantity)" }
        if let year = values[.year] { title += " (\(year))" }
        return title
    }

    /// The facts in their order.
    package var list: [(fact: ProductFact, text: String)] {
        ProductFact.allCases.compactMap { fact in values[fact].map { (fact, $0) } }
    }

    private static func cleaned(_ text: String, _ fact: ProductFact) -> String? {
        var bytes: [UInt8] = []
        var isBlank = false
        var count = 0
        for scalar in text.unicodeScalars {
            if scalar.value <= 0x20 || 0x7F...0xA0 ~= scalar.value || scalar.value == 0x2028 || scalar.value == 0x2029 {
                isBlank = !bytes.isEmpty
                continue
            }
            guard count + (isBlank ? 1 : 0) < fact.longest else {
                bytes += Array("…".utf8)
                break
            }
            if isBlank { bytes.append(0x20) }
            count += isBlank ? 2 : 1
            isBlank = false
            bytes += UTF8.encode(scalar) ?? .init()
        }
        guard !bytes.isEmpty else { return nil }
        let cleaned = String(decoding: bytes, as: UTF8.self)
        guard fact.isAddress else { return cleaned }
        return count < fact.longest && (cleaned.hasPrefix("https://") || cleaned.hasPrefix("http://")) ? cleaned : nil
    }

    /// The first four digits in a row in `text`, such as those of `2003-05-12` or `May 2003`; nil without.
    package static func year(in text: some StringProtocol) -> String? {
        text.split { !("0"..."9" ~= $0) }.first { $0.utf8.count == 4 }.map { String($0) }
    }
}

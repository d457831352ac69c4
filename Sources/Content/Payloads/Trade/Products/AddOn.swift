import Formats

/// The two or five digits beside an EAN or UPC symbol.
struct AddOn {
    let digits: String

    /// Nil for anything but two or five digits.
    init?(_ text: String?) {
        guard let text, [2, 5].contains(text.utf8.count), text.utf8.allSatisfy(ASCII.isDigit) else { return nil }
        digits = text
    }

    /// The price that five digits beside a book tell: the first one is the currency (Book Industry Study Group, Bar Coding
    /// Guidelines); nil for two digits and for what is not a price.
    var price: String? {
        guard digits.utf8.count == 5, let first = digits.first, let currency = Self.currencies[first] else {
            return nil
        }
        let amount = GS1Reading.decimal(digits.dropFirst().utf8Slice, places: 2) + " " + currency
        return digits.hasSuffix("9999") ? amount + " or more" : amount
    }

    /// What digits mean that are not a price.
    private var meaning: Note? {
        switch digits {
        case "90000": .noPriceTold
        case "99990": .usedBook
        case "99991": .freeCopy
        default: nil
        }
    }

    private static let currencies: [Character: String] = [
        "0": "GBP", "1": "GBP", "3": "AUD", "4": "NZD", "5": "USD", "6": "CAD",
    ]

    /// The field that it makes beside a book, a periodical or anything else.
    func field(beside kind: PayloadKind) -> PayloadField {
        if kind == .periodical || digits.utf8.count == 2 {
            return PayloadField("issue", .issue, digits)
        }
        if kind == .book, let price { return PayloadField("price", .price, price) }
        return PayloadField("addOn", .addOn, digits, note: kind == .book ? meaning : nil)
    }
}

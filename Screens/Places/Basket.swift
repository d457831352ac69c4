import Formats
import Foundation

/// What was scanned at a place, with prices and their sum.
///
///     var basket = Basket()
///     basket.add(code: "4006381333931", title: "Marker", price: "1.20")
///     basket.sum      // "1.20"
package struct Basket: Sendable, Hashable {
    /// Pieces of one code.
    package struct Line: Sendable, Hashable {
        package let code: String
        package let title: String
        /// As the collection has it; nil without.
        package let price: String?
        package var quantity: Int

        /// The price of all pieces; nil where it is not a number.
        var total: Decimal? { price.flatMap { Basket.amount($0)?.number }.map { $0 * Decimal(quantity) } }
    }

    /// In the order in which they were scanned first.
    package private(set) var lines: [Line] = []
    /// The most different codes of a basket.
    private static let maximumLines = 10_000

    package init() {}

    package var isEmpty: Bool { lines.isEmpty }
    package var pieces: Int { lines.reduce(0) { $0 + $1.quantity } }

    /// Adds one piece.
    package mutating func add(code: String, title: String, price: String?) {
        if let index = lines.firstIndex(where: { $0.code == code && $0.price == price }) {
            lines[index].quantity += 1
        } else if lines.count < Self.maximumLines {
            lines.append(Line(code: code, title: title, price: price, quantity: 1))
        }
    }

    /// The sum of all prices, with the currency that they share; nil where no line has a price, or the currencies differ.
    package var sum: String? {
        let amounts = lines.compactMap { $0.price.flatMap(Self.amount) }
        guard let first = amounts.first, amounts.allSatisfy({ $0.currency == first.currency }) else { return nil }
        let text = Self.text(lines.compactMap(\.total).reduce(0, +))
        return first.currency.isEmpty
            ? text : first.isCurrencyFirst ? "\(first.currency) \(text)" : "\(text) \(first.currency)"
    }

    /// How many pieces have no price that is a number.
    package var piecesWithoutPrice: Int { lines.filter { $0.total == nil }.reduce(0) { $0 + $1.quantity } }

    /// A number with two decimals.
    package static func text(_ number: Decimal) -> String {
        var number = number
        var rounded = Decimal()
        NSDecimalRound(&rounded, &number, 2, .plain)
        let text = "\(rounded)"
        guard let point = text.firstIndex(of: ".") else { return text + ".00" }
        return text.distance(from: point, to: text.endIndex) == 2 ? text + "0" : text
    }

    /// The number and the currency of a price: `1.20`, `€ 1,20`, `1 200.50 CHF`; nil for what has no number.
    static func amount(_ price: String) -> (number: Decimal, currency: String, isCurrencyFirst: Bool)? {
        let isDigit = { (character: Character) in character.isASCII && character.isNumber }
        guard let first = price.firstIndex(where: isDigit), let last = price.lastIndex(where: isDigit) else {
            return nil
        }
        var number = price[first...last].filter { !$0.isWhitespace && $0 != "'" && $0 != "’" }
        // The last sign is the decimal one, unless it separates thousands.
        if let sign = number.lastIndex(where: { ",.".contains($0) }) {
            let decimals = number.distance(from: sign, to: number.endIndex) - 1
            let whole = number[..<sign].filter { !",.".contains($0) }
            let isDecimal = decimals != 3 || whole == "0"
            number =
                isDecimal
                ? whole + "." + number[number.index(after: sign)...] : whole + number[number.index(after: sign)...]
        }
        guard number.utf8.count <= 18, number.allSatisfy({ isDigit($0) || $0 == "." }),
            let value = Decimal(string: number)
        else { return nil }
        func word(_ text: Substring) -> String { String(text.filter { !$0.isWhitespace && $0 != "-" }) }
        let (before, after) = (word(price[..<first]), word(price[price.index(after: last)...]))
        guard before.isEmpty || after.isEmpty, before.count + after.count <= 4 else { return nil }
        return (value, before + after, !before.isEmpty)
    }

    /// A receipt of plain text: a line for each code, and the sum.
    ///
    /// - Parameters:
    ///   - place: where it was scanned.
    ///   - time: when, as people read it.
    package func receipt(place: String, time: String) -> String {
        var rows = [place, time, ""]
        for line in lines {
            let total = line.total.map(Self.text) ?? "-"
            rows.append(
                "\(line.quantity) × \((line.title.isEmpty ? line.code : line.title).singleLine(limit: 40))  \(total)")
        }
        rows.append("")
        rows.append("Sum  \(sum ?? "-")")
        return rows.joined(separator: "\n")
    }

    /// A table: code, name, quantity, price, total.
    package var rows: [[String]] {
        [["code", "name", "quantity", "price", "total"]]
            + lines.map { [$0.code, $0.title, "\($0.quantity)", $0.price ?? "", $0.total.map(Self.text) ?? ""] }
    }
}

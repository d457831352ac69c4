import Formats
import Foundation

/// What one source knows of one product.
package struct ProductHit: Hashable, Sendable {
    package let number: ProductNumber
    package var facts: ProductFacts
    /// The name of the provider or the index, such as `open-food-facts`.
    package var source: String
    /// The licence of the facts, such as `ODbL 1.0`; empty for a list of one's own.
    package var licence: String
    /// When the facts were fetched, or the index was made of them.
    package var retrieved: Timestamp
    /// When the source last changed them; nil if it does not say so.
    package var modified: Timestamp?
    /// Whether its name is the user's own.
    package internal(set) var hasOwnName = false

    /// What `source` knows of `number`.
    package init(
        _ number: ProductNumber, _ facts: ProductFacts, source: String, licence: String, retrieved: Timestamp,
        modified: Timestamp? = nil
    ) {
        (self.number, self.facts, self.source, self.licence) = (number, facts, source, licence)
        (self.retrieved, self.modified) = (retrieved, modified)
    }

    /// One line that says what it is.
    package var title: String { (hasOwnName ? facts[.name] : nil) ?? facts.title }

    /// One object: `gtin`, the facts by their names, then `source`, `licence`, `retrieved`, `modified`.
    package var json: JSONValue {
        var members = [JSONValue.Member("gtin", .string(number.text))]
        members += facts.list.map { .init($0.fact.rawValue, .string($0.text)) }
        members.append(.init("source", .string(source)))
        if !licence.isEmpty { members.append(.init("licence", .string(licence))) }
        members.append(.init("retrieved", .string(retrieved.description)))
        if let modified { members.append(.init("modified", .string(modified.description))) }
        return .object(members)
    }

    /// The facts, each with its word; the last row says where they come from.
    package var rows: [(title: String, text: String)] {
        let rows = facts.list.map { fact, text in
            (fact.title, fact == .nutriScore ? ProductFact.nutriScoreWords(text) ?? text : text)
        }
        let origin = [source, licence, "of \((modified ?? retrieved).day)"].filter { !$0.isEmpty }
        return rows + [("Source", origin.joined(separator: ", "))]
    }

    /// The same in lines: a word, blanks, a value.
    package var lines: [String] {
        rows.map { title, text in title + String(repeating: " ", count: max(1, 13 - title.count)) + text }
    }
}

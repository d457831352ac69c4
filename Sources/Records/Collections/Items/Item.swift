import Files
import Formats
import Lookup

/// One thing of a collection, as often as it is there.
///
///     item["name"]      // one's own name, else the one that was looked up
///     item.title        // Nick Drake – Pink Moon (1972)
package struct Item: Hashable, Sendable {
    /// How many there can be of one item.
    package static let maximumQuantity = 1_000_000

    /// Its identity together with `bestBefore`: the same product with another date is another item.
    package let code: String
    package var bestBefore: CivilDate?
    package var quantity: Int
    /// One's own values by their fields. They stay, whatever is looked up.
    package var values: [String: String]
    /// Facts that were looked up.
    package var facts: ProductFacts
    /// Where that comes from, such as `open-food-facts`; empty if nothing was found.
    package var source: String
    package let added: Timestamp
    package var changed: Timestamp

    /// An item without a name; `code` and `bestBefore` identify it.
    package init(
        code: String, bestBefore: CivilDate? = nil, quantity: Int = 1, values: [String: String] = [:],
        facts: ProductFacts = ProductFacts(), source: String = "", added: Timestamp, changed: Timestamp? = nil
    ) {
        (self.code, self.bestBefore, self.quantity) = (code, bestBefore, quantity)
        (self.values, self.facts, self.source) = (values, facts, source)
        (self.added, self.changed) = (added, changed ?? added)
    }

    /// The number of the product that it is; nil for other codes.
    package var number: ProductNumber? { ProductNumber(typed: code) }

    /// The value of a field: one's own, else a fact; nil if it has none.
    package subscript(field: String) -> String? {
        switch field {
        case "code": code
        case "quantity": String(quantity)
        case "best-before": bestBefore?.description
        case "added": added.description
        case "changed": changed.description
        default: values[field] ?? ItemField.fact(field).flatMap { facts[$0] }
        }
    }

    /// The fields that have a value, besides `ItemField.fixed`: those that are known first, then those of one's own by name.
    package var fields: [String] {
        ItemField.known.filter { self[$0] != nil } + values.keys.filter { !ItemField.known.contains($0) }.sorted()
    }

    /// One line that says what it is; empty if nothing is known.
    package var title: String {
        var facts = facts
        for field in ItemField.known {
            if let fact = ItemField.fact(field), let value = values[field] { facts[fact] = value }
        }
        return facts.isEmpty ? "" : facts.title
    }

    /// Takes the facts of a look-up.
    package mutating func take(_ hit: ProductHit) { (facts, source) = (hit.facts, hit.source) }

    /// Takes the facts of another item of the same code.
    package mutating func takeFacts(of other: Item) { (facts, source) = (other.facts, other.source) }

    /// Takes the values of another item of the same code that this one lacks.
    ///
    /// - Returns: whether there was any.
    mutating func fill(from other: Item) -> Bool {
        let before = self
        for (field, value) in other.values where self[field] == nil && values.count < ItemField.maximumCount {
            values[field] = value
        }
        if facts.list.isEmpty { (facts, source) = (other.facts, other.source) }
        return self != before
    }

    // MARK: - JSON

    /// One object: code, quantity, title, best-before, one's own `values`, `facts`, source and times.
    package var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("code", .string(code)), .init("quantity", .integer(Int64(quantity))), .init("title", .string(title)),
        ]
        if let bestBefore { members.append(.init("best-before", .string(bestBefore.description))) }
        members.append(.init("values", valuesJSON))
        members.append(.init("facts", factsJSON))
        if !source.isEmpty { members.append(.init("source", .string(source))) }
        members.append(.init("added", .string(added.description)))
        members.append(.init("changed", .string(changed.description)))
        return .object(members)
    }

    var valuesJSON: JSONValue {
        .object(values.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) })
    }

    var factsJSON: JSONValue {
        .object(facts.list.map { JSONValue.Member($0.fact.rawValue, .string($0.text)) })
    }

    /// One's own values of such an object; members that are none are left out.
    static func values(_ object: JSONValue) -> [String: String] {
        guard case .object(let members) = object else { return [:] }
        var values: [String: String] = [:]
        for member in members.prefix(ItemField.maximumCount) {
            guard let text = member.value.string, let field = try? ItemField.named(member.key),
                !ItemField.fixed.contains(field), let value = try? ItemField.value(text, of: field)
            else { continue }
            values[field] = value
        }
        return values
    }

    /// The same of a file.
    ///
    /// - Throws: `UserError` for a member that cannot be stored.
    static func checkedValues(_ object: JSONValue) throws(UserError) -> [String: String] {
        guard case .object(let members) = object else { throw UserError("values is not an object") }
        guard members.count <= ItemField.maximumCount else {
            throw UserError("more than \(ItemField.maximumCount) fields")
        }
        for member in members {
            guard let text = member.value.string else { throw UserError("\(UserError.quoted(member.key)) is not text") }
            _ = try ItemField.value(text, of: try ItemField.named(member.key))
        }
        return values(object)
    }

    static func facts(_ object: JSONValue) -> ProductFacts {
        var facts = ProductFacts()
        for fact in ProductFact.allCases { facts[fact] = object[key: fact.rawValue]?.string }
        return facts
    }
}

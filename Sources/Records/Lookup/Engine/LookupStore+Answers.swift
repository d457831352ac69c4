import Formats
import GRDB

/// What a provider has answered for a number.
struct StoredAnswer: Sendable, Hashable {
    enum Outcome: String, Sendable { case found, missed, failed }

    let provider: String
    let outcome: Outcome
    let products: [ProviderProduct]
    /// Why it failed.
    let reason: String?
    let etag: String?
    let fetched: Double
    let expires: Double

    /// Whether it counts still. An answer of the future is one of a clock that was wrong.
    func isFresh(at now: Double) -> Bool { fetched <= now + 60 && now < expires }
}

extension LookupStore {
    /// The answers for a number, by their providers.
    static func answers(for number: ProductNumber, _ db: Database) throws -> [String: StoredAnswer] {
        let statement = try db.cachedStatement(sql: "SELECT * FROM answer WHERE gtin = ?")
        var answers: [String: StoredAnswer] = [:]
        for row in try Row.fetchAll(statement, arguments: [number.value]) {
            guard let outcome = StoredAnswer.Outcome(rawValue: row["outcome"]) else { continue }
            let answer = StoredAnswer(
                provider: row["provider"], outcome: outcome, products: ProviderProduct.stored(row["products"]),
                reason: row["reason"], etag: row["etag"], fetched: row["fetched"], expires: row["expires"])
            answers[answer.provider] = answer
        }
        return answers
    }

    /// Puts an answer in the place of the former one.
    static func keep(_ answer: StoredAnswer, for number: ProductNumber, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO answer (gtin, provider, outcome, products, reason, etag, fetched, expires)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                number.value, answer.provider, answer.outcome.rawValue,
                answer.outcome == .found ? JSONValue.array(answer.products.map(\.stored)).text : nil, answer.reason,
                answer.etag, answer.fetched, answer.expires,
            ])
    }
}

extension ProviderProduct {
    /// Its facts by their names, and `modified`.
    fileprivate var stored: JSONValue {
        var members = facts.list.map { JSONValue.Member($0.fact.rawValue, .string($0.text)) }
        if let modified { members.append(.init("modified", .integer(modified))) }
        return .object(members)
    }

    fileprivate static func stored(_ text: String?) -> [ProviderProduct] {
        guard let text, let value = try? JSONValue(parsing: Array(text.utf8)) else { return [] }
        return value.elements.map { product in
            var facts = ProductFacts()
            for fact in ProductFact.allCases { facts[fact] = product[key: fact.rawValue]?.string }
            return ProviderProduct(facts, modified: product[key: "modified"]?.integer)
        }
    }
}

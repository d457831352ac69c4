import Files
import Formats
import GRDB

/// What the user says of a product.
package struct OwnProduct: Hashable, Sendable {
    /// The user's own name and note, which replace those that were looked up; nil for none.
    package var name: String?
    package var note: String?
    /// The title of the product that it is, of several that were found; nil if nobody has chosen.
    package var choice: String?
    var changed: Double = 0

    /// Nothing.
    package init() {}

    /// An answer with what the user says.
    func completing(_ answer: LookupAnswer, for number: ProductNumber) -> LookupAnswer {
        var hits: [ProductHit] = []
        if case .found(let found) = answer { hits = found }
        if let choice, let chosen = hits.first(where: { $0.title == choice }) { hits = [chosen] }
        guard name != nil || note != nil else { return hits.isEmpty ? answer : .found(hits) }
        if hits.isEmpty {
            guard name != nil else { return answer }
            hits = [
                ProductHit(
                    number, ProductFacts(), source: "named by you", licence: "", retrieved: Timestamp(seconds: changed))
            ]
        }
        for index in hits.indices {
            if let name { (hits[index].facts[.name], hits[index].hasOwnName) = (name, true) }
            if let note { hits[index].facts[.note] = note }
        }
        return .found(hits)
    }
}

extension LookupEngine {
    /// What the user says of a product; nil for nothing.
    package func own(_ number: ProductNumber) throws(UserError) -> OwnProduct? {
        try store.read { db in try Self.own(number, db) }
    }

    private static func own(_ number: ProductNumber, _ db: Database) throws -> OwnProduct? {
        let statement = try db.cachedStatement(sql: "SELECT name, note, choice, changed FROM own WHERE gtin = ?")
        guard let row = try Row.fetchOne(statement, arguments: [number.value]) else { return nil }
        var own = OwnProduct()
        (own.name, own.note, own.choice, own.changed) = (row[0], row[1], row[2], row[3])
        return own
    }

    /// Changes what the user says of a product.
    ///
    /// - Parameter change: changes what is there; an empty text counts as none.
    package func setOwn(_ number: ProductNumber, _ change: (inout OwnProduct) -> Void) throws(UserError) {
        guard !store.isInMemory else {
            throw UserError("the name cannot be saved: the file of look-ups cannot be written")
        }
        let now = clock.now
        try store.write { db in
            var own = try Self.own(number, db) ?? OwnProduct()
            change(&own)
            // As a source's would be: one line, without control characters, of bounded length.
            var facts = ProductFacts()
            (facts[.name], facts[.note]) = (own.name, own.note)
            let (name, note, choice) = (facts[.name], facts[.note], own.choice)
            if name == nil, note == nil, choice == nil {
                return try db.execute(sql: "DELETE FROM own WHERE gtin = ?", arguments: [number.value])
            }
            try db.execute(
                sql: "INSERT OR REPLACE INTO own (gtin, name, note, choice, changed) VALUES (?, ?, ?, ?, ?)",
                arguments: [number.value, name, note, choice, now])
        }
    }
}

import Files
import Formats
import GRDB
import Lookup

/// The outcome of adding an item.
package struct Addition: Hashable, Sendable {
    /// Added, its quantity raised, or unchanged because it is there already.
    package enum Outcome: String, Sendable {
        case added
        case raised
        case alreadyThere = "already there"
        /// It was there already, and got values that it lacked.
        case completed
    }

    package let outcome: Outcome
    /// The item as it is in the collection now.
    package let item: Item
}

extension CollectionStore {
    /// The items of a collection, as they were added.
    package func items(of name: String) throws(UserError) -> [Item] {
        try read { db in
            let (id, _) = try Self.find(name, db)
            let statement = try db.cachedStatement(sql: "SELECT * FROM item WHERE collection = ? ORDER BY id")
            return try Row.fetchAll(statement, arguments: [id]).compactMap(Self.item)
        }
    }

    /// The items of a code: one for each best-before date.
    package func items(of name: String, code: String) throws(UserError) -> [Item] {
        try read { db in try Self.items(code, try Self.find(name, db).id, db) }
    }

    /// Adds items, all or none.
    ///
    /// - Parameters:
    ///   - again: what is done with one that is there; nil, the default, for what the collection says.
    ///   - isImport: whether one that is there gets what it lacks, and nothing else.
    /// - Returns: what became of each.
    package func add(
        _ items: [Item], to name: String, again: ItemCollection.Again? = nil, isImport: Bool = false
    ) throws(UserError) -> [Addition] {
        try write { db in
            let (id, collection) = try Self.find(name, db)
            let there =
                try Int.fetchOne(db, sql: "SELECT count(*) FROM item WHERE collection = ?", arguments: [id]) ?? 0
            var room = Self.maximumItems - there
            return try items.map { item in
                let addition =
                    isImport
                    ? try Self.complete(item, in: id, db)
                    : try Self.add(item, to: id, again ?? collection.again, db)
                if addition.outcome == .added { room -= 1 }
                guard room >= 0 else { throw UserError("a collection holds at most \(Self.maximumItems) items") }
                return addition
            }
        }
    }

    private static func add(
        _ item: Item, to id: Int64, _ again: ItemCollection.Again, _ db: Database
    ) throws -> Addition {
        let there = try items(item.code, id, db)
        if again == .once, let first = there.first { return Addition(outcome: .alreadyThere, item: first) }
        guard var changed = there.first(where: { $0.bestBefore == item.bestBefore }) else {
            try insert(item, id, db)
            return Addition(outcome: .added, item: item)
        }
        changed.quantity += item.quantity
        try check(changed.quantity)
        changed.values.merge(item.values) { $1 }
        try check(changed.values)
        if !item.facts.list.isEmpty { (changed.facts, changed.source) = (item.facts, item.source) }
        changed.changed = item.changed
        try update(changed, id, db)
        return Addition(outcome: .raised, item: changed)
    }

    private static func complete(_ item: Item, in id: Int64, _ db: Database) throws -> Addition {
        guard var there = try items(item.code, id, db).first(where: { $0.bestBefore == item.bestBefore }) else {
            try insert(item, id, db)
            return Addition(outcome: .added, item: item)
        }
        guard there.fill(from: item) else { return Addition(outcome: .alreadyThere, item: there) }
        try update(there, id, db)
        return Addition(outcome: .completed, item: there)
    }

    /// Changes the one item of a code.
    ///
    /// - Parameters:
    ///   - date: the best-before date of the one of several that is meant; nil, the default, where there is one.
    ///   - change: changes it; its code stays.
    /// - Returns: the item after that.
    /// - Throws: `UserError` where it is not there, several are meant, or one with its new best-before date is there.
    package func change(
        _ code: String, bestBefore date: CivilDate?? = nil, in name: String, _ change: (inout Item) throws -> Void
    ) throws(UserError) -> Item {
        try write { db in
            let (id, collection) = try Self.find(name, db)
            var item = try Self.only(code, date, id, collection, db)
            let before = item
            try change(&item)
            try Self.check(item.quantity)
            try Self.check(item.values)
            if item.bestBefore != before.bestBefore {
                if try Self.items(code, id, db).contains(where: { $0.bestBefore == item.bestBefore }) {
                    throw UserError(
                        "\(UserError.quoted(code)) already exists with that best-before date: change its quantity")
                }
                try Self.remove(before, id, db)
                try Self.insert(item, id, db)
            } else {
                try Self.update(item, id, db)
            }
            return item
        }
    }

    /// Removes the one item of a code, or some units of it.
    ///
    /// - Parameter units: nil, the default, for all.
    /// - Returns: the item, with the quantity that is left.
    package func remove(
        _ code: String, bestBefore date: CivilDate?? = nil, units: Int? = nil, from name: String, at now: Timestamp
    ) throws(UserError) -> Item {
        try write { db in
            let (id, collection) = try Self.find(name, db)
            var item = try Self.only(code, date, id, collection, db)
            item.quantity = units.map { max(0, item.quantity - $0) } ?? 0
            item.changed = now
            if item.quantity == 0 { try Self.remove(item, id, db) } else { try Self.update(item, id, db) }
            return item
        }
    }

    // MARK: - Rows

    private static func only(
        _ code: String, _ date: CivilDate??, _ id: Int64, _ collection: ItemCollection, _ db: Database
    ) throws -> Item {
        let found = try items(code, id, db).filter { date == nil || $0.bestBefore == date }
        guard let first = found.first else {
            throw UserError("\(UserError.quoted(code)) is not in \(UserError.quoted(collection.name))")
        }
        guard found.count == 1 else {
            let dates = found.map { $0.bestBefore?.description ?? "none" }.joined(separator: ", ")
            throw UserError(
                "\(UserError.quoted(code)) exists with several best-before dates: choose one with --best-before: \(dates)"
            )
        }
        return first
    }

    private static func check(_ quantity: Int) throws {
        guard 0...Item.maximumQuantity ~= quantity else {
            throw UserError("a quantity is a number from 0 to \(Item.maximumQuantity)")
        }
    }

    private static func check(_ values: [String: String]) throws {
        guard values.count <= ItemField.maximumCount else {
            throw UserError("an item has at most \(ItemField.maximumCount) fields")
        }
    }

    private static func items(_ code: String, _ id: Int64, _ db: Database) throws -> [Item] {
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM item WHERE collection = ? AND code = ? ORDER BY best_before")
        return try Row.fetchAll(statement, arguments: [id, code]).compactMap(item)
    }

    private static func insert(_ item: Item, _ id: Int64, _ db: Database) throws {
        try check(item.quantity)
        try check(item.values)
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO item (quantity, own, facts, source, changed, added, collection, code, best_before)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: columns(item) + [item.added.milliseconds] + key(item, id))
    }

    private static func update(_ item: Item, _ id: Int64, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                UPDATE item SET quantity = ?, own = ?, facts = ?, source = ?, changed = ?
                WHERE collection = ? AND code = ? AND best_before = ?
                """)
        try statement.execute(arguments: columns(item) + key(item, id))
    }

    private static func remove(_ item: Item, _ id: Int64, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM item WHERE collection = ? AND code = ? AND best_before = ?", arguments: key(item, id))
    }

    private static func columns(_ item: Item) -> StatementArguments {
        [item.quantity, item.valuesJSON.text, item.factsJSON.text, item.source, item.changed.milliseconds]
    }

    private static func key(_ item: Item, _ id: Int64) -> StatementArguments {
        [id, item.code, item.bestBefore?.description ?? ""]
    }

    /// The item of a row; what cannot be understood in it is left out.
    private static func item(_ row: Row) -> Item {
        func object(_ column: String) -> JSONValue {
            let text: String = row[column]
            return (try? JSONValue(parsing: Array(text.utf8))) ?? .null
        }
        let date: String = row["best_before"]
        return Item(
            code: row["code"], bestBefore: CivilDate.bestBefore(date), quantity: row["quantity"],
            values: Item.values(object("own")), facts: Item.facts(object("facts")), source: row["source"],
            added: Timestamp(milliseconds: row["added"]), changed: Timestamp(milliseconds: row["changed"]))
    }
}

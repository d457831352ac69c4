import Files
import Formats
import GRDB

extension CollectionStore {
    /// How many collections there can be, and items in one.
    package static let maximumCollections = 1000
    package static let maximumItems = 200_000

    /// A collection in a list of them.
    package struct Summary: Hashable, Sendable {
        package let collection: ItemCollection
        package let items: Int
        /// The sum of their quantities.
        package let units: Int
    }

    /// All collections, by their names.
    package func collections() throws(UserError) -> [Summary] {
        try read { db in
            let sql = """
                SELECT name, shape, count(item.id) AS items, coalesce(sum(quantity), 0) AS units
                FROM collection LEFT JOIN item ON item.collection = collection.id GROUP BY collection.id ORDER BY key
                """
            return try Row.fetchAll(db, sql: sql).map { row in
                Summary(collection: try Self.collection(row), items: row["items"], units: row["units"])
            }
        }
    }

    /// The collection of a name, upper and lower case alike.
    ///
    /// - Throws: `UserError` that suggests a name where there is none.
    package func collection(_ name: String) throws(UserError) -> ItemCollection {
        try read { db in try Self.find(name, db).collection }
    }

    /// Whether there is a collection of this name.
    package func contains(_ name: String) throws(UserError) -> Bool {
        try read { db in try Self.row(name, db) != nil }
    }

    /// Makes a collection.
    ///
    /// - Throws: `UserError` where one of this name is there.
    package func make(_ collection: ItemCollection) throws(UserError) {
        try write { db in
            guard try Self.row(collection.name, db) == nil else {
                throw UserError("the collection \(UserError.quoted(collection.name)) already exists")
            }
            guard try Int.fetchOne(db, sql: "SELECT count(*) FROM collection") ?? 0 < Self.maximumCollections else {
                throw UserError("there are \(Self.maximumCollections) collections already: delete one first")
            }
            try db.execute(
                sql: "INSERT INTO collection (name, key, shape) VALUES (?, ?, ?)",
                arguments: [collection.name, collection.name.lowercased(), collection.json.text])
        }
    }

    /// Changes how a collection is shown and what a second scan does, as it is at that moment.
    package func change(_ name: String, _ change: (inout ItemCollection) -> Void) throws(UserError) {
        try write { db in
            let there = try Self.find(name, db)
            var collection = there.collection
            change(&collection)
            try db.execute(
                sql: "UPDATE collection SET shape = ? WHERE id = ?", arguments: [collection.json.text, there.id])
        }
    }

    /// Deletes a collection with its items.
    ///
    /// - Returns: how many items there were.
    package func delete(_ name: String) throws(UserError) -> Int {
        try write { db in
            let (id, _) = try Self.find(name, db)
            let items = try Int.fetchOne(db, sql: "SELECT count(*) FROM item WHERE collection = ?", arguments: [id])
            try db.execute(sql: "DELETE FROM collection WHERE id = ?", arguments: [id])
            return items ?? 0
        }
    }

    private static func row(_ name: String, _ db: Database) throws -> Row? {
        try Row.fetchOne(db, sql: "SELECT * FROM collection WHERE key = ?", arguments: [name.lowercased()])
    }

    static func find(_ name: String, _ db: Database) throws -> (id: Int64, collection: ItemCollection) {
        if let row = try row(name, db) { return (row["id"], try collection(row)) }
        let names = try String.fetchAll(db, sql: "SELECT name FROM collection ORDER BY key")
        let hint = NameMatching.closest(to: name, in: names).map { "Did you mean \(UserError.shown($0))?" }
        throw UserError(
            "there is no collection \(UserError.quoted(name)). "
                + (hint ?? "`quietzone collection list` lists them, `quietzone collection new` creates one"))
    }

    private static func collection(_ row: Row) throws -> ItemCollection {
        let shape: String = row["shape"]
        let object = (try? JSONValue(parsing: Array(shape.utf8))) ?? .null
        return try ItemCollection(row["name"], object)
    }
}

import Databases
import Files
import Formats
import GRDB

/// The user's places, in one SQLite file that several programs may use at once.
///
///     let store = try PlaceStore(path)
///     try store.put([try Place(id: "store-1", name: "Market square")])
///     let list = try store.list()
package final class PlaceStore: Sendable {
    /// `QZPL`, in the file's header.
    private static let applicationID: Int32 = 0x515A_504C

    package typealias Purpose = ProgramDatabase.Purpose

    private let database: ProgramDatabase

    /// Opens the file at `path`, which is made for changing where it is missing, for this user only.
    ///
    /// - Throws: `UserError` that says what to do.
    package init(_ path: String, for purpose: Purpose = .changing) throws(UserError) {
        database = try ProgramDatabase(path, for: purpose, id: Self.applicationID, migrator: Self.migrator)
    }

    /// All places, in the order in which they were added.
    package func list() throws(UserError) -> PlaceList {
        let places = try database.read { db in
            try Row.fetchAll(db, sql: "SELECT id, value FROM place ORDER BY number").compactMap(Self.place)
        }
        return try PlaceList(places)
    }

    /// Adds places, all or none; one whose id is there already takes its place.
    ///
    /// - Returns: how many are new, and how many were replaced.
    @discardableResult
    package func put(_ places: [Place]) throws(UserError) -> (added: Int, replaced: Int) {
        try database.write { db in
            var replaced = 0
            let find = try db.cachedStatement(sql: "SELECT 1 FROM place WHERE id = ?")
            let put = try db.cachedStatement(
                sql: "INSERT INTO place (id, value) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET value = excluded.value"
            )
            for place in places {
                if try Int.fetchOne(find, arguments: [place.id]) != nil { replaced += 1 }
                try put.execute(arguments: [place.id, place.json.text])
            }
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM place") ?? 0
            guard count <= PlaceList.maximumPlaces else {
                throw UserError("there are at most \(PlaceList.maximumPlaces) places")
            }
            return (places.count - replaced, replaced)
        }
    }

    /// Removes the place with an id.
    ///
    /// - Returns: whether it was there.
    package func remove(_ id: String) throws(UserError) -> Bool {
        try database.write { db in
            try db.execute(sql: "DELETE FROM place WHERE id = ?", arguments: [id])
            return db.changesCount > 0
        }
    }

    /// The place of a row; nil for what is damaged.
    private static func place(_ row: Row) -> Place? {
        let text: String = row["value"]
        return (try? JSONValue(parsing: Array(text.utf8))).flatMap { try? Place($0) }
    }

    private static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 places") { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = \(applicationID);
                    CREATE TABLE place (
                        number INTEGER PRIMARY KEY,
                        id TEXT NOT NULL UNIQUE,
                        -- A JSON object: id, name, latitude, longitude, radius, zone, codes.
                        value TEXT NOT NULL
                    ) STRICT;
                    """)
        }
        return migrator
    }()
}

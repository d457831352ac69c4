import Databases
import Files
import GRDB

/// The user's collections, in one SQLite file that several programs may use at once. It is apart from the history: clearing that
/// leaves collections as they are.
///
///     let store = try CollectionStore(path)
///     try store.make(ItemCollection("Records", template: .music), at: now)
///     try store.add([item], to: "Records")
///
/// A rollback journal, not a write-ahead log: a file that cannot be written is read as it is.
package final class CollectionStore: Sendable {
    /// `QZCO`, in the file's header.
    private static let applicationID: Int32 = 0x515A_434F

    package typealias Purpose = ProgramDatabase.Purpose

    private let database: ProgramDatabase

    /// Opens the file at `path`, which is made for changing where it is missing, for this user only.
    ///
    /// - Throws: `UserError` that says what to do.
    package init(_ path: String, for purpose: Purpose = .changing) throws(UserError) {
        database = try ProgramDatabase(path, for: purpose, id: Self.applicationID, migrator: Self.migrator)
    }

    /// A file that cannot be written, as it is.
    init(readOnly path: String) throws(UserError) {
        database = try ProgramDatabase(readOnly: path, id: Self.applicationID, migrator: Self.migrator)
    }

    /// Reads; what fails is an error for people.
    func read<Value>(_ body: (Database) throws -> Value) throws(UserError) -> Value { try database.read(body) }

    /// Changes all or nothing. No other program comes between what is read and what is written.
    func write<Value>(_ body: (Database) throws -> Value) throws(UserError) -> Value { try database.write(body) }

    private static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 collections") { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = \(applicationID);
                    CREATE TABLE collection (
                        id INTEGER PRIMARY KEY,
                        -- As written, and in lower case.
                        name TEXT NOT NULL, key TEXT NOT NULL UNIQUE,
                        -- A JSON object of its shape: template, fields, sections, order, again.
                        shape TEXT NOT NULL
                    ) STRICT;
                    CREATE TABLE item (
                        id INTEGER PRIMARY KEY,
                        collection INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
                        code TEXT NOT NULL,
                        -- YYYY-MM-DD; empty for none.
                        best_before TEXT NOT NULL,
                        quantity INTEGER NOT NULL,
                        -- JSON objects: values of one's own, and facts that were looked up.
                        own TEXT NOT NULL, facts TEXT NOT NULL,
                        source TEXT NOT NULL,
                        -- Milliseconds since 1970.
                        added INTEGER NOT NULL, changed INTEGER NOT NULL,
                        UNIQUE (collection, code, best_before)
                    ) STRICT;
                    """)
        }
        return migrator
    }()
}

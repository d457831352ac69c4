import Databases
import Files
import GRDB

/// What look-ups remember, in one SQLite file that several programs may use at once: answers, the limits of providers, the queue.
///
/// Times are seconds since 1970, as the clock of the engine has them.
package final class LookupStore: Sendable {
    /// `QZLU`, in the file's header.
    private static let applicationID: Int32 = 0x515A_4C55

    private let database: ProgramDatabase
    /// Whether nothing of it stays.
    var isInMemory: Bool { database.isInMemory }

    /// Opens the file at `path`, which is made where it is missing, for this user only.
    ///
    /// - Throws: `UserError` that says what to do.
    package init(_ path: String) throws(UserError) {
        database = try ProgramDatabase(path, id: Self.applicationID, journal: .writeAhead, migrator: Self.migrator)
    }

    /// A store in memory, for runs that ask nobody: nothing of it stays.
    package init() throws(UserError) { database = try ProgramDatabase(Self.migrator) }

    /// Reads; what fails is an error for people.
    func read<Value>(_ body: (Database) throws -> Value) throws(UserError) -> Value { try database.read(body) }

    /// Changes all or nothing.
    func write<Value>(_ body: (Database) throws -> Value) throws(UserError) -> Value { try database.write(body) }

    private static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 look-ups") { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = \(applicationID);
                    -- What a provider has answered: outcome is found, missed or failed.
                    CREATE TABLE answer (
                        gtin INTEGER NOT NULL, provider TEXT NOT NULL, outcome TEXT NOT NULL,
                        -- A JSON array of facts; NULL unless found.
                        products TEXT, reason TEXT, etag TEXT, fetched REAL NOT NULL, expires REAL NOT NULL,
                        PRIMARY KEY (gtin, provider)
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE provider (
                        name TEXT PRIMARY KEY,
                        -- Of the bucket, when they were counted last.
                        tokens REAL NOT NULL, counted REAL NOT NULL,
                        -- Nothing is asked until then, why, and since when.
                        blocked_until REAL, blocked_since REAL, reason TEXT,
                        failures INTEGER NOT NULL DEFAULT 0
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE queue (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        gtin INTEGER NOT NULL,
                        -- The only provider that it is for; empty for all.
                        only TEXT NOT NULL,
                        asked REAL NOT NULL,
                        -- The provider that it waits for, the place of the next request among those for it, and failed tries.
                        provider TEXT NOT NULL DEFAULT '', place INTEGER NOT NULL DEFAULT 0,
                        tries INTEGER NOT NULL DEFAULT 0,
                        -- A program asks for it until then.
                        claimed_until REAL,
                        UNIQUE (gtin, only)
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("own names") { db in
            try db.execute(
                sql: """
                    CREATE TABLE own (
                        gtin INTEGER PRIMARY KEY,
                        -- The user's name of it and note on it; NULL for none.
                        name TEXT, note TEXT,
                        -- The title of the product that it is, of several that were found; NULL where nobody has chosen.
                        choice TEXT,
                        changed REAL NOT NULL
                    ) STRICT;
                    """)
        }
        return migrator
    }()
}

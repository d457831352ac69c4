import Files
import Formats
import GRDB
import Glibc

/// What look-ups remember, in one SQLite file that several programs may use at once: answers, the limits of providers, the queue.
///
/// Times are seconds since 1970, as the clock of the engine has them.
package final class LookupStore: Sendable {
    /// `QZLU`, in the file's header.
    private static let applicationID: Int32 = 0x515A_4C55

    let database: DatabaseQueue
    /// Whether nothing of it stays.
    let isInMemory: Bool

    /// Opens the file at `path`, which is made where it is missing, for this user only.
    ///
    /// - Throws: `UserError` that says what to do.
    package init(_ path: String) throws(UserError) {
        do {
            let code = Folder.make(Folder.parent(of: path) ?? "/")
            guard code == 0 else { throw UserError("\(path.onOneLine): \(String(cString: strerror(code)))") }
            var configuration = Configuration()
            configuration.busyMode = .timeout(10)
            configuration.prepareDatabase { db in
                try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF")
            }
            // SQLite gives the files beside it the same permissions.
            let file = open(path.fileSystemPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw UserError("\(path.onOneLine): \(String(cString: strerror(errno)))") }
            close(file)
            // Of several programs that open a new file at once one makes its tables, while the others wait.
            let folder = open((Folder.parent(of: path) ?? "/").fileSystemPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            defer { if folder >= 0 { close(folder) } }
            while folder >= 0, flock(folder, LOCK_EX) != 0, errno == EINTR {}
            database = try DatabaseQueue(path: path, configuration: configuration)
            try Self.check(database, path)
            isInMemory = false
            try Self.migrator.migrate(database)
        } catch {
            throw Self.error(error, path)
        }
    }

    /// A store in memory, for runs that ask nobody: nothing of it stays.
    package init() throws(UserError) {
        do {
            database = try DatabaseQueue()
            isInMemory = true
            try Self.migrator.migrate(database)
        } catch {
            throw Self.error(error, "the memory")
        }
    }

    private static func check(_ database: DatabaseQueue, _ path: String) throws {
        try database.read { db in
            // After a full disk there may be only the migrator's table.
            let tables =
                try Int.fetchOne(
                    db,
                    sql:
                        "SELECT count(*) FROM sqlite_master WHERE tbl_name NOT IN ('grdb_migrations', 'grdb_issue_102')"
                ) ?? 0
            let id = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            guard id == applicationID || (id == 0 && tables == 0) else {
                throw UserError("\(path.onOneLine) is a database of another program: move it away")
            }
            guard try !migrator.hasBeenSuperseded(db) else {
                throw UserError("\(path.onOneLine) was written by a newer version: update quietzone")
            }
        }
    }

    private static func error(_ error: any Error, _ path: String) -> UserError {
        if let error = error as? UserError { return error }
        let words = (error as? DatabaseError)?.message ?? "\(error)"
        return UserError("\(path.onOneLine) cannot be used (\(words)): move it away to start a new one")
    }

    /// Reads; what fails is an error for people.
    func read<Value>(_ body: (Database) throws -> Value) throws(UserError) -> Value {
        LoopThread.mustNotWait(for: "look-ups")
        do { return try database.read(body) } catch { throw Self.error(error, database.path) }
    }

    /// Changes all or nothing.
    func write<Value>(_ body: (Database) throws -> Value) throws(UserError) -> Value {
        LoopThread.mustNotWait(for: "look-ups")
        do {
            return try database.writeWithoutTransaction { db in
                var value: Value?
                try db.inTransaction(.immediate) {
                    value = try body(db)
                    return .commit
                }
                return value!
            }
        } catch { throw Self.error(error, database.path) }
    }

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

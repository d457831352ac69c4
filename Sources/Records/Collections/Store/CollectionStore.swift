import Files
import Formats
import GRDB
import Glibc

/// The user's collections, in one SQLite file that several programs may use at once. It is apart from the history: clearing that
/// leaves collections as they are.
///
///     let store = try CollectionStore(path)
///     try store.make(ItemCollection("Records", template: .music), at: now)
///     try store.add([item], to: "Records")
///
/// A rollback journal, not a write-ahead log: a file that cannot be written is read as it is.
package final class CollectionStore: Sendable {
    /// Why a store is opened.
    package enum Purpose: Sendable {
        /// To read it; a missing file is not a collection, and a file that cannot be written will do.
        case reading
        case changing
    }

    /// `QZCO`, in the file's header.
    private static let applicationID: Int32 = 0x515A_434F

    let database: DatabaseQueue

    /// Opens the file at `path`, which is made for changing where it is missing, for this user only.
    ///
    /// - Throws: `UserError` that says what to do.
    package init(_ path: String, for purpose: Purpose = .changing) throws(UserError) {
        LoopThread.mustNotWait(for: path)
        do {
            if purpose == .reading, !Folder.contains(path) {
                database = try DatabaseQueue()
                try Self.migrator.migrate(database)
                return
            }
            if purpose == .reading, access(path.fileSystemPath, W_OK) != 0 {
                database = try Self.readOnly(path)
                return
            }
            let code = Folder.make(Folder.parent(of: path) ?? "/")
            guard code == 0 else { throw Self.cannotWrite(path, code) }
            let file = open(path.fileSystemPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw Self.cannotWrite(path, errno) }
            close(file)
            // Of several programs that open a new file at once one makes its tables, while the others wait.
            let folder = open((Folder.parent(of: path) ?? "/").fileSystemPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            defer { if folder >= 0 { close(folder) } }
            while folder >= 0, flock(folder, LOCK_EX) != 0, errno == EINTR {}
            database = try DatabaseQueue(path: path, configuration: Self.configuration(isReadOnly: false))
            try Self.check(database, path, isComplete: false)
            try Self.migrator.migrate(database)
        } catch {
            throw Self.error(error, path)
        }
    }

    /// A file that cannot be written, as it is.
    static func readOnly(_ path: String) throws -> DatabaseQueue {
        let database = try DatabaseQueue(path: path, configuration: configuration(isReadOnly: true))
        try check(database, path, isComplete: true)
        return database
    }

    private static func cannotWrite(_ path: String, _ code: Int32) -> UserError {
        UserError(
            "\(path.onOneLine) cannot be written: \(String(cString: strerror(code))). Make the file and its folder writable"
        )
    }

    private static func configuration(isReadOnly: Bool) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF")
        }
        return configuration
    }

    /// - Parameter isComplete: whether the tables must be there already.
    private static func check(_ database: DatabaseQueue, _ path: String, isComplete: Bool) throws {
        try database.read { db in
            // After a full disk there may be only the migrator's table.
            let sql = "SELECT count(*) FROM sqlite_master WHERE tbl_name NOT IN ('grdb_migrations', 'grdb_issue_102')"
            let tables = try Int.fetchOne(db, sql: sql) ?? 0
            let id = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            guard id == applicationID || (id == 0 && tables == 0) else {
                throw UserError("\(path.onOneLine) is a database of another program: move it away")
            }
            guard try !migrator.hasBeenSuperseded(db) else {
                throw UserError("\(path.onOneLine) was written by a newer version: update quietzone")
            }
            if isComplete, try !migrator.hasCompletedMigrations(db) {
                throw UserError(
                    "\(path.onOneLine) was written by an older version and cannot be written: make it writable")
            }
        }
    }

    private static func error(_ error: any Error, _ path: String) -> UserError {
        if let error = error as? UserError { return error }
        guard let error = error as? DatabaseError else { return UserError("\(path.onOneLine): \(error)") }
        let words =
            "\(path.onOneLine) cannot be used (\(error.message ?? "SQLite's error \(error.resultCode.rawValue)"))"
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            return UserError("\(words): it is damaged. Restore a backup, or move it away to start a new one")
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
            return UserError("\(words): make the file and its folder writable")
        case .SQLITE_FULL: return UserError("\(words): free some space")
        case .SQLITE_BUSY: return UserError("\(words): another program is using it. Try again")
        default: return UserError(words)
        }
    }

    /// Reads; what fails is an error for people.
    func read<Value>(_ body: (Database) throws -> Value) throws(UserError) -> Value {
        LoopThread.mustNotWait(for: database.path)
        do { return try database.read(body) } catch { throw Self.error(error, database.path) }
    }

    /// Changes all or nothing. No other program comes between what is read and what is written.
    func write<Value>(_ body: (Database) throws -> Value) throws(UserError) -> Value {
        LoopThread.mustNotWait(for: database.path)
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

extension String {
    /// A file's name for people, on one line.
    fileprivate var onOneLine: String { String(withVisibleBytes.map { $0.isNewline ? "␊" : $0 }) }
}

import Files
import Formats
import GRDB
import Glibc

/// An SQLite file of this program, which several programs may use at once.
///
///     let database = try ProgramDatabase(path, id: 0x515A_4C55, migrator: migrator)
///     let count = try database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM item") }
package struct ProgramDatabase: Sendable {
    /// Why a file is opened.
    package enum Purpose: Sendable {
        /// To read it; a missing file is an empty one, and a file that cannot be written will do.
        case reading
        case changing
    }

    /// What SQLite writes before the file.
    package enum Journal: Sendable {
        /// A file that cannot be written can be read as it is.
        case rollback
        /// Readers and a writer do not wait for each other.
        case writeAhead
    }

    private let queue: DatabaseQueue
    /// Whether nothing of it stays.
    package let isInMemory: Bool

    /// Opens the file at `path`, which is made for changing where it is missing, for this user only.
    ///
    /// - Parameters:
    ///   - id: the application's id in the file's header, which the first migration sets.
    ///   - journal: default `.rollback`.
    /// - Throws: `UserError` that says what to do.
    package init(
        _ path: String, for purpose: Purpose = .changing, id: Int32, journal: Journal = .rollback,
        migrator: DatabaseMigrator
    ) throws(UserError) {
        LoopThread.mustNotWait(for: path)
        do {
            if purpose == .reading, !Folder.contains(path) {
                (queue, isInMemory) = (try DatabaseQueue(), true)
                try migrator.migrate(queue)
                return
            }
            isInMemory = false
            if purpose == .reading, access(path.fileSystemPath, W_OK) != 0 {
                queue = try Self.readOnly(path, id: id, migrator)
                return
            }
            let code = Folder.make(Folder.parent(of: path) ?? "/")
            guard code == 0 else { throw Self.cannotWrite(path, code) }
            // SQLite gives the files beside it the same permissions.
            let file = open(path.fileSystemPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw Self.cannotWrite(path, errno) }
            close(file)
            // Of several programs that open a new file at once one makes its tables, while the others wait.
            let folder = open((Folder.parent(of: path) ?? "/").fileSystemPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            defer { if folder >= 0 { close(folder) } }
            while folder >= 0, flock(folder, LOCK_EX) != 0, errno == EINTR {}
            queue = try DatabaseQueue(path: path, configuration: Self.configuration(isReadOnly: false, journal))
            try Self.check(queue, path, id, migrator, isComplete: false)
            try migrator.migrate(queue)
        } catch {
            throw Self.error(error, path)
        }
    }

    /// One in memory: nothing of it stays.
    package init(_ migrator: DatabaseMigrator) throws(UserError) {
        do {
            queue = try DatabaseQueue()
            isInMemory = true
            try migrator.migrate(queue)
        } catch {
            throw Self.error(error, "the memory")
        }
    }

    /// A file that cannot be written, as it is.
    package init(readOnly path: String, id: Int32, migrator: DatabaseMigrator) throws(UserError) {
        do {
            queue = try Self.readOnly(path, id: id, migrator)
            isInMemory = false
        } catch {
            throw Self.error(error, path)
        }
    }

    private static func readOnly(_ path: String, id: Int32, _ migrator: DatabaseMigrator) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: path, configuration: configuration(isReadOnly: true, .rollback))
        try check(queue, path, id, migrator, isComplete: true)
        return queue
    }

    private static func cannotWrite(_ path: String, _ code: Int32) -> UserError {
        UserError(
            "\(path.onOneLine) cannot be written: \(String(cString: strerror(code))). Make the file and its folder writable"
        )
    }

    private static func configuration(isReadOnly: Bool, _ journal: Journal) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in
            if journal == .writeAhead { try db.execute(sql: "PRAGMA journal_mode = WAL") }
            try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF")
        }
        return configuration
    }

    /// - Parameter isComplete: whether the tables must be there already.
    private static func check(
        _ queue: DatabaseQueue, _ path: String, _ applicationID: Int32, _ migrator: DatabaseMigrator, isComplete: Bool
    ) throws {
        try queue.read { db in
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
            return UserError("\(words): it is damaged. Put a copy in its place, or move it away to begin a new one")
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
            return UserError("\(words): make the file and its folder writable")
        case .SQLITE_FULL: return UserError("\(words): free some space")
        case .SQLITE_BUSY: return UserError("\(words): another program is using it. Try again")
        default: return UserError(words)
        }
    }

    /// Reads; what fails is an error for people.
    package func read<Value>(_ body: (Database) throws -> Value) throws(UserError) -> Value {
        LoopThread.mustNotWait(for: queue.path)
        do { return try queue.read(body) } catch { throw Self.error(error, queue.path) }
    }

    /// Changes all or nothing. No other program comes between what is read and what is written.
    package func write<Value>(_ body: (Database) throws -> Value) throws(UserError) -> Value {
        LoopThread.mustNotWait(for: queue.path)
        do {
            return try queue.writeWithoutTransaction { db in
                var value: Value?
                try db.inTransaction(.immediate) {
                    value = try body(db)
                    return .commit
                }
                return value!
            }
        } catch { throw Self.error(error, queue.path) }
    }
}

import Files
import Foundation
import GRDB
import Glibc

// The file of a store: opened, made, and read where it cannot be written.

extension DoorStore {
    /// Opens the file at `path`, or a new one in memory.
    static func open(_ path: String?, isNew: Bool) throws -> DatabaseQueue {
        guard let path else { return try DatabaseQueue(configuration: configuration(isWritten: false)) }
        if isNew {
            // For this user only, and never over a file that is there.
            let file = Glibc.open(path.fileSystemPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard file >= 0 else {
                throw UserError(
                    errno == EEXIST
                        ? "\(path) already exists: give the event another name, or remove that file"
                        : "\(path): \(String(cString: strerror(errno)))")
            }
            close(file)
        } else {
            // Another program's database stays as it is.
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            configuration.readonly = true
            try check(try DatabaseQueue(path: path, configuration: configuration), path)
        }
        return try DatabaseQueue(path: path, configuration: configuration(isWritten: true))
    }

    /// Opens the file at `path` to show what it holds: itself where it is of this version, else a copy in memory. Only whoever changes
    /// an event brings its file up to this version.
    static func openToRead(_ path: String) throws -> (database: DatabaseQueue, isCopy: Bool) {
        let database: DatabaseQueue
        if canBeWritten(path) {
            let file = try open(path, isNew: false)
            if try file.read(DoorSchema.migrator(isCopy: false).hasCompletedMigrations) { return (file, false) }
            database = try DatabaseQueue(configuration: configuration(isWritten: false))
            try file.backup(to: database)
        } else {
            database = try copy(of: path)
        }
        try DoorSchema.migrator(isCopy: true).migrate(database)
        return (database, true)
    }

    /// Whether a store's file and what SQLite writes beside it can be written.
    static func canBeWritten(_ path: String) -> Bool {
        access(path.fileSystemPath, W_OK) == 0 && access((Folder.parent(of: path) ?? "/").fileSystemPath, W_OK) == 0
    }

    /// A copy in memory of a store that cannot be written. SQLite writes an index beside a write-ahead log even to read it, so the files
    /// are copied first.
    static func copy(of path: String) throws -> DatabaseQueue {
        let folder = FileManager.default.temporaryDirectory.path + "/quietzone-door-\(UUID().uuidString)"
        let code = Folder.make(folder)
        guard code == 0 else { throw UserError("\(folder): \(String(cString: strerror(code)))") }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = folder + "/event.door"
        for ending in ["", "-wal"] where ending.isEmpty || Folder.contains(path + ending) {
            do {
                try AtomicFile.replace(file + ending, with: try RegularFile.read(path + ending, atMost: 1 << 30))
            } catch RegularFile.ReadError.error(let code) {
                throw UserError("\(path): \(String(cString: strerror(code)))")
            } catch RegularFile.ReadError.notRegular {
                throw UserError("\(path) is a folder or a device: name an event's file")
            } catch let error as AtomicFile.WriteError {
                throw UserError("\(folder): \(String(cString: strerror(error.code)))")
            }
        }
        let copied = try DatabaseQueue(path: file, configuration: configuration(isWritten: false))
        try check(copied, path)
        // A database in memory has no write-ahead log.
        try copied.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        let memory = try DatabaseQueue(configuration: configuration(isWritten: false))
        try copied.backup(to: memory)
        return memory
    }

    private static func check(_ database: DatabaseQueue, _ path: String) throws {
        let id = try database.read { try Int32.fetchOne($0, sql: "PRAGMA application_id") }
        guard id == DoorSchema.applicationID else {
            throw UserError("\(path) contains no event: create one with `quietzone door new`")
        }
    }

    private static func configuration(isWritten: Bool) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            db.add(function: rowDigest)
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            // What was shown as let in outlives a power cut.
            if isWritten { try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL") }
        }
        return configuration
    }
}

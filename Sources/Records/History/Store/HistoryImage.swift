import Files
import GRDB
import GRDBSQLite
import Glibc

/// A history that cannot be opened for writing, as its file and its write-ahead log were at one moment, in memory.
///
/// SQLite writes an index beside a log even to read it. A copy needs no disk, which may be full or read-only, and takes an
/// older version's file up to this schema.
struct HistoryImage {
    /// What differs when a file has changed; a new name is not a change.
    struct Stamp: Equatable {
        var device: dev_t = 0
        var inode: ino_t = 0
        var size: off_t = 0
        var seconds = 0
        var nanoseconds = 0

        /// Zeros where there is no file.
        init(_ path: String) {
            var status = stat()
            guard stat(path.fileSystemPath, &status) == 0 else { return }
            (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        }
    }

    let queue: DatabaseQueue
    private let path: String
    private let stamps: [Stamp]

    /// A larger history is not copied.
    static let largest = 1 << 30
    /// How often a file that another program writes to is read again.
    private static let maxTries = 5

    /// Reads the history at `path`; a missing file is an empty history.
    ///
    /// - Throws: `HistoryError`, also when it is not a history, damaged, of a newer version, or unreadable.
    init(_ path: String) throws {
        self.path = path
        try Self.checkBeginning(path)
        let (file, stamps) = try Self.read(path)
        self.stamps = stamps
        queue = try Self.database(file, path)
    }

    /// Makes sure that a database is at `path`, if anything is: other files are not read whole. A log may hold the first page.
    private static func checkBeginning(_ path: String) throws {
        let mark = Array("SQLite format 3\0".utf8)
        guard Stamp(path + "-wal").size == 0,
            let beginning = try? RegularFile.read(path, atMost: mark.count, close: HistoryLocks.close),
            !beginning.isEmpty, beginning != mark
        else { return }
        throw DatabaseError(resultCode: .SQLITE_NOTADB)
    }

    /// The bytes of a history with what is in its log, whatever they are.
    ///
    /// - Throws: `HistoryError` if it cannot be read, or is larger than `largest`.
    static func unchecked(_ path: String) throws(HistoryError) -> [UInt8] { try read(path).bytes }

    /// The bytes of a history with what is in its log, of one moment.
    private static func read(_ path: String) throws(HistoryError) -> (bytes: [UInt8], stamps: [Stamp]) {
        for _ in 0..<maxTries {
            let before = stamps(path)
            var file = try bytes(path)
            let log = try bytes(path + "-wal")
            // A log that grows meanwhile has the rows of before at its beginning; a file that changes may be torn.
            if stamps(path)[0] == before[0] {
                WriteAheadLog.apply(log, to: &file)
                return (file, before)
            }
            usleep(20_000)
        }
        throw HistoryError(.busy, "\(path.withVisibleBytes) is being written by another program. Try again.")
    }

    /// Whether the files are still those that were copied.
    var isCurrent: Bool { Self.stamps(path) == stamps }

    /// What the file, its log and its journal are recognised by.
    static func stamps(_ path: String) -> [Stamp] { ["", "-wal", "-journal"].map { Stamp(path + $0) } }

    private static func bytes(_ path: String) throws(HistoryError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(RegularFile.ReadError) {
            bytes = try RegularFile.read(path, atMost: largest + 1, close: HistoryLocks.close)
        } catch {
            switch error {
            case .error(ENOENT), .error(ENOTDIR):
                if let error = HistoryFile.danglingLink(path) { throw error }
                return []
            case .error(let code): throw HistoryError(call: "open", path: path, errno: code)
            case .notRegular:
                throw HistoryError(.notAHistory, "\(path.withVisibleBytes) is not a regular file. Move it away.")
            }
        }
        guard bytes.count <= largest else {
            throw HistoryError(
                .cannotOpen, "\(path.withVisibleBytes) is too large to be read without write access.")
        }
        return bytes
    }

    private static func database(_ file: [UInt8], _ path: String) throws -> DatabaseQueue {
        // An unfinished change is rolled back by the next program that can write.
        if Stamp(path + "-journal").size > 0 {
            throw HistoryError(
                .notWritable,
                "\(path.withVisibleBytes) contains an unfinished change, and is not writable to complete it.")
        }
        let queue = try connection(to: file, path)
        try queue.read { db in
            try HistoryFile.check(db, path)
            guard try file.count >= HistoryFile.size(db) else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its end is missing")
            }
        }
        try queue.write(removeCode)
        try HistorySchema.migrator.migrate(queue)
        guard try queue.read({ try $0.tableExists("scan") }) else {
            throw HistoryError(.notAHistory, "\(path.withVisibleBytes) has no table of scans. Move it away.")
        }
        return queue
    }

    /// Removes views and triggers from a copy: they hold code of the one who made the file, which need not end.
    private static func removeCode(_ db: Database) throws {
        let parts = try Row.fetchAll(db, sql: "SELECT type, name FROM sqlite_master WHERE type IN ('view', 'trigger')")
        for part in parts {
            guard let type = String.fromDatabaseValue(part[0]), let name = String.fromDatabaseValue(part[1]) else {
                continue
            }
            try db.execute(sql: "DROP \(type) \(name.quotedDatabaseIdentifier)")
        }
    }

    /// A database in memory that is the bytes of `file`, neither checked nor migrated.
    static func connection(to file: [UInt8], _ path: String) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(configuration: HistoryStore.configuration())
        if !file.isEmpty {
            try queue.writeWithoutTransaction { db in
                guard let memory = sqlite3_malloc64(UInt64(file.count)) else {
                    throw HistoryError(.other, "\(path.withVisibleBytes): out of memory.")
                }
                // SAFETY: `file.count` bytes were made there, and SQLite frees them, also when it fails.
                let bytes = UnsafeMutableRawBufferPointer(start: memory, count: file.count)
                bytes.copyBytes(from: file)
                // A database in memory has no log: "legacy" instead of "WAL" (file format 1.3.3).
                if bytes.count > 19, bytes[18] == 2, bytes[19] == 2 { (bytes[18], bytes[19]) = (1, 1) }
                let result = sqlite3_deserialize(
                    db.sqliteConnection, "main", memory.assumingMemoryBound(to: UInt8.self), Int64(file.count),
                    Int64(file.count), UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE))
                db.clearSchemaCache()
                guard result == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: result)) }
            }
        }
        return queue
    }
}

import Files
import GRDB
import Glibc
import Synchronization

/// The history's file before SQLite opens it: folders, modes, and checks.
enum HistoryFile {
    /// Held while a history is opened, so that two processes do not both make its tables.
    struct Lock {
        fileprivate let descriptor: Int32

        func release() { close(descriptor) }

        /// Puts the names in the folder on the disk.
        func sync() { fsync(descriptor) }
    }

    /// Makes missing folders (0700) and the file (0600), and locks the folder.
    ///
    /// - Returns: the lock, to be released by the caller.
    static func prepare(_ path: String) throws(HistoryError) -> Lock {
        let folder = Folder.parent(of: path) ?? "/"
        let code = Folder.make(folder)
        guard code == 0 else { throw HistoryError(call: "mkdir", path: folder, errno: code) }
        guard let lock = lockFolder(of: path) else { throw HistoryError(call: "open", path: folder, errno: errno) }

        do throws(HistoryError) {
            try makeFile(path)
        } catch {
            lock.release()
            throw error
        }
        return lock
    }

    /// Makes the file (0600) if it is missing, and makes sure that it can be read and written.
    ///
    /// A file that is there is not opened: see `HistoryLocks`.
    private static func makeFile(_ path: String) throws(HistoryError) {
        var status = stat()
        if stat(path.fileSystemPath, &status) != 0 {
            // SQLite gives its log and index files the mode of the database, but makes that by the umask.
            let file = Glibc.open(path.fileSystemPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
            let code = errno
            guard file >= 0 else { throw danglingLink(path) ?? HistoryError(call: "open", path: path, errno: code) }
            close(file)
            return
        }
        try checkKind(path)
        guard faccessat(AT_FDCWD, path.fileSystemPath, R_OK | W_OK, AT_EACCESS) == 0 else {
            throw HistoryError(call: "open", path: path, errno: errno)
        }
    }

    /// Makes sure that a regular file is at `path`, if anything is: opening a pipe would wait for its writer.
    static func checkKind(_ path: String) throws(HistoryError) {
        var status = stat()
        guard stat(path.fileSystemPath, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw HistoryError(.notAHistory, "\(path.withVisibleBytes) is a folder. Move it away.")
        default: throw HistoryError(.notAHistory, "\(path.withVisibleBytes) is not a regular file. Move it away.")
        }
    }

    /// The error that a link at `path` leads to no file; nil if there is no such link.
    static func danglingLink(_ path: String) -> HistoryError? {
        var status = stat()
        guard lstat(path.fileSystemPath, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
            stat(path.fileSystemPath, &status) != 0
        else { return nil }
        return HistoryError(
            .cannotOpen, "\(path.withVisibleBytes) is a broken link. Correct or remove it.")
    }

    /// Locks the folder of `path`; nil if it is not there.
    static func lockFolder(of path: String) -> Lock? {
        let folder = Folder.parent(of: path) ?? "/"
        let descriptor = Glibc.open(folder.fileSystemPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        lock(descriptor)
        return Lock(descriptor: descriptor)
    }

    /// Waits until the bytes of a file that is open nowhere are on the disk.
    ///
    /// - Returns: 0, or an error number.
    static func sync(_ path: String) -> Int32 {
        let descriptor = Glibc.open(path.fileSystemPath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno }
        let code = fsync(descriptor) == 0 ? 0 : errno
        HistoryLocks.close(descriptor)
        return code
    }

    /// Folders whose names are not UTF-8, each by an open descriptor.
    private static let oddFolders = Mutex<[String: Int32]>([:])

    /// What SQLite calls the file at `path`. GRDB gives it texts: a folder whose name is none is reached by a descriptor,
    /// which stays open.
    static func databasePath(_ path: String) throws(HistoryError) -> String {
        if path.isUTF8FileName { return path }
        let folder = Folder.parent(of: path) ?? "/"
        let name = path.unicodeScalars.split(separator: "/").last.map(String.init) ?? ""
        guard name.isUTF8FileName else {
            throw HistoryError(.cannotOpen, "\(path.withVisibleBytes): the name is not valid UTF-8. Choose another.")
        }
        let descriptor = oddFolders.withLock { known in
            var (now, then) = (stat(), stat())
            // Another folder may have this name by now. Connections to the former one may still need its descriptor.
            if let descriptor = known[folder], stat(folder.fileSystemPath, &now) == 0, fstat(descriptor, &then) == 0,
                now.st_dev == then.st_dev, now.st_ino == then.st_ino
            {
                return descriptor
            }
            let descriptor = Glibc.open(folder.fileSystemPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            if descriptor >= 0 { known[folder] = descriptor }
            return descriptor
        }
        guard descriptor >= 0 else { throw HistoryError(call: "open", path: folder, errno: errno) }
        return "/proc/self/fd/\(descriptor)/\(name)"
    }

    /// Whether the file at `path`, which `db` reads, is shorter than its header says, and no log has the rest.
    ///
    /// Of a last page that is cut SQLite takes what is missing for zeros.
    static func isCut(_ path: String, _ db: Database) throws -> Bool {
        var (file, log) = (stat(), stat())
        guard stat(path.fileSystemPath, &file) == 0,
            stat((path + "-wal").fileSystemPath, &log) != 0 || log.st_size == 0
        else { return false }
        return try Int(file.st_size) < size(db)
    }

    /// The bytes that the pages of `db` take by its header.
    static func size(_ db: Database) throws -> Int {
        let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        return pages * (try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
    }

    /// Makes sure that the file is empty or a history that this version can read.
    static func check(_ path: String, _ patience: Patience = Patience()) throws {
        let queue = try reader(path, patience)
        defer { closeQuietly(queue) }
        try queue.read { db in
            try check(db, path)
            guard try !isCut(path, db) else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its end is missing")
            }
        }
    }

    /// A connection to the file at `path` that only reads.
    static func reader(_ path: String, _ patience: Patience = Patience()) throws -> DatabaseQueue {
        var configuration = HistoryStore.configuration(patience)
        configuration.readonly = true
        return try DatabaseQueue(path: databasePath(path), configuration: configuration)
    }

    /// Makes sure that `db`, which is of `path`, is empty or a history that this version can read.
    static func check(_ db: Database, _ path: String) throws {
        let path = path.withVisibleBytes
        let id = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        // After a full disk there may be only the migrator's table.
        let tables =
            try Int.fetchOne(
                db,
                sql:
                    "SELECT count(*) FROM sqlite_master WHERE tbl_name NOT IN ('grdb_migrations', 'grdb_issue_102')"
            ) ?? 0
        guard id == HistorySchema.applicationID || (id == 0 && tables == 0) else {
            throw HistoryError(
                .notAHistory, "\(path) is a database of another program. Move it away to start a new history.")
        }
        guard try !HistorySchema.migrator.hasBeenSuperseded(db) else {
            throw HistoryError(
                .newerSchema, "\(path) was written by a newer version. Update quietzone to use this history.")
        }
    }

    /// What is wrong with a history that cannot be opened: one whose first page is damaged looks like none.
    static func reason(of error: any Error, path: String) -> HistoryError {
        let error = HistoryError(error, path: path)
        guard error.reason == .notAHistory, DamagedHistory.holdsScans(path) else { return error }
        return HistoryError(DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its first page"), path: path)
    }

    /// A connection that only read has nothing to lose when closing fails; its `deinit` tries again.
    private static func closeQuietly(_ queue: DatabaseQueue) { _ = try? queue.close() }

    /// Waits for another process that is opening, but no longer than for any other call. Where the file
    /// system has no such locks, opening goes on without: the race is rare and only ends in an error.
    private static func lock(_ descriptor: Int32) {
        let deadline = ContinuousClock.now + .seconds(HistoryStore.busyTimeoutSeconds)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < deadline else { return }
            usleep(2000)
        }
    }
}

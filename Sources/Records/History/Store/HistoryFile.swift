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

        // SQLite gives its log and index files the mode of the database, but makes that by the umask.
        let file = Glibc.open(path.fileSystemPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        let failure = errno
        guard file >= 0 else {
            lock.release()
            if failure == EISDIR { throw HistoryError(.notAHistory, "\(path) is a folder. Move it away.") }
            throw HistoryError(call: "open", path: path, errno: failure)
        }
        var status = stat()
        let isFile = fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        close(file)
        guard isFile else {
            lock.release()
            throw HistoryError(.notAHistory, "\(path) is no regular file. Move it away.")
        }
        return lock
    }

    /// Locks the folder of `path`; nil where it is not there.
    static func lockFolder(of path: String) -> Lock? {
        let folder = Folder.parent(of: path) ?? "/"
        let descriptor = Glibc.open(folder.fileSystemPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        lock(descriptor)
        return Lock(descriptor: descriptor)
    }

    /// Folders whose names are no UTF-8, each by an open descriptor.
    private static let oddFolders = Mutex<[String: Int32]>([:])

    /// What SQLite calls the file at `path`. GRDB gives it texts: a folder whose name is none is reached by a descriptor,
    /// which stays open.
    static func databasePath(_ path: String) throws(HistoryError) -> String {
        if path.isUTF8FileName { return path }
        let folder = Folder.parent(of: path) ?? "/"
        let name = path.unicodeScalars.split(separator: "/").last.map(String.init) ?? ""
        guard name.isUTF8FileName else {
            throw HistoryError(.cannotOpen, "\(path.withVisibleBytes): this name is no UTF-8. Choose another.")
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

    /// Whether the file at `path` has less pages than its header says, and no log has the others.
    ///
    /// SQLite notices only when it reads one of them, and of the last one takes what is missing for zeros.
    static func isCut(_ path: String) -> Bool {
        var (file, log) = (stat(), stat())
        guard stat(path.fileSystemPath, &file) == 0,
            stat((path + "-wal").fileSystemPath, &log) != 0 || log.st_size == 0,
            let header = try? RegularFile.read(path, atMost: 100), header.count == 100
        else { return false }
        func number(_ at: Int) -> Int { header[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard header.starts(with: "SQLite format 3\0".utf8), number(68) == Int(HistorySchema.applicationID) else {
            return false
        }
        let size = Int(header[16]) << 8 | Int(header[17])
        // The count is right where it was written with the last change (file format 1.3.7).
        return number(24) == number(92) && Int(file.st_size) < number(28) * (size == 1 ? 65536 : size)
    }

    /// Makes sure that the file is empty or a history that this version can read.
    static func check(_ path: String, _ patience: Patience = Patience()) throws {
        guard !isCut(path) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its end is missing") }
        var configuration = HistoryStore.configuration(patience)
        configuration.readonly = true
        let queue = try DatabaseQueue(path: databasePath(path), configuration: configuration)
        defer { closeQuietly(queue) }
        try queue.read { try check($0, path) }
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
                .notAHistory, "\(path) is a database of another program. Move it away to begin a new history.")
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

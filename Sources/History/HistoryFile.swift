import Foundation
import GRDB
import Glibc

/// The file of the history before SQLite has it: folders, modes, and what it is.
enum HistoryFile {
    /// Held while a history is opened, so that two processes do not both make its tables.
    struct Lock {
        fileprivate let descriptor: Int32

        func release() { close(descriptor) }
    }

    /// Makes what is missing of the folders (0700) and the file (0600), and locks the folder.
    ///
    /// - Returns: the lock, to be released by the caller.
    static func prepare(_ path: String) throws(HistoryError) -> Lock {
        let folder = (path as NSString).deletingLastPathComponent
        try makeFolder(folder.isEmpty ? "." : folder)
        guard let lock = lockFolder(of: path) else { throw HistoryError(call: "open", path: folder, errno: errno) }

        // SQLite gives its log and index files the mode of the database, but makes that by the umask.
        let file = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        let code = errno
        guard file >= 0 else {
            lock.release()
            if code == EISDIR { throw HistoryError(.notAHistory, "\(path) is a folder. Move it away.") }
            throw HistoryError(call: "open", path: path, errno: code)
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
        let folder = (path as NSString).deletingLastPathComponent
        let descriptor = Glibc.open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        lock(descriptor)
        return Lock(descriptor: descriptor)
    }

    /// Makes sure that the file is empty or a history that this version can read.
    static func check(_ path: String) throws {
        var configuration = HistoryStore.configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { closeQuietly(queue) }
        try queue.read { db in
            let id = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            // One that a full disk let begin only has the migrator's own table.
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
    }

    /// A connection that only read has nothing to lose when closing fails; its `deinit` tries again.
    private static func closeQuietly(_ queue: DatabaseQueue) { _ = try? queue.close() }

    private static func makeFolder(_ folder: String) throws(HistoryError) {
        if mkdir(folder, 0o700) == 0 { return }
        var code = errno
        if code == ENOENT {
            let parent = (folder as NSString).deletingLastPathComponent
            guard !parent.isEmpty, parent != folder else {
                throw HistoryError(call: "mkdir", path: folder, errno: code)
            }
            try makeFolder(parent)
            if mkdir(folder, 0o700) == 0 { return }
            code = errno
        }
        if code == EEXIST { return }
        // On a read-only file system even an existing folder is refused so.
        var status = stat()
        if stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
        throw HistoryError(call: "mkdir", path: folder, errno: code)
    }

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

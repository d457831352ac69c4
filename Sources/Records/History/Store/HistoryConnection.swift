import Files
import Foundation
import GRDB
import Glibc
import Synchronization

/// The connections to the history's file: opened when possible, and reopened when the path is no longer the open file.
final class HistoryConnection: Sendable {
    /// The identity of the file at a path.
    struct Identity: Equatable {
        let device: dev_t
        let inode: ino_t

        init?(_ path: String) {
            var status = stat()
            // A database has one page at least: an empty file was cut.
            guard stat(path.fileSystemPath, &status) == 0, status.st_size > 0 else { return nil }
            device = status.st_dev
            inode = status.st_ino
        }
    }

    private struct Opened {
        let pool: any DatabaseWriter
        /// Nil for one in memory, as the identity.
        let locks: HistoryLocks?
        let identity: Identity?
        /// Its log and its index beside it, by their endings.
        let companions: [String: Identity]
    }

    private static let endings = ["-wal", "-shm"]

    /// The path of the file; of a history in memory, what messages call it.
    let path: String
    let patience = Patience()
    private let opened: Mutex<Opened?>
    private let isClosed = Atomic(false)
    private let image = Mutex<HistoryImage?>(nil)
    /// Whether it is in no file, and gone when it is closed.
    let isInMemory: Bool

    /// The connections to `path`, not opened yet.
    init(path: String) {
        self.path = path
        isInMemory = false
        opened = Mutex(nil)
    }

    /// The connection to a new history in memory, called `name` in messages.
    init(inMemory name: String) throws {
        path = name
        let queue = try DatabaseQueue(configuration: HistoryStore.configuration())
        try HistorySchema.migrator.migrate(queue)
        isInMemory = true
        opened = Mutex(Opened(pool: queue, locks: nil, identity: nil, companions: [:]))
    }

    /// The pool, opened now if it is not; of a history in memory, its only connection.
    ///
    /// - Parameter isPatient: whether opening waits for another program as long as other calls do; default false, as the
    ///   next call tries again.
    /// - Throws: `HistoryError`, or what GRDB throws.
    func pool(isPatient: Bool = false) throws -> any DatabaseWriter {
        LoopThread.mustNotWait(for: "the history")
        if let pool = opened.withLock({ $0?.pool }) { return pool }
        guard !isInMemory, !isClosed.load(ordering: .acquiring) else {
            throw HistoryError(.cannotOpen, "\(path) is closed")
        }
        let made = isPatient ? try open() : try patience.hurried(open)
        return opened.withLock { current in
            // Another thread may have opened it meanwhile: that pool is used.
            if let current { return current.pool }
            current = made
            return made.pool
        }
    }

    /// The reader of the history: the pool, or a copy in memory where it can be read but not written now.
    ///
    /// - Throws: why the pool cannot be opened, when the history cannot be read either.
    func reader() throws -> any DatabaseReader {
        LoopThread.mustNotWait(for: "the history")
        if isInMemory { return try pool() }
        do {
            let pool = try pool()
            // A further connection may fail where the first did not, on a disk that is full by now.
            _ = try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
            image.withLock { $0 = nil }
            return pool
        } catch {
            let error = HistoryError(error, path: path)
            // A new connection writes; while another program writes, it would wait for that.
            guard error.isAboutWriting || error.reason == .busy else { throw error }
            return try image.withLock { image in
                if let image, image.isCurrent { return image.queue }
                do {
                    let new = try HistoryImage(path)
                    image = new
                    return new.queue
                } catch let other as HistoryError where other.isAboutWriting || other.reason == .busy {
                    throw error
                }
            }
        }
    }

    /// Checkpoints the log into the file and truncates it. What another program reads stays.
    func emptyLog() throws {
        guard !isInMemory, let pool = opened.withLock({ $0?.pool }) else { return }
        try patience.hurried { try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } }
    }

    /// The same, and makes sure that nothing is left in the log.
    ///
    /// - Throws: what GRDB throws, and `HistoryError` where another program reads what is in the log.
    func moveLogIntoFile() throws {
        try pool().writeWithoutTransaction { db in
            let frames = try db.checkpoint(.truncate)
            guard frames.walFrameCount == 0 || frames.walFrameCount == frames.checkpointedFrameCount else {
                throw DatabaseError(resultCode: .SQLITE_BUSY)
            }
        }
    }

    /// Whether the path names another file than the one that is open, or none: removed, moved, cut or replaced.
    var isGone: Bool {
        guard let identity = opened.withLock({ $0?.identity }) else { return false }
        return Identity(path) != identity
    }

    /// Closes the file that is open, and moves what lies at the path out of the way unless it is a history.
    ///
    /// - Parameter rescue: reads from the file that is open what the next one needs.
    /// - Returns: where what lay at the path is now, nil when nothing was moved; and what was read, nil when that failed.
    func abandon<Rescued>(_ rescue: (Database) throws -> Rescued) -> (moved: String?, rescued: Rescued?) {
        let former = opened.withLock { opened in
            defer { opened = nil }
            return opened
        }
        // By the writer, which has the file open: a reader might be opened now, by the path.
        let rescued = try? former?.pool.writeWithoutTransaction(rescue)
        // SQLite leaves the log of a file that has moved as it is: what is in it goes into the file, wherever that is now.
        try? former?.pool.writeWithoutTransaction { _ = try $0.checkpoint(.passive) }
        withExtendedLifetime(former) { try? former?.pool.close() }
        // Another program may be making a new history there.
        let lock = HistoryFile.lockFolder(of: path)
        defer { lock?.release() }
        let name = "\(path).replaced-\(UInt64(Date().timeIntervalSince1970 * 1000))"
        // The log of one file would be taken for that of the next. That of another program's new history stays.
        for ending in Self.endings {
            guard let mine = former?.companions[ending], Identity(path + ending) == mine else { continue }
            rename((path + ending).fileSystemPath, (name + ending).fileSystemPath)
        }
        if Identity(path) != nil, (try? HistoryFile.check(path)) != nil { return (nil, rescued) }
        return (rename(path.fileSystemPath, name.fileSystemPath) == 0 ? name : nil, rescued)
    }

    /// Ends the connections, with the log in the file.
    func close() {
        try? emptyLog()
        isClosed.store(true, ordering: .releasing)
        // SQLite crashes where it is asked by a connection that is closed: nobody gets this one any more.
        let last = opened.withLock { opened in
            defer { opened = nil }
            return opened
        }
        // One in memory goes with the last who still reads it.
        guard let pool = last?.pool as? DatabasePool else { return }
        // The last connection to be closed removes log and index; GRDB would close those last that may only read.
        pool.invalidateReadOnlyConnections()
        withExtendedLifetime(last) { try? pool.close() }
    }

    private func open() throws -> Opened {
        let lock = try HistoryFile.prepare(path)
        defer { lock.release() }
        let locks = HistoryLocks(path)
        // Read-only first: putting another program's database into WAL mode would change it.
        try HistoryFile.check(path, patience)
        let pool = try DatabasePool(
            path: HistoryFile.databasePath(path), configuration: HistoryStore.configuration(patience))
        // GRDB sets NORMAL for WAL, under which a loss of power undoes the last transactions.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        // One that is up to date needs no writing.
        if try !pool.writeWithoutTransaction(HistorySchema.migrator.hasCompletedMigrations) {
            try HistorySchema.migrator.migrate(pool)
        }
        let companions = Self.endings.compactMap { ending in Identity(path + ending).map { (ending, $0) } }
        return Opened(
            pool: pool, locks: locks, identity: Identity(path), companions: Dictionary(uniqueKeysWithValues: companions)
        )
    }
}

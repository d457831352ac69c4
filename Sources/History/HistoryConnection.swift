import Foundation
import GRDB
import Glibc
import Synchronization

/// The connections to the history's file: opened when they can be, and anew when the file is no longer theirs.
final class HistoryConnection: Sendable {
    /// What a path names, as far as another file differs.
    private struct Identity: Equatable {
        let device: dev_t
        let inode: ino_t

        init?(_ path: String) {
            var status = stat()
            // A database has one page at least: an empty file was cut.
            guard stat(path, &status) == 0, status.st_size > 0 else { return nil }
            device = status.st_dev
            inode = status.st_ino
        }
    }

    private struct Opened {
        let pool: DatabasePool
        let identity: Identity?
        /// Its log and its index beside it, by their endings.
        let companions: [String: Identity]
    }

    private static let endings = ["-wal", "-shm"]

    private let path: String
    private let patience: Patience
    private let opened: Mutex<Opened?>

    /// The connections to `path`, not opened yet.
    init(path: String, patience: Patience) {
        self.path = path
        self.patience = patience
        opened = Mutex(nil)
    }

    /// The pool, opened now if it is not.
    ///
    /// - Parameter isPatient: whether opening waits for another program as long as other calls do; default false, as the
    ///   next call tries again.
    /// - Throws: `HistoryError`, or what GRDB throws.
    func pool(isPatient: Bool = false) throws -> DatabasePool {
        if let pool = opened.withLock({ $0?.pool }) { return pool }
        let made = isPatient ? try open() : try patience.hurried(open)
        return opened.withLock { current in
            // Another thread may have been faster: its pool is as good.
            if let current { return current.pool }
            current = made
            return made.pool
        }
    }

    /// Whether the path names another file than the one that is open, or none: removed, moved, cut or replaced.
    var isGone: Bool {
        guard let identity = opened.withLock({ $0?.identity }) else { return false }
        return Identity(path) != identity
    }

    /// Lets go of the file that is open, and moves what lies at the path out of the way unless it is a history.
    ///
    /// - Returns: where it lies now; nil when nothing was moved.
    func abandon() -> String? {
        let former = opened.withLock { opened in
            defer { opened = nil }
            return opened
        }
        // SQLite leaves the log of a file that has moved as it is: what is in it goes into the file, wherever that is now.
        try? former?.pool.writeWithoutTransaction { _ = try $0.checkpoint(.passive) }
        try? former?.pool.close()
        // Another program may be making a new history there.
        let lock = HistoryFile.lockFolder(of: path)
        defer { lock?.release() }
        let name = "\(path).replaced-\(UInt64(Date().timeIntervalSince1970 * 1000))"
        // The log of one file would be taken for that of the next. That of another program's new history stays.
        for ending in Self.endings {
            guard let mine = former?.companions[ending], Identity(path + ending) == mine else { continue }
            rename(path + ending, name + ending)
        }
        if Identity(path) != nil, (try? HistoryFile.check(path)) != nil { return nil }
        return rename(path, name) == 0 ? name : nil
    }

    /// Ends the connections.
    func close() { try? opened.withLock { $0?.pool }?.close() }

    private func open() throws -> Opened {
        let lock = try HistoryFile.prepare(path)
        defer { lock.release() }
        // Read-only first: putting another program's database into WAL mode would change it.
        try HistoryFile.check(path)
        let pool = try DatabasePool(path: path, configuration: HistoryStore.configuration(patience))
        // GRDB sets NORMAL for WAL, under which a loss of power undoes the last transactions.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        // One that is up to date needs no writing.
        if try !pool.writeWithoutTransaction(HistorySchema.migrator.hasCompletedMigrations) {
            try HistorySchema.migrator.migrate(pool)
        }
        let companions = Self.endings.compactMap { ending in Identity(path + ending).map { (ending, $0) } }
        return Opened(
            pool: pool, identity: Identity(path), companions: Dictionary(uniqueKeysWithValues: companions))
    }
}

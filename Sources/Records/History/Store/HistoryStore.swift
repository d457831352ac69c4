import Foundation
import GRDB
import Symbols
import Synchronization

/// The scans that are kept, in an SQLite database.
///
/// Safe to use from any thread, and by several processes on one file at once: the file is in WAL mode, so
/// that reading never waits for a writer, and a writer waits up to 5 s for another. A pool rather than a
/// queue holds the connections, so that the screen lists and an export runs while scans are being added.
package final class HistoryStore: Sendable {
    package let path: String
    let connection: HistoryConnection
    /// The scans that this store was given, for a history that was removed, without those deleted since.
    private let ofThisRun = Mutex<[Int64: HistoryEntry]>([:])
    private let destinationNames = Mutex<[String]>([])
    private let replacement = Mutex<String?>(nil)
    /// What is still to go into a new file, after the open one was gone; nil for nothing.
    private let loss = Mutex<Loss?>(nil)
    /// What calls have found to be damaged since the last `mend`; nil for nothing.
    let damage = Mutex<Damage?>(nil)
    /// Held while it is repaired.
    let mending = NSLock()
    private let obstacle = Mutex<HistoryError?>(nil)

    /// How long a call waits for another process before it gives up.
    static let busyTimeoutSeconds = 5.0
    /// Maximum of scans remembered for a history that was removed: a few hundred megabytes.
    static let maxRemembered = 100_000

    private init(_ connection: HistoryConnection) { (self.connection, path) = (connection, connection.path) }

    var patience: Patience { connection.patience }

    /// The connections, opened if they are not yet.
    var pool: any DatabaseWriter { get throws { try connection.pool() } }

    /// The purpose for which a history is opened.
    package enum Use: Sendable {
        /// Changing it: one that another program holds, or that cannot be written, is an error.
        case changing
        /// Reading it: what cannot be written is read as it is.
        case reading
        /// Keeping scans, which can wait: it is opened by the first call that can, and calls until then throw; what can be
        /// read of it is.
        case keeping
    }

    /// Opens the history at `path`, brought up to this version's schema; made if it is not there.
    ///
    /// Missing folders are made with mode 0700 and files with 0600; what exists keeps its mode.
    /// - Parameter use: what for; default changing it.
    /// - Throws: `HistoryError`; a file that is not a history, damaged or of a newer version is left as it is;
    ///   a damaged one only where it is not for keeping scans, see `recover`.
    package static func open(at path: String, for use: Use = .changing) throws(HistoryError) -> HistoryStore {
        let store = HistoryStore(HistoryConnection(path: path))
        do {
            _ = try store.connection.pool(isPatient: use == .changing)
        } catch {
            let error = HistoryFile.reason(of: error, path: path)
            if use == .reading, error.reason == .busy { return try store.readableWhileBusy() }
            if use == .keeping, error.reason == .damaged { return store.mended() }
            let canWait = use == .keeping && error.reason == .busy
            guard canWait || (use != .changing && error.isAboutWriting) else { throw error }
            store.obstacle.withLock { $0 = error }
            guard !canWait else { return store }
            do {
                _ = try store.connection.reader()
            } catch {
                let error = HistoryError(error, path: path)
                // What cannot even be read may be in order again later; what is not a history never is.
                guard use == .keeping, error.isAboutWriting || error.reason == .busy else { throw error }
            }
        }
        return store
    }

    /// The store, which another program writes to now: it is read from memory, or else waited for.
    private func readableWhileBusy() throws(HistoryError) -> HistoryStore {
        if (try? connection.reader()) == nil {
            try perform { _ = try connection.pool(isPatient: true) }
        }
        return self
    }

    /// The store, once what can be saved of its damaged file is in a new one; where that cannot be made yet scans wait.
    private func mended() -> HistoryStore {
        do {
            let recovery = try Self.recover(at: path)
            _ = try connection.pool(isPatient: true)
            if let recovery { tellReplacement(recovery.description) }
        } catch {
            note(error)
            meet(.file)
            obstacle.withLock { $0 = HistoryError(error, path: path) }
        }
        return self
    }

    /// A new history in no file: gone when it is closed, and however else the process ends.
    ///
    /// - Parameter name: what messages call it.
    package static func inMemory(called name: String) throws(HistoryError) -> HistoryStore {
        do {
            return HistoryStore(try HistoryConnection(inMemory: name))
        } catch { throw HistoryError(error, path: name) }
    }

    package var isInMemory: Bool { connection.isInMemory }

    // MARK: - What calls share

    /// Who else gets what is kept from now on, by name: it is written into the outbox with the scan; default nobody.
    package var destinations: [String] {
        get { destinationNames.withLock { $0 } }
        set { destinationNames.withLock { $0 = newValue } }
    }

    /// Why scans cannot be kept when it was opened; nil if they can.
    package var whyNotKept: HistoryError? { obstacle.withLock { $0 } }

    /// What happened to the file since the last call: a line for the user, nil for nothing.
    package func takeReplacement() -> String? {
        replacement.withLock { line in
            defer { line = nil }
            return line
        }
    }

    /// The next call of `takeReplacement` tells `line`.
    func tellReplacement(_ line: String) { replacement.withLock { $0 = line } }

    /// Something damaged was found. A file that is damaged stays so, whatever is found of its index.
    func meet(_ met: Damage) { damage.withLock { $0 = $0 == .file ? .file : met } }

    /// `entry` was kept, so scans can be.
    func rememberKept(_ entry: HistoryEntry) {
        obstacle.withLock { $0 = nil }
        ofThisRun.withLock { if $0.count < Self.maxRemembered { $0[entry.id] = entry } }
    }

    /// `entry` was changed: it is remembered as it is now where it is one of this run.
    func rememberChanged(_ entry: HistoryEntry) {
        ofThisRun.withLock { if $0[entry.id] != nil { $0[entry.id] = entry } }
    }

    /// `entry` is back from the bin.
    func rememberRestored(_ entry: HistoryEntry) { ofThisRun.withLock { $0[entry.id] = entry } }

    /// The entries numbered `ids` were deleted.
    func forgetDeleted(_ ids: [Int64]) { ofThisRun.withLock { run in for id in ids { run[id] = nil } } }

    // MARK: - A file that is gone

    /// A file that is gone.
    private struct Loss {
        /// Where what lay at its path is now; nil if nothing was moved.
        let moved: String?
        /// What waited to be delivered; nil if it could not be read.
        let outbox: [OutboxRow]?
    }

    /// Notices that the file is no longer the one that is open, and makes a new one of what is in memory of this run and waits to be
    /// delivered. Where that fails, the next call goes on with it.
    func renewIfGone() throws {
        if connection.isGone {
            let (moved, outbox) = connection.abandon(OutboxRow.all)
            loss.withLock { loss in
                let rows = loss.map { $0.outbox.flatMap { before in outbox.map { before + $0 } } } ?? outbox
                loss = Loss(moved: moved ?? loss?.moved, outbox: rows)
            }
        }
        guard let loss = loss.withLock({ $0 }) else { return }
        let scans = ofThisRun.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value)
        let numbered = try pool.write { db in
            var insertion = try HistoryInsertion(db)
            // Some may be there: the new file may be made of the log of the old one.
            let numbered = try scans.map { entry in
                let (id, isNew) = try insertion.insertMissing(entry)
                // Which of them were delivered is not known: each is delivered at least once.
                if loss.outbox == nil, isNew { try enqueue(self.entry(id, db), db) }
                return (id, entry)
            }
            for row in loss.outbox ?? [] { try row.insert(db) }
            return numbered
        }
        self.loss.withLock { $0 = nil }
        ofThisRun.withLock { $0 = Dictionary(uniqueKeysWithValues: numbered) }
        let left = loss.moved.map { "; what was there is now \($0)" } ?? ""
        let number = scans.count == 1 ? "the scan" : "the \(scans.count) scans"
        tellReplacement(
            "\(path) was removed or replaced while it was in use: \(number) of this run went into a new one\(left)")
    }

    // MARK: - Calls

    static func configuration(_ patience: Patience = Patience()) -> Configuration {
        var configuration = Configuration()
        configuration.label = "history"
        configuration.busyMode = .callback(patience.waits)
        // A deleted scan may have held a password: its bytes are overwritten.
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA secure_delete = ON")
            db.add(function: FoldedText.function)
            db.add(function: NearCondition.function)
        }
        return configuration
    }

    /// From now on waits for another process a quarter of a second at most: for a program that is about to end.
    package func hurry() { patience.hurry() }

    /// Ends the connections; the write-ahead log goes into the main file when no other process has it open. Calls after
    /// this one fail. A file that was removed is made again first, see `takeReplacement`.
    package func close() {
        try? renewIfGone()
        connection.close()
    }

    /// Links the scans numbered `ids` to the picture at `path` that they were seen in; those that were deleted meanwhile
    /// are passed over.
    /// - Returns: how many were linked.
    @discardableResult
    package func setPicture(_ path: String, ofScans ids: [Int64]) throws(HistoryError) -> Int {
        try execute("UPDATE scan SET picture = \(SQL.text(path)) WHERE id IN \(SQL.list(ids))")
    }

    /// What `body` reads of one moment; from memory where the history can be read but not written.
    func reading<T>(_ body: (Database) throws -> T) throws(HistoryError) -> T {
        try perform { try connection.reader().read(body) }
    }

    /// Calls `body` in a transaction.
    func writing<T>(_ body: (Database) throws -> T) throws(HistoryError) -> T {
        try perform { try pool.write(body) }
    }

    /// What `make` makes of each row that `sql` selects.
    func rows<T>(_ sql: SQL, _ make: (Row) throws -> T) throws(HistoryError) -> [T] {
        try reading { try Row.fetchAll($0, SQLRequest(literal: sql)).map(make) }
    }

    /// Makes one change.
    ///
    /// - Returns: how many rows it has changed.
    @discardableResult
    func execute(_ sql: SQL) throws(HistoryError) -> Int {
        try writing { db in
            try db.execute(literal: sql)
            return db.changesCount
        }
    }

    /// What `body` throws becomes a `HistoryError`.
    func perform<T>(_ body: () throws -> T) throws(HistoryError) -> T {
        do {
            return try body()
        } catch {
            note(error)
            throw HistoryError(error, path: path)
        }
    }
}

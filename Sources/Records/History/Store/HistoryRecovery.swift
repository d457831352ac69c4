import Files
import Foundation
import GRDB
import Glibc

/// What was saved of a damaged history.
package struct HistoryRecovery: Sendable, Hashable, CustomStringConvertible {
    /// Where the damaged file lies now.
    package let aside: String
    /// How many scans are in the new one, those of the bin among them.
    package internal(set) var recovered: Int
    /// Whether parts could not be read.
    package internal(set) var isPartial: Bool

    /// A line for the user.
    package var description: String {
        let what = "\(recovered) \(recovered == 1 ? "scan" : "scans")"
        let rest = isPartial ? "; parts of it could not be read" : ""
        return
            "the history was damaged: \(what) saved into a new one\(rest); the damaged file is now \(aside.withVisibleBytes)"
    }
}

extension HistoryStore {
    /// Makes a new history of what can be read of a damaged one, and puts it in its place; the damaged one is set aside. Nothing is
    /// deleted, and the path names one of both at every moment.
    ///
    /// The new one is checked, and on the disk, before it takes the place.
    ///
    /// - Returns: nil if it is in order, or another program has put another file there meanwhile.
    /// - Throws: `HistoryError` when the damaged one cannot be read, or the new one cannot be made; the damaged one stays where it is.
    package static func recover(at path: String) throws(HistoryError) -> HistoryRecovery? {
        do { return try RecoveryRun(path).run() } catch { throw HistoryError(error, path: path) }
    }
}

/// One recovery, under way.
struct RecoveryRun {
    private let path: String
    let aside: String
    /// The new history until it is whole.
    let new: String

    init(_ path: String) {
        self.path = path
        let time = UInt64(Date().timeIntervalSince1970 * 1000)
        aside = "\(path).damaged-\(time)"
        new = "\(path).new-\(getpid())-\(time)"
    }

    func run() throws -> HistoryRecovery? {
        removeUnfinished()
        let damaged = HistoryConnection.Identity(path)
        let reader = try DamagedHistory(path)
        if try reader.isInOrder() { return nil }
        var recovery = HistoryRecovery(aside: aside, recovered: 0, isPartial: false)
        do {
            recovery.recovered = try makeNew(of: reader)
            guard try exchange(ifStill: damaged) else {
                removeNew()
                return nil
            }
        } catch {
            removeNew()
            throw error
        }
        recovery.isPartial = reader.isPartial
        // Another program may have kept scans in the damaged one until it was set aside.
        if HistoryImage.stamps(aside) != reader.stamps {
            do {
                recovery.recovered += try addWhatFollowed()
            } catch {
                recovery.isPartial = true
            }
        }
        return recovery
    }

    /// Makes the new history, whole and on the disk.
    ///
    /// - Returns: how many scans are in it.
    private func makeNew(of reader: DamagedHistory) throws -> Int {
        let store = try HistoryStore.open(at: new)
        defer { store.close() }
        let count = try fill(store, from: reader, copyingOthers: true)
        try store.connection.moveLogIntoFile()
        store.close()
        try verify(count)
        return count
    }

    /// Makes sure that the new file alone holds `count` scans, and is on the disk.
    func verify(_ count: Int) throws {
        guard HistoryImage.Stamp(new + "-wal").size == 0, try found(count) else {
            throw HistoryError(
                .notWritable,
                """
                \(path.withVisibleBytes) is damaged, and the new history could not be written completely. The damaged \
                file is unchanged. Check the disk and its free space, then run `quietzone history recover`.
                """)
        }
        // The reader has made them; neither holds anything.
        for ending in ["-wal", "-shm"] { unlink((new + ending).fileSystemPath) }
        let code = HistoryFile.sync(new)
        guard code == 0 else { throw HistoryError(call: "fsync", path: new, errno: code) }
    }

    /// Whether the new file is in order and holds `count` scans.
    private func found(_ count: Int) throws -> Bool {
        do {
            guard try HistoryStore.fileProblems(at: new).isEmpty else { return false }
            return try HistoryFile.reader(new).read { db in
                try Int.fetchOne(db, sql: "SELECT (SELECT count(*) FROM scan) + (SELECT count(*) FROM bin)") == count
            }
        } catch let error as DatabaseError where error.isAboutContent {
            return false
        }
    }

    private func addWhatFollowed() throws -> Int {
        let store = try HistoryStore.open(at: path)
        defer { store.close() }
        return try fill(store, from: DamagedHistory(aside), copyingOthers: false)
    }

    /// Puts what can be read into `store`, but for whatalready exists.
    ///
    /// - Returns: how many scans.
    private func fill(_ store: HistoryStore, from reader: DamagedHistory, copyingOthers: Bool) throws -> Int {
        // First, so that sessions keep their numbers.
        if copyingOthers { try store.pool.write { try reader.copyOthers(to: $0) } }
        var count = 0
        for table in DamagedHistory.Table.allCases {
            try reader.forEachBatch(of: table) { (entries: [HistoryEntry]) throws(HistoryError) in
                let numbers = try store.takeOver(entries)
                count += numbers.count
                if table == .bin { _ = try store.delete(.ids(numbers)) }
            }
        }
        return count
    }

    /// Sets the damaged file aside with its log, and puts the new one in its place.
    ///
    /// - Returns: false if something else is there by now.
    func exchange(ifStill damaged: HistoryConnection.Identity?) throws -> Bool {
        guard let lock = HistoryFile.lockFolder(of: path) else {
            throw HistoryError(call: "open", path: path, errno: errno)
        }
        defer { lock.release() }
        guard HistoryConnection.Identity(path) == damaged else { return false }
        // A second name first: a program that is killed meanwhile leaves one of both at the path. Not every file system has them.
        let isLinked = link(path.fileSystemPath, aside.fileSystemPath) == 0
        if !isLinked { try move(path, to: aside) }
        let endings = ["-wal", "-shm", "-journal"]
        do {
            // SQLite would apply the log of one file to another.
            for ending in endings {
                guard rename((path + ending).fileSystemPath, (aside + ending).fileSystemPath) == 0 || errno == ENOENT
                else {
                    throw HistoryError(call: "rename", path: path + ending, errno: errno)
                }
            }
            try move(new, to: path)
        } catch {
            for ending in endings { rename((aside + ending).fileSystemPath, (path + ending).fileSystemPath) }
            if isLinked {
                unlink(aside.fileSystemPath)
            } else {
                rename(aside.fileSystemPath, path.fileSystemPath)
            }
            throw error
        }
        lock.sync()
        return true
    }

    private func move(_ from: String, to: String) throws(HistoryError) {
        guard rename(from.fileSystemPath, to.fileSystemPath) == 0 else {
            throw HistoryError(call: "rename", path: from, errno: errno)
        }
    }

    /// Removes what recoveries have left that were killed.
    private func removeUnfinished() {
        guard let folder = Folder.parent(of: path) else { return }
        let prefix = String(path.dropFirst(folder.count + 1)) + ".new-"
        for name in Folder.names(in: folder) ?? [] where name.hasPrefix(prefix) {
            let rest = name.dropFirst(prefix.count)
            guard let process = Int32(rest.prefix { $0 != "-" }), kill(process, 0) != 0, errno == ESRCH else {
                continue
            }
            unlink("\(folder)/\(name)".fileSystemPath)
        }
    }

    private func removeNew() {
        for ending in ["", "-wal", "-shm"] { unlink((new + ending).fileSystemPath) }
    }
}

extension HistoryStore {
    /// Takes in entries of a damaged history under their numbers, but for those that are here already.
    ///
    /// - Returns: the numbers of those that were taken in.
    fileprivate func takeOver(_ entries: [HistoryEntry]) throws(HistoryError) -> [Int64] {
        try writing { db in
            var insertion = try HistoryInsertion(db)
            return try entries.compactMap { entry in
                if try HistoryInsertion.number(of: entry.identity, db) != nil { return nil }
                let isFree =
                    try Bool.fetchOne(
                        db,
                        sql: """
                            SELECT NOT EXISTS (SELECT 1 FROM scan WHERE id = ?1)
                                AND NOT EXISTS (SELECT 1 FROM bin WHERE id = ?1)
                            """, arguments: [entry.id]) ?? false
                let session = try entry.session.map { link in
                    try Int64.fetchOne(db, sql: "SELECT id FROM session WHERE id = ?", arguments: [link.id])
                        ?? HistoryInsertion.session(called: link.name, at: entry.scan.time, db)
                }
                return try insertion.insert(entry, as: isFree ? entry.id : nil, session: session)
            }
        }
    }
}

import Files
import Foundation
import GRDB

/// Taking in files of other programs and our own.
extension HistoryStore {
    /// Takes in the scans of a file that are not there yet: of every form that `ImportReader` knows, or another history. What it is is
    /// seen from its beginning.
    ///
    /// The file is read piece by piece and kept in transactions of some scans each: what was taken in before an error stays, and the next
    /// import goes on there, as no scan is taken in twice.
    /// - Parameters:
    ///   - path: `-` is standard input, which can be no database.
    ///   - progress: called with the number of scans that were looked at, now and then.
    /// - Throws: `UserError` for a file that cannot be read, or holds nothing that is known; `HistoryError`.
    package func importFile(at path: String, progress: ((Int) -> Void)? = nil) throws -> MergeReport {
        let reader = ImportReader(try ImportFile(path))
        if try reader.isDatabase { return try importDatabase(at: path, progress: progress) }
        return try takeIn(progress) { try reader.forEach($0) }
    }

    /// A history, or the database of BinaryEye. It is only read.
    private func importDatabase(at path: String, progress: ((Int) -> Void)?) throws -> MergeReport {
        guard let queue = try Self.binaryEye(at: path) else { return try mergeDatabase(at: path) }
        return try takeIn(progress) { take in try queue.read { try BinaryEyeDatabase.forEach($0, take) } }
    }

    /// Takes in the rows that `read` hands on.
    private func takeIn(
        _ progress: ((Int) -> Void)?, _ read: (@escaping ImportReader.Taker) throws -> Void
    ) throws -> MergeReport {
        try withLargeCache {
            let batch = ImportBatch(store: self, progress: progress)
            defer { batch.wait() }
            try read { try batch.add($0) }
            try batch.finish()
            return batch.report
        }
    }

    /// Calls `body` while pages of indexes that many new scans go to stay in memory. Otherwise each of them is written to the log
    /// again and again: 400,000 rows took half as long again.
    private func withLargeCache<Result>(_ body: () throws -> Result) throws -> Result {
        func setCache(_ size: Int) throws -> Int {
            try pool.writeWithoutTransaction { db in
                defer { try? db.execute(sql: "PRAGMA cache_size = \(size)") }
                return try Int.fetchOne(db, sql: "PRAGMA cache_size") ?? -2000
            }
        }
        let usual = try perform { try setCache(Self.importCache) }
        defer { _ = try? setCache(usual) }
        return try body()
    }

    /// Negative for KiB: 64 MiB, of which a small import takes what it needs.
    private static let importCache = -65_536

    /// The database of BinaryEye at `path`; nil if it is another.
    private static func binaryEye(at path: String) throws -> DatabaseQueue? {
        // SQLite would wait for the writer of a pipe.
        guard RegularFile.isThere(path) else {
            throw UserError(
                "\(path.withVisibleBytes) is a database, but not a regular file. Save it as a file and import that.")
        }
        var configuration = Configuration()
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: HistoryFile.databasePath(path), configuration: configuration)
            return try queue.read(BinaryEyeDatabase.isIn) ? queue : nil
        } catch { throw UserError("\(path.withVisibleBytes) cannot be read as a database: \(error)") }
    }

    private func mergeDatabase(at path: String) throws -> MergeReport {
        do throws(HistoryError) {
            return try merge(historyAt: path)
        } catch {
            guard error.reason == .notAHistory else { throw error }
            throw UserError(
                "\(path.withVisibleBytes) is a database, but neither a history of quietzone nor one of BinaryEye.")
        }
    }
}

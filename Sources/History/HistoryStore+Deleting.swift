import Foundation
import GRDB
import Payloads

/// Deleting scans, and bringing them back.
extension HistoryStore {
    /// The pictures that only entries of `selection` are linked to, in their order by name.
    public func pictures(onlyOf selection: HistorySelection) throws(HistoryError) -> [String] {
        try perform { try connection.reader().read { try Self.pictures(onlyOf: selection, $0) } }
    }

    private static func pictures(onlyOf selection: HistorySelection, _ db: Database) throws -> [String] {
        let condition = selection.condition(in: db)
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT CAST(picture AS BLOB) AS picture FROM scan WHERE picture IS NOT NULL AND (\(condition.sql))
                EXCEPT SELECT CAST(picture AS BLOB) FROM scan WHERE picture IS NOT NULL AND NOT (\(condition.sql))
                ORDER BY picture
                """, arguments: condition.arguments + condition.arguments)
        var pictures: [String] = []
        while let row = try rows.next() {
            if let path = Data.fromDatabaseValue(row[0]) { pictures.append(String(decoding: path, as: UTF8.self)) }
        }
        return pictures
    }

    /// Deletes the entries of `selection`, all or none. Pictures that they were linked to stay where they are.
    ///
    /// - Parameter remembersEntries: whether the deletion holds what was deleted, for `restore`; default false.
    @discardableResult
    public func delete(
        _ selection: HistorySelection, remembersEntries: Bool = false
    ) throws(HistoryError) -> HistoryDeletion {
        try perform {
            let deletion = try pool.write { db in
                let pictures = try Self.pictures(onlyOf: selection, db)
                let entries = remembersEntries ? try readable(selection, db) : []
                let condition = selection.condition(in: db)
                try db.execute(sql: "DELETE FROM scan WHERE \(condition.sql)", arguments: condition.arguments)
                return HistoryDeletion(count: db.changesCount, pictures: pictures, entries: entries)
            }
            ofThisRun.withLock { run in
                switch selection {
                case .all: run = [:]
                case .ids(let ids): for id in ids { run[id] = nil }
                default: run = run.filter { !selection.contains($0.value) }
                }
            }
            // What was deleted is still in the log. A reader may be holding it: then the next checkpoint,
            // at the latest that of the last process to close the file, takes it away.
            if deletion.count > 0, !connection.isInMemory {
                try pool.writeWithoutTransaction { try Self.emptyLog($0) }
            }
            return deletion
        }
    }

    /// The entries of `selection` without those that are damaged.
    private func readable(_ selection: HistorySelection, _ db: Database) throws -> [HistoryEntry] {
        let condition = selection.condition(in: db)
        let rows = try Row.fetchCursor(
            db, sql: "SELECT \(HistoryEntry.columns) FROM scan WHERE \(condition.sql)", arguments: condition.arguments)
        var entries: [HistoryEntry] = []
        while let row = try rows.next() {
            if let entry = try? HistoryEntry(row: row, path: path) { entries.append(entry) }
        }
        return entries
    }

    /// Keeps entries again that were deleted, under their numbers and linked to their pictures; those that are there are passed
    /// over.
    /// - Returns: how many were not there.
    @discardableResult
    public func restore(_ entries: [HistoryEntry]) throws(HistoryError) -> Int {
        try perform {
            let count = try pool.write { db in
                var count = 0
                for entry in entries {
                    let id = entry.id
                    let isThere = try Bool.fetchOne(
                        db, sql: "SELECT EXISTS (SELECT 1 FROM scan WHERE id = ?)", arguments: [id])
                    if isThere == true { continue }
                    try db.execute(
                        sql: HistoryEntry.insertion,
                        arguments: HistoryEntry.arguments(for: entry.scan, payload: entry.payload))
                    try db.execute(
                        sql: "UPDATE scan SET id = ?, picture = CAST(? AS TEXT) WHERE id = ?",
                        arguments: [id, entry.picture.map { Data($0.utf8) }, db.lastInsertedRowID])
                    count += 1
                }
                return count
            }
            ofThisRun.withLock { run in for entry in entries { run[entry.id] = entry.scan } }
            return count
        }
    }

    private static func emptyLog(_ db: Database) throws {
        do {
            try db.checkpoint(.truncate)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            return
        }
    }
}

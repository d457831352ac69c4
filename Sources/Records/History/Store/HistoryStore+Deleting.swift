import Formats
import Foundation
import GRDB

/// The result of a deletion.
package struct HistoryDeletion: Hashable, Sendable {
    package var count: Int
    /// The numbers of those that went to the bin.
    package var ids: [Int64] = []
    /// The paths of pictures that no entry is linked to any more, in their order by name. The files are still there.
    package var pictures: [String] = []
}

/// Deleting scans: into a bin, from which they can be brought back, and for good.
extension HistoryStore {
    private static let names = HistoryEntry.names.joined(separator: ", ")

    /// Moves the entries of `selection` to the bin, all or none.
    @discardableResult
    package func delete(_ selection: HistorySelection, at time: Date = Date()) throws(HistoryError) -> HistoryDeletion {
        try perform {
            let ids = try pool.write { db in
                let ids = try Self.ids(of: selection, db)
                try db.execute(
                    literal: """
                        INSERT INTO bin (id, binned, \(sql: Self.names))
                        SELECT id, \(Timestamp(time).milliseconds), \(sql: Self.names) FROM scan
                        WHERE id IN \(SQL.list(ids))
                        """)
                try db.execute(literal: "DELETE FROM scan WHERE id IN \(SQL.list(ids))")
                return ids
            }
            forgetDeleted(ids)
            return HistoryDeletion(count: ids.count, ids: ids)
        }
    }

    static func ids(of selection: HistorySelection, _ db: Database) throws -> [Int64] {
        try Int64.fetchAll(db, SQLRequest(literal: HistoryQuery(selection: selection).statement("scan.id")))
    }

    /// Brings entries back from the bin, under their numbers.
    ///
    /// - Parameter ids: those of these numbers; nil for all.
    /// - Returns: how many were in the bin and are back.
    @discardableResult
    package func restore(_ ids: [Int64]? = nil) throws(HistoryError) -> Int {
        try writing { db in
            let condition = (ids.map { HistorySelection.ids($0) } ?? .all).condition()
            let rows = try Row.fetchAll(
                db,
                SQLRequest(
                    literal: """
                        SELECT \(sql: HistoryEntry.columns) FROM bin AS scan WHERE \(condition) ORDER BY position
                        """))
            var insertion = try HistoryInsertion(db)
            for row in rows {
                let entry = try HistoryEntry(row: row, path: path)
                try db.execute(sql: "DELETE FROM bin WHERE id = ?", arguments: [entry.id])
                try insertion.insert(entry, as: entry.id, session: entry.session?.id)
                rememberRestored(entry)
            }
            return rows.count
        }
    }

    /// What is in the bin, the latest deleted first.
    package func binned(limit: Int = -1) throws(HistoryError) -> [HistoryEntry] {
        let columns = HistoryEntry.columns
        return try rows(
            "SELECT \(sql: columns) FROM bin AS scan ORDER BY binned DESC, position DESC LIMIT \(limit)", entry)
    }

    /// Deletes for good what has been in the bin since before `time`, all of it by default; its bytes are overwritten, and it is no
    /// longer delivered.
    ///
    /// Pictures that it was linked to stay where they are.
    @discardableResult
    package func emptyBin(before time: Date? = nil) throws(HistoryError) -> HistoryDeletion {
        try purge { db in
            try Int64.fetchAll(
                db, sql: "SELECT id FROM bin WHERE binned < ?",
                arguments: [time.map { Timestamp($0).milliseconds } ?? Int64.max])
        }
    }

    /// Deletes the entries of `selection` for good, those in the bin too; their bytes are overwritten, also where codes were made of
    /// the same content. What still waits to be delivered of them is cancelled.
    ///
    /// Pictures that they were linked to stay where they are.
    @discardableResult
    package func forget(_ selection: HistorySelection) throws(HistoryError) -> HistoryDeletion {
        let inBin = try binned().filter { selection.holds(for: $0) }.map(\.id)
        let moved = try delete(selection).ids
        return try purge(forgetting: selection) { db in
            try Int64.fetchAll(
                db, SQLRequest(literal: "SELECT id FROM bin WHERE id IN \(SQL.list(inBin + moved))"))
        }
    }

    /// The pictures that entries of `selection` are linked to and no others, in their order by name.
    package func pictures(onlyOf selection: HistorySelection) throws(HistoryError) -> [String] {
        try reading { try Self.pictures(onlyOf: Self.ids(of: selection, $0), in: "scan", $0) }
    }

    private static func pictures(onlyOf ids: [Int64], in table: String, _ db: Database) throws -> [String] {
        let list = SQL.list(ids)
        let other = table == "bin" ? "scan" : "bin"
        return try Row.fetchAll(
            db,
            SQLRequest(
                literal: """
                    SELECT CAST(picture AS BLOB) AS picture FROM \(sql: table)
                    WHERE picture IS NOT NULL AND id IN \(list)
                    EXCEPT SELECT CAST(picture AS BLOB) FROM \(sql: table)
                    WHERE picture IS NOT NULL AND id NOT IN \(list)
                    EXCEPT SELECT CAST(picture AS BLOB) FROM \(sql: other) WHERE picture IS NOT NULL
                    ORDER BY picture
                    """)
        ).compactMap { $0.text(0) }
    }

    /// Takes entries out of the bin for good, and what is left of them out of the outbox, the index and the log.
    ///
    /// - Parameter selection: what a person wants forgotten, wherever else it is; nil if they only became old.
    private func purge(
        forgetting selection: HistorySelection? = nil, _ ids: @escaping (Database) throws -> [Int64]
    ) throws(HistoryError) -> HistoryDeletion {
        try perform {
            let deletion = try pool.write { db in
                let ids = try ids(db)
                let list = SQL.list(ids)
                let pictures = try Self.pictures(onlyOf: ids, in: "bin", db)
                if selection != nil {
                    try db.execute(
                        literal: """
                            DELETE FROM made WHERE bytes IN (SELECT bytes FROM bin WHERE id IN \(list)
                                UNION SELECT CAST(text AS BLOB) FROM bin WHERE text IS NOT NULL AND id IN \(list))
                            """)
                }
                try db.execute(literal: "DELETE FROM bin WHERE id IN \(list)")
                try db.execute(literal: "DELETE FROM outbox WHERE scan IN \(list)")
                // Scans that went with an earlier file may still wait in the outbox.
                if selection?.isEverything == true { try db.execute(sql: "DELETE FROM outbox") }
                return HistoryDeletion(count: ids.count, pictures: pictures)
            }
            guard deletion.count > 0 || selection != nil, !connection.isInMemory else { return deletion }
            try SearchIndex.overwriteDeleted(pool)
            // What was deleted is still in the log. A reader may be holding it: then the next checkpoint,
            // at the latest that of the last process to close the file, takes it away.
            try pool.writeWithoutTransaction { try Self.emptyLog($0) }
            return deletion
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

import Formats
import Foundation
import GRDB
import Symbols

/// Writing entries as rows: the one place where the table and the index of words are filled.
enum HistoryInsertion {
    /// Keeps `entry`, with a place in the order of time that is its own.
    ///
    /// - Parameters:
    ///   - id: the number it gets; nil, the default, for the next one.
    ///   - session: the number of its session here.
    /// - Returns: its number.
    @discardableResult
    static func insert(_ entry: HistoryEntry, as id: Int64? = nil, session: Int64?, _ db: Database) throws -> Int64 {
        let position = try ScanPosition.free(at: Timestamp(entry.scan.time).milliseconds, db)
        let values = entry.arguments(position: position, session: session)
        try db.cachedStatement(sql: HistoryEntry.insertion).execute(arguments: [id] + values)
        let number = db.lastInsertedRowID
        try SearchIndex.add(entry.searchText, at: position, db)
        return number
    }

    /// Keeps `entry` unless one of its identity is there, kept or in the bin; its session is begun if there is none of that name.
    ///
    /// - Returns: its number, and whether it is new.
    static func insertMissing(_ entry: HistoryEntry, _ db: Database) throws -> (id: Int64, isNew: Bool) {
        if let id = try number(of: entry.identity, db) { return (id, false) }
        let session = try entry.session.map { try Self.session(called: $0.name, at: entry.scan.time, db) }
        return (try insert(entry, session: session, db), true)
    }

    /// The number of the scan of that identity, kept or in the bin; nil where there is none.
    static func number(of identity: ScanIdentity, _ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db, sql: "SELECT id FROM scan WHERE identity = ?1 UNION ALL SELECT id FROM bin WHERE identity = ?1",
            arguments: [Data(identity.bytes)])
    }

    /// The number of the session called `name`, which is begun if there is none.
    static func session(called name: String, repeats: ScanRepeats = .each, at time: Date, _ db: Database) throws
        -> Int64
    {
        let bytes = Data(name.utf8)
        if let id = try Int64.fetchOne(
            db, sql: "SELECT id FROM session WHERE name = CAST(? AS TEXT)", arguments: [bytes])
        {
            return id
        }
        try db.execute(
            sql: "INSERT INTO session (identity, name, repeats, started) VALUES (?, CAST(? AS TEXT), ?, ?)",
            arguments: [
                Data(ScanIdentity.new(at: time).bytes), bytes, repeats.rawValue, Timestamp(time).milliseconds,
            ])
        return db.lastInsertedRowID
    }
}

import Formats
import Foundation
import GRDB
import Payloads
import Symbols

/// Writing entries as rows in one transaction: the one place where the table and the index of words are filled.
///
///     var insertion = try HistoryInsertion(db)
///     for entry in entries { try insertion.insertMissing(entry) }
///
/// Its statements are prepared once, and what it knows of sessions and positions holds until the transaction ends.
struct HistoryInsertion {
    private let db: Database
    private let row: BoundStatement
    private let words: BoundStatement
    private let known: BoundStatement
    private let alike: BoundStatement
    private var positions: ScanPosition.Search
    /// The numbers of sessions by the bytes of their names.
    private var sessions: [[UInt8]: Int64] = [:]

    init(_ db: Database) throws {
        self.db = db
        row = try BoundStatement(HistoryEntry.insertion, db)
        words = try BoundStatement(SearchIndex.insertion, db)
        known = try BoundStatement(Self.numberOfIdentity, db)
        alike = try BoundStatement(Self.numberAlike, db)
        positions = try ScanPosition.Search(db)
    }

    /// Keeps `entry`, with a place in the order of time that is its own.
    ///
    /// - Parameters:
    ///   - id: the number it gets; nil, the default, for the next one.
    ///   - session: the number of its session here.
    ///   - searchText: what it is found by; nil, the default, to make it now.
    /// - Returns: its number.
    @discardableResult
    mutating func insert(
        _ entry: HistoryEntry, as id: Int64? = nil, session: Int64?, searchText: SearchText? = nil
    ) throws -> Int64 {
        let position = try positions.free(at: Timestamp(entry.scan.time).milliseconds)
        entry.bind(to: row, as: id, position: position, session: session)
        try row.run()
        let number = db.lastInsertedRowID
        words.bind(position, at: 1)
        words.bind((searchText ?? entry.searchText).text, at: 2)
        try words.run()
        return number
    }

    /// Keeps `entry` unless it is there, kept or in the bin; its session is begun if there is none of that name.
    ///
    /// - Parameter twin: which one it is of those of its file that hold the same, from 0, where it has no identity of its own: it is there
    ///   if the history has more of them. Nil, the default, to compare identities alone.
    /// - Returns: its number, or that of one that holds the same, and whether it is new.
    @discardableResult
    mutating func insertMissing(
        _ entry: HistoryEntry, searchText: SearchText? = nil, twin: Int? = nil
    ) throws -> (id: Int64, isNew: Bool) {
        known.bind(bytes: entry.identity.bytes, at: 1)
        if let id = try known.first() { return (id, false) }
        if let twin, let id = try numberAlike(entry, twin) { return (id, false) }
        let session = try sessionNumber(of: entry)
        return (try insert(entry, session: session, searchText: searchText), true)
    }

    /// The number of the scan with the same content as `entry`, skipping `twin` of them; nil if there are no more.
    ///
    /// Tables may have times in seconds: then all scans of that second are compared.
    private func numberAlike(_ entry: HistoryEntry, _ twin: Int) throws -> Int64? {
        let content = entry.scan.symbol.content
        let time = Timestamp(entry.scan.time).milliseconds
        let last = time % 1000 == 0 ? time + 999 : time
        alike.bind(ScanPosition.first(at: time), at: 1)
        alike.bind(ScanPosition.first(at: last) + Self.positionsBehind, at: 2)
        alike.bind(time, at: 3)
        alike.bind(last, at: 4)
        alike.bind(content.symbology.rawValue, at: 5)
        alike.bind(bytes: content.bytes, at: 6)
        alike.bind(content.text, at: 7)
        alike.bind(Int64(twin), at: 8)
        return try alike.first()
    }

    private mutating func sessionNumber(of entry: HistoryEntry) throws -> Int64? {
        guard let name = entry.session?.name else { return nil }
        let key = Array(name.utf8)
        if let id = sessions[key] { return id }
        let id = try Self.session(called: name, at: entry.scan.time, db)
        sessions[key] = id
        return id
    }

    private static let numberOfIdentity =
        "SELECT id FROM scan WHERE identity = ?1 UNION ALL SELECT id FROM bin WHERE identity = ?1"

    /// How far behind the position of its moment a scan is looked for: of more in one second some may be taken for new.
    private static let positionsBehind: Int64 = 1024

    private static let numberAlike = """
        SELECT id FROM (
            SELECT id, time, symbology, bytes, text FROM scan WHERE position BETWEEN ?1 AND ?2
            UNION ALL
            SELECT id, time, symbology, bytes, text FROM bin WHERE position BETWEEN ?1 AND ?2
        )
        WHERE time BETWEEN ?3 AND ?4 AND symbology = ?5 AND (bytes = ?6 OR text = ?7)
        ORDER BY time, id LIMIT 1 OFFSET ?8
        """

    /// The number of the scan of that identity, kept or in the bin; nil if there is none.
    static func number(of identity: ScanIdentity, _ db: Database) throws -> Int64? {
        let statement = try BoundStatement(numberOfIdentity, db)
        statement.bind(bytes: identity.bytes, at: 1)
        return try statement.first()
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

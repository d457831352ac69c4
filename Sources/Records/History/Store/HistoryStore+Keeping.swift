import Formats
import Foundation
import GRDB
import Payloads
import Symbols

/// What holds for the scans of a run of the program.
package struct ScanRun: Sendable, Hashable {
    /// The session that they belong to, begun with the first of them; nil for none.
    package var session: String?
    /// What a symbol is that comes again: in the session, else on the same day; unique outside of sessions is in the whole history.
    package var repeats = ScanRepeats.each
    /// Tags that each gets.
    package var tags: [String] = []
    /// What holds for them, such as the shelf, by name.
    package var fields: [String: String] = [:]

    /// Scans of no session, each of which counts.
    package init() {}
}

/// What became of a scan that was to be kept. It is on the disk.
package enum KeptScan: Sendable, Hashable {
    /// It is a row of its own.
    case added(HistoryEntry)
    /// A row that was there counts one more.
    case counted(HistoryEntry)
    /// It was there before: the row of then, which knows now when it was seen last.
    case known(HistoryEntry)

    package var entry: HistoryEntry {
        switch self {
        case .added(let entry), .counted(let entry), .known(let entry): entry
        }
    }
}

extension HistoryStore {
    /// Keeps `scan` as a row of its own: one transaction, on disk when this returns.
    package func add(_ scan: Scan) throws(HistoryError) -> HistoryEntry { try keep(scan).entry }

    /// Keeps `scan` as `run` wants it: one transaction, which holds what the outbox gets of it; on disk when this returns.
    ///
    /// - Parameter identity: of a scan that is tried again where it is not known whether it was kept; nil, the default, for a new one.
    package func keep(
        _ scan: Scan, in run: ScanRun = ScanRun(), identity: ScanIdentity? = nil
    ) throws(HistoryError) -> KeptScan {
        let entry = Self.entry(of: scan, in: run, identity: identity)
        let kept = try perform {
            try renewIfGone()
            func keep() throws -> KeptScan {
                try pool.write { db in
                    if identity != nil, let id = try HistoryInsertion.number(of: entry.identity, db),
                        let known = try? self.entry(id, db)
                    {
                        return .added(known)
                    }
                    return try self.keep(entry, in: run, db)
                }
            }
            do {
                return try keep()
            } catch let error as DatabaseError
                where !isInMemory && (error.resultCode == .SQLITE_CORRUPT || hasMetDamage)
            {
                // What can be saved goes into a new file, and the scan with it.
                note(error)
                try mend(isLooking: false)
                return try keep()
            } catch let error as DatabaseError where HistoryError(error, path: path).reason == .diskFull {
                // The log holds what is in the file already: its space may do.
                guard (try? connection.emptyLog()) != nil else { throw error }
                return try keep()
            }
        }
        rememberKept(kept.entry)
        return kept
    }

    private func keep(_ new: HistoryEntry, in run: ScanRun, _ db: Database) throws -> KeptScan {
        let session = try run.session.map {
            try HistoryInsertion.session(called: $0, repeats: run.repeats, at: new.scan.time, db)
        }
        if run.repeats != .each, let before = try latest(of: new.scan, session: session, run.repeats, db) {
            let counts = run.repeats == .count
            try db.execute(
                literal: """
                    UPDATE scan SET last_time = max(coalesce(last_time, time), \(Timestamp(new.scan.time).milliseconds)),
                        quantity = quantity + \(counts) WHERE id = \(before)
                    """)
            let entry = try entry(before, db)
            if counts { try enqueue(entry, db) }
            return counts ? .counted(entry) : .known(entry)
        }
        var insertion = try HistoryInsertion(db)
        let entry = try entry(insertion.insert(new, session: session), db)
        try enqueue(entry, db)
        return .added(entry)
    }

    private static func entry(of scan: Scan, in run: ScanRun, identity: ScanIdentity?) -> HistoryEntry {
        var entry = HistoryEntry(new: scan, identity: identity ?? .new(at: scan.time))
        (entry.remarks.tags, entry.fields) = (run.tags, run.fields)
        return entry
    }

    func entry(_ id: Int64, _ db: Database) throws -> HistoryEntry {
        let row = try Row.fetchOne(
            db, sql: "SELECT \(HistoryEntry.columns) FROM scan WHERE scan.id = ?", arguments: [id])
        guard let row else { throw HistoryError(.damaged, "\(path): entry \(id) cannot be read back.") }
        return try HistoryEntry(row: row, path: path)
    }

    /// The newest row of the same content that a scan counts on.
    private func latest(of scan: Scan, session: Int64?, _ repeats: ScanRepeats, _ db: Database) throws -> Int64? {
        let content = scan.symbol.content
        var scope: SQL = ""
        if let session {
            scope = "AND session = \(session)"
        } else if repeats == .count {
            let today = Timestamp(Calendar.current.startOfDay(for: scan.time)).milliseconds
            scope = "AND session IS NULL AND position >= \(ScanPosition.first(at: today))"
        }
        let newest: SQL = """
            SELECT id FROM scan WHERE \(Self.holds(content)) AND part_index IS \(content.part?.index)
            AND add_on IS \(content.addOn) \(scope) ORDER BY time DESC, id DESC LIMIT 1
            """
        return try Int64.fetchOne(db, SQLRequest(literal: newest))
    }

    /// Keeps those of `scans` that are not there yet, in one transaction: each by its time, source and bytes. Of twins, which
    /// a frame may show, each counts.
    /// - Returns: how many were not there.
    @discardableResult
    package func addMissing(_ scans: [Scan]) throws(HistoryError) -> Int {
        var twins = ScanTwins()
        return try addMissing(scans.map { UnkeptScan($0, identity: twins.identity(of: $0)) })
    }

    /// The same of scans with what held for them, each by its identity. One that counts on a row that is there counts once, however
    /// often it comes here.
    @discardableResult
    package func addMissing(_ scans: [UnkeptScan]) throws(HistoryError) -> Int {
        try writing { db in
            var count = 0
            for unkept in scans where try isNew(unkept, db) {
                let entry = Self.entry(of: unkept.scan, in: unkept.run, identity: unkept.identity)
                _ = try keep(entry, in: unkept.run, db)
                count += 1
            }
            return count
        }
    }

    /// Whether a scan comes here for the first time. One that may become no row of its own is noted.
    private func isNew(_ unkept: UnkeptScan, _ db: Database) throws -> Bool {
        guard try HistoryInsertion.number(of: unkept.identity, db) == nil else { return false }
        guard unkept.run.repeats != .each else { return true }
        try db.execute(
            sql: "INSERT OR IGNORE INTO fact VALUES (?, '')", arguments: ["taken in: \(unkept.identity)"])
        return db.changesCount > 0
    }
}

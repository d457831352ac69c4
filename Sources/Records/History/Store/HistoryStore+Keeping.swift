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
    package func keep(_ scan: Scan, in run: ScanRun = ScanRun()) throws(HistoryError) -> KeptScan {
        let entry = Self.entry(of: scan, in: run)
        let kept = try perform {
            try renewIfGone()
            func keep() throws -> KeptScan { try pool.write { try self.keep(entry, in: run, $0) } }
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
        let entry = try entry(HistoryInsertion.insert(new, session: session, db), db)
        try enqueue(entry, db)
        return .added(entry)
    }

    private static func entry(of scan: Scan, in run: ScanRun) -> HistoryEntry {
        var entry = HistoryEntry(new: scan, identity: .new(at: scan.time))
        (entry.remarks.tags, entry.fields) = (run.tags, run.fields)
        return entry
    }

    private func entry(_ id: Int64, _ db: Database) throws -> HistoryEntry {
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

    /// Keeps those of `scans` that are not there yet, in one transaction: of the same time, source and bytes. Of twins, which
    /// a frame may show, each counts.
    /// - Returns: how many were not there.
    @discardableResult
    package func addMissing(_ scans: [Scan]) throws(HistoryError) -> Int {
        try addMissing(scans.map { UnkeptScan($0) })
    }

    /// The same of scans with what held for them. One that counts on a row that is there, as its session wants it, always counts.
    @discardableResult
    package func addMissing(_ scans: [UnkeptScan]) throws(HistoryError) -> Int {
        try writing { db in
            var count = 0
            // How many are there for the first of each kind of twins, and for those after it.
            var known: [[DatabaseValue]: Int] = [:]
            for unkept in scans {
                let scan = unkept.scan
                let entry = Self.entry(of: scan, in: unkept.run)
                guard unkept.run.repeats == .each else {
                    _ = try keep(entry, in: unkept.run, db)
                    count += 1
                    continue
                }
                let kind = [
                    Timestamp(scan.time).milliseconds.databaseValue, Data(scan.source.utf8).databaseValue,
                    Data(scan.symbol.content.bytes).databaseValue,
                    scan.symbol.content.symbology.rawValue.databaseValue,
                ]
                let left =
                    try known[kind] ?? Int.fetchOne(
                        db,
                        sql: """
                            SELECT count(*) FROM scan
                            WHERE time = ?1 AND source = CAST(?2 AS TEXT) AND bytes = ?3 AND symbology = ?4
                                AND substr(bytes, 1, 32) = substr(?3, 1, 32)
                            """, arguments: StatementArguments(kind)) ?? 0
                known[kind] = left - 1
                guard left <= 0 else { continue }
                let session = try unkept.run.session.map {
                    try HistoryInsertion.session(called: $0, at: scan.time, db)
                }
                let id = try HistoryInsertion.insert(entry, session: session, db)
                if !destinations.isEmpty { try enqueue(self.entry(id, db), db) }
                count += 1
            }
            return count
        }
    }
}

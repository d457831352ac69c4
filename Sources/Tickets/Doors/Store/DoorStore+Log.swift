import Files
import Formats
import GRDB

extension DoorStore {
    /// Writes a line of the log, and returns its number.
    @discardableResult
    static func log(
        _ db: Database, at now: Timestamp, door: String = "", checker: String = "", event: String,
        ticket: String? = nil, detail: String, code: String? = nil
    ) throws -> Int64 {
        let last = try Row.fetchOne(db, sql: "SELECT number, chain FROM log ORDER BY number DESC LIMIT 1")
        let (number, isTooLarge) = (try last?.value("number") as Int64? ?? 0).addingReportingOverflow(1)
        guard !isTooLarge else {
            throw UserError.damaged("the log's last line has no number that another can follow")
        }
        var entry = DoorLogEntry(
            number: number, time: now, door: door, checker: checker, event: event, ticket: ticket,
            detail: detail, code: code, changes: try changes(db, of: number), chain: "")
        entry.chain = DoorLogEntry.chain(after: try last?.value("chain") as String? ?? DoorLogEntry.beginning, entry)
        try db.execute(
            sql: """
                INSERT INTO log (number, time, door, checker, event, ticket, detail, code, chain, changes)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                entry.number, entry.time.milliseconds, entry.door, entry.checker, entry.event, entry.ticket,
                entry.detail, entry.code, entry.chain, entry.changes,
            ])
        return entry.number
    }

    /// Lines of the log, the newest first, or those that are older than one.
    package func log(before: Int64? = nil, limit: Int = 200) throws(UserError) -> [DoorLogEntry] {
        try reading { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM log WHERE number < ? ORDER BY number DESC LIMIT ?",
                arguments: [before ?? .max, limit]
            ).map { try Self.entry($0) }
        }
    }

    /// Who decided at this store's doors lately, whoever did last first; at most 20 of them.
    package func checkers() throws(UserError) -> [String] {
        try reading { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT checker FROM (SELECT checker, number FROM log ORDER BY number DESC LIMIT 5000)
                    WHERE checker <> '' GROUP BY checker ORDER BY max(number) DESC LIMIT 20
                    """)
        }
    }

    /// Hands over every line, the oldest first.
    package func forEachLogEntry(_ take: (DoorLogEntry) throws -> Void) throws(UserError) {
        try reading { db in
            let rows = try Row.fetchCursor(db, sql: "SELECT * FROM log ORDER BY number")
            while let row = try rows.next() { try take(try Self.entry(row)) }
        }
    }

    /// Checks every line's place in the chain, and that the rules, guests and passages are those that were written with it.
    ///
    /// - Parameter head: the last value that somebody wrote down; it has to be in the chain. nil for none.
    package func checkLog(head: String? = nil) throws(UserError) -> DoorLogCheck {
        try reading { db in
            let state = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
            guard state == "ok" else {
                return .broken(
                    line: 0, "the file is damaged: \(state?.singleLine(limit: 120) ?? "it cannot be checked")")
            }
            let rows = try Row.fetchCursor(db, sql: "SELECT * FROM log ORDER BY number")
            let changes = try Row.fetchCursor(
                db, sql: "SELECT line, kind, key, digest FROM change ORDER BY line, id DESC")
            var change = try changes.next()
            var (number, chain) = (Int64(0), DoorLogEntry.beginning)
            var isHeadSeen = head == nil
            while let row = try rows.next() {
                guard let entry = try? Self.entry(row) else {
                    return .broken(line: number + 1, "its content is not that of a log line")
                }
                guard entry.number == number + 1 else {
                    return .broken(line: number + 1, "it is missing: line \(entry.number) follows line \(number)")
                }
                var written: String?
                while let row = change, try row.value("line") == entry.number {
                    written = try Self.digest(written, row)
                    change = try changes.next()
                }
                guard written == entry.changes, DoorLogEntry.chain(after: chain, entry) == entry.chain else {
                    return .broken(line: entry.number, "it was changed")
                }
                (number, chain) = (entry.number, entry.chain)
                if chain == head { isHeadSeen = true }
            }
            guard isHeadSeen else {
                return .broken(
                    line: number + 1,
                    "the noted value is not in the chain: lines were removed from the end")
            }
            // What the next line will have in its chainalready exists.
            if let row = change, try row.value("line") != number + 1 {
                return .broken(line: number, "its changes were altered")
            }
            if let what = try Self.unrecorded(db) { return .broken(line: number, what) }
            if let ticket = try Self.ticketWithoutPassage(db) {
                return .broken(
                    line: number,
                    "ticket \(ticket.singleLine(limit: 40)) was admitted more often than the store shows: admissions were removed"
                )
            }
            return .whole(lines: number, head: chain)
        }
    }

    /// A ticket of which the log has more passages than the store, which decides by its own; nil if there is none. A passage alone
    /// may have come back from the ledger after a door was killed. The journal has all that was written since it is there.
    private static func ticketWithoutPassage(_ db: Database) throws -> String? {
        try String.fetchOne(
            db,
            sql: """
                SELECT logged.ticket FROM (
                    SELECT ticket, count(*) AS number FROM log
                    WHERE event IN ('welcome', 'goodbye', 'admitted-by-hand') GROUP BY ticket) AS logged
                LEFT JOIN (
                    SELECT ticket, count(*) AS number FROM passage
                    WHERE origin = (SELECT value FROM setting WHERE name = 'origin') GROUP BY ticket) AS kept
                ON kept.ticket = logged.ticket WHERE coalesce(kept.number, 0) < logged.number LIMIT 1
                """)
    }

    private static func entry(_ row: Row) throws -> DoorLogEntry {
        DoorLogEntry(
            number: try row.value("number"), time: Timestamp(milliseconds: try row.value("time")),
            door: try row.value("door"), checker: try row.value("checker"), event: try row.value("event"),
            ticket: try row.optional("ticket"), detail: try row.value("detail"), code: try row.optional("code"),
            changes: try row.optional("changes"), chain: try row.value("chain"))
    }
}

import Files
import Formats
import GRDB

extension DoorStore {
    // MARK: - Who went through

    /// When a ticket went through, oldest first, without what was taken back.
    ///
    /// - Parameter number: a passage of this store that is being decided about, and may have come from the ledger meanwhile.
    static func passages(_ db: Database, of ticket: String, besides number: Int64) throws -> [Passage] {
        try records(db, of: ticket, besides: number).map(\.passage)
    }

    /// Its passages that were not taken back, in their order.
    static func records(_ db: Database, of ticket: String, besides number: Int64? = nil) throws -> [PassageRecord] {
        try records(
            db,
            """
            WHERE ticket = ? AND undone IS NULL
                AND NOT (number IS ? AND origin = (SELECT value FROM setting WHERE name = 'origin'))
            ORDER BY step, id
            """, [ticket, number])
    }

    /// Those of a condition, in its order.
    static func records(
        _ db: Database, _ condition: String, _ arguments: StatementArguments = []
    ) throws -> [PassageRecord] {
        try Row.fetchAll(db, sql: "SELECT * FROM passage \(condition)", arguments: arguments).map {
            try PassageRecord($0)
        }
    }

    static func seatHolder(_ db: Database, of seat: String, besides ticket: String) throws -> EarlierAdmission? {
        guard !seat.isEmpty else { return nil }
        return try records(
            db, "WHERE seat = ? AND ticket <> ? AND is_in = 1 AND undone IS NULL ORDER BY id LIMIT 1", [seat, ticket]
        ).first?.passage.earlier
    }

    /// Writes down that somebody goes through, and returns the passage's number here; one that is there already stays as it is.
    static func insert(_ db: Database, _ record: PassageRecord) throws -> Int64 {
        if let known = try id(db, of: record) { return known }
        try db.execute(
            sql: """
                INSERT INTO passage
                    (ticket, step, is_in, people, seat, party, time, door, checker, origin, number, times, undone, shared)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                record.ticket, record.step, record.isIn, record.people, record.seat, record.group,
                record.time.milliseconds, record.door, record.checker, record.origin, record.number, record.times,
                record.undone, record.sharing.rawValue,
            ])
        let id = db.lastInsertedRowID
        try Self.record(db, .passage, id)
        return id
    }

    /// The number here of a passage that is known.
    static func id(_ db: Database, of record: PassageRecord) throws -> Int64? {
        try Int64.fetchOne(
            db, sql: "SELECT id FROM passage WHERE origin = ? AND number = ?",
            arguments: [record.origin, record.number])
    }

    // MARK: - Taking back

    /// Takes a passage back: the ticket may be shown again.
    ///
    /// - Parameters:
    ///   - passage: its number; of the last passage of its ticket.
    ///   - reason: why; must not be empty.
    /// - Returns: the ticket's number.
    @discardableResult
    package func undo(
        _ passage: Int64, reason: String, at now: Timestamp, door: String, checker: String
    ) throws(UserError) -> String {
        guard !reason.isEmpty else { throw UserError("enter a reason for undoing it: the log stores it") }
        return try writing { db in
            guard let row = try Row.fetchOne(db, sql: "SELECT * FROM passage WHERE id = ?", arguments: [passage]) else {
                throw UserError("there is no admission \(passage)")
            }
            let (ticket, why): (String, String?) = (try row.value("ticket"), try row.optional("undone"))
            let last = try Self.lastPassage(db, of: ticket)
            guard last == passage else {
                throw UserError(
                    last == nil || why != nil
                        ? "admission \(passage) was already undone"
                        : "ticket \(ticket.singleLine(limit: 24)) entered again since: undo that first")
            }
            try db.execute(
                sql: "UPDATE passage SET undone = ?, shared = 0 WHERE id = ?", arguments: [reason, passage])
            try Self.record(db, .passage, passage)
            try Self.log(db, at: now, door: door, checker: checker, event: "undone", ticket: ticket, detail: reason)
            return ticket
        }
    }

    /// The number of the last passage of a ticket that counts; nil if there is none.
    package func lastPassage(of ticket: String) throws(UserError) -> Int64? {
        try reading { db in try Self.lastPassage(db, of: Guest.plain(ticket)) }
    }

    private static func lastPassage(_ db: Database, of ticket: String) throws -> Int64? {
        try Int64.fetchOne(
            db, sql: "SELECT id FROM passage WHERE ticket = ? AND undone IS NULL ORDER BY step DESC, id DESC",
            arguments: [ticket])
    }

    /// The passages that count, the newest first, each ticket once.
    package func lastPassages(limit: Int) throws(UserError) -> [Passage] {
        try reading { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT *, max(id) FROM passage WHERE undone IS NULL GROUP BY ticket
                    ORDER BY id DESC LIMIT ?
                    """, arguments: [limit]
            ).map { try PassageRecord($0).passage }
        }
    }
}

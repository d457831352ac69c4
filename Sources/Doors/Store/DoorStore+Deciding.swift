import Cryptography
import Foundation
import GRDB
import Payloads

/// What was decided about a code, and is on the disk.
public struct DoorDecision: Sendable {
    /// What was decided.
    public let verdict: DoorVerdict
    /// What the code says, with what the list knows; nil where it is no ticket that could be looked at.
    public let claim: TicketClaim?
    /// The number of its line in the log.
    public let line: Int64
    /// The number of the passage, for taking it back; nil where nobody went through.
    public let passage: Int64?
}

extension DoorStore {
    /// Decides about a code that is shown, and keeps what was decided.
    ///
    /// - Parameters:
    ///   - evidence: what came of looking at the code alone.
    ///   - code: the bytes of the symbol; the log keeps their digest.
    ///   - now: the time at the door.
    ///   - door: which one.
    ///   - checker: who stands there; empty where nobody said.
    /// - Throws: `DoorProblem`, where nothing is kept and so nobody is let in.
    public func decide(
        _ evidence: TicketEvidence, code: [UInt8], at now: Timestamp, door: String, checker: String
    ) throws(DoorProblem) -> DoorDecision {
        let event = try event()
        return try writing { db in
            let verdict = try Self.verdict(db, event, evidence, now)
            var passage: Int64?
            var claim: TicketClaim?
            if case .claim(let shown) = evidence { claim = try Self.completed(db, shown) }
            switch verdict {
            case .welcome(let admission):
                passage = try Self.pass(db, admission, isIn: true, now, door, checker)
            case .goodbye(let admission):
                passage = try Self.pass(db, admission, isIn: false, now, door, checker)
            default: break
            }
            let line = try Self.log(
                db, at: now, door: door, checker: checker, event: verdict.kind.rawValue, ticket: claim?.number,
                detail: verdict.detail, code: code.isEmpty ? nil : Digest.sha256.of(code).hexadecimal)
            return DoorDecision(verdict: verdict, claim: claim, line: line, passage: passage)
        }
    }

    /// What the list knows goes with what the code says.
    private static func completed(_ db: Database, _ claim: TicketClaim) throws -> TicketClaim {
        DoorRules.completed(claim, by: try guest(db, claim.number))
    }

    private static func verdict(
        _ db: Database, _ event: DoorEvent, _ evidence: TicketEvidence, _ now: Timestamp
    ) throws -> DoorVerdict {
        switch evidence {
        case .notATicket: return .notATicket
        case .wrongFormat(let why): return .wrongFormat(why)
        case .wrongSignature(let why): return .wrongSignature(why)
        case .unknownKey(let why): return .unknownKey(why)
        case .otherEvent(let why): return .otherEvent(why)
        case .notValidNow(let why): return .notValidNow(why)
        case .claim(let claim):
            let guest = try guest(db, claim.number)
            let seat = claim.seat?.isEmpty == false ? claim.seat : guest?.seat
            let known = KnownTicket(
                guest: guest, passages: try passages(db, of: claim.number),
                seatHolder: try seat.flatMap { try seatHolder(db, of: $0, besides: claim.number) })
            return DoorRules(event).verdict(on: claim, known: known, at: now)
        }
    }

    /// When a ticket went through, oldest first, without what was taken back.
    static func passages(_ db: Database, of ticket: String) throws -> [Passage] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM passage WHERE ticket = ? AND undone IS NULL AND shared < 2 ORDER BY step, id",
            arguments: [ticket]
        ).map { Passage(earlier($0), isIn: $0["is_in"], people: $0["people"]) }
    }

    private static func seatHolder(
        _ db: Database, of seat: String, besides ticket: String
    ) throws -> EarlierAdmission? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT * FROM passage WHERE seat = ? AND ticket <> ? AND is_in = 1 AND undone IS NULL
                ORDER BY id LIMIT 1
                """, arguments: [seat, ticket]
        ).map(earlier)
    }

    static func earlier(_ row: Row) -> EarlierAdmission {
        EarlierAdmission(
            number: row["ticket"], time: Timestamp(milliseconds: row["time"]), door: row["door"],
            checker: row["checker"])
    }

    /// Writes down that somebody goes through.
    private static func pass(
        _ db: Database, _ admission: Admission, isIn: Bool, _ now: Timestamp, _ door: String, _ checker: String
    ) throws -> Int64 {
        let claim = admission.claim
        let seat = claim.seat?.isEmpty == false ? claim.seat : nil
        try db.execute(
            sql: """
                INSERT INTO passage
                    (ticket, step, is_in, people, seat, party, time, door, checker, origin, number)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT value FROM setting WHERE name = 'origin'),
                    1 + coalesce((SELECT max(id) FROM passage), 0))
                """,
            arguments: [
                claim.number, admission.time, isIn, admission.people, seat, claim.group, now.milliseconds, door,
                checker,
            ])
        return db.lastInsertedRowID
    }

    // MARK: - By hand

    /// Lets somebody in without a code: from the list, or by a name alone.
    ///
    /// - Parameter reason: why; must not be empty.
    public func admit(
        _ number: String, reason: String, at now: Timestamp, door: String, checker: String
    ) throws(DoorProblem) -> DoorDecision {
        guard !reason.isEmpty else { throw DoorProblem("say why somebody is let in by hand: the log keeps it") }
        let event = try event()
        return try writing { db in
            let claim = TicketClaim(number: number, proof: .hand)
            let verdict = try Self.verdict(db, event, .claim(claim), now)
            guard case .welcome(let admission) = verdict else {
                let line = try Self.log(
                    db, at: now, door: door, checker: checker, event: verdict.kind.rawValue, ticket: number,
                    detail: "by hand: \(verdict.detail)")
                return DoorDecision(
                    verdict: verdict, claim: try Self.completed(db, claim), line: line, passage: nil)
            }
            let passage = try Self.pass(db, admission, isIn: true, now, door, checker)
            let line = try Self.log(
                db, at: now, door: door, checker: checker, event: "admitted-by-hand", ticket: number, detail: reason)
            return DoorDecision(
                verdict: verdict, claim: try Self.completed(db, claim), line: line, passage: passage)
        }
    }

    /// Takes a passage back: the ticket may be shown again.
    ///
    /// - Parameters:
    ///   - passage: its number; of the last passage of its ticket.
    ///   - reason: why; must not be empty.
    /// - Returns: the ticket's number.
    @discardableResult
    public func undo(
        _ passage: Int64, reason: String, at now: Timestamp, door: String, checker: String
    ) throws(DoorProblem) -> String {
        guard !reason.isEmpty else { throw DoorProblem("say why it is taken back: the log keeps it") }
        return try writing { db in
            guard let row = try Row.fetchOne(db, sql: "SELECT * FROM passage WHERE id = ?", arguments: [passage]) else {
                throw DoorProblem("there is no admission \(passage)")
            }
            let ticket: String = row["ticket"]
            let last = try Int64.fetchOne(
                db, sql: "SELECT id FROM passage WHERE ticket = ? AND undone IS NULL ORDER BY step DESC, id DESC",
                arguments: [ticket])
            guard last == passage else {
                throw DoorProblem(
                    last == nil || row["undone"] != nil
                        ? "admission \(passage) was taken back already"
                        : "ticket \(ticket.singleLine(limit: 24)) went through again since: take that back first")
            }
            try db.execute(
                sql: "UPDATE passage SET undone = ?, shared = 0 WHERE id = ?", arguments: [reason, passage])
            try Self.log(
                db, at: now, door: door, checker: checker, event: "undone", ticket: ticket, detail: reason)
            return ticket
        }
    }

    /// The number of the last passage of a ticket that counts; nil where there is none.
    public func lastPassage(of ticket: String) throws(DoorProblem) -> Int64? {
        try reading { db in
            try Int64.fetchOne(
                db, sql: "SELECT id FROM passage WHERE ticket = ? AND undone IS NULL ORDER BY step DESC, id DESC",
                arguments: [ticket])
        }
    }

    /// The passages that count, the newest first, each ticket once.
    public func lastPassages(limit: Int) throws(DoorProblem) -> [Passage] {
        try reading { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT *, max(id) FROM passage WHERE undone IS NULL AND shared < 2 GROUP BY ticket
                    ORDER BY id DESC LIMIT ?
                    """, arguments: [limit]
            ).map { Passage(Self.earlier($0), isIn: $0["is_in"], people: $0["people"]) }
        }
    }
}

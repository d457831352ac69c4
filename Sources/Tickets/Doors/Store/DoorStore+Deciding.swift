import Cryptography
import Files
import Formats
import Foundation
import GRDB

/// What is brought to a door: a code, or a ticket that somebody names there.
package struct DoorShowing: Sendable {
    /// What came of looking at it alone.
    package var evidence: TicketEvidence
    /// The bytes of the symbol, whose digest the log keeps; empty by hand.
    package var code: [UInt8]
    /// By hand: why somebody is let in, empty if nobody said; nil for a code.
    package var reason: String?
    package var time: Timestamp
    package var door: String
    /// Who stands there; empty if nobody said.
    package var checker: String

    /// A code that is shown.
    package init(_ evidence: TicketEvidence, code: [UInt8], at time: Timestamp, door: String, checker: String) {
        self.evidence = Self.storable(evidence)
        (self.code, self.time, self.door, self.checker) = (code, time, door, checker)
    }

    /// Somebody who is to be let in without a code: from the list, or by a name alone.
    package init(byHand number: String, reason: String, at time: Timestamp, door: String, checker: String) {
        self.init(
            .claim(TicketClaim(number: number, proof: .hand)), code: [], at: time, door: door, checker: checker)
        self.reason = reason
    }

    /// A ticket has one number and one seat at every door.
    private static func storable(_ evidence: TicketEvidence) -> TicketEvidence {
        guard case .claim(var claim) = evidence else { return evidence }
        claim.number = Guest.plain(claim.number)
        claim.seat = claim.seat.map(Guest.plain)
        return .claim(claim)
    }
}

/// What was decided about a code, and is on the disk.
package struct DoorDecision: Sendable {
    package let verdict: DoorVerdict
    /// What the code says, with what the list knows; nil if it is not a ticket that could be looked at.
    package let claim: TicketClaim?
    /// The number of its line in the log.
    package let line: Int64
    /// The number of the passage, for taking it back; nil if nobody went through.
    package let passage: Int64?
    /// Whether other doors were not asked though the event has a ledger: they may have let the ticket in as well.
    package let isAlone: Bool
}

/// What is to be decided about a showing, before it is kept.
struct DoorDraft {
    let verdict: DoorVerdict
    let claim: TicketClaim?
    /// Whether no other ticket may have its seat, by the rules that it was decided by.
    let claimsSeat: Bool
    /// Who goes through then; nil for nobody.
    var passage: PassageRecord?
}

extension DoorStore {
    /// Decides about what is shown, and keeps what was decided.
    ///
    /// - Parameters:
    ///   - number: what its passage is called where somebody goes through.
    ///   - isAlone: whether the event has a ledger, and it could not be asked.
    /// - Throws: `UserError`, where nothing is kept and so nobody is let in.
    package func decide(
        _ showing: DoorShowing, number: Int64 = PassageRecord.newNumber, isAlone: Bool = false
    ) throws(UserError) -> DoorDecision {
        try writing { db in
            let draft = try Self.draft(db, showing, number)
            return try Self.keep(db, draft, showing, isAlone: isAlone)
        }
    }

    /// What is to be decided, as far as this store knows; nothing is kept.
    func draft(_ showing: DoorShowing, number: Int64) throws(UserError) -> DoorDraft {
        try reading { db in try Self.draft(db, showing, number) }
    }

    /// Keeps what was decided with the other doors.
    func keep(_ draft: DoorDraft, _ showing: DoorShowing) throws(UserError) -> DoorDecision {
        try writing { db in try Self.keep(db, draft, showing, isAlone: false) }
    }

    /// By the rules as they are in this transaction.
    private static func draft(_ db: Database, _ showing: DoorShowing, _ number: Int64) throws -> DoorDraft {
        let event = try Self.event(db)
        var claim: TicketClaim?
        if let shown = showing.evidence.ticket {
            guard !shown.number.isEmpty else { throw UserError("enter a number or a name") }
            claim = try completed(db, shown)
        }
        let verdict = try verdict(db, event, showing, number)
        // The list's numbers are what is shown at such a door: who is turned away sees which one it was.
        if verdict == .notOnList, claim == nil { claim = Self.shownNumber(showing.code) }
        var draft = DoorDraft(verdict: verdict, claim: claim, claimsSeat: event.seatsAreUnique)
        switch verdict {
        case .welcome(let admission), .goodbye(let admission):
            let isIn = verdict.kind == .welcome
            guard isIn || showing.reason == nil else { break }
            draft.passage = PassageRecord(
                admission, isIn: isIn, seat: event.place(of: admission.claim), showing, origin: try origin(db),
                number: number,
                step: 1 + (try Self.records(db, of: admission.claim.number, besides: number).map(\.step).max() ?? 0))
        default: break
        }
        return draft
    }

    /// The number that a code says, where it is one short line; nil for other contents, which are nobody's business.
    private static func shownNumber(_ code: [UInt8]) -> TicketClaim? {
        guard code.count <= 64, let text = String(validating: code, as: UTF8.self), case let number = Guest.plain(text),
            !number.isEmpty,
            number.unicodeScalars.allSatisfy({ ![.control, .format].contains($0.properties.generalCategory) })
        else { return nil }
        return TicketClaim(number: number, proof: .list)
    }

    private static func keep(
        _ db: Database, _ draft: DoorDraft, _ showing: DoorShowing, isAlone: Bool
    ) throws -> DoorDecision {
        let isByHand = showing.reason != nil
        let passage = try draft.passage.map { try insert(db, $0) }
        var detail = isByHand ? "by hand: \(draft.verdict.detail)" : draft.verdict.detail
        if isByHand, passage != nil { detail = showing.reason ?? "" }
        let line = try log(
            db, at: showing.time, door: showing.door, checker: showing.checker,
            event: isByHand && passage != nil ? "admitted-by-hand" : draft.verdict.kind.rawValue,
            ticket: draft.claim?.number, detail: detail,
            code: showing.code.isEmpty ? nil : Digest.sha256.of(showing.code).hexadecimal)
        return DoorDecision(
            verdict: draft.verdict, claim: draft.claim, line: line, passage: passage, isAlone: isAlone)
    }

    /// What the list knows goes with what the code says.
    private static func completed(_ db: Database, _ claim: TicketClaim) throws -> TicketClaim {
        DoorRules.completed(claim, by: try guest(db, claim.number))
    }

    /// What a code says, with what the list knows.
    func completed(_ claim: TicketClaim) throws(UserError) -> TicketClaim {
        try reading { db in try Self.completed(db, claim) }
    }

    private static func verdict(
        _ db: Database, _ event: DoorEvent, _ showing: DoorShowing, _ number: Int64
    ) throws -> DoorVerdict {
        switch showing.evidence {
        case .notATicket: return try event.hasOnlyAList && guestCount(db) > 0 ? .notOnList : .notATicket
        case .wrongFormat(let why): return .wrongFormat(why)
        case .wrongSignature(let why): return .wrongSignature(why)
        case .notSigned(let why, let claim):
            guard let claim else { return .notSigned(why) }
            let name = try guest(db, claim.number)?.name?.singleLine(limit: 40)
            return .notSigned("\(name ?? "this number") is on the guest list, but \(why)")
        case .unknownKey(let why): return .unknownKey(why)
        case .otherEvent(let why): return .otherEvent(why)
        case .claim(let claim):
            let guest = try guest(db, claim.number)
            let place = event.place(of: DoorRules.completed(claim, by: guest))
            let known = KnownTicket(
                guest: guest, passages: try passages(db, of: claim.number, besides: number),
                seatHolder: try place.flatMap { try seatHolder(db, of: $0, besides: claim.number) })
            return DoorRules(event).verdict(on: claim, known: known, at: showing.time)
        }
    }
}

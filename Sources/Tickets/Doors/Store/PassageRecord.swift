import Formats
import GRDB

/// A passage as stores and ledgers keep it.
package struct PassageRecord: Hashable, Sendable {
    /// The store that let it in: 32 hexadecimal digits.
    var origin: String
    var number: Int64
    var ticket: String
    /// Its place among the ticket's passages, from 1; none that count have the same.
    var step: Int
    var isIn: Bool
    var people: Int
    /// What no other ticket may have: see `DoorEvent.place`.
    var seat: String?
    /// For counting: that of the guest list.
    var group: String?
    /// By the clock of the door.
    var time: Timestamp
    var door: String
    var checker: String
    /// How often its ticket may go through; nil for any number, and for those of other stores.
    var times: Int?
    /// Why it was taken back; nil if it counts.
    var undone: String?
    var sharing = Sharing.waiting

    /// How far the ledger knows of it.
    enum Sharing: Int, Sendable {
        case waiting = 0
        case shared = 1
        /// It is in the ledger, where its ticket or its seat had been let in by another door already.
        case twice = 2
    }

    /// Numbers are drawn at random: one that reached the ledger just before the power went is never given again, and copies of a
    /// store give other ones.
    package static var newNumber: Int64 { .random(in: 1 ... .max) }

}

extension PassageRecord {
    /// Somebody who goes through now.
    init(
        _ admission: Admission, isIn: Bool, seat: String?, _ showing: DoorShowing, origin: String, number: Int64,
        step: Int
    ) {
        self.init(
            origin: origin, number: number, ticket: admission.claim.number, step: step, isIn: isIn,
            people: admission.people, seat: seat, group: admission.claim.group, time: showing.time,
            door: showing.door, checker: showing.checker, times: admission.times)
    }

    /// A row of a store; throws where it holds what none of ours does.
    init(_ row: Row) throws {
        self.init(
            origin: try row.value("origin"), number: try row.value("number"), ticket: try row.value("ticket"),
            step: min(max(try row.value("step"), 0), LedgerTables.maximumSteps), isIn: try row.value("is_in"),
            people: Guest.people(try row.value("people")), seat: try row.optional("seat"),
            group: try row.optional("party"), time: Timestamp(milliseconds: try row.value("time")),
            door: try row.value("door"), checker: try row.value("checker"), times: try row.optional("times"),
            undone: try row.optional("undone"), sharing: Sharing(rawValue: try row.value("shared")) ?? .waiting)
    }

    /// What the rules need of it.
    var passage: Passage {
        Passage(EarlierAdmission(number: ticket, time: time, door: door, checker: checker), isIn: isIn, people: people)
    }
}

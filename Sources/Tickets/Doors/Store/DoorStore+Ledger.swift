import Files
import Formats
import Foundation
import GRDB

// What a store keeps of a ledger: what waits for it, and what came from it.

extension DoorStore {
    // MARK: - Passages

    /// Passages, of one ticket or all, that the ledger does not know of yet, in the order in which they came.
    func waitingPassages(of ticket: String? = nil, limit: Int) throws(UserError) -> [PassageRecord] {
        try reading { db in
            try Self.records(
                db, "WHERE shared = 0 AND (?1 IS NULL OR ticket = ?1) ORDER BY id LIMIT ?2", [ticket, limit])
        }
    }

    /// How many passages wait for the ledger.
    package func waitingCount() throws(UserError) -> Int {
        try reading { db in try Self.count(db, "passage WHERE shared = 0") }
    }

    /// How many passages entered twice, of any door.
    func twiceCount() throws(UserError) -> Int {
        try reading { db in try Self.count(db, "passage WHERE shared = 2") }
    }

    /// Takes in what the ledger has: passages of other stores, and what became of those of this one.
    ///
    /// One of this store's that turns out to be of a ticket or a seat which was let in elsewhere already gets a line in the log.
    func take(_ passages: [PassageRecord], at now: Timestamp) throws(UserError) {
        let fresh = try reading { db in
            try passages.filter { passage in try Self.known(db, passage).map { !$0.hasAll(of: passage) } ?? true }
        }
        guard !fresh.isEmpty else { return }
        try writing { db in
            let origin = try Self.origin(db)
            for passage in fresh {
                let known = try Self.known(db, passage)
                guard let known else {
                    _ = try Self.insert(db, passage)
                    continue
                }
                // What was taken back here and the ledger does not know of still waits.
                let waits = known.undone != nil && passage.undone == nil
                let sharing = waits ? .waiting : passage.sharing
                try db.execute(
                    sql: """
                        UPDATE passage SET step = ?, undone = coalesce(undone, ?), shared = ?
                        WHERE origin = ? AND number = ?
                        """,
                    arguments: [passage.step, passage.undone, sharing.rawValue, passage.origin, passage.number])
                if let id = try Self.id(db, of: passage) { try Self.record(db, .passage, id) }
                if passage.sharing == .twice, known.sharing != .twice, passage.origin == origin, known.undone == nil {
                    try Self.log(
                        db, at: now, door: passage.door, checker: passage.checker, event: "entered-twice",
                        ticket: passage.ticket, detail: try Self.words(db, onTwice: passage))
                }
            }
        }
    }

    private static func known(_ db: Database, _ passage: PassageRecord) throws -> PassageRecord? {
        try records(db, "WHERE origin = ? AND number = ?", [passage.origin, passage.number]).first
    }

    private static func words(_ db: Database, onTwice passage: PassageRecord) throws -> String {
        let others = try records(db, of: passage.ticket).filter { $0.number != passage.number }
        if let other = others.first { return "it also entered \(other.passage.earlier.words)" }
        if let seat = passage.seat, let holder = try seatHolder(db, of: seat, besides: passage.ticket) {
            return
                "its seat \(seat.singleLine(limit: 24)) is also that of ticket \(holder.number.singleLine(limit: 24))"
        }
        return "another door had let it in already"
    }

    /// How many passages of this store the ledger has to have.
    func sharedCount() throws(UserError) -> Int {
        try reading { db in
            try Self.count(
                db, "passage WHERE shared > 0 AND origin = (SELECT value FROM setting WHERE name = 'origin')")
        }
    }

    /// Tickets and seats that were let in at one door while another had let them in already, and it could not be asked.
    package func enteredTwice() throws(UserError) -> [EnteredTwice] {
        try reading { db in
            let isSeatUnique = try Self.event(db).seatsAreUnique
            let twice = try Self.records(db, "WHERE shared = 2 ORDER BY time, id")
            var found: [EnteredTwice] = []
            var seen: Set<String> = []
            for passage in twice where seen.insert(passage.ticket).inserted {
                var all = try Self.records(db, "WHERE ticket = ? ORDER BY time, id", [passage.ticket])
                var isBySeat = false
                if isSeatUnique, let seat = passage.seat {
                    let ofSeat = try Self.records(db, "WHERE seat = ? AND is_in = 1 ORDER BY time, id", [seat])
                    isBySeat = ofSeat.contains { $0.ticket != passage.ticket }
                    if isBySeat { all = ofSeat }
                }
                found.append(
                    EnteredTwice(
                        ticket: passage.ticket, seat: isBySeat ? passage.seat : nil,
                        passages: all.map { ($0.passage.earlier, $0.undone) }))
            }
            return found
        }
    }

    // MARK: - Guests

    /// Guests that the ledger does not know as they are here, and whether each counts again after it was revoked.
    func waitingGuests(limit: Int) throws(UserError) -> [(guest: Guest, countsAgain: Bool)] {
        try reading { db in
            try Row.fetchAll(db, sql: "SELECT * FROM guest WHERE waits > 0 LIMIT ?", arguments: [limit]).map {
                (try Self.guest($0), try $0.value("waits") == 2)
            }
        }
    }

    /// The ledger has these guests; one that changed since then still waits.
    func settle(_ guests: [(guest: Guest, countsAgain: Bool)]) throws(UserError) {
        try writing { db in
            for (guest, _) in guests where try Self.guest(db, guest.number) == guest {
                try db.execute(sql: "UPDATE guest SET waits = 0 WHERE number = ?", arguments: [guest.number])
            }
        }
    }

    /// Takes in what the ledger says of guests; those that changed here and wait for it stay as they are.
    ///
    /// - Parameter hasValidity: whether the ledger knows when guests are valid; else that stays as it is here.
    func take(_ guests: [Guest], hasValidity: Bool = true) throws(UserError) {
        let fresh = try reading { db in
            try guests.compactMap { guest -> Guest? in
                let known = try Self.guest(db, guest.number)
                var guest = guest
                if !hasValidity { (guest.validFrom, guest.validUntil) = (known?.validFrom, known?.validUntil) }
                return guest == known ? nil : guest
            }
        }
        guard !fresh.isEmpty else { return }
        try writing { db in
            for guest in fresh {
                try db.execute(
                    sql: """
                        INSERT INTO guest (number, seat, name, party, note, people, revoked, pass, listed,
                            valid_from, valid_until, waits)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
                        ON CONFLICT (number) DO UPDATE SET
                            seat = excluded.seat, name = excluded.name, party = excluded.party, note = excluded.note,
                            people = excluded.people, revoked = excluded.revoked, pass = excluded.pass,
                            listed = excluded.listed, valid_from = excluded.valid_from,
                            valid_until = excluded.valid_until
                        WHERE waits = 0
                        """,
                    arguments: [
                        guest.number, guest.seat, guest.name, guest.group, guest.note, guest.people, guest.revoked,
                        guest.isPass, guest.isListed, guest.validFrom?.milliseconds, guest.validUntil?.milliseconds,
                    ])
                try Self.record(db, .guest, guest.number)
            }
        }
    }

    // MARK: - The event

    /// The event's rules as doors share them: as JSON, without where.
    func sharedRules() throws(UserError) -> String { try reading { db in try Self.sharedRules(db) } }

    private static func sharedRules(_ db: Database) throws -> String {
        var shared = try Self.event(db)
        shared.ledger = nil
        return try json(shared)
    }

    /// Whether the event was changed here, and the ledger does not know.
    func eventWaits() throws(UserError) -> Bool {
        try reading { db in try Self.setting(db, "event-waits") == "1" }
    }

    /// The ledger has the event as it is here.
    func settleEvent(_ rules: String) throws(UserError) {
        try writing { db in
            // It may have changed while it was brought there.
            if try Self.sharedRules(db) == rules { try Self.set(db, "event-waits", "0") }
        }
    }

    /// Takes over the rules that another door changed.
    func take(rules: String, at now: Timestamp) throws(UserError) {
        // Where nothing is new, nothing is written.
        guard try sharedRules() != rules else { return }
        let theirs = try Self.event(fromLedger: rules)
        try writing { db in
            // What was changed here meanwhile goes first, and another program may have taken them over.
            guard try Self.setting(db, "event-waits") != "1", try Self.sharedRules(db) != rules else { return }
            let taken = try Self.joined(theirs, Self.event(db))
            try Self.set(db, "event", try Self.json(taken))
            try Self.set(db, "event-waits", taken.isSigned == theirs.isSigned ? "0" : "1")
            try Self.log(db, at: now, event: "event", detail: "by the ledger: \(taken.summary)")
        }
    }

    /// Joins an event that other doors have: their rules count, and the doors of this one are added.
    func join(rules: String, at now: Timestamp) throws(UserError) {
        let theirs = try Self.event(fromLedger: rules)
        try writing { db in
            let here = try Self.event(db)
            let more = here.doors == DoorEvent(name: "").doors ? [] : here.doors.filter { !theirs.doors.contains($0) }
            var joined = Self.joined(theirs, here)
            let isSame = more.isEmpty && joined.isSigned == theirs.isSigned
            joined.doors += more
            try Self.set(db, "event", try Self.json(joined))
            try Self.set(db, "event-waits", isSame ? "0" : "1")
            try Self.log(db, at: now, event: "event", detail: "joined: \(joined.summary)")
        }
    }

    /// The rules of a ledger as this store has them. A door that requires signatures goes on to do so: an older version that wrote the
    /// rules found that out at each door.
    private static func joined(_ theirs: DoorEvent, _ here: DoorEvent) -> DoorEvent {
        var joined = theirs
        joined.ledger = here.ledger
        if here.isSigned == true { joined.isSigned = true }
        return joined
    }

    /// An event of rules that came over a network.
    static func event(fromLedger rules: String) throws(UserError) -> DoorEvent {
        guard let event = try? JSONDecoder().decode(DoorEvent.self, from: Data(rules.utf8)), event.isSound else {
            throw UserError("the ledger's rules of the event cannot be used: another version of quietzone made them")
        }
        return event
    }

    // MARK: - The ledger

    /// Which event of a ledger this store shares, and up to where its changes were read.
    func ledgerPlace() throws(UserError) -> (event: String, oldest: Int64)? {
        try reading { db in
            guard let event = try Self.setting(db, "ledger-event") else { return nil }
            return (event, try Self.setting(db, "ledger-oldest").flatMap { Int64($0) } ?? 0)
        }
    }

    /// Changes were read up to here.
    func setLedgerPlace(oldest: Int64) throws(UserError) {
        guard try ledgerPlace()?.oldest != oldest else { return }
        try writing { db in try Self.set(db, "ledger-oldest", String(oldest)) }
    }

    /// Begins with a ledger that knows nothing of this store: all that is here waits for it.
    func beginLedger(event: String) throws(UserError) {
        try writing { db in
            try Self.set(db, "ledger-event", event)
            try Self.set(db, "ledger-oldest", "0")
            try db.execute(sql: "UPDATE passage SET shared = 0; UPDATE guest SET waits = max(waits, 1)")
        }
    }

    /// Notes whether the ledger holds when guests are valid. Guests whose validity it could not hold wait for it once it can: what it has
    /// of them does not count before.
    func setLedger(hasValidity: Bool) throws(UserError) {
        let isMissing = try reading { db in try Self.setting(db, "ledger-validity") == "missing" }
        guard isMissing == hasValidity else { return }
        try writing { db in
            try Self.set(db, "ledger-validity", hasValidity ? "there" : "missing")
            guard hasValidity else { return }
            try db.execute(
                sql: """
                    UPDATE guest SET waits = max(waits, 1) WHERE valid_from IS NOT NULL OR valid_until IS NOT NULL
                    """)
        }
    }

    /// Writes down that a door goes on alone, or shares again, or what is known of its clock.
    func note(_ what: String, _ detail: String, at now: Timestamp, door: String) throws(UserError) {
        _ = try writing { db in try Self.log(db, at: now, door: door, event: what, detail: detail) }
    }
}

/// A ticket, or a seat, that was let in where another door had let it in already.
package struct EnteredTwice: Sendable {
    package var ticket: String
    /// The seat, where another ticket has it, too; nil if the ticket itself went through too often.
    package var seat: String?
    /// All passages of the ticket, or into the seat, the oldest first; with why one was taken back.
    package var passages: [(passage: EarlierAdmission, undone: String?)]
}

extension PassageRecord {
    /// Whether nothing new is said of it by `other`, which came from a ledger.
    fileprivate func hasAll(of other: PassageRecord) -> Bool {
        step == other.step && sharing == other.sharing && (undone != nil) == (other.undone != nil)
    }
}

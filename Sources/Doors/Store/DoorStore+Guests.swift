import GRDB
import Payloads

extension DoorStore {
    static func guest(_ db: Database, _ number: String) throws -> Guest? {
        try Row.fetchOne(db, sql: "SELECT * FROM guest WHERE number = ?", arguments: [number]).map(guest)
    }

    private static func guest(_ row: Row) -> Guest {
        var guest = Guest(number: row["number"])
        (guest.seat, guest.name, guest.group) = (row["seat"], row["name"], row["party"])
        (guest.note, guest.people, guest.revoked) = (row["note"], row["people"], row["revoked"])
        return guest
    }

    /// The guest of a number; nil where the list has none.
    public func guest(_ number: String) throws(DoorProblem) -> Guest? {
        try reading { db in try Self.guest(db, number) }
    }

    /// How many are on the list.
    public func guestCount() throws(DoorProblem) -> Int {
        try reading { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM guest") ?? 0 }
    }

    /// Takes guests into the list, those of a number that is there in place of it; a revoked one stays revoked.
    ///
    /// - Parameter each: hands each guest to its argument; what it throws leaves the list as it was.
    /// - Returns: how many were new, and how many were there.
    public func take(
        at now: Timestamp, by checker: String, _ each: ((Guest) throws -> Void) throws -> Void
    ) throws(DoorProblem) -> (new: Int, known: Int) {
        try writing { db in
            let before = try Int.fetchOne(db, sql: "SELECT count(*) FROM guest") ?? 0
            var taken = 0
            let insert = try db.makeStatement(
                sql: """
                    INSERT INTO guest VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (number) DO UPDATE SET
                        seat = excluded.seat, name = excluded.name, party = excluded.party, note = excluded.note,
                        people = excluded.people, revoked = coalesce(excluded.revoked, revoked)
                    """)
            try each { guest in
                try insert.execute(arguments: [
                    guest.number, guest.seat, guest.name, guest.group, guest.note, guest.people, guest.revoked,
                ])
                taken += 1
            }
            let new = (try Int.fetchOne(db, sql: "SELECT count(*) FROM guest") ?? 0) - before
            try Self.log(
                db, at: now, door: "", checker: checker, event: "list",
                detail: "\(new) guests new on the list, \(taken - new) anew")
            return (new, taken - new)
        }
    }

    /// Revokes a ticket, on the list or not; nil restores it.
    public func revoke(
        _ number: String, reason: String?, at now: Timestamp, by checker: String
    ) throws(DoorProblem) {
        try writing { db in
            try db.execute(
                sql: """
                    INSERT INTO guest (number, people, revoked) VALUES (?, 1, ?)
                    ON CONFLICT (number) DO UPDATE SET revoked = excluded.revoked
                    """, arguments: [number, reason])
            try Self.log(
                db, at: now, door: "", checker: checker, event: reason == nil ? "restored" : "revoked",
                ticket: number, detail: reason ?? "")
        }
    }

    /// Guests whose name, number, seat or group has all words of a text, and whether they are in.
    ///
    /// - Parameter limit: at most so many.
    public func guests(matching text: String, limit: Int = 100) throws(DoorProblem) -> [(guest: Guest, passages: Int)] {
        let words = text.split(separator: " ").prefix(8).map(String.init)
        return try reading { db in
            let each =
                "(coalesce(name, '') || ' ' || number || ' ' || coalesce(seat, '') || ' ' || coalesce(party, ''))"
            let condition = words.map { _ in "instr(lower(\(each)), lower(?)) > 0" }.joined(separator: " AND ")
            var arguments: [any DatabaseValueConvertible] = words
            arguments.append(limit)
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT guest.*, (SELECT count(*) FROM passage WHERE ticket = guest.number AND undone IS NULL) AS passed
                    FROM guest \(condition.isEmpty ? "" : "WHERE \(condition)") ORDER BY name, number LIMIT ?
                    """, arguments: StatementArguments(arguments)
            ).map { (Self.guest($0), $0["passed"]) }
        }
    }
}

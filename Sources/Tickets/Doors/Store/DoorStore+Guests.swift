import Files
import Formats
import GRDB

extension DoorStore {
    static func guest(_ db: Database, _ number: String) throws -> Guest? {
        try Row.fetchOne(db, sql: "SELECT * FROM guest WHERE number = ?", arguments: [number]).map(guest)
    }

    static func guest(_ row: Row) throws -> Guest {
        var guest = Guest(number: try row.value("number"))
        (guest.seat, guest.name, guest.group) = (
            try row.optional("seat"), try row.optional("name"), try row.optional("party")
        )
        (guest.note, guest.people) = (try row.optional("note"), Guest.people(try row.value("people")))
        (guest.revoked, guest.isPass) = (try row.optional("revoked"), try row.value("pass"))
        guest.isListed = try row.value("listed")
        guest.validFrom = (try row.optional("valid_from") as Int64?).map { Timestamp(milliseconds: $0) }
        guest.validUntil = (try row.optional("valid_until") as Int64?).map { Timestamp(milliseconds: $0) }
        return guest
    }

    /// The guest of a number, on the list or revoked; nil if nothing is known of it.
    package func guest(_ number: String) throws(UserError) -> Guest? {
        try reading { db in try Self.guest(db, Guest.plain(number)) }
    }

    /// The names of guests by their numbers, as far as they are known.
    package func names(of numbers: some Sequence<String>) throws(UserError) -> [String: String] {
        let wanted = Set(numbers)
        return try reading { db in
            let statement = try db.makeStatement(sql: "SELECT name FROM guest WHERE number = ?")
            var names: [String: String] = [:]
            for number in wanted { names[number] = try String.fetchOne(statement, arguments: [number]) }
            return names
        }
    }

    /// How many are on the list.
    package func guestCount() throws(UserError) -> Int { try reading { db in try Self.guestCount(db) } }

    static func guestCount(_ db: Database) throws -> Int {
        try count(db, "guest WHERE listed = 1")
    }

    /// Takes guests into the list, those of a number that is there instead of it. Who was revoked by hand stays so; who was by a
    /// list before counts again where the new one has nothing against it.
    ///
    /// - Parameter each: hands each guest to its argument; what it throws leaves the list as it was.
    /// - Returns: how many were new, and how many were there.
    package func take(
        at now: Timestamp, by checker: String, _ each: ((Guest) throws -> Void) throws -> Void
    ) throws(UserError) -> (new: Int, known: Int) {
        try writing { db in
            let before = try Self.guestCount(db)
            var taken = 0
            let byList = "coalesce(substr(revoked, 1, \(Guest.revokedByList.count)) = '\(Guest.revokedByList)', 0)"
            let insert = try db.makeStatement(
                sql: """
                    INSERT INTO guest (number, seat, name, party, note, people, revoked, pass, valid_from, valid_until)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (number) DO UPDATE SET
                        seat = excluded.seat, name = excluded.name, party = excluded.party, note = excluded.note,
                        people = excluded.people, pass = excluded.pass, listed = 1,
                        valid_from = excluded.valid_from, valid_until = excluded.valid_until,
                        waits = CASE WHEN excluded.revoked IS NULL AND \(byList) THEN 2 ELSE max(waits, 1) END,
                        revoked = CASE WHEN excluded.revoked IS NULL AND NOT \(byList) THEN revoked
                            ELSE excluded.revoked END
                    """)
            try each { guest in
                try insert.execute(arguments: [
                    guest.number, guest.seat, guest.name, guest.group, guest.note, guest.people, guest.revoked,
                    guest.isPass, guest.validFrom?.milliseconds, guest.validUntil?.milliseconds,
                ])
                try Self.record(db, .guest, guest.number)
                taken += 1
            }
            let new = try Self.guestCount(db) - before
            try Self.log(
                db, at: now, checker: checker, event: "list",
                detail: "\(new) new, \(taken - new) updated")
            return (new, taken - new)
        }
    }

    /// Revokes a ticket, on the list or not; without a reason restores it.
    ///
    /// - Throws: `UserError`, also where one is to be restored that is not revoked.
    package func revoke(
        _ number: String, reason: String?, at now: Timestamp, by checker: String
    ) throws(UserError) {
        let number = Guest.plain(number)
        guard !number.isEmpty else { throw UserError("enter the ticket's number") }
        try writing { db in
            if reason == nil, try Self.guest(db, number)?.revoked == nil {
                throw UserError("ticket \(number.singleLine(limit: 24)) is not revoked")
            }
            try db.execute(
                sql: """
                    INSERT INTO guest (number, people, revoked, waits, listed) VALUES (?, 1, ?, ?, 0)
                    ON CONFLICT (number) DO UPDATE SET revoked = excluded.revoked, waits = excluded.waits
                    """, arguments: [number, reason, reason == nil ? 2 : 1])
            try Self.record(db, .guest, number)
            try Self.log(
                db, at: now, checker: checker, event: reason == nil ? "restored" : "revoked",
                ticket: number, detail: reason ?? "")
        }
    }

    /// The number of the listed guest that `text` means: by the number, else by whole words of a name that no other guest has; `text`
    /// itself for somebody who is not on the list.
    ///
    /// - Throws: `UserError` if several guests have these words in their names.
    package func number(of text: String) throws(UserError) -> String {
        if try guest(text)?.isListed == true { return text }
        func words(_ text: String) -> Set<[UInt8]> {
            Set(text.split(whereSeparator: \.isWhitespace).map { TextSearch.folded(Array($0.utf8)) })
        }
        let wanted = words(text)
        guard !wanted.isEmpty else { return text }
        let found = try guests(matching: text, limit: .max).map(\.guest).filter {
            words($0.name ?? "").isSuperset(of: wanted)
        }
        guard found.count > 1 else { return found.first?.number ?? text }
        let names = found.prefix(5).map { "\($0.number) \($0.name ?? "")".singleLine(limit: 40) }
        let rest = found.count > names.count ? ", …" : ""
        throw UserError(
            "several guests match “\(text.singleLine(limit: 40))”: \(names.joined(separator: ", "))\(rest). Use a number."
        )
    }

    /// Guests whose name, number, seat or group has all words of a text, and how often each went through.
    package func guests(matching text: String, limit: Int = 100) throws(UserError) -> [(guest: Guest, passages: Int)] {
        let search = TextSearch(text)
        return try reading { db in
            // SQLite's own `lower` knows the letters of ASCII alone.
            let rows = try Row.fetchCursor(
                db, sql: "SELECT * FROM guest WHERE listed = 1 OR revoked IS NOT NULL ORDER BY name, number")
            var found: [(Guest, Int)] = []
            while found.count < limit, let guest = try rows.next().map(Self.guest) {
                let texts = [guest.name, guest.number, guest.seat, guest.group].compactMap { $0 }
                guard search.matches(texts) else { continue }
                found.append(
                    (guest, try Self.count(db, "passage WHERE ticket = ? AND undone IS NULL", [guest.number])))
            }
            return found
        }
    }
}

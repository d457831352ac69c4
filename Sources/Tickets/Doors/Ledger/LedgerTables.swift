import Cryptography
import Formats
import Foundation
import PostgreSQL

/// An event's rows on a PostgreSQL server: the statements, one connection, no decisions.
///
/// It belongs to one thread at a time. After a failure it is to be dropped.
// SAFETY: `DoorLedger` alone has it, behind a lock.
final class LedgerTables: @unchecked Sendable {
    let server: PostgreSQLConnection
    /// The event's id there.
    let event: String
    /// The event's rules there, as JSON, when it was found.
    let rules: String
    /// Whether it holds when guests are valid: one of an older version does not.
    let hasValidity: Bool

    /// How long a statement takes at most, in seconds: somebody stands at the door.
    private static let patience = 2
    /// Rows of a page, and of a batch.
    static let pageSize = 500

    /// Connects, makes the tables where there are none, and finds the event by its name.
    ///
    /// - Parameters:
    ///   - target: a connection as libpq takes it.
    ///   - rules: the event's rules as JSON, for a ledger that does not have it yet; nil if it must.
    /// - Returns: nil if the ledger has no such event.
    init?(_ target: String, event name: String, rules: String?) throws(PostgreSQLError) {
        server = try Self.connect(target)
        hasValidity = try LedgerSchema.prepare(server)
        if let rules {
            try server.run(
                """
                INSERT INTO quietzone_door_event (id, name, rules) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING
                """, [UUID().uuidString, name, rules])
        }
        let found = try server.run("SELECT id, rules FROM quietzone_door_event WHERE name = $1", [name]).rows.first
        guard let found, found.count > 1, let id = found[0], let rules = found[1] else { return nil }
        (event, self.rules) = (id, rules)
    }

    private static func connect(_ target: String) throws(PostgreSQLError) -> PostgreSQLConnection {
        let server = try PostgreSQLConnection(
            target,
            usual: [
                "connect_timeout": "3", "application_name": "quietzone door", "keepalives_idle": "10",
                "options": "-c statement_timeout=\(patience)s",
            ], parameters: ["client_encoding": "UTF8"], seconds: patience)
        // A door that finds a step taken has to see who took it, whatever the server's default is.
        try server.run("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED")
        return server
    }

    /// The names of the events that a ledger has.
    static func events(_ target: String) throws(PostgreSQLError) -> [String] {
        let server = try connect(target)
        try LedgerSchema.prepare(server)
        return try server.run("SELECT name FROM quietzone_door_event ORDER BY name").rows.compactMap(\.first)
            .compactMap(\.self)
    }

    // MARK: - Passages

    private static let columns = """
        origin, number, ticket, step, is_in, people, seat, party,
        CASE WHEN isfinite(time) THEN (extract(epoch from time) * 1000)::bigint END, door, checker, undone, twice, changed
        """

    /// All passages of a ticket, and of others with its seat.
    func passages(of ticket: String, seat: String?) throws(PostgreSQLError) -> [PassageRecord] {
        try server.run(
            """
            SELECT \(Self.columns) FROM quietzone_door_passage WHERE event = $1 AND (key = $2 OR seat_key = $3)
            ORDER BY step, changed
            """, [event, Self.key(ticket), seat.map(Self.key)]
        ).rows.compactMap(Self.record)
    }

    /// Adds a passage.
    ///
    /// - Parameter claimsSeat: whether its seat may be given to no other ticket.
    /// - Returns: whether it was added; it was not where its step or its seat is taken, or where italready exists.
    func add(_ passage: PassageRecord, claimsSeat: Bool) throws(PostgreSQLError) -> Bool {
        try insert(passage, claimsSeat: claimsSeat, "ON CONFLICT DO NOTHING").changed == 1
    }

    /// Says that a passage was taken back, whether or not the ledger knew of it; the passage as the ledger has it.
    func takeBack(_ passage: PassageRecord) throws(PostgreSQLError) -> PassageRecord {
        let rows = try insert(
            passage, claimsSeat: false,
            """
            ON CONFLICT (event, origin, number) DO UPDATE
            SET undone = coalesce(quietzone_door_passage.undone, excluded.undone), changed = txid_current()
            RETURNING \(Self.columns)
            """
        ).rows
        return rows.first.flatMap(Self.record) ?? passage
    }

    private func insert(
        _ passage: PassageRecord, claimsSeat: Bool, _ otherwise: String
    ) throws(PostgreSQLError) -> (changed: Int, rows: [[String?]]) {
        try server.run(
            """
            INSERT INTO quietzone_door_passage (event, origin, number, key, ticket, step, is_in, people, seat_key, seat,
                party, time, door, checker, undone, twice)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, to_timestamp($12::bigint / 1000.0), $13, $14, $15, $16)
            \(otherwise)
            """,
            [
                event, passage.origin, String(passage.number), Self.key(passage.ticket), passage.ticket,
                String(passage.step), passage.isIn ? "t" : "f", String(passage.people),
                claimsSeat && passage.isIn ? passage.seat.map(Self.key) : nil, Self.text(passage.seat),
                Self.text(passage.group), String(passage.time.milliseconds), Self.text(passage.door),
                Self.text(passage.checker), Self.text(passage.undone), passage.sharing == .twice ? "t" : "f",
            ])
    }

    /// How many passages of a store the ledger has.
    func count(of origin: String) throws(PostgreSQLError) -> Int {
        let rows = try server.run(
            "SELECT count(*) FROM quietzone_door_passage WHERE event = $1 AND origin = $2", [event, origin]
        ).rows
        return rows.first?.first?.flatMap { Int($0) } ?? 0
    }

    /// More passages than any ticket has.
    static let maximumSteps = 1_000_000_000

    static func record(_ row: [String?]) -> PassageRecord? {
        guard row.count >= 13, let origin = row[0], let number = row[1].flatMap({ Int64($0) }), let ticket = row[2],
            let step = row[3].flatMap({ Int($0) }), let people = row[5].flatMap({ Int($0) })
        else { return nil }
        // An infinite time is none of ours; the ticket went through all the same.
        let time = row[8].flatMap { Int64($0) } ?? 0
        return PassageRecord(
            // A uuid is written with hyphens there.
            origin: origin.replacing("-", with: ""), number: number, ticket: ticket,
            step: min(max(step, 0), maximumSteps), isIn: row[4] == "t",
            people: Guest.people(people), seat: row[6], group: row[7], time: Timestamp(milliseconds: time),
            door: row[9] ?? "", checker: row[10] ?? "", undone: row[11], sharing: row[12] == "t" ? .twice : .shared)
    }

    // MARK: - What changed

    /// Where a reader of changes has come to: the oldest transaction that was still under way when it read last. What was
    /// committed since belongs to that one or to a later one.
    func snapshot() throws(PostgreSQLError) -> (oldest: Int64, next: Int64) {
        let rows = try server.run(
            "SELECT txid_snapshot_xmin(now), txid_snapshot_xmax(now) FROM (SELECT txid_current_snapshot() AS now) AS s"
        ).rows
        let numbers = (rows.first ?? []).compactMap { $0.flatMap { Int64($0) } }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : (0, 0)
    }

    /// A place in a list of changes.
    struct Position {
        var changed: Int64
        var origin = "00000000-0000-0000-0000-000000000000"
        var number: Int64 = -1
        var key = ""
    }

    /// The passages that were added or taken back after a position, at most a page of them, and the position of the last.
    func passages(after: Position) throws(PostgreSQLError) -> (page: [PassageRecord], last: Position?) {
        let rows = try server.run(
            """
            SELECT \(Self.columns) FROM quietzone_door_passage
            WHERE event = $1 AND (changed, origin, number) > ($2::bigint, $3::uuid, $4::bigint)
            ORDER BY changed, origin, number LIMIT \(Self.pageSize)
            """, [event, String(after.changed), after.origin, String(after.number)]
        ).rows
        guard rows.count == Self.pageSize, let last = rows.last, last.count > 13,
            let changed = last[13].flatMap({ Int64($0) }),
            let origin = last[0], let number = last[1].flatMap({ Int64($0) })
        else { return (rows.compactMap(Self.record), nil) }
        return (rows.compactMap(Self.record), Position(changed: changed, origin: origin, number: number))
    }

    /// The guests that changed after a position, at most a page of them, and the position of the last.
    func guests(after: Position) throws(PostgreSQLError) -> (page: [Guest], last: Position?) {
        let rows = try server.run(
            """
            SELECT number, seat, name, party, note, people, revoked, pass, listed, changed, key,
                \(hasValidity ? "valid_from, valid_until" : "NULL, NULL")
            FROM quietzone_door_guest
            WHERE event = $1 AND (changed, key) > ($2::bigint, $3) ORDER BY changed, key LIMIT \(Self.pageSize)
            """, [event, String(after.changed), after.key]
        ).rows
        let guests = rows.compactMap(Self.guest)
        guard rows.count == Self.pageSize, let last = rows.last, last.count > 10,
            let changed = last[9].flatMap({ Int64($0) }),
            let key = last[10]
        else { return (guests, nil) }
        return (guests, Position(changed: changed, key: key))
    }

    private static func guest(_ row: [String?]) -> Guest? {
        guard row.count >= 13, let number = row[0] else { return nil }
        var guest = Guest(number: number)
        (guest.seat, guest.name, guest.group, guest.note) = (row[1], row[2], row[3], row[4])
        guest.people = Guest.people(row[5].flatMap { Int($0) } ?? 1)
        (guest.revoked, guest.isPass, guest.isListed) = (row[6], row[7] == "t", row[8] == "t")
        func time(_ text: String?) -> Timestamp? { text.flatMap { Int64($0) }.map { Timestamp(milliseconds: $0) } }
        (guest.validFrom, guest.validUntil) = (time(row[11]), time(row[12]))
        return guest
    }

    /// Takes guests into the list there; one that was revoked stays so, unless it counts again.
    ///
    /// - Parameter guests: at most a page of them, and whether each counts again after it was revoked.
    func put(_ guests: [(guest: Guest, countsAgain: Bool)]) throws(PostgreSQLError) {
        let rows = guests.map { guest, _ -> JSONValue in
            func text(_ value: String?) -> JSONValue { Self.text(value).map { .string($0) } ?? .null }
            return [
                "key": .string(Self.key(guest.number)), "number": text(guest.number), "seat": text(guest.seat),
                "name": text(guest.name), "party": text(guest.group), "note": text(guest.note),
                "people": .integer(Int64(guest.people)), "revoked": text(guest.revoked),
                "pass": .bool(guest.isPass), "listed": .bool(guest.isListed),
                "valid_from": guest.validFrom.map { .integer($0.milliseconds) } ?? .null,
                "valid_until": guest.validUntil.map { .integer($0.milliseconds) } ?? .null,
            ]
        }
        let (more, change) =
            hasValidity
            ? (", valid_from, valid_until", "valid_from = excluded.valid_from, valid_until = excluded.valid_until,")
            : ("", "")
        try server.run(
            """
            INSERT INTO quietzone_door_guest AS g
                (event, key, number, seat, name, party, note, people, revoked, pass, listed\(more))
            SELECT $1::uuid, key, number, seat, name, party, note, people, revoked, pass, listed\(more)
                FROM json_to_recordset($2::json) AS t (key text, number text, seat text, name text, party text, note text,
                    people integer, revoked text, pass boolean, listed boolean, valid_from bigint, valid_until bigint)
            ORDER BY key
            ON CONFLICT (event, key) DO UPDATE SET
                seat = excluded.seat, name = excluded.name, party = excluded.party, note = excluded.note,
                people = excluded.people, pass = excluded.pass, listed = excluded.listed, changed = txid_current(),
                \(change)
                revoked = CASE WHEN excluded.key = ANY ($3::text[]) THEN excluded.revoked
                    ELSE coalesce(excluded.revoked, g.revoked) END
            """,
            [
                event, JSONValue.array(rows).text,
                "{" + guests.filter(\.countsAgain).map { Self.key($0.guest.number) }.joined(separator: ",") + "}",
            ])
    }

    // MARK: - Texts

    /// What stands for a text in an index.
    private static func key(_ text: String) -> String { Digest.sha256.of(Array(text.utf8)).hexadecimal }

    /// PostgreSQL's texts hold no NUL.
    static func text(_ value: String?) -> String? { value?.replacing("\0", with: "\u{2400}") }
}

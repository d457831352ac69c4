import Formats
import Foundation
import PostgreSQL

/// The event in a ledger, and its doors.
extension LedgerTables {
    /// The event's rules as JSON.
    func currentRules() throws(PostgreSQLError) -> String? {
        try server.run("SELECT rules FROM quietzone_door_event WHERE id = $1", [event]).rows.first?.first ?? nil
    }

    func put(rules: String) throws(PostgreSQLError) {
        try server.run(
            "UPDATE quietzone_door_event SET rules = $2, changed = txid_current() WHERE id = $1", [event, rules])
    }

    /// By how much the clock here is ahead of the server's, in milliseconds; 0 where that is within what the network takes.
    func clockDifference(_ now: () -> Timestamp) throws(PostgreSQLError) -> Int64 {
        let before = now().milliseconds
        let rows = try server.run("SELECT (extract(epoch from clock_timestamp()) * 1000)::bigint").rows
        let after = now().milliseconds
        guard let time = rows.first?.first?.flatMap({ Int64($0) }) else { return 0 }
        let server = Timestamp(milliseconds: time).milliseconds
        // Whenever between the two the server looked at its clock.
        return server < before ? before - server : server > after ? after - server : 0
    }

    func announce(origin: String, door: String, checker: String, clock: Int64) throws(PostgreSQLError) {
        try server.run(
            """
            INSERT INTO quietzone_door_station (event, origin, door, checker, clock, seen)
            VALUES ($1, $2, $3, $4, $5, clock_timestamp()) ON CONFLICT (event, origin, door) DO UPDATE
            SET checker = excluded.checker, clock = excluded.clock, seen = excluded.seen
            """, [event, origin, Self.text(door), Self.text(checker), String(clock)])
    }

    /// The doors that were there, the one seen last first.
    func stations() throws(PostgreSQLError) -> [LedgerDoor] {
        try server.run(
            """
            SELECT door, checker, clock, (extract(epoch from clock_timestamp() - seen) * 1000)::bigint
            FROM quietzone_door_station WHERE event = $1 AND isfinite(seen) ORDER BY seen DESC LIMIT 200
            """, [event]
        ).rows.filter { $0.count > 3 }.map { row in
            LedgerDoor(
                door: row[0] ?? "", checker: row[1] ?? "",
                clock: Timestamp(milliseconds: row[2].flatMap { Int64($0) } ?? 0).milliseconds,
                seconds: Int((row[3].flatMap { Int64($0) } ?? 0) / 1000))
        }
    }
}

/// A door that shares a ledger.
package struct LedgerDoor: Hashable, Sendable {
    package var door: String
    /// Who stood there; empty where nobody said.
    package var checker: String
    /// Milliseconds by which its clock is ahead of the server's.
    package var clock: Int64
    /// Seconds since it was there last.
    package var seconds: Int
}

import Cryptography
import Formats
import Foundation
import GRDB

/// A scan that is to be delivered.
package struct OutboxItem: Sendable, Hashable, Identifiable {
    /// Its number: items of a destination are delivered in this order.
    package let id: Int64
    /// Who is to get it, by name.
    package let destination: String
    /// The scan's number in this history; it may have been deleted meanwhile.
    package let scan: Int64
    /// The scan as it was kept: a JSON object, in which `identity` tells deliveries of the same scan.
    package let record: String
    /// When it was put there.
    package let queued: Date
    package let tries: Int
    /// Why it could not be delivered the last time; nil before the first try.
    package let problem: String?
    /// Whether it is not tried any more.
    package let isDead: Bool
}

/// How much waits for a destination.
package struct OutboxCount: Sendable, Hashable {
    /// By name.
    package let destination: String
    package let waiting: Int
    package let dead: Int
    /// The problem of the first that waits, or of the last that is not tried any more.
    package let problem: String?
}

/// What is still to be delivered: written in the transaction that keeps a scan, taken out when a destination has it.
extension HistoryStore {
    /// Notes that each destination is to get `entry`.
    func enqueue(_ entry: HistoryEntry, _ db: Database) throws {
        let names = destinations
        guard !names.isEmpty else { return }
        let record = Data(entry.record.json.text.utf8)
        for name in names {
            try db.cachedStatement(
                sql:
                    "INSERT INTO outbox (destination, scan, record, queued) VALUES (CAST(? AS TEXT), ?, CAST(? AS TEXT), ?)"
            ).execute(arguments: [Data(name.utf8), entry.id, record, Timestamp(Date()).milliseconds])
        }
    }

    /// What tells this history on this machine from all others: a UUID, made when it is asked for the first time, and anew where the
    /// file has come to another machine, so that two copies of it do not number their deliveries alike.
    package func origin() throws(HistoryError) -> String {
        let machine = (try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)) ?? ""
        let mark = Digest.sha256.of(Array((machine + path).utf8)).prefix(8).map { String($0, radix: 16) }.joined()
        return try writing { db in
            func fact(_ name: String) throws -> String? {
                try String.fetchOne(db, sql: "SELECT value FROM fact WHERE name = ?", arguments: [name])
            }
            if let origin = try fact("origin"), try fact("machine") == mark { return origin }
            let origin = ScanIdentity.new().description
            for (name, value) in [("origin", origin), ("machine", mark)] {
                try db.execute(
                    sql: "INSERT INTO fact VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
                    arguments: [name, value])
            }
            return origin
        }
    }

    /// The next items of a destination, in their order.
    ///
    /// - Parameters:
    ///   - isDead: those that are not tried any more in place of those that wait; default false.
    ///   - limit: at most so many; default 100.
    package func outbox(
        for destination: String, isDead: Bool = false, limit: Int = 100
    ) throws(HistoryError) -> [OutboxItem] {
        let selection: SQL = """
            SELECT id, scan, CAST(record AS BLOB), queued, tries, CAST(problem AS BLOB) FROM outbox
            WHERE destination = \(SQL.text(destination)) AND dead = \(isDead) ORDER BY id LIMIT \(limit)
            """
        return try rows(selection) { row in
            OutboxItem(
                id: row[0], destination: destination, scan: row[1], record: row.text(2) ?? "",
                queued: Timestamp(milliseconds: row[3]).date, tries: row[4], problem: row.text(5), isDead: isDead)
        }
    }

    /// How much waits, by destination.
    package func outboxCounts() throws(HistoryError) -> [OutboxCount] {
        let selection: SQL = """
            SELECT CAST(destination AS BLOB), sum(NOT dead), sum(dead),
                (SELECT CAST(problem AS BLOB) FROM outbox AS o WHERE o.destination = outbox.destination
                 AND o.problem IS NOT NULL ORDER BY o.dead, o.id LIMIT 1)
            FROM outbox GROUP BY destination ORDER BY destination
            """
        return try rows(selection) { row in
            OutboxCount(
                destination: row.text(0) ?? "", waiting: row[1] ?? 0, dead: row[2] ?? 0, problem: row.text(3))
        }
    }

    /// Takes out what was delivered, or what is not wanted any more.
    package func removeFromOutbox(_ ids: [Int64]) throws(HistoryError) {
        try execute("DELETE FROM outbox WHERE id IN \(SQL.list(ids))")
    }

    /// Notes that the items could not be delivered.
    ///
    /// - Parameter isDead: whether they are not tried any more.
    package func noteFailure(_ ids: [Int64], problem: String, isDead: Bool) throws(HistoryError) {
        try execute(
            """
            UPDATE outbox SET tries = tries + 1, dead = \(isDead), problem = \(SQL.text(problem))
            WHERE id IN \(SQL.list(ids))
            """)
    }

    /// Tries again what is not tried any more, of one destination or of all.
    ///
    /// - Returns: how many items that are.
    @discardableResult
    package func retryDead(of destination: String? = nil) throws(HistoryError) -> Int {
        try execute("UPDATE outbox SET dead = 0, tries = 0 WHERE \(Self.isDead(of: destination))")
    }

    /// Takes out what is not tried any more, of one destination or of all.
    ///
    /// - Returns: how many items that were.
    @discardableResult
    package func dropDead(of destination: String? = nil) throws(HistoryError) -> Int {
        try execute("DELETE FROM outbox WHERE \(Self.isDead(of: destination))")
    }

    private static func isDead(of destination: String?) -> SQL {
        destination.map { "dead AND destination = \(SQL.text($0))" } ?? "dead"
    }
}

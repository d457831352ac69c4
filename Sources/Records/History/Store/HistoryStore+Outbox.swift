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
    /// How often it was tried.
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
    /// To be delivered.
    package let waiting: Int
    /// Not tried any more.
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
        try reading { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, scan, CAST(record AS BLOB), queued, tries, CAST(problem AS BLOB) FROM outbox
                    WHERE destination = CAST(? AS TEXT) AND dead = ? ORDER BY id LIMIT ?
                    """, arguments: [Data(destination.utf8), isDead, limit]
            ).map { row in
                func text(_ index: Int) -> String? {
                    Data.fromDatabaseValue(row[index]).map { String(decoding: $0, as: UTF8.self) }
                }
                return OutboxItem(
                    id: row[0], destination: destination, scan: row[1], record: text(2) ?? "",
                    queued: Timestamp(milliseconds: row[3]).date, tries: row[4], problem: text(5), isDead: isDead)
            }
        }
    }

    /// How much waits, by destination.
    package func outboxCounts() throws(HistoryError) -> [OutboxCount] {
        try reading { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT CAST(destination AS BLOB), sum(NOT dead), sum(dead),
                        (SELECT CAST(problem AS BLOB) FROM outbox AS o WHERE o.destination = outbox.destination
                         AND o.problem IS NOT NULL ORDER BY o.dead, o.id LIMIT 1)
                    FROM outbox GROUP BY destination ORDER BY destination
                    """
            ).map { row in
                func text(_ index: Int) -> String? {
                    Data.fromDatabaseValue(row[index]).map { String(decoding: $0, as: UTF8.self) }
                }
                return OutboxCount(
                    destination: text(0) ?? "", waiting: row[1] ?? 0, dead: row[2] ?? 0, problem: text(3))
            }
        }
    }

    /// Takes out what was delivered, or what is not wanted any more.
    package func removeFromOutbox(_ ids: [Int64]) throws(HistoryError) {
        try changeOutbox("DELETE FROM outbox WHERE id IN (SELECT value FROM json_each(?))", ids)
    }

    /// Notes that the items could not be delivered.
    ///
    /// - Parameter isDead: whether they are not tried any more.
    package func noteFailure(_ ids: [Int64], problem: String, isDead: Bool) throws(HistoryError) {
        try changeOutbox(
            """
            UPDATE outbox SET tries = tries + 1, dead = \(isDead ? 1 : 0), problem = CAST(? AS TEXT)
            WHERE id IN (SELECT value FROM json_each(?))
            """, ids, binding: Data(problem.utf8))
    }

    /// Tries again what is not tried any more, of one destination or of all.
    ///
    /// - Returns: how many items that are.
    @discardableResult
    package func retryDead(of destination: String? = nil) throws(HistoryError) -> Int {
        try writing { db in
            try db.execute(
                sql:
                    "UPDATE outbox SET dead = 0, tries = 0 WHERE dead AND (? IS NULL OR destination = CAST(? AS TEXT))",
                arguments: [destination.map { Data($0.utf8) }, destination.map { Data($0.utf8) }])
            return db.changesCount
        }
    }

    /// Takes out what is not tried any more, of one destination or of all.
    ///
    /// - Returns: how many items that were.
    @discardableResult
    package func dropDead(of destination: String? = nil) throws(HistoryError) -> Int {
        try writing { db in
            try db.execute(
                sql: "DELETE FROM outbox WHERE dead AND (? IS NULL OR destination = CAST(? AS TEXT))",
                arguments: [destination.map { Data($0.utf8) }, destination.map { Data($0.utf8) }])
            return db.changesCount
        }
    }

    private func changeOutbox(_ sql: String, _ ids: [Int64], binding value: Data? = nil) throws(HistoryError) {
        guard !ids.isEmpty else { return }
        let list = "[\(ids.map(String.init).joined(separator: ","))]"
        try writing { db in
            try db.execute(sql: sql, arguments: value.map { [$0, list] } ?? [list])
        }
    }
}

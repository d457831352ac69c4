import Cryptography
import Formats
import Foundation
import GRDB

/// A scan that is to be delivered.
package struct OutboxItem: Sendable, Hashable, Identifiable {
    /// Its number: items of a destination are delivered in this order. Another history has the same numbers, so has a restored one.
    package let id: Int64
    /// 16 random bytes that no other delivery has, also in other histories.
    let identity: Data
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

    /// The identity as a UUID, which every destination gets: a repeated delivery has the same, any other delivery another one.
    package var key: String { ScanIdentity(Array(identity))?.description ?? identity.base64EncodedString() }
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

/// A row of the outbox on its way from a history that is gone into the next one.
struct OutboxRow {
    private static let copy = TableCopy(
        table: "outbox",
        names: ["identity", "destination", "scan", "record", "queued", "tries", "problem", "dead"])
    // Each value comes after its type.
    private static let (scan, record) = (5, 7)

    private let values: [DatabaseValue]

    /// All of them, in their order.
    static func all(_ db: Database) throws -> [OutboxRow] {
        try Row.fetchAll(db, sql: "SELECT \(copy.values) FROM outbox ORDER BY id")
            .map { OutboxRow(values: Array($0.databaseValues)) }
    }

    /// Puts it after those that are there, unless it is there. The number of its scan is the one that it has here; 0 for none.
    func insert(_ db: Database) throws {
        let record = Data.fromDatabaseValue(values[Self.record]).flatMap { try? JSONSerialization.jsonObject(with: $0) }
        let identity = ((record as? [String: Any])?["identity"] as? String).flatMap { ScanIdentity($0) }
        var values = values
        values[Self.scan] = (try identity.flatMap { try HistoryInsertion.number(of: $0, db) } ?? 0).databaseValue
        try Self.copy.insert(values, db, ignoresConflicts: true)
    }
}

/// What is still to be delivered: written in the transaction that keeps a scan, taken out when a destination has it.
extension HistoryStore {
    /// Gives deliveries identities. The trigger also serves rows that come from a history without them.
    static func addDeliveryIdentities(_ db: Database) throws {
        try db.execute(
            sql: """
                -- 16 random bytes.
                ALTER TABLE outbox ADD COLUMN identity BLOB;
                UPDATE outbox SET identity = randomblob(16);
                CREATE UNIQUE INDEX outbox_by_identity ON outbox (identity);
                CREATE TRIGGER outbox_inserted AFTER INSERT ON outbox WHEN new.identity IS NULL BEGIN
                    UPDATE outbox SET identity = randomblob(16) WHERE id = new.id;
                END;
                """)
    }

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

    /// The identity of this history on this machine: a UUID, made on first use. A copy on another machine or at another path gets its own.
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
    ///   - isDead: those that are not tried any more instead of those that wait; default false.
    ///   - limit: the maximum; default 100.
    package func outbox(
        for destination: String, isDead: Bool = false, limit: Int = 100
    ) throws(HistoryError) -> [OutboxItem] {
        let selection: SQL = """
            SELECT id, identity, scan, CAST(record AS BLOB), queued, tries, CAST(problem AS BLOB) FROM outbox
            WHERE destination = \(SQL.text(destination)) AND dead = \(isDead) ORDER BY id LIMIT \(limit)
            """
        return try rows(selection) { row in
            OutboxItem(
                id: row.number(0), identity: row.data(1) ?? Data(), destination: destination, scan: row.number(2),
                record: row.text(3) ?? "", queued: Timestamp(milliseconds: row.number(4)).date,
                tries: min(row.number(5), 1 << 40), problem: row.text(6), isDead: isDead)
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
                destination: row.text(0) ?? "", waiting: row.number(1), dead: row.number(2), problem: row.text(3))
        }
    }

    /// Takes out what was delivered.
    package func removeFromOutbox(_ items: [OutboxItem]) throws(HistoryError) {
        // By identity: the history may be another one by now, with other items of these numbers.
        try writing { db in
            for item in items {
                try db.cachedStatement(sql: "DELETE FROM outbox WHERE identity = ?").execute(arguments: [item.identity])
            }
        }
    }

    /// Notes that the items could not be delivered.
    ///
    /// - Parameter isDead: whether they are not tried any more.
    package func noteFailure(_ items: [OutboxItem], problem: String, isDead: Bool) throws(HistoryError) {
        try writing { db in
            for item in items {
                try db.execute(
                    literal: """
                        UPDATE outbox SET tries = tries + 1, dead = \(isDead), problem = \(SQL.text(problem))
                        WHERE identity = \(item.identity)
                        """)
            }
        }
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

    /// Takes out all that is for a destination, which nothing delivers to any more.
    ///
    /// - Returns: how many items that were.
    @discardableResult
    package func dropOutbox(of destination: String) throws(HistoryError) -> Int {
        try execute("DELETE FROM outbox WHERE destination = \(SQL.text(destination))")
    }

    private static func isDead(of destination: String?) -> SQL {
        destination.map { "dead AND destination = \(SQL.text($0))" } ?? "dead"
    }
}

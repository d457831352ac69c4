import Formats
import Foundation
import GRDB
import Symbols

/// Sessions and their check-lists.
extension HistoryStore {
    private static let sessionColumns = """
        id, CAST(name AS BLOB), repeats, started, ended,
        (SELECT count(*) FROM scan WHERE scan.session = session.id),
        (SELECT coalesce(sum(quantity), 0) FROM scan WHERE scan.session = session.id)
        """

    private static func session(_ row: Row) -> HistorySession {
        HistorySession(
            id: row.number(0), name: row.text(1) ?? "",
            repeats: String.fromDatabaseValue(row[2]).flatMap { ScanRepeats(rawValue: $0) } ?? .each,
            started: Timestamp(milliseconds: row.number(3)).date,
            ended: Int64.fromDatabaseValue(row[4]).map { Timestamp(milliseconds: $0).date }, scans: row.number(5),
            quantity: row.number(6))
    }

    /// Every session, the latest begun first.
    package func sessions() throws(HistoryError) -> [HistorySession] {
        try rows("SELECT \(sql: Self.sessionColumns) FROM session ORDER BY started DESC, id DESC", Self.session)
    }

    /// The session called `name`; nil when there is none.
    package func session(called name: String) throws(HistoryError) -> HistorySession? {
        try rows("SELECT \(sql: Self.sessionColumns) FROM session WHERE name = \(SQL.text(name))", Self.session).first
    }

    /// Begins a session, or goes on with the one of that name, which is open again.
    ///
    /// - Parameter repeats: what a symbol is that comes again; nil keeps what a session that is there says, else each counts.
    @discardableResult
    package func openSession(
        called name: String, repeats: ScanRepeats? = nil, at time: Date = Date()
    ) throws(HistoryError) -> HistorySession {
        try writing { db in
            let id = try HistoryInsertion.session(called: name, repeats: repeats ?? .each, at: time, db)
            try db.execute(
                sql: "UPDATE session SET ended = NULL, repeats = coalesce(?, repeats) WHERE id = ?",
                arguments: [repeats?.rawValue, id])
            let row = try Row.fetchOne(
                db, sql: "SELECT \(Self.sessionColumns) FROM session WHERE id = ?", arguments: [id])
            guard let row else { throw HistoryError(.damaged, "\(path): session \(id) cannot be read back.") }
            return Self.session(row)
        }
    }

    /// Closes a session; its scans stay.
    ///
    /// - Returns: whether it was open.
    @discardableResult
    package func closeSession(_ id: Int64, at time: Date = Date()) throws(HistoryError) -> Bool {
        try execute(
            "UPDATE session SET ended = \(Timestamp(time).milliseconds) WHERE id = \(id) AND ended IS NULL") > 0
    }

    /// Sets what a session's check-list expects, instead of what it had.
    package func expect(_ items: [ExpectedItem], in session: Int64) throws(HistoryError) {
        try writing { db in
            try db.execute(sql: "DELETE FROM expected WHERE session = ?", arguments: [session])
            for item in items {
                // What is named twice is expected as often.
                try db.execute(
                    literal: """
                        INSERT INTO expected (session, text, label, quantity)
                        VALUES (\(session), \(SQL.text(item.text)), \(SQL.text(item.label)), \(item.quantity))
                        ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity
                        """)
            }
        }
    }

    /// How far a session's check-list is; nil if it has none.
    package func checkList(of session: Int64) throws(HistoryError) -> CheckListProgress? {
        try reading { db in
            let expected = try Row.fetchAll(
                db,
                sql: """
                    SELECT CAST(text AS BLOB), CAST(label AS BLOB), quantity FROM expected WHERE session = ?
                    ORDER BY text
                    """, arguments: [session]
            ).map { ExpectedItem(text: $0.text(0) ?? "", label: $0.text(1) ?? "", quantity: $0.quantity(2)) }
            guard !expected.isEmpty else { return nil }
            var scanned: [String: Int] = [:]
            let rows = try Row.fetchCursor(
                db, sql: "SELECT CAST(coalesce(text, '') AS BLOB), quantity FROM scan WHERE session = ?",
                arguments: [session])
            while let row = try rows.next() { scanned[row.text(0) ?? "", default: 0] += row.quantity(1) }
            let lines = expected.map {
                CheckListProgress.Line(item: $0, scanned: scanned.removeValue(forKey: $0.text) ?? 0)
            }
            let others = scanned.sorted { $0.key < $1.key }.map {
                CheckListProgress.Line(item: ExpectedItem(text: $0.key, quantity: 0), scanned: $0.value)
            }
            return CheckListProgress(lines: lines + others)
        }
    }
}

import Formats
import Foundation
import GRDB

/// The codes that were made.
extension HistoryStore {
    /// As many are kept; the oldest go.
    package static let maximumMadeCodes = 1000

    static func addMadeCodes(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE made (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    -- Milliseconds since 1970-01-01T00:00:00Z.
                    time INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    bytes BLOB NOT NULL,
                    is_text INTEGER NOT NULL,
                    summary TEXT NOT NULL,
                    -- JSON, of whoever made it.
                    options BLOB NOT NULL,
                    form TEXT NOT NULL,
                    -- A JSON object of what was entered into the form.
                    entered BLOB NOT NULL,
                    UNIQUE (kind, bytes, is_text, options)
                ) STRICT;
                CREATE INDEX made_by_time ON made (time, id);
                """)
    }

    /// Keeps a code that went out. One that was made before of the same, in the same way, is the newest then.
    package func keep(_ code: MadeCode) throws(HistoryError) {
        try perform {
            let entered = try JSONEncoder.sorted.encode(code.values)
            try pool.write { db in
                try db.execute(
                    literal: """
                        INSERT INTO made (time, kind, bytes, is_text, summary, options, form, entered)
                        VALUES (\(Timestamp(code.time).milliseconds), \(SQL.text(code.kind)), \(Data(code.bytes)),
                            \(code.isText), \(SQL.text(code.summary)), \(code.options), \(SQL.text(code.form)), \(entered))
                        ON CONFLICT DO UPDATE SET time = excluded.time, summary = excluded.summary,
                            form = excluded.form, entered = excluded.entered
                        """)
                try db.execute(
                    sql: """
                        DELETE FROM made WHERE id NOT IN
                            (SELECT id FROM made ORDER BY time DESC, id DESC LIMIT \(Self.maximumMadeCodes))
                        """)
            }
        }
    }

    /// The codes that were made, the newest first.
    package func madeCodes(limit: Int = maximumMadeCodes) throws(HistoryError) -> [MadeCode] {
        try madeCodes("ORDER BY time DESC, id DESC LIMIT \(limit)")
    }

    /// The code of a number; nil if there is none.
    package func madeCode(_ id: Int64) throws(HistoryError) -> MadeCode? {
        try madeCodes("WHERE id = \(id)").first
    }

    /// Forgets the code of a number, or all.
    package func forgetMadeCodes(_ id: Int64? = nil) throws(HistoryError) {
        // What is deleted is overwritten in every connection (`secure_delete`).
        try execute("DELETE FROM made WHERE \(id) IS NULL OR id = \(id)")
    }

    private func madeCodes(_ clause: SQL) throws(HistoryError) -> [MadeCode] {
        try reading { db in
            guard try db.tableExists("made") else { return [] }
            return try Row.fetchAll(
                db,
                SQLRequest(
                    literal: """
                        SELECT id, time, CAST(kind AS BLOB), bytes, is_text, CAST(summary AS BLOB), options,
                            CAST(form AS BLOB), entered FROM made \(clause)
                        """)
            ).map(Self.madeCode)
        }
    }

    private static func madeCode(_ row: Row) -> MadeCode {
        MadeCode(
            id: row.number(0), time: Timestamp(milliseconds: row.number(1)).date, kind: row.text(2) ?? "",
            bytes: Array(row.data(3) ?? Data()), isText: row.number(4) != 0, summary: row.text(5) ?? "",
            options: row.data(6) ?? Data(), form: row.text(7) ?? "", values: SessionFields.fields(row.text(8) ?? ""))
    }
}

extension JSONEncoder {
    /// The same object in the same bytes each time.
    fileprivate static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}

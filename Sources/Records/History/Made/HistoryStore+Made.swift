import Formats
import Foundation
import GRDB

/// The codes that were made.
extension HistoryStore {
    /// As many are kept; the oldest go.
    package static let mostMadeCodes = 1000

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
                    sql: """
                        INSERT INTO made (time, kind, bytes, is_text, summary, options, form, entered)
                        VALUES (?, CAST(? AS TEXT), ?, ?, CAST(? AS TEXT), ?, CAST(? AS TEXT), ?)
                        ON CONFLICT DO UPDATE SET time = excluded.time, summary = excluded.summary,
                            form = excluded.form, entered = excluded.entered
                        """,
                    arguments: [
                        Timestamp(code.time).milliseconds, Data(code.kind.utf8), Data(code.bytes), code.isText,
                        Data(code.summary.utf8), code.options, Data(code.form.utf8), entered,
                    ])
                try db.execute(
                    sql: """
                        DELETE FROM made WHERE id NOT IN
                            (SELECT id FROM made ORDER BY time DESC, id DESC LIMIT \(Self.mostMadeCodes))
                        """)
            }
        }
    }

    /// The codes that were made, the newest first.
    package func madeCodes(limit: Int = mostMadeCodes) throws(HistoryError) -> [MadeCode] {
        try madeCodes("ORDER BY time DESC, id DESC LIMIT ?", [limit])
    }

    /// The code of a number; nil where there is none.
    package func madeCode(_ id: Int64) throws(HistoryError) -> MadeCode? {
        try madeCodes("WHERE id = ?", [id]).first
    }

    /// Forgets the code of a number, or all.
    package func forgetMadeCodes(_ id: Int64? = nil) throws(HistoryError) {
        try writing { db in
            // What is deleted is overwritten in every connection (`secure_delete`).
            try db.execute(sql: "DELETE FROM made WHERE ? IS NULL OR id = ?", arguments: [id, id])
        }
    }

    private func madeCodes(_ clause: String, _ arguments: StatementArguments) throws(HistoryError) -> [MadeCode] {
        try reading { db in
            guard try db.tableExists("made") else { return [] }
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT id, time, CAST(kind AS BLOB), bytes, is_text, CAST(summary AS BLOB), options,
                        CAST(form AS BLOB), entered FROM made \(clause)
                    """, arguments: arguments
            ).map(Self.madeCode)
        }
    }

    private static func madeCode(_ row: Row) -> MadeCode {
        func data(_ index: Int) -> Data { Data.fromDatabaseValue(row[index]) ?? Data() }
        func text(_ index: Int) -> String { String(decoding: data(index), as: UTF8.self) }
        let values = (try? JSONDecoder().decode([String: String].self, from: data(8))) ?? [:]
        return MadeCode(
            id: row[0], time: Timestamp(milliseconds: row[1]).date, kind: text(2), bytes: Array(data(3)),
            isText: row[4], summary: text(5), options: data(6), form: text(7), values: values)
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

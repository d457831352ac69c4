import Cryptography
import Files
import GRDB

// Each row that decides who is let in goes into the log's chain when it is written: the journal `change` has its digest, and the next
// line of the log has the digest of the journal's rows since the line before.

extension DoorStore {
    /// A table whose rows decide, and how a row is named and digested.
    enum Recorded: String, CaseIterable {
        /// The rules, and what the store is called in a ledger.
        case setting
        case guest
        case passage

        /// What distinguishes a row from the others of its table, as SQL.
        var key: String {
            switch self {
            case .setting: "name"
            case .guest: "number"
            case .passage: "CAST(id AS TEXT)"
            }
        }

        /// What a row says. What only waits for a ledger is not part of it.
        var columns: String {
            switch self {
            case .setting: "name, value"
            case .guest: "number, seat, name, party, note, people, revoked, pass, listed, valid_from, valid_until"
            case .passage:
                "id, ticket, step, is_in, people, seat, party, time, door, checker, origin, number, times, undone"
            }
        }

        /// The rows that decide, as SQL.
        var rows: String { self == .setting ? "name IN ('event', 'origin')" : "TRUE" }

        /// Whether the row of a key in the journal is there, as SQL.
        var isThere: String {
            switch self {
            case .setting: "EXISTS (SELECT 1 FROM setting WHERE name = change.key)"
            case .guest: "EXISTS (SELECT 1 FROM guest WHERE number = change.key)"
            case .passage: "EXISTS (SELECT 1 FROM passage WHERE id = CAST(change.key AS INTEGER))"
            }
        }

        /// The digest of a row that the journal has last, as SQL.
        var recorded: String {
            "(SELECT digest FROM change WHERE kind = '\(rawValue)' AND key = \(key(in: rawValue)) ORDER BY id DESC LIMIT 1)"
        }

        private func key(in table: String) -> String {
            self == .passage ? "CAST(\(table).id AS TEXT)" : "\(table).\(key)"
        }

        /// Writes rows into the journal that are not in it as they are now; a condition follows.
        var recording: String {
            """
            INSERT INTO change (line, kind, key, digest)
            SELECT (SELECT coalesce(max(number), 0) + 1 FROM log), '\(rawValue)', \(key), row_digest(\(columns))
            FROM \(rawValue) WHERE \(rows) AND row_digest(\(columns)) IS NOT \(recorded)
            """
        }
    }

    /// SHA-256 of a row's values, each with its type and length, so that no two rows give the same bytes.
    static let rowDigest = DatabaseFunction("row_digest", pure: true) { values in
        var bytes: [UInt8] = []
        for value in values {
            let (type, content): (String, [UInt8]) =
                switch value.storage {
                case .null: ("n", [])
                case .int64(let number): ("i", Array(String(number).utf8))
                case .double(let number): ("d", Array(String(number.bitPattern).utf8))
                case .string(let text): ("t", Array(text.utf8))
                case .blob(let data): ("b", Array(data))
                }
            bytes += Array("\(type)\(content.count):".utf8) + content
        }
        return Digest.sha256.of(bytes).hexadecimal
    }

    /// Writes down that a row was written: for a passage by its `id`, else by its key.
    static func record(_ db: Database, _ table: Recorded, _ key: some DatabaseValueConvertible) throws {
        let name = table == .passage ? "id" : table.key
        let statement = try db.cachedStatement(sql: "\(table.recording) AND \(name) = ?")
        try statement.execute(arguments: [key])
    }

    /// The digest of what the journal has for a line of the log; nil for nothing.
    ///
    /// - Parameter changes: the journal from its end, the newest row first.
    static func changes(_ db: Database, of line: Int64) throws -> String? {
        let rows = try Row.fetchCursor(db, sql: "SELECT line, kind, key, digest FROM change ORDER BY id DESC")
        var digest: String?
        while let row = try rows.next(), try row.value("line") == line {
            digest = try Self.digest(digest, row)
        }
        return digest
    }

    /// The digest of rows of the journal so far, and of one more.
    static func digest(_ before: String?, _ row: Row) throws -> String {
        let parts = [before ?? "-", try row.value("kind"), try row.value("key"), try row.value("digest")]
        return Digest.sha256.of(Array(parts.map { "\($0.utf8.count):\($0)" }.joined().utf8)).hexadecimal
    }

    /// What is not as the journal has it, in a line; nil if all is.
    static func unrecorded(_ db: Database) throws -> String? {
        for table in Recorded.allCases {
            let rows = """
                SELECT \(table.key) AS name, \(table.recorded) IS NULL AS isNew\(table == .passage ? ", ticket" : "")
                FROM \(table.rawValue) WHERE \(table.rows) AND row_digest(\(table.columns)) IS NOT \(table.recorded) LIMIT 1
                """
            if let row = try Row.fetchOne(db, sql: rows) {
                let isNew: Bool = try row.value("isNew")
                if table == .setting {
                    return "the event's rules or its name in the ledger were changed"
                }
                return try "\(name(of: table, row)) \(isNew ? "was added" : "was changed")"
            }
            let gone = "SELECT key FROM change WHERE kind = '\(table.rawValue)' AND NOT \(table.isThere) LIMIT 1"
            if let key = try String.fetchOne(db, sql: gone) {
                return "\(table == .passage ? "admission" : table.rawValue) \(key.singleLine(limit: 40)) was removed"
            }
        }
        return nil
    }

    private static func name(of table: Recorded, _ row: Row) throws -> String {
        let name: String = (try row.optional("name") as String?)?.singleLine(limit: 40) ?? "without a key"
        guard table == .passage else { return "guest \(name)" }
        let ticket: String? = try row.optional("ticket")
        return "admission \(name) of ticket \((ticket ?? "").singleLine(limit: 40))"
    }
}

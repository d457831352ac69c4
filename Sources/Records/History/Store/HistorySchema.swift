import Foundation
import GRDB
import Payloads
import Symbols

/// The tables of the history, as named migrations. A released one never changes; a new one is added, and tested with a file of
/// each earlier version.
enum HistorySchema {
    /// `QZHI`, in the file's header: distinguishes the history from other programs' databases.
    static let applicationID: Int32 = 0x515A_4849

    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 scans") { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = \(applicationID);
                    CREATE TABLE scan (
                        -- Ids are never used again, so an exported id stays one scan's.
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        -- Milliseconds since 1970-01-01T00:00:00Z.
                        time INTEGER NOT NULL,
                        source TEXT NOT NULL,
                        symbology TEXT NOT NULL,
                        identifier TEXT NOT NULL,
                        bytes BLOB NOT NULL,
                        text TEXT,
                        charset TEXT,
                        -- Eight little-endian doubles: x and y of the corners, clockwise from the top left.
                        corners BLOB NOT NULL,
                        kind TEXT NOT NULL,
                        summary TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX scan_by_time ON scan (time, id);
                    """)
        }
        migrator.registerMigration("add-ons") { db in
            // The two or five digits beside an EAN or UPC symbol.
            try db.execute(sql: "ALTER TABLE scan ADD COLUMN add_on TEXT")
        }
        migrator.registerMigration("parts") { db in
            // Of a symbol that holds a part of a message: its place from 0, how many there are, what they share.
            try db.execute(
                sql: """
                    ALTER TABLE scan ADD COLUMN part_index INTEGER;
                    ALTER TABLE scan ADD COLUMN part_count INTEGER;
                    ALTER TABLE scan ADD COLUMN part_id TEXT;
                    """)
        }
        migrator.registerMigration("scan pictures") { db in
            // The path of the picture that the scan was seen in; NULL where none is kept.
            try db.execute(sql: "ALTER TABLE scan ADD COLUMN picture TEXT")
        }
        migrator.registerMigration("scans by content") { db in
            // For `latest`: by the beginning of what they hold, which tells most apart and keeps the index small.
            try db.execute(sql: "CREATE INDEX scan_by_content ON scan (symbology, substr(bytes, 1, 32), time, id)")
        }
        migrator.registerMigration("one-time passwords") { db in try understandAnew(db, beginningWith: "otpauth") }
        // Those without a name, or with line breaks between their parts.
        migrator.registerMigration("odd networks") { db in try understandAnew(db, beginningWith: "wifi:") }
        migrator.registerMigration("sessions, tags and search", migrate: SessionsMigration.run)
        migrator.registerMigration("short words") { db in
            // The trigrams that the index of words has, with which words of two characters are found.
            try db.execute(sql: "CREATE VIRTUAL TABLE scan_search_terms USING fts5vocab(scan_search, row)")
        }
        migrator.registerMigration("made codes", migrate: HistoryStore.addMadeCodes)
        migrator.registerMigration("delivery identities", migrate: HistoryStore.addDeliveryIdentities)
        migrator.registerMigration("bin and sources by indexes") { db in
            // Each new scan is looked for in the bin by its identity and its position; conditions on sources compare each source once.
            try db.execute(
                sql: """
                    CREATE INDEX bin_by_identity ON bin (identity);
                    CREATE INDEX bin_by_position ON bin (position);
                    CREATE INDEX scan_by_source ON scan (source, position);
                    """)
        }
        migrator.registerMigration("activation codes") { db in
            for table in ["scan", "bin"] { try understandAnew(db, beginningWith: "lpa:1$", in: table) }
        }
        migrator.registerMigration("product names") { db in
            // What a product's number stands for; NULL while nobody has said.
            for table in ["scan", "bin"] { try db.execute(sql: "ALTER TABLE \(table) ADD COLUMN product TEXT") }
        }
        return migrator
    }()

    /// Entries kept as plain text, or as something else, before what they are was known: their summary, which every list shows,
    /// held the secret.
    ///
    /// - Parameter table: also the index of words is brought up to date; nil, the default, where there is none yet.
    private static func understandAnew(_ db: Database, beginningWith prefix: String, in table: String? = nil) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, CAST(text AS BLOB) FROM \(table ?? "scan") WHERE part_index IS NULL
                    AND lower(substr(ltrim(text, char(9, 10, 13, 32, 65279)), 1, ?)) = ?
                """, arguments: [prefix.utf8.count, prefix])
        for row in rows {
            guard let text = row.text(1) else { continue }
            let payload = Payload.parse(SymbolContent(symbology: .qrCode, text: text))
            let id = row[0] as DatabaseValue
            try db.execute(
                sql: "UPDATE \(table ?? "scan") SET kind = ?, summary = CAST(? AS TEXT) WHERE id = ?",
                arguments: [payload.kind.rawValue, Data(payload.summary.utf8), id])
            if table == "scan" { try indexAnew(id, text, payload, db) }
        }
    }

    private static func indexAnew(_ id: DatabaseValue, _ text: String, _ payload: Payload, _ db: Database) throws {
        let columns = "position, symbology, CAST(source AS BLOB), CAST(note AS BLOB), CAST(tags AS BLOB)"
        guard let row = try Row.fetchOne(db, sql: "SELECT \(columns) FROM scan WHERE id = ?", arguments: [id]) else {
            return
        }
        let search = SearchText(
            content: text, summary: payload.summary, kind: payload.kind,
            symbology: String.fromDatabaseValue(row[1]) ?? "", source: row.text(2) ?? "", note: row.text(3),
            tags: (row.text(4) ?? "").split(separator: "\n").map(String.init))
        try SearchIndex.replace(search, at: row.number(0), db)
    }
}

import Formats
import Foundation
import GRDB
import Payloads
import Symbols

/// The migration that makes a history of scans one of sessions: with an order, identities, tags, quantities, a bin, an index of
/// words and an outbox.
enum SessionsMigration {
    static func run(_ db: Database) throws {
        try db.execute(sql: tables)
        for column in columns { try db.execute(sql: "ALTER TABLE scan ADD COLUMN \(column)") }
        try fill(db)
        try db.execute(sql: indexes)
    }

    private static let columns = [
        // What the scan is known by in every copy of it: 16 bytes, see `ScanIdentity`.
        "identity BLOB",
        // The order of scans by time, see `ScanPosition`.
        "position INTEGER",
        // Seconds that local time was ahead of UTC.
        "utc_offset INTEGER",
        // The frame that the corners are in, in pixels.
        "frame_width INTEGER", "frame_height INTEGER",
        // When it was seen for the last time, as `time`; NULL when that is `time`.
        "last_time INTEGER",
        "quantity INTEGER NOT NULL DEFAULT 1",
        "session INTEGER",
        // Names, each on a line, in their order.
        "tags TEXT",
        "note TEXT",
        "pinned INTEGER NOT NULL DEFAULT 0",
        // What held for the session then, such as the shelf: a JSON object of texts.
        "fields TEXT",
    ]

    private static let tables = """
        -- A named run of scans.
        CREATE TABLE session (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            identity BLOB NOT NULL UNIQUE,
            name TEXT NOT NULL UNIQUE,
            -- What a symbol that comes again is: each, count, unique.
            repeats TEXT NOT NULL,
            started INTEGER NOT NULL,
            -- NULL while it is open.
            ended INTEGER
        ) STRICT;
        -- What a session's check-list expects.
        CREATE TABLE expected (
            session INTEGER NOT NULL,
            text TEXT NOT NULL,
            label TEXT NOT NULL,
            quantity INTEGER NOT NULL,
            PRIMARY KEY (session, text)
        ) STRICT, WITHOUT ROWID;
        -- Scans that were deleted and can be brought back.
        CREATE TABLE bin (
            id INTEGER PRIMARY KEY,
            binned INTEGER NOT NULL,
            time INTEGER NOT NULL, source TEXT NOT NULL, symbology TEXT NOT NULL, identifier TEXT NOT NULL,
            bytes BLOB NOT NULL, text TEXT, charset TEXT, corners BLOB NOT NULL, kind TEXT NOT NULL,
            summary TEXT NOT NULL, add_on TEXT, part_index INTEGER, part_count INTEGER, part_id TEXT, picture TEXT,
            identity BLOB, position INTEGER, utc_offset INTEGER, frame_width INTEGER, frame_height INTEGER,
            last_time INTEGER, quantity INTEGER NOT NULL, session INTEGER, tags TEXT, note TEXT,
            pinned INTEGER NOT NULL, fields TEXT
        ) STRICT;
        CREATE INDEX bin_by_time ON bin (binned);
        -- What scans are found by, see `SearchText`: every three characters, so that parts of codes are found. Its row
        -- numbers are the scans' positions, so that it lists by time what it finds.
        CREATE VIRTUAL TABLE scan_search USING fts5(
            text, tokenize = 'trigram case_sensitive 1', detail = 'none', columnsize = 0);
        -- What is still to be delivered, and what could not be.
        CREATE TABLE outbox (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            destination TEXT NOT NULL,
            scan INTEGER NOT NULL,
            -- The scan as it is to be delivered: a JSON object.
            record TEXT NOT NULL,
            queued INTEGER NOT NULL,
            tries INTEGER NOT NULL DEFAULT 0,
            -- Why it could not be delivered the last time.
            problem TEXT,
            -- Whether it is not tried any more.
            dead INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX outbox_by_destination ON outbox (destination, dead, id);
        -- What is known of this history: its identity, when it was exported.
        CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
        """

    private static let indexes = """
        DROP INDEX IF EXISTS scan_by_time;
        CREATE UNIQUE INDEX scan_by_position ON scan (position);
        CREATE UNIQUE INDEX scan_by_identity ON scan (identity);
        CREATE INDEX scan_by_kind ON scan (kind, position);
        CREATE INDEX scan_by_symbology ON scan (symbology, position);
        CREATE INDEX scan_by_session ON scan (session, position) WHERE session IS NOT NULL;
        CREATE TRIGGER scan_deleted AFTER DELETE ON scan BEGIN
            DELETE FROM scan_search WHERE rowid = old.position;
        END;
        """

    /// So many rows are changed between two looks for more.
    private static let batch = 1000

    /// Gives the scans of before an order and identities, and makes them found.
    private static func fill(_ db: Database) throws {
        var last = (time: Int64.min, id: Int64.min)
        var positions = ScanPosition.Sequence()
        var twins = Twins()
        while true {
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, time, CAST(source AS BLOB), symbology, bytes, CAST(text AS BLOB), kind, CAST(summary AS BLOB)
                    FROM scan WHERE (time, id) > (?, ?) ORDER BY time, id LIMIT ?
                    """, arguments: [last.time, last.id, batch])
            for row in rows {
                // A file may come from anywhere: a value of another type counts as none.
                func name(_ index: Int) -> String { String.fromDatabaseValue(row[index]) ?? "" }
                let id: Int64 = row.number(0)
                last = (row.number(1), id)
                let position = positions.next(at: last.time)
                let identity = twins.identity(
                    time: last.time, source: row.text(2) ?? "", symbology: name(3),
                    bytes: Array(row.data(4) ?? Data()))
                try db.execute(
                    sql: "UPDATE scan SET position = ?, identity = ? WHERE id = ?",
                    arguments: [position, Data(identity.bytes), id])
                let search = SearchText(
                    content: row.text(5), summary: row.text(7) ?? "", kind: PayloadKind(rawValue: name(6)),
                    symbology: name(3), source: row.text(2) ?? "")
                try SearchIndex.add(search, at: position, db)
            }
            if rows.count < batch { return }
        }
    }

    /// Tells scans of one time, source and content apart, of scans in the order of their times.
    private struct Twins {
        private var time = Int64.min
        private var counts: [[UInt8]: Int] = [:]

        mutating func identity(time: Int64, source: String, symbology: String, bytes: [UInt8]) -> ScanIdentity {
            if time != self.time {
                self.time = time
                counts = [:]
            }
            let scan = Scan(
                time: Timestamp(milliseconds: time).date, source: source,
                symbol: Symbol(
                    content: SymbolContent(
                        symbology: Symbology(rawValue: symbology) ?? .qrCode, bytes: bytes, text: nil, charset: nil),
                    corners: .none))
            let first = ScanIdentity.derived(from: scan).bytes
            defer { counts[first, default: 0] += 1 }
            return .derived(from: scan, twin: counts[first] ?? 0)
        }
    }
}

import Formats
import Foundation
import GRDB

/// The tables of a door's store, as named migrations; a released one never changes.
enum DoorSchema {
    /// `QZDO`, in the file's header: tells it from other programs' databases.
    static let applicationID: Int32 = 0x515A_444F

    /// - Parameter isCopy: whether it is for a copy that only shows a file: its log stays as it is there.
    static func migrator(isCopy: Bool) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 door") { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = \(applicationID);
                    -- The event as JSON, and what this store is called in a ledger.
                    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
                    CREATE TABLE guest (
                        number TEXT PRIMARY KEY,
                        seat TEXT,
                        name TEXT,
                        party TEXT,
                        note TEXT,
                        people INTEGER NOT NULL,
                        -- Why it counts no more; NULL where it does.
                        revoked TEXT
                    ) STRICT;
                    CREATE TABLE passage (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        ticket TEXT NOT NULL,
                        -- Which time of the ticket, from 1.
                        step INTEGER NOT NULL,
                        is_in INTEGER NOT NULL,
                        people INTEGER NOT NULL,
                        seat TEXT,
                        -- For counting: that of the guest list.
                        party TEXT,
                        -- Milliseconds since 1970-01-01T00:00:00Z, by the clock of the door.
                        time INTEGER NOT NULL,
                        door TEXT NOT NULL,
                        checker TEXT NOT NULL,
                        -- The store that let it in, and its number there.
                        origin TEXT NOT NULL,
                        number INTEGER NOT NULL,
                        -- Why it was taken back; NULL where it counts.
                        undone TEXT,
                        -- 0 waits for the ledger, 1 is in it, 2 is in it as one that entered twice.
                        shared INTEGER NOT NULL DEFAULT 0,
                        UNIQUE (origin, number)
                    ) STRICT;
                    CREATE INDEX passage_by_ticket ON passage (ticket, step);
                    CREATE INDEX passage_by_seat ON passage (seat) WHERE seat IS NOT NULL;
                    CREATE INDEX passage_by_shared ON passage (shared) WHERE shared = 0;
                    CREATE TABLE log (
                        number INTEGER PRIMARY KEY AUTOINCREMENT,
                        time INTEGER NOT NULL,
                        door TEXT NOT NULL,
                        checker TEXT NOT NULL,
                        -- A kind of verdict, or what somebody did: see DoorLogEntry.
                        event TEXT NOT NULL,
                        ticket TEXT,
                        detail TEXT NOT NULL,
                        -- SHA-256 of the code that was shown; the code itself may hold what is nobody's business.
                        code TEXT,
                        -- SHA-256 of the line before and of this one.
                        chain TEXT NOT NULL
                    ) STRICT;
                    -- What is in the log stays there.
                    CREATE TRIGGER log_keeps_lines BEFORE DELETE ON log
                        BEGIN SELECT raise(ABORT, 'the log only grows'); END;
                    CREATE TRIGGER log_keeps_words BEFORE UPDATE ON log
                        BEGIN SELECT raise(ABORT, 'the log only grows'); END;
                    """)
        }
        migrator.registerMigration("2 ledger") { db in
            try db.execute(
                sql: """
                    -- How often its ticket may go through; NULL for any number, and for passages of other stores.
                    ALTER TABLE passage ADD COLUMN times INTEGER;
                    -- 0 is in the ledger, 1 waits for it, 2 waits for it and counts again after it was revoked.
                    ALTER TABLE guest ADD COLUMN waits INTEGER NOT NULL DEFAULT 1;
                    CREATE INDEX guest_by_waits ON guest (waits) WHERE waits > 0;
                    CREATE INDEX passage_by_twice ON passage (shared) WHERE shared = 2;
                    """)
        }
        migrator.registerMigration("3 guest from a pass") { db in
            // Whether the guest's code is that of a .pkpass.
            try db.execute(sql: "ALTER TABLE guest ADD COLUMN pass INTEGER NOT NULL DEFAULT 0")
        }
        migrator.registerMigration("4 numbers that are revoked alone") { db in
            // 0 for a number that is known only because it was revoked: restored, it lets nobody in.
            try db.execute(sql: "ALTER TABLE guest ADD COLUMN listed INTEGER NOT NULL DEFAULT 1")
        }
        // Before the next one, which writes down whole rows.
        migrator.registerMigration("5 when guests are valid") { db in
            try db.execute(
                sql: """
                    -- Milliseconds since 1970-01-01T00:00:00Z; NULL for any time.
                    ALTER TABLE guest ADD COLUMN valid_from INTEGER;
                    ALTER TABLE guest ADD COLUMN valid_until INTEGER;
                    """)
        }
        migrator.registerMigration("5 changes in the chain") { db in
            try db.execute(
                sql: """
                    -- Each row that decides, whenever it is written; see DoorStore.Recorded.
                    CREATE TABLE change (
                        id INTEGER PRIMARY KEY,
                        -- The line of the log that has it in its chain.
                        line INTEGER NOT NULL,
                        -- The table.
                        kind TEXT NOT NULL,
                        key TEXT NOT NULL,
                        -- SHA-256 of the row.
                        digest TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX change_by_key ON change (kind, key);
                    CREATE TRIGGER change_keeps_lines BEFORE DELETE ON change
                        BEGIN SELECT raise(ABORT, 'the log only grows'); END;
                    CREATE TRIGGER change_keeps_words BEFORE UPDATE ON change
                        BEGIN SELECT raise(ABORT, 'the log only grows'); END;
                    -- SHA-256 of the line's rows of `change`; NULL for none.
                    ALTER TABLE log ADD COLUMN changes TEXT;
                    """)
            guard try DoorStore.count(db, "setting") > 0 else { return }
            // Until this version it was found out at each opening of a door: see DoorStore.fixSigning.
            try DoorStore.set(db, "signing", "not fixed")
            for table in DoorStore.Recorded.allCases { try db.execute(sql: table.recording) }
            if isCopy { return }
            try DoorStore.log(
                db, at: Timestamp(Date()), event: "upgraded",
                detail: "from here on the rules, the guests and the admissions are in the chain")
        }
        return migrator
    }
}

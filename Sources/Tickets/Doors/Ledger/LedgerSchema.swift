import PostgreSQL

/// The tables of a ledger on a PostgreSQL server. Whatever came first may have made them: they are only ever added to.
enum LedgerSchema {
    private static let statements = [
        // Doors find their event by its name; its rules are JSON.
        """
        CREATE TABLE IF NOT EXISTS quietzone_door_event (
            id uuid PRIMARY KEY,
            name text NOT NULL UNIQUE,
            rules text NOT NULL,
            changed bigint NOT NULL DEFAULT txid_current())
        """,
        // `key` is the SHA-256 of a ticket's number: a number may be longer than what an index holds.
        """
        CREATE TABLE IF NOT EXISTS quietzone_door_guest (
            event uuid NOT NULL REFERENCES quietzone_door_event,
            key text NOT NULL,
            number text NOT NULL,
            seat text, name text, party text, note text,
            people integer NOT NULL,
            revoked text,
            pass boolean NOT NULL,
            listed boolean NOT NULL,
            changed bigint NOT NULL DEFAULT txid_current(),
            PRIMARY KEY (event, key))
        """,
        "CREATE INDEX IF NOT EXISTS quietzone_door_guest_changed ON quietzone_door_guest (event, changed, key)",
        // A row for everybody who went through a door, `origin` and `number` of the door's own store.
        """
        CREATE TABLE IF NOT EXISTS quietzone_door_passage (
            event uuid NOT NULL REFERENCES quietzone_door_event,
            origin uuid NOT NULL,
            number bigint NOT NULL,
            key text NOT NULL,
            ticket text NOT NULL,
            step integer NOT NULL,
            is_in boolean NOT NULL,
            people integer NOT NULL,
            seat_key text, seat text, party text,
            time timestamptz NOT NULL,
            door text NOT NULL,
            checker text NOT NULL,
            undone text,
            twice boolean NOT NULL,
            received timestamptz NOT NULL DEFAULT clock_timestamp(),
            changed bigint NOT NULL DEFAULT txid_current(),
            PRIMARY KEY (event, origin, number))
        """,
        // Each place among a ticket's passages is taken once, whichever doors it is shown at in the same moment.
        """
        CREATE UNIQUE INDEX IF NOT EXISTS quietzone_door_passage_once ON quietzone_door_passage (event, key, step)
            WHERE undone IS NULL
        """,
        // Each seat is given to the first passage of one ticket.
        """
        CREATE UNIQUE INDEX IF NOT EXISTS quietzone_door_passage_seat ON quietzone_door_passage (event, seat_key)
            WHERE undone IS NULL AND NOT twice AND step = 1 AND seat_key IS NOT NULL
        """,
        "CREATE INDEX IF NOT EXISTS quietzone_door_passage_seats ON quietzone_door_passage (event, seat_key)",
        """
        CREATE INDEX IF NOT EXISTS quietzone_door_passage_changed
            ON quietzone_door_passage (event, changed, origin, number)
        """,
        // Which doors are there, and how far their clocks are ahead of the server's, in milliseconds.
        """
        CREATE TABLE IF NOT EXISTS quietzone_door_station (
            event uuid NOT NULL REFERENCES quietzone_door_event,
            origin uuid NOT NULL,
            door text NOT NULL,
            checker text NOT NULL,
            clock bigint NOT NULL,
            seen timestamptz NOT NULL,
            PRIMARY KEY (event, origin, door))
        """,
    ]

    /// What a later version added.
    private static let additions = [
        "ALTER TABLE quietzone_door_guest ADD COLUMN IF NOT EXISTS valid_from bigint",
        "ALTER TABLE quietzone_door_guest ADD COLUMN IF NOT EXISTS valid_until bigint",
    ]

    /// What to do about a ledger without them, in a line.
    static let problem = """
        the ledger cannot store when guests are valid, so other doors do not know it. Its owner must run: \
        \(additions.joined(separator: "; "))
        """

    /// Makes the tables and columns that are missing.
    ///
    /// - Returns: whether the columns of a later version are there: only the owner of the tables can add them.
    @discardableResult
    static func prepare(_ server: PostgreSQLConnection) throws(PostgreSQLError) -> Bool {
        // Whose role may not make tables may use those that are there.
        let state = """
            SELECT to_regclass('quietzone_door_station') IS NOT NULL, count(*) FROM pg_attribute
            WHERE attrelid = to_regclass('quietzone_door_guest') AND attname IN ('valid_from', 'valid_until')
                AND NOT attisdropped
            """
        let found = try server.run(state).rows.first ?? []
        guard found.first == "t" else {
            try make(statements + additions, server)
            return true
        }
        if found.last == "\(additions.count)" { return true }
        do {
            // Nobody waits at a door for a table that is in use.
            try make(["SET LOCAL lock_timeout = '500ms'"] + additions, server)
            return true
        } catch {
            // Where the connection is lost, this fails as well.
            try server.run("ROLLBACK")
            return false
        }
    }

    private static func make(_ statements: [String], _ server: PostgreSQLConnection) throws(PostgreSQLError) {
        try server.run("BEGIN")
        // Two doors that make them at once: the lock lets one of them go first.
        try server.run("SELECT pg_advisory_xact_lock(81275)")
        for statement in statements { try server.run(statement) }
        try server.run("COMMIT")
    }
}

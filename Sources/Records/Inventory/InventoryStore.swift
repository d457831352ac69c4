import Databases
import Files
import Formats
import Foundation
import GRDB

/// What was asked of inventory servers, and what came of it, in one SQLite file that several programs may use at once.
///
///     let store = try InventoryStore(path)
///     let act = try store.add(InventoryAct.Request(server: "grocy", action: "consume", code: code), at: now)
package final class InventoryStore: Sendable {
    /// `QZIN`, in the file's header.
    private static let applicationID: Int32 = 0x515A_494E

    private let database: ProgramDatabase
    /// The file's path; programs agree by it on who sends.
    package let path: String

    /// Opens the file at `path`, which is made for changing where it is missing, for this user only.
    ///
    /// - Throws: `UserError` that says what to do.
    package init(_ path: String, for purpose: ProgramDatabase.Purpose = .changing) throws(UserError) {
        self.path = path
        database = try ProgramDatabase(path, for: purpose, id: Self.applicationID, migrator: Self.migrator)
    }

    /// How long acts are kept that need nobody's attention, in days.
    package static let keptDays = 90.0

    /// Puts a request at the end of its server's queue, and forgets old acts.
    package func add(_ request: InventoryAct.Request, at time: Double) throws(UserError) -> InventoryAct {
        try database.write { db in
            try db.execute(
                sql: "DELETE FROM act WHERE state IN ('done', 'unknown', 'undone', 'dropped') AND asked < ?",
                arguments: [time - Self.keptDays * 86_400])
            try db.execute(
                sql: """
                    INSERT INTO act (key, server, action, code, quantity, fields, undoes, state, asked)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    UUID().uuidString.lowercased(), request.server, request.action, request.code, request.quantity,
                    Self.json(request.values.mapValues { [$0] }), request.undoes,
                    InventoryAct.State.waiting.rawValue, time,
                ])
            return try Self.act(db.lastInsertedRowID, db)!
        }
    }

    /// An act by its number; nil where there is none.
    package func act(_ id: Int64) throws(UserError) -> InventoryAct? { try database.read { try Self.act(id, $0) } }

    private static func act(_ id: Int64, _ db: Database) throws -> InventoryAct? {
        try Row.fetchOne(db, sql: "SELECT * FROM act WHERE id = ?", arguments: [id]).map(InventoryAct.init)
    }

    /// Acts in one of some states, the newest first.
    ///
    /// - Parameters:
    ///   - states: default all.
    ///   - server: default any.
    package func acts(
        _ states: [InventoryAct.State] = InventoryAct.State.allCases, of server: String? = nil, limit: Int
    ) throws(UserError) -> [InventoryAct] {
        try database.read { db in
            let request: SQLRequest<Row> = """
                SELECT * FROM act WHERE state IN \(states.map(\.rawValue)) AND (\(server) IS NULL OR server = \(server))
                ORDER BY id DESC LIMIT \(limit)
                """
            return try request.fetchAll(db).map(InventoryAct.init)
        }
    }

    /// How many acts are in each state that somebody should know of: waiting, doubtful and failed.
    package func counts() throws(UserError) -> [InventoryAct.State: Int] {
        try database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT state, count(*) FROM act WHERE state IN ('waiting', 'sending', 'doubtful') GROUP BY state")
            var counts: [InventoryAct.State: Int] = [:]
            for row in rows {
                guard let state = InventoryAct.State(rawValue: row[0]) else { continue }
                counts[state == .sending ? .waiting : state, default: 0] += row[1] as Int
            }
            return counts
        }
    }

    /// The first act of a server's queue; nil where none waits.
    func next(of server: String) throws(UserError) -> InventoryAct? {
        try database.read { db in
            try Row.fetchOne(
                db, sql: "SELECT * FROM act WHERE server = ? AND state IN ('waiting', 'sending') ORDER BY id LIMIT 1",
                arguments: [server]
            ).map(InventoryAct.init)
        }
    }

    /// Changes an act that is still in one of `states`.
    ///
    /// - Returns: whether it was.
    func change(
        _ id: Int64, from states: [InventoryAct.State], _ change: (inout InventoryAct) -> Void
    ) throws(UserError) -> Bool {
        try database.write { db in
            guard var act = try Self.act(id, db), states.contains(act.state) else { return false }
            change(&act)
            try db.execute(
                sql: """
                    UPDATE act SET state = ?, reason = ?, taken = ?, finished = ?, tries = ? WHERE id = ?
                    """,
                arguments: [act.state.rawValue, act.reason, Self.json(act.taken), act.finished, act.tries, id])
            if act.state == .done, let undone = act.request.undoes {
                try db.execute(sql: "UPDATE act SET state = 'undone' WHERE id = ?", arguments: [undone])
            }
            return true
        }
    }

    private static func json(_ fields: [String: [String]]) -> String {
        JSONValue.object(
            fields.sorted { $0.key < $1.key }.map { .init($0.key, .array($0.value.map { .string($0) })) }
        ).text
    }

    private static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 acts") { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = \(applicationID);
                    CREATE TABLE act (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        -- A UUID, by which a server recognizes a repeated request.
                        key TEXT NOT NULL,
                        server TEXT NOT NULL, action TEXT NOT NULL, code TEXT NOT NULL,
                        -- A decimal number.
                        quantity TEXT NOT NULL,
                        -- A JSON object of lists: values that were set for it.
                        fields TEXT NOT NULL,
                        -- The act that it takes back; NULL for none.
                        undoes INTEGER,
                        state TEXT NOT NULL, reason TEXT,
                        -- The same form: what was taken from answers.
                        taken TEXT NOT NULL DEFAULT '{}',
                        -- Seconds since 1970.
                        asked REAL NOT NULL, finished REAL,
                        tries INTEGER NOT NULL DEFAULT 0
                    ) STRICT;
                    CREATE INDEX act_open ON act (server, id) WHERE state IN ('waiting', 'sending', 'doubtful');
                    """)
        }
        return migrator
    }()
}

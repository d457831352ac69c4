import Cryptography
import Files
import Formats
import Foundation
import GRDB

/// An event's guest list, who went in, and the log, in one SQLite file.
///
/// Several programs of one machine may use a file at the same time: a ticket's verdict, its passage and its line of the log are one
/// transaction that no other comes between.
package final class DoorStore: Sendable {
    /// What is known of it where it is not in memory.
    package let path: String
    /// Whether it is a copy in memory, of files that cannot be written or of an older version: nothing is decided with it.
    package let isCopy: Bool
    let database: DatabaseQueue

    /// Opens a store, and makes it where there is none.
    ///
    /// - Parameters:
    ///   - path: its file; nil for one in memory.
    ///   - event: what a new one is for; nil if the file must be there.
    package init(path: String?, event: DoorEvent? = nil) throws(UserError) {
        (self.path, isCopy) = (path ?? "memory", false)
        if let problem = event?.contradiction { throw UserError(problem) }
        do {
            database = try Self.open(path, isNew: event != nil)
            try DoorSchema.migrator(isCopy: false).migrate(database)
            if let event { try Self.begin(database, event) }
        } catch {
            throw UserError(error, path ?? "memory")
        }
    }

    /// Opens a store to read it, also where it cannot be written, as on a read-only file system. Nothing in it changes.
    package init(reading path: String) throws(UserError) {
        self.path = path
        do { (database, isCopy) = try Self.openToRead(path) } catch { throw UserError(error, path) }
    }

    private static func begin(_ database: DatabaseQueue, _ event: DoorEvent) throws {
        let origin = (0..<16).map { _ in UInt8.random(in: 0...255) }.hexadecimal
        try database.write { db in
            try set(db, "origin", origin)
            try set(db, "event", try json(event))
            try set(db, "event-waits", "1")
        }
    }

    // MARK: - The event

    /// The event.
    package func event() throws(UserError) -> DoorEvent { try reading { db in try Self.event(db) } }

    static func event(_ db: Database) throws -> DoorEvent {
        let text = try setting(db, "event") ?? "{}"
        // The rules count with its numbers: those of a file from elsewhere may be of any size.
        guard let event = try? JSONDecoder().decode(DoorEvent.self, from: Data(text.utf8)), event.isSound else {
            throw UserError.damaged("its rules cannot be used")
        }
        return event
    }

    /// Changes the event as it is in the file at that moment, whatever another program made of it since it was read; the log says so.
    ///
    /// - Parameter change: changes the rules; where it leaves them as they are, nothing is written.
    /// - Returns: the event after that.
    /// - Throws: `UserError`, also for rules that cannot be together.
    @discardableResult
    package func change(
        at now: Timestamp, by checker: String, _ change: (inout DoorEvent) -> Void
    ) throws(UserError) -> DoorEvent {
        try writing { db in try Self.change(db, at: now, by: checker, change) }
    }

    private static func change(
        _ db: Database, at now: Timestamp, by checker: String, _ change: (inout DoorEvent) -> Void
    ) throws -> DoorEvent {
        let before = try event(db)
        var after = before
        change(&after)
        guard after != before else { return before }
        if let problem = after.contradiction { throw UserError(problem) }
        try set(db, "event", try json(after))
        try set(db, "event-waits", "1")
        try log(db, at: now, checker: checker, event: "event", detail: after.summary)
        return after
    }

    /// The event as the next opening of a door will have it: see `fixSigning`.
    package func event(isSigned: (DoorEvent) -> Bool) throws(UserError) -> DoorEvent {
        try reading { db in
            var event = try Self.event(db)
            if try Self.setting(db, "signing") != nil, isSigned(event) { event.isSigned = true }
            return event
        }
    }

    /// Fixes whether keys sign the event's tickets, in a file of an older version, which found that out at each opening of a door.
    /// Only the first call for a file does something.
    ///
    /// - Parameter isSigned: whether they do, by the keys that are here now.
    /// - Returns: whether this call found that they do.
    package func fixSigning(at now: Timestamp, _ isSigned: (DoorEvent) -> Bool) throws(UserError) -> Bool {
        guard try reading({ db in try Self.setting(db, "signing") }) != nil else { return false }
        return try writing { db in
            try db.execute(sql: "DELETE FROM setting WHERE name = 'signing'")
            // Another program may have been first.
            guard db.changesCount > 0 else { return false }
            let before = try Self.event(db)
            return try Self.change(db, at: now, by: "") { if isSigned($0) { $0.isSigned = true } } != before
        }
    }

    /// What this store is called in a ledger: 32 hexadecimal digits.
    package func origin() throws(UserError) -> String { try reading { db in try Self.origin(db) } }

    static func origin(_ db: Database) throws -> String { try setting(db, "origin") ?? "" }

    static func setting(_ db: Database, _ name: String) throws -> String? {
        try String.fetchOne(db, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name])
    }

    /// How many rows there are of a table, and perhaps of a condition.
    static func count(_ db: Database, _ rows: String, _ arguments: StatementArguments = []) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(rows)", arguments: arguments) ?? 0
    }

    static func set(_ db: Database, _ name: String, _ value: String) throws {
        try db.execute(
            sql: "INSERT INTO setting VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            arguments: [name, value])
        try record(db, .setting, name)
    }

    static func json(_ event: DoorEvent) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(event), as: UTF8.self)
    }

    // MARK: - Calls

    func reading<Value>(_ body: (Database) throws -> Value) throws(UserError) -> Value {
        LoopThread.mustNotWait(for: "the file of an event")
        do { return try database.read(body) } catch { throw UserError(error, path) }
    }

    /// One transaction that no other program comes between: GRDB begins those that write as IMMEDIATE.
    func writing<Value>(_ body: (Database) throws -> Value) throws(UserError) -> Value {
        LoopThread.mustNotWait(for: "the file of an event")
        guard !isCopy else { throw UserError("\(path) cannot be written: copy it to a writable place") }
        do { return try database.write(body) } catch { throw UserError(error, path) }
    }
}

extension UserError {
    /// What the database says, with the file that it says it of.
    init(_ error: any Error, _ path: String) {
        if let problem = error as? UserError {
            self = problem
        } else if let error = error as? DatabaseError {
            self.init("\(path): \(error.message?.singleLine(limit: 120) ?? "the database failed")")
        } else {
            self.init("\(path): \(String(describing: error).singleLine(limit: 120))")
        }
    }
}

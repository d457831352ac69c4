import Files
import Formats
import Foundation
import GRDB
import Symbols
import Testing
import Tickets

@testable import Doors

extension DoorStoreTests {
    /// Who takes an admission out of the store, so that its ticket enters again, leaves the log behind.
    @Test func anAdmissionThatIsTakenOutIsNoticed() throws {
        let store = try self.store { $0.admission = .inAndOut }
        for number in ["1", "2", "1", "1"] { _ = try show(store, number) }
        _ = try store.decide(DoorShowing(byHand: "3", reason: "no battery", at: now, door: "North", checker: "Ana"))
        try store.undo(4, reason: "mistake", at: now, door: "North", checker: "Ana")
        guard case .whole = try store.checkLog() else {
            Issue.record("a log as it was written is broken")
            return
        }
        try store.database.write { try $0.execute(sql: "DELETE FROM passage WHERE id = 1") }
        guard case .broken(_, let why) = try store.checkLog() else {
            Issue.record("an admission that was removed is not noticed")
            return
        }
        #expect(why == "admission 1 was removed")
    }

    /// A file with any content gives one line of error, and never ends the program.
    @Test(arguments: [
        "UPDATE log SET number = 9223372036854775807 WHERE number = 3", "UPDATE log SET door = NULL",
        "UPDATE log SET chain = x'00FF'", "UPDATE log SET time = 'noon'",
        "UPDATE passage SET step = 9223372036854775807",
        "UPDATE passage SET people = -5, ticket = NULL", "UPDATE passage SET time = 'noon', origin = NULL",
        "UPDATE guest SET people = 'many'", "UPDATE guest SET listed = NULL, number = NULL",
        "ALTER TABLE log RENAME COLUMN detail TO words", "ALTER TABLE guest DROP COLUMN note",
    ]) func whatAFileHoldsEndsNoProgram(_ sql: String) throws {
        let store = try self.store()
        _ = try store.take(at: now, by: "") { try $0(Guest(number: "1")) }
        for number in ["1", "2"] { _ = try show(store, number) }
        try store.database.write { db in
            try db.execute(sql: "DROP TRIGGER log_keeps_lines; DROP TRIGGER log_keeps_words")
            try db.execute(sql: "PRAGMA writable_schema = ON; PRAGMA foreign_keys = OFF")
            try db.execute(
                sql: """
                    UPDATE sqlite_schema SET sql = replace(replace(sql, 'STRICT', ''), 'NOT NULL', '')
                    WHERE type = 'table' AND name IN ('log', 'passage', 'guest')
                    """)
            try db.execute(sql: "PRAGMA writable_schema = RESET")
            try db.execute(sql: sql)
        }
        // Each does what it can, or says why not.
        for number in ["1", "2", "3"] { _ = try? show(store, number) }
        _ = try? store.counts()
        _ = try? store.log()
        _ = try? store.guests(matching: "")
        _ = try? store.lastPassages(limit: 9)
        _ = try? store.enteredTwice()
        _ = try? store.undo(1, reason: "x", at: now, door: "North", checker: "")
        if sql.contains(" log ") {
            guard case .broken = try store.checkLog() else {
                Issue.record("a log that was changed is whole")
                return
            }
        }
    }

    @Test func aLineThatIsTakenOutOrChangedIsNoticed() throws {
        func log() throws -> DoorStore {
            let store = try self.store()
            for number in 0..<20 { _ = try show(store, String(number)) }
            return store
        }
        func cut(_ sql: String) throws -> DoorLogCheck {
            let store = try log()
            try store.database.write { db in
                try db.execute(sql: "DROP TRIGGER log_keeps_lines; DROP TRIGGER log_keeps_words")
                try db.execute(sql: sql)
            }
            return try store.checkLog()
        }
        guard case .whole(let lines, let head) = try log().checkLog() else {
            Issue.record("a log as it was written is broken")
            return
        }
        #expect((lines, head.utf8.count) == (20, 64))
        #expect(throws: (any Error).self) { try log().database.write { try $0.execute(sql: "DELETE FROM log") } }
        for sql in [
            "DELETE FROM log WHERE number = 7", "UPDATE log SET checker = 'Eve' WHERE number = 7",
            "UPDATE log SET time = time + 1 WHERE number = 1", "DELETE FROM log WHERE number = 1",
            "DELETE FROM log WHERE number = 7; UPDATE log SET number = number - 1 WHERE number > 7",
            "UPDATE log SET ticket = NULL WHERE number = 20", "UPDATE log SET code = 'x' WHERE number = 3",
        ] {
            guard case .broken = try cut(sql) else {
                Issue.record("not noticed: \(sql)")
                continue
            }
        }
        // Lines at the end are missed by who wrote the last value down.
        let store = try log()
        guard case .whole(_, let last) = try store.checkLog() else { return }
        try store.database.write {
            try $0.execute(sql: "DROP TRIGGER log_keeps_lines; DELETE FROM log WHERE number > 15")
        }
        guard case .whole = try store.checkLog(), case .broken = try store.checkLog(head: last) else {
            Issue.record("lines taken from the end are not noticed")
            return
        }
    }
}

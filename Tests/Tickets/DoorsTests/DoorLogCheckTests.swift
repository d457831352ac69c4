import Files
import Formats
import Foundation
import GRDB
import Testing

@testable import Doors

/// What decides who is let in is in the chain of the log: the rules, the guests and the admissions.
@Suite final class DoorLogCheckTests {
    private let now = Timestamp(milliseconds: 1_800_000_000_000)
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("door-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func show(_ store: DoorStore, _ number: String) throws -> DoorVerdict.Kind {
        let evidence = TicketEvidence.claim(TicketClaim(number: number, proof: .signature(key: "k")))
        return try store.decide(
            DoorShowing(evidence, code: Array(number.utf8), at: now, door: "Door", checker: "Ana")
        ).verdict.kind
    }

    /// A passage as another door's store would have brought it.
    private func passage(_ ticket: String, undone: String? = nil) -> PassageRecord {
        PassageRecord(
            origin: String(repeating: "b", count: 32), number: 7, ticket: ticket, step: 1, isIn: true, people: 2,
            seat: nil, group: nil, time: now, door: "South", checker: "Ben", undone: undone, sharing: .shared)
    }

    /// A store in which something of each kind was done.
    private func store() throws -> DoorStore {
        let store = try DoorStore(path: nil, event: DoorEvent(name: "Movie night"))
        _ = try store.take(at: now, by: "Ana") { take in
            for number in ["1", "2", "3", "4"] { try take(Guest(number: number)) }
        }
        for number in ["1", "2", "2", "5"] { _ = try show(store, number) }
        try store.undo(1, reason: "wrong person", at: now, door: "Door", checker: "Ana")
        try store.revoke("3", reason: "refunded", at: now, by: "Ana")
        try store.revoke("4", reason: "lost", at: now, by: "Ana")
        try store.revoke("4", reason: nil, at: now, by: "Ana")
        try store.change(at: now, by: "Ana") { $0.closesAfter = 7200 }
        // What comes from a ledger.
        try store.take([passage("6")], at: now)
        try store.take([passage("6", undone: "mistake")], at: now)
        var guest = Guest(number: "7")
        guest.revoked = "by another door"
        try store.take([guest])
        // The same list once more, with a guest whose name is known now.
        var ana = Guest(number: "1")
        ana.name = "Ana"
        _ = try store.take(at: now, by: "Ana") { take in
            try take(ana)
            try take(Guest(number: "2"))
        }
        return store
    }

    @Test func whatIsDoneByTheProgramIsWhole() throws {
        let store = try store()
        guard case .whole(let lines, _) = try store.checkLog() else {
            Issue.record("it is not whole: \(try store.checkLog())")
            return
        }
        #expect(lines == 11)
        #expect(try show(store, "7") == .revoked)
        guard case .whole(12, _) = try store.checkLog() else {
            Issue.record("it is not whole: \(try store.checkLog())")
            return
        }
    }

    @Test(arguments: [
        ("UPDATE passage SET undone = 'x' WHERE ticket = '2'", "admission 2 of ticket 2 was changed"),
        ("UPDATE passage SET undone = NULL WHERE ticket = '1'", "admission 1 of ticket 1 was changed"),
        ("UPDATE passage SET is_in = 0 WHERE ticket = '5'", "admission 3 of ticket 5 was changed"),
        ("UPDATE passage SET undone = NULL WHERE ticket = '6'", "admission 4 of ticket 6 was changed"),
        (
            """
            INSERT INTO passage (ticket, step, is_in, people, time, door, checker, origin, number)
            VALUES ('4', 1, 1, 1, 1, 'Door', '', 'c', 1)
            """, "admission 5 of ticket 4 was added"
        ),
        ("DELETE FROM passage WHERE ticket = '6'", "admission 4 was removed"),
        ("UPDATE guest SET revoked = NULL WHERE number = '3'", "guest 3 was changed"),
        ("UPDATE guest SET revoked = NULL WHERE number = '7'", "guest 7 was changed"),
        ("UPDATE guest SET people = 9 WHERE number = '2'", "guest 2 was changed"),
        ("INSERT INTO guest (number, people) VALUES ('8', 1)", "guest 8 was added"),
        ("DELETE FROM guest WHERE number = '1'", "guest 1 was removed"),
        ("UPDATE guest SET number = '9' WHERE number = '1'", "guest 9 was added"),
        (
            "UPDATE setting SET value = replace(value, '7200', '7201') WHERE name = 'event'",
            "the event's rules or its name in the ledger were changed"
        ),
        (
            "UPDATE setting SET value = 'x' WHERE name = 'origin'",
            "the event's rules or its name in the ledger were changed"
        ),
        ("DELETE FROM setting WHERE name = 'event'", "setting event was removed"),
        ("DROP TRIGGER change_keeps_lines; DELETE FROM change WHERE key = '3'", "it was changed"),
        ("DROP TRIGGER change_keeps_words; UPDATE change SET line = line + 1", "it was changed"),
    ])
    func whatIsChangedBesideTheProgramIsNoticed(_ sql: String, _ why: String) throws {
        let store = try store()
        try store.database.write { try $0.execute(sql: sql) }
        guard case .broken(_, let said) = try store.checkLog() else {
            Issue.record("it is whole")
            return
        }
        #expect(said == why)
    }

    @Test func theJournalOnlyGrows() throws {
        let store = try store()
        #expect(throws: (any Error).self) { try store.database.write { try $0.execute(sql: "DELETE FROM change") } }
        #expect(throws: (any Error).self) {
            try store.database.write { try $0.execute(sql: "UPDATE change SET digest = ''") }
        }
    }

    /// A guest who is as before is no change.
    @Test func aListThatIsTakenInOnceMoreChangesNothing() throws {
        let store = try DoorStore(path: nil, event: DoorEvent(name: "Movie night"))
        for _ in 1...2 {
            _ = try store.take(at: now, by: "") { take in
                for number in 1...50 { try take(Guest(number: String(number))) }
            }
        }
        #expect(try store.reading { try DoorStore.count($0, "change WHERE kind = 'guest'") } == 50)
        #expect(try store.log().map { $0.changes == nil } == [true, false])
    }

    /// A store as the version before made it, with a log that was checked and a value that was written down.
    private func oldStore() throws -> (path: String, head: String) {
        let path = folder.appendingPathComponent("old.door").path
        let queue = try DatabaseQueue(path: path)
        try DoorSchema.migrator(isCopy: false).migrate(queue, upTo: "4 numbers that are revoked alone")
        var entry = DoorLogEntry(
            number: 1, time: now, door: "Door", checker: "", event: "welcome", ticket: "1", detail: "", code: nil,
            changes: nil, chain: "")
        entry.chain = DoorLogEntry.chain(after: DoorLogEntry.beginning, entry)
        let event = try DoorStore.json(DoorEvent(name: "Movie night"))
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO setting VALUES ('origin', 'a'), ('event', ?), ('event-waits', '1');
                    INSERT INTO guest (number, people, revoked) VALUES ('1', 1, NULL), ('2', 1, 'lost');
                    INSERT INTO passage (ticket, step, is_in, people, time, door, checker, origin, number)
                        VALUES ('1', 1, 1, 1, 1800000000000, 'Door', '', 'a', 5);
                    INSERT INTO log VALUES (1, ?, 'Door', '', 'welcome', '1', '', NULL, ?);
                    """, arguments: [event, now.milliseconds, entry.chain])
        }
        return (path, entry.chain)
    }

    @Test func aStoreOfAnOlderVersionIsTakenIntoTheChain() throws {
        let (path, head) = try oldStore()
        let store = try DoorStore(path: path)
        guard case .whole(2, _) = try store.checkLog(head: head) else {
            Issue.record("a false alarm: \(try store.checkLog(head: head))")
            return
        }
        #expect(try store.log().map(\.event) == ["upgraded", "welcome"])
        #expect(try show(store, "1") == .alreadyUsed)
        #expect(try show(store, "2") == .revoked)
        guard case .whole(4, _) = try DoorStore(path: path).checkLog(head: head) else {
            Issue.record("a false alarm")
            return
        }
        try store.database.write { try $0.execute(sql: "UPDATE guest SET revoked = NULL") }
        guard case .broken(_, "guest 2 was changed") = try store.checkLog() else {
            Issue.record("\(try store.checkLog())")
            return
        }
    }

    /// Only who changes an event brings its file up to this version: until then each look at it says the same.
    @Test func aStoreOfAnOlderVersionIsReadAsItIs() throws {
        let (path, head) = try oldStore()
        for _ in 1...2 {
            let store = try DoorStore(reading: path)
            #expect(store.isCopy)
            #expect(try store.log().map(\.event) == ["welcome"])
            #expect(try store.checkLog() == .whole(lines: 1, head: head))
            #expect(try store.counts().guests == 2)
        }
        let tables = try DatabaseQueue(path: path).read { db in
            try DoorStore.count(db, "sqlite_schema WHERE name = 'change'")
        }
        #expect(tables == 0)
        let store = try DoorStore(path: path)
        #expect(try store.log().map(\.event) == ["upgraded", "welcome"])
        guard case .whole(2, _) = try store.checkLog(head: head) else {
            Issue.record("a false alarm: \(try store.checkLog(head: head))")
            return
        }
        #expect(try !DoorStore(reading: path).isCopy)
    }

    /// The version before found out at each opening of a door whether keys sign the tickets: the first opening decides now.
    @Test(arguments: [true, false]) func anOlderStoreFindsOutOnceWhetherItsTicketsAreSigned(_ isSigned: Bool) throws {
        let store = try DoorStore(path: try oldStore().path)
        #expect(try store.event().isSigned == nil)
        #expect(try store.event { _ in isSigned }.takesListedCodes == !isSigned)
        #expect(try store.fixSigning(at: now) { _ in isSigned } == isSigned)
        #expect(try store.event().isSigned == (isSigned ? true : nil))
        #expect(try store.event().takesListedCodes == !isSigned)
        // Keys that come or go later change nothing.
        #expect(try !store.fixSigning(at: now) { _ in true })
        #expect(try store.event { _ in true }.isSigned == (isSigned ? true : nil))
        #expect(try store.event().isSigned == (isSigned ? true : nil))
        #expect(try store.log().map(\.event) == (isSigned ? ["event"] : []) + ["upgraded", "welcome"])
        guard case .whole = try store.checkLog() else {
            Issue.record("a false alarm: \(try store.checkLog())")
            return
        }
    }

    @Test func aNewStoreIsAsItWasMade() throws {
        let store = try DoorStore(path: nil, event: DoorEvent(name: "Movie night"))
        #expect(try !store.fixSigning(at: now) { _ in true })
        #expect(try store.event().isSigned == nil)
    }

    /// As on a read-only file system, which root does not have here: the files are copied.
    @Test func aStoreThatCannotBeWrittenIsReadFromACopy() throws {
        let path = folder.appendingPathComponent("event.door").path
        let store = try DoorStore(path: path, event: DoorEvent(name: "Movie night"))
        #expect(try show(store, "1") == .welcome)
        // What was let in is still in the write-ahead log.
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        let copy = try DoorStore.copy(of: path)
        #expect(try copy.read { try DoorStore.count($0, "passage") } == 1)
        #expect(try copy.read { try DoorStore.event($0).name } == "Movie night")
        let other = folder.appendingPathComponent("other.sqlite").path
        try DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE x (y)") }
        #expect(throws: UserError.self) { try DoorStore.copy(of: other) }
    }
}

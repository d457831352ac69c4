import Files
import Formats
import Foundation
import GRDB
import Symbols
import Testing
import Tickets

@testable import Doors

@Suite struct DoorStoreTests {
    private let now = Timestamp(milliseconds: 1_800_000_000_000)

    private func store(_ change: (inout DoorEvent) -> Void = { _ in }) throws -> DoorStore {
        var event = DoorEvent(name: "Movie night")
        event.begins = now
        change(&event)
        return try DoorStore(path: nil, event: event)
    }

    private func evidence(_ number: String, seat: String? = nil) -> TicketEvidence {
        var claim = TicketClaim(number: number, proof: .signature(key: "k"))
        claim.seat = seat
        return .claim(claim)
    }

    private func show(_ store: DoorStore, _ number: String, seat: String? = nil, door: String = "North") throws
        -> DoorDecision
    {
        try store.decide(
            DoorShowing(evidence(number, seat: seat), code: Array(number.utf8), at: now, door: door, checker: "Ana"))
    }

    @Test func aTicketEntersOnceAndItsSeatIsGivenOnce() throws {
        let store = try self.store()
        #expect(try show(store, "1", seat: "1A").verdict.kind == .welcome)
        #expect(try show(store, "1", seat: "1A", door: "South").verdict.kind == .alreadyUsed)
        #expect(try show(store, "2", seat: "1A").verdict.kind == .seatTaken)
        #expect(try show(store, "3", seat: "1B").verdict.kind == .welcome)
        let counts = try store.counts()
        #expect((counts.inside, counts.tickets, counts.refused) == (2, 2, 2))
        // A code that is held, and read once more, is turned away once.
        for _ in 1...3 { #expect(try show(store, "2", seat: "1A").verdict.kind == .seatTaken) }
        #expect(try store.counts().refused == 2)
        _ = try store.decide(DoorShowing(byHand: "1", reason: "x", at: now, door: "North", checker: ""))
        #expect(try store.counts().refused == 3)
        #expect(counts.doors.map(\.door) == ["North"])
        #expect(counts.quarters.map(\.entered) == [2])
    }

    @Test func aFileIsReadAgainAndMadeOnce() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("door-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("event.door").path
        do {
            let store = try DoorStore(path: path, event: DoorEvent(name: "A"))
            #expect(try show(store, "1").verdict.kind == .welcome)
        }
        #expect(throws: UserError.self) { try DoorStore(path: path, event: DoorEvent(name: "B")) }
        let again = try DoorStore(path: path)
        #expect(try again.event().name == "A")
        #expect(try show(again, "1").verdict.kind == .alreadyUsed)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let other = folder.appendingPathComponent("other.sqlite").path
        try DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE x (y)") }
        #expect(throws: UserError.self) { try DoorStore(path: other) }
        #expect(throws: UserError.self) { try DoorStore(reading: other) }
        // It stays as it was: in its journal mode, and with nothing beside it.
        #expect(try DatabaseQueue(path: other).read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "delete")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.filter { $0.hasPrefix("other") } == ["other.sqlite"])
    }

    @Test func twoProgramsOnOneFileLetATicketInOnce() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("door-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("event.door").path
        var event = DoorEvent(name: "A")
        event.begins = now
        _ = try DoorStore(path: path, event: event)
        let welcomes = try await withThrowingTaskGroup(of: Int.self) { group in
            for door in ["North", "South", "East"] {
                group.addTask {
                    let store = try DoorStore(path: path)
                    return try (0..<40).filter { try show(store, String($0), door: door).verdict.kind == .welcome }
                        .count
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(welcomes == 40)
        let store = try DoorStore(path: path)
        guard case .whole(let lines, _) = try store.checkLog() else {
            Issue.record("the log is broken")
            return
        }
        #expect(lines == 120)
    }

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
            Issue.record("an admission that was taken out is not noticed")
            return
        }
        #expect(why == "admission 1 was taken out")
    }

    /// Whatever a file holds, it is told in a line, and nothing ends the program.
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

    @Test func whoDecidedLatelyIsKnown() throws {
        let store = try self.store()
        #expect(try store.checkers().isEmpty)
        for (number, checker) in ["Ana", "", "Ben", "Ana", "Cem", "Ben"].enumerated() {
            _ = try store.decide(
                DoorShowing(.notATicket, code: [UInt8(number)], at: now, door: "North", checker: checker))
        }
        #expect(try store.checkers() == ["Ben", "Cem", "Ana"])
    }

    @Test func aPassageIsTakenBackWithAReasonOnce() throws {
        let store = try self.store()
        let passage = try #require(try show(store, "1").passage)
        #expect(throws: UserError.self) {
            try store.undo(passage, reason: "", at: now, door: "North", checker: "Ana")
        }
        #expect(try store.undo(passage, reason: "wrong person", at: now, door: "North", checker: "Ana") == "1")
        #expect(throws: UserError.self) {
            try store.undo(passage, reason: "again", at: now, door: "North", checker: "Ana")
        }
        #expect(try show(store, "1").verdict.kind == .welcome)
        #expect(throws: UserError.self) {
            try store.undo(passage, reason: "an older one", at: now, door: "North", checker: "Ana")
        }
        #expect(try store.log().map(\.event) == ["welcome", "undone", "welcome"])
        #expect(try store.counts().inside == 1)
    }

    @Test func guestsAreTakenInSearchedAndRevoked() throws {
        let store = try self.store { $0.needsList = true }
        var ana = Guest(number: "1")
        (ana.name, ana.seat, ana.group) = ("Ana Ångström", "1A", "Press")
        let taken = try store.take(at: now, by: "Ana") { take in
            try take(ana)
            try take(Guest(number: "2"))
        }
        #expect(taken == (2, 0))
        #expect(try store.guests(matching: "ström press").map(\.guest.number) == ["1"])
        #expect(try store.guests(matching: "ANA").map(\.guest.number) == ["1"])
        #expect(try store.guests(matching: "STRÖM ångst").map(\.guest.number) == ["1"])
        #expect(try store.guests(matching: "", limit: 1).count == 1)
        try store.revoke("2", reason: "refunded", at: now, by: "Ana")
        // A list that is taken in again restores nothing.
        #expect(try store.take(at: now, by: "") { try $0(Guest(number: "2")) } == (0, 1))
        #expect(try show(store, "2").verdict == .revoked("refunded"))
        try store.revoke("2", reason: nil, at: now, by: "Ana")
        #expect(try show(store, "2").verdict.kind == .welcome)
        #expect(try show(store, "3").verdict == .notOnList)
        #expect(
            try store.decide(
                DoorShowing(byHand: "1", reason: "phone is broken", at: now, door: "North", checker: "Ana")
            ).verdict.kind == .welcome)
        #expect(try show(store, "1").verdict.kind == .alreadyUsed)
    }

    @Test func guestsOfPassesAreToldApart() throws {
        let store = try self.store()
        let list = "number,name,pkpass\nP-1,Ana,yes\nP-2,Ben,no\nP-3,Cem,\n"
        var pieces = [Array(list.utf8)]
        let table = try GuestTable { pieces.popLast() }
        #expect(table.found.map(\.column) == [.number, .name, .pkpass])
        #expect(try store.take(at: now, by: "") { try table.forEach($0) } == (3, 0))
        let remark = "the pass's own signature was not seen"
        for (number, isPass) in [("P-1", true), ("P-2", false), ("P-3", false)] {
            #expect(try store.guest(number)?.isPass == isPass)
            for _ in 0..<2 {
                // Whether it lets in or not.
                #expect(try show(store, number).claim?.remarks == (isPass ? [remark] : []), "\(number)")
            }
        }
        #expect(try store.guests(matching: "Ana").map(\.guest.isPass) == [true])
        // A list that has them anew without that column.
        #expect(try store.take(at: now, by: "") { try $0(Guest(number: "P-1")) } == (0, 1))
        #expect(try store.guest("P-1")?.isPass == false)
        var wrong = [Array("number,pkpass\n1,perhaps\n".utf8)]
        let unclear = try GuestTable { wrong.popLast() }
        #expect(throws: UserError.self) { try unclear.forEach { _ in } }
    }

    @Test func aLaterListLetsInWhomAnEarlierOneRevokedButNotWhomSomebodyDid() throws {
        let store = try self.store { $0.needsList = true }
        func take(_ csv: String) throws {
            var pieces = [Array(csv.utf8)]
            let table = try GuestTable { pieces.popLast() }
            _ = try store.take(at: now, by: "") { try table.forEach($0) }
        }
        try take("number,paid\n1,no\n2,yes\n3,no\n")
        try store.revoke("3", reason: "stolen", at: now, by: "Ana")
        try take("number,paid\n1,yes\n2,no\n3,yes\n")
        #expect(try store.guest("1")?.revoked == nil)
        #expect(try store.guest("2")?.revoked == "by the guest list: not paid")
        #expect(try store.guest("3")?.revoked == "stolen")
    }

    @Test func aListThatBreaksOffLeavesTheListAsItWas() throws {
        struct Broken: Error {}
        let store = try self.store()
        #expect(throws: UserError.self) {
            try store.take(at: now, by: "") { take in
                try take(Guest(number: "1"))
                throw Broken()
            }
        }
        #expect(try store.guestCount() == 0)
        #expect(try store.log().isEmpty)
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

    @Test func codesAreLookedAtAgainstKeysAndTheList() throws {
        var event = DoorEvent(name: "Movie night")
        (event.begins, event.isSigned) = (now, true)
        let id = try #require(TicketKeyID("k"))
        let key = try TicketKey.new(.ed25519, id: id)
        var foreign = try TicketKey.new(.ed25519, id: try #require(TicketKeyID("o")))
        foreign.event = "Opera"
        let inspector = TicketInspector(event, keys: TicketKeyRing([key, foreign]))
        let ticket = try TicketText(time: now, seat: "1A", serial: "7")
        func look(_ text: String) -> TicketEvidence {
            let content = SymbolContent(
                symbology: .qrCode, identifier: "]Q1", bytes: Array(text.utf8), text: text, charset: "UTF-8")
            return inspector.evidence(for: content, at: now) { $0 == "LIST-1" }
        }
        guard case .claim(let claim) = look(try key.code(of: ticket)) else {
            Issue.record("a good ticket is none")
            return
        }
        #expect((claim.number, claim.seat, claim.time, claim.proof) == ("7", "1A", now, .signature(key: "k")))
        #expect(look(try foreign.code(of: ticket)) == .otherEvent("Opera"))
        #expect(look("https://example.org") == .notATicket)
        #expect(look("TICKET:x") == .wrongFormat("it has no signature"))
        let stranger = try TicketKey.new(.ed25519, id: id)
        #expect(look(try stranger.code(of: ticket)) == .wrongSignature("key k did not sign this text"))
        // Where keys sign tickets, whoever knows a number of the list could make such a code.
        #expect(look("LIST-1") == .notSigned("the code is not signed", TicketClaim(number: "LIST-1", proof: .list)))
    }

    /// The event's rules say so, as they were made: no key that comes later changes them.
    @Test func codesOfTheListCountByTheRulesOfTheEventAlone() throws {
        var key = try TicketKey.new(.ed25519, id: try #require(TicketKeyID("k")))
        func look(_ text: String, _ ring: TicketKeyRing, _ change: (inout DoorEvent) -> Void = { _ in })
            -> TicketEvidence
        {
            var event = DoorEvent(name: "Movie night")
            change(&event)
            let content = SymbolContent(
                symbology: .qrCode, identifier: "]Q1", bytes: Array(text.utf8), text: text, charset: "UTF-8")
            return TicketInspector(event, keys: ring).evidence(for: content, at: now) { $0.hasPrefix("17") }
        }
        var claim = TicketClaim(number: "17", proof: .list)
        claim.remarks = ["no signature: it is on the list"]
        #expect(look("17", TicketKeyRing([])) == .claim(claim))
        #expect(look(" 17\n", TicketKeyRing([])) == .claim(claim))
        for event in [nil, "Movie night", "Opera"] {
            key.event = event
            #expect(look("17", TicketKeyRing([key])) == .claim(claim))
            #expect(look("17", TicketKeyRing([key], isWhole: false)) == .claim(claim))
        }
        #expect(look("17", TicketKeyRing([])) { $0.isSigned = true }.word == "not-signed")
        #expect(look("17", TicketKeyRing([])) { $0.keys = ["k"] }.word == "not-signed")
        #expect(look("17", TicketKeyRing([key])) { ($0.isSigned, $0.foreign) = (true, [.listedCode]) } == .claim(claim))
        // To SQL it is 17, and to the store another ticket each time.
        #expect(look("17\0a", TicketKeyRing([])) == .notATicket)
    }

    @Test func aListedGuestWhoseCodeIsNotSignedIsNamed() throws {
        let store = try self.store { $0.isSigned = true }
        var ana = Guest(number: "17")
        (ana.name, ana.seat) = ("Ana Ångström", "1A")
        _ = try store.take(at: now, by: "") { take in
            try take(ana)
            try take(Guest(number: "18"))
        }
        func decide(_ number: String) throws -> DoorDecision {
            let evidence = TicketEvidence.notSigned(
                "the code is not signed", TicketClaim(number: number, proof: .list))
            return try store.decide(
                DoorShowing(evidence, code: Array(number.utf8), at: now, door: "North", checker: "Ana"))
        }
        let first = try decide("17")
        #expect(first.verdict == .notSigned("Ana Ångström is on the guest list, but the code is not signed"))
        #expect((first.claim?.seat, first.passage) == ("1A", nil))
        #expect(try decide("18").verdict == .notSigned("this number is on the guest list, but the code is not signed"))
        #expect(try store.log().map(\.event) == ["not-signed", "not-signed", "list"])
        #expect(try store.log().map(\.ticket) == ["18", "17", nil])
        #expect(DoorVerdict.Kind.notSigned.sign.word == "NOT SIGNED")
    }

    @Test func aNumberThatIsRevokedAndRestoredIsNotOnTheList() throws {
        let store = try self.store { $0.needsList = true }
        #expect(throws: UserError.self) { try store.revoke("17", reason: nil, at: now, by: "Ana") }
        try store.revoke("17", reason: "lost", at: now, by: "Ana")
        #expect(try store.guestCount() == 0)
        #expect(try show(store, "17").verdict == .revoked("lost"))
        #expect(try store.guests(matching: "17").map(\.guest.revoked) == ["lost"])
        try store.revoke("17", reason: nil, at: now, by: "Ana")
        #expect(try show(store, "17").verdict == .notOnList)
        #expect(try store.guest("17")?.isListed == false)
        #expect(try store.guests(matching: "17").isEmpty)
        #expect(try store.take(at: now, by: "") { try $0(Guest(number: "17")) } == (1, 0))
        #expect(try show(store, "17").verdict.kind == .welcome)
    }

    @Test func seatsAreThoseOfEachShowing() throws {
        func show(_ store: DoorStore, _ number: String, hours: Int64) throws -> DoorVerdict.Kind {
            var claim = TicketClaim(number: number, proof: .signature(key: "k"))
            claim.seat = "1A"
            claim.time = Timestamp(milliseconds: now.milliseconds + hours * 3_600_000)
            return try store.decide(
                DoorShowing(.claim(claim), code: [], at: claim.time ?? now, door: "North", checker: "Ana")
            ).verdict.kind
        }
        let daily = try store { $0.begins = nil }
        #expect(try show(daily, "1", hours: 0) == .welcome)
        #expect(try show(daily, "2", hours: 2) == .welcome)
        #expect(try show(daily, "3", hours: 2) == .seatTaken)
        let once = try store()
        #expect(try show(once, "1", hours: 0) == .welcome)
        #expect(try show(once, "2", hours: 0) == .seatTaken)
    }

    @Test func rulesThatCannotBeTogetherAreRefused() throws {
        var event = DoorEvent(name: "Movie night")
        (event.admission, event.groups) = (.inAndOut, .oneByOne)
        let wrong = event
        #expect(throws: UserError.self) { try DoorStore(path: nil, event: wrong) }
        let store = try self.store()
        #expect(throws: UserError.self) { try store.change(at: now, by: "Ana") { $0 = wrong } }
        #expect(try store.event().groups == .together)
    }
}

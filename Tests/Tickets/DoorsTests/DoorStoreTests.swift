import Files
import Formats
import Foundation
import GRDB
import Symbols
import Testing
import Tickets

@testable import Doors

@Suite struct DoorStoreTests {
    let now = Timestamp(milliseconds: 1_800_000_000_000)

    func store(_ change: (inout DoorEvent) -> Void = { _ in }) throws -> DoorStore {
        var event = DoorEvent(name: "Movie night")
        event.begins = now
        change(&event)
        return try DoorStore(path: nil, event: event)
    }

    func evidence(_ number: String, seat: String? = nil) -> TicketEvidence {
        var claim = TicketClaim(number: number, proof: .signature(key: "k"))
        claim.seat = seat
        return .claim(claim)
    }

    func show(_ store: DoorStore, _ number: String, seat: String? = nil, door: String = "North") throws
        -> DoorDecision
    {
        try store.decide(
            DoorShowing(evidence(number, seat: seat), code: Array(number.utf8), at: now, door: door, checker: "Ana"))
    }

    @Test func aGuestIsMeantByNumberOrByAUniqueName() throws {
        let store = try self.store()
        _ = try store.take(at: now, by: "") { take in
            for (number, name) in [("1", "Ana Silva"), ("2", "Ana Sousa"), ("3", "Ben 1"), ("ana", "Carl")] {
                var guest = Guest(number: number)
                guest.name = name
                try take(guest)
            }
        }
        #expect(try store.number(of: "silva") == "1")
        #expect(try store.number(of: "sousa ANA") == "2")
        // A number counts before names.
        #expect(try store.number(of: "1") == "1")
        #expect(try store.number(of: "ana") == "ana")
        // Somebody who is not on the list.
        #expect(try store.number(of: "Dora") == "Dora")
        #expect(try store.number(of: " ") == " ")
        // A part of a word is nobody's name.
        #expect(try store.number(of: "sil") == "sil")
        #expect { try store.number(of: "ANA") } throws: { error in
            "\(error)".contains("1 Ana Silva, 2 Ana Sousa") && "\(error)".contains("Use a number.")
        }
    }

    @Test func somebodyIsLetInByHandWithoutAReason() throws {
        let store = try self.store()
        let decision = try store.decide(DoorShowing(byHand: "1", reason: "", at: now, door: "North", checker: "Ana"))
        #expect(decision.verdict.kind == .welcome)
        #expect(try store.log(limit: 1).map(\.event) == ["admitted-by-hand"])
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
        let remark = "the pass's own signature was not verified"
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
}

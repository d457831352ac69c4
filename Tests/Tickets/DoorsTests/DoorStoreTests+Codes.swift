import Files
import Formats
import Foundation
import GRDB
import Symbols
import Testing
import Tickets

@testable import Doors

extension DoorStoreTests {
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
        // Where keys sign tickets, anybody who knows a number of the list could make such a code.
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
        claim.remarks = ["unsigned, but on the guest list"]
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

    @Test func aCodeIsNotOnTheListWhereTheListAloneSaysWhatATicketIs() throws {
        func verdict(guests: [Guest], _ change: (inout DoorEvent) -> Void = { _ in }) throws -> DoorVerdict.Kind {
            let store = try self.store(change)
            _ = try store.take(at: now, by: "") { take in for guest in guests { try take(guest) } }
            return try store.decide(
                DoorShowing(.notATicket, code: [1], at: now, door: "North", checker: "")
            ).verdict.kind
        }
        let guests = [Guest(number: "17")]
        #expect(try verdict(guests: guests) == .notOnList)
        #expect(try verdict(guests: guests) { $0.foreign = [.listedCode] } == .notOnList)
        #expect(try verdict(guests: []) == .notATicket)
        #expect(try verdict(guests: guests) { $0.isSigned = true } == .notATicket)
        #expect(try verdict(guests: guests) { $0.keys = ["k"] } == .notATicket)
        #expect(try verdict(guests: guests) { $0.foreign = [.signedJSON] } == .notATicket)
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

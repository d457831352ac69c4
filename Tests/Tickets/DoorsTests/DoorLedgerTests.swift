import Files
import Formats
import Glibc
import Testing

@testable import Doors

/// What a door does with its ledger where no server is needed; `Tests/System/Servers/shared_doors.py` has one.
@Suite struct DoorLedgerTests {
    let now = Timestamp(milliseconds: 1_795_000_000_000)

    func store(_ change: (inout DoorEvent) -> Void = { _ in }) throws -> DoorStore {
        var event = DoorEvent(name: "Movie night")
        change(&event)
        return try DoorStore(path: nil, event: event)
    }

    func showing(_ number: String, seat: String? = nil, seconds: Int64 = 0) -> DoorShowing {
        var claim = TicketClaim(number: number, proof: .signature(key: "a"))
        claim.seat = seat
        let time = Timestamp(milliseconds: now.milliseconds + seconds * 1000)
        return DoorShowing(.claim(claim), code: Array(number.utf8), at: time, door: "North", checker: "Ana")
    }

    /// A passage as another door's store would have brought it.
    func passage(_ ticket: String, step: Int, seat: String? = nil, number: Int64 = 7) -> PassageRecord {
        PassageRecord(
            origin: String(repeating: "b", count: 32), number: number, ticket: ticket, step: step, isIn: true,
            people: 2,
            seat: seat, group: nil, time: now, door: "South", checker: "Ben", undone: nil, sharing: .shared)
    }

    @Test(arguments: ["postgresql://127.0.0.1:1/doors", "host=127.0.0.1 port=1", "no connection at all", ""])
    func whereTheLedgerCannotBeReachedTheDoorGoesOnAloneAndSaysSo(address: String) throws {
        let store = try store()
        let ledger = DoorLedger(store, at: address, door: "North")
        ledger.start()
        let first = try ledger.decide(showing("1"))
        #expect((first.verdict.kind, first.isAlone) == (.welcome, true))
        #expect(try ledger.decide(showing("1", seconds: 60)).verdict.kind == .alreadyUsed)
        guard case .alone(let why) = ledger.state.link else {
            Issue.record("it does not say so: \(ledger.state)")
            return
        }
        #expect(!why.isEmpty)
        #expect(!why.contains("\n"))
        #expect(ledger.state.waiting == 1)
        #expect(try store.log().map(\.event).contains("alone"))
        #expect(ledger.settle() != nil)
        #expect(try store.waitingCount() == 1)
    }

    @Test(
        arguments: [
            ("postgresql://desk:50%off@127.0.0.1:1/doors", "50%off"),
            ("postgresql://desk:p@secret@127.0.0.1:1/doors", "secret"),
            ("host=127.0.0.1 port=1 password=two secrets", "secrets"),
            ("host=127.0.0.1 port=1 password=hunter2", "hunter2"),
            ("postgresql://desk:a%2Fsecret@127.0.0.1:1/d", "secret"),
        ])
    func aPasswordIsToldToNobody(address: String, secret: String) throws {
        let store = try store()
        let ledger = DoorLedger(store, at: address, door: "North")
        ledger.start()
        #expect(try ledger.decide(showing("1")).isAlone)
        let said = [ledger.settle() ?? "", "\(ledger.state)"] + (try store.log().map(\.detail))
        #expect(said.contains { !$0.isEmpty })
        #expect(!said.contains { $0.contains(secret) }, "\(said)")
        #expect(try !store.event().summary.contains(secret))
    }

    @Test func aServerThatTakesTheConnectionAndIsSilentHoldsNobodyUp() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { any in
                #expect(bind(listener, any, length) == 0)
                #expect(listen(listener, 8) == 0)
                return getsockname(listener, any, &length)
            }
        }
        #expect(port == 0)
        let store = try store()
        let ledger = DoorLedger(
            store, at: "host=127.0.0.1 port=\(UInt16(bigEndian: address.sin_port)) connect_timeout=2", door: "North")
        ledger.start()
        let began = ContinuousClock.now
        #expect(try ledger.decide(showing("1")).isAlone)
        // The time of the first connection at most, and the others none of it.
        #expect(ContinuousClock.now - began < .seconds(20))
        #expect(try ledger.decide(showing("2")).isAlone)
        ledger.close(seconds: 0)
    }

    @Test func whatOtherDoorsLetInCountsHere() throws {
        let store = try store()
        try store.take([passage("1", step: 1, seat: "A1")], at: now)
        // The same comes again and again.
        try store.take([passage("1", step: 1, seat: "A1")], at: now)
        let decision = try store.decide(showing("1"))
        #expect(
            decision.verdict
                == .alreadyUsed(EarlierAdmission(number: "1", time: now, door: "South", checker: "Ben")))
        #expect(try store.decide(showing("2", seat: "A1")).verdict.kind == .seatTaken)
        #expect(try store.counts().inside == 2)
        #expect(try store.waitingCount() == 0)
        var undone = passage("1", step: 1, seat: "A1")
        undone.undone = "wrong person"
        try store.take([undone], at: now)
        #expect(try store.decide(showing("1")).verdict.kind == .welcome)
    }

    /// Its row reached the ledger, and came back before the door had kept it.
    @Test func aPassageThatIsThereAlreadyIsNoSecondOne() throws {
        let store = try store()
        let number = PassageRecord.newNumber
        var own = passage("1", step: 1, number: number)
        own.origin = try store.origin()
        try store.take([own], at: now)
        let decision = try store.decide(showing("1"), number: number)
        #expect(decision.verdict.kind == .welcome)
        #expect(try store.counts().tickets == 1)
        #expect(try store.waitingCount() == 0)
        #expect(try store.lastPassage(of: "1") == decision.passage)
        #expect(try store.decide(showing("1", seconds: 60)).verdict.kind == .alreadyUsed)
    }

    /// A time that cannot be read, as an infinite one, is asked for as NULL: it costs the time, and the ticket went through all the same.
    @Test func aRowWithoutAReadableTimeIsAPassage() throws {
        let row: [String?] = [
            "00000000-0000-0000-0000-00000000000b", "7", "17", "1", "t", "2", nil, nil, nil, "South", "Ben", nil, "f",
            "3",
        ]
        let record = try #require(LedgerTables.record(row))
        #expect((record.ticket, record.step, record.people, record.door) == ("17", 1, 2, "South"))
        #expect(record.time == Timestamp(milliseconds: 0))
        let store = try store()
        try store.take([record], at: now)
        #expect(try store.decide(showing("17")).verdict.kind == .alreadyUsed)
    }

    @Test func whatEnteredTwiceIsListedAndLogged() throws {
        let store = try store()
        _ = try store.decide(showing("1"))
        var own = try #require(try store.waitingPassages(limit: 10).first)
        // As the ledger has it: another door was first.
        try store.take([passage("1", step: 1)], at: now)
        (own.step, own.sharing) = (2, .twice)
        try store.take([own], at: now)
        try store.take([own], at: now)
        let found = try store.enteredTwice()
        #expect(found.map(\.ticket) == ["1"])
        #expect(found.first?.passages.map(\.passage.door).sorted() == ["North", "South"])
        #expect(try store.log().filter { $0.event == "entered-twice" }.map(\.ticket) == ["1"])
        #expect(try store.counts().twice == 1)
        #expect(try store.counts().inside == 3)
        // Both count: one that is taken back leaves the other.
        let last = try #require(try store.lastPassage(of: "1"))
        try store.undo(last, reason: "a copy", at: now, door: "North", checker: "Ana")
        #expect(try store.decide(showing("1", seconds: 60)).verdict.kind == .alreadyUsed)
        #expect(try store.waitingPassages(limit: 10).map(\.undone) == ["a copy"])
    }

    @Test func aSeatOfTwoTicketsIsListedBySeat() throws {
        let store = try store()
        _ = try store.decide(showing("1", seat: "A1"))
        var own = try #require(try store.waitingPassages(limit: 10).first)
        own.sharing = .twice
        try store.take([passage("2", step: 1, seat: "A1"), own], at: now)
        let found = try store.enteredTwice()
        #expect(found.map(\.seat) == ["A1"])
        #expect(Set(found.first?.passages.map(\.passage.number) ?? []) == ["1", "2"])
    }

    @Test func whatIsTakenBackHereWaitsThoughTheLedgerSaysOtherwise() throws {
        let store = try store()
        let decision = try store.decide(showing("1"))
        var own = try #require(try store.waitingPassages(limit: 1).first)
        own.sharing = .shared
        try store.take([own], at: now)
        #expect(try store.waitingCount() == 0)
        try store.undo(try #require(decision.passage), reason: "late", at: now, door: "North", checker: "Ana")
        // A row of before that.
        try store.take([own], at: now)
        #expect(try store.waitingPassages(limit: 1).map(\.undone) == ["late"])
    }

    @Test func whichPassagesWereFreeIsDecidedByTheRules() {
        func rules(_ admission: AdmissionRule, _ groups: GroupRule = .together) -> DoorRules {
            var event = DoorEvent(name: "x")
            (event.admission, event.groups) = (admission, groups)
            return DoorRules(event)
        }
        func passages(_ isIn: Bool...) -> [Passage] {
            isIn.map { Passage(EarlierAdmission(number: "1", time: now, door: "", checker: ""), isIn: $0) }
        }
        func wasFree(_ rules: DoorRules, isIn: Bool = true, times: Int?, _ passages: [Passage]) -> Bool {
            rules.wasFree(isIn: isIn, times: times, after: passages, isSeatTaken: false)
        }
        #expect(wasFree(rules(.once), times: 1, []))
        #expect(!wasFree(rules(.once), times: 1, passages(true)))
        #expect(!wasFree(rules(.once), times: nil, passages(true)))
        #expect(wasFree(rules(.times(3)), times: 3, passages(true, true)))
        #expect(!wasFree(rules(.times(3)), times: 3, passages(true, true, true)))
        #expect(wasFree(rules(.once, .oneByOne), times: 4, passages(true, true, true)))
        #expect(wasFree(rules(.inAndOut), isIn: false, times: nil, passages(true)))
        #expect(!wasFree(rules(.inAndOut), times: nil, passages(true)))
        #expect(!wasFree(rules(.inAndOut), isIn: false, times: nil, passages(true, false)))
        #expect(!rules(.once).wasFree(isIn: true, times: 1, after: [], isSeatTaken: true))
    }

    @Test func guestsAndRulesGoBothWays() throws {
        let store = try store { $0.doors = ["North"] }
        _ = try store.take(at: now, by: "") { take in try take(Guest(number: "1")) }
        try store.revoke("2", reason: "refunded", at: now, by: "")
        try store.revoke("2", reason: nil, at: now, by: "")
        let waiting = try store.waitingGuests(limit: 10)
        #expect(waiting.map(\.guest.number) == ["1", "2"])
        #expect(waiting.map(\.countsAgain) == [false, true])
        var other = Guest(number: "1")
        other.revoked = "by another door"
        try store.take([other])
        #expect(try store.guest("1")?.revoked == nil, "what changed here and waits stays")
        try store.settle(waiting)
        try store.take([other])
        #expect(try store.guest("1")?.revoked == "by another door")
        #expect(try store.waitingGuests(limit: 10).isEmpty)

        var theirs = DoorEvent(name: "Movie night")
        (theirs.doors, theirs.needsList) = (["South"], true)
        let rules = try DoorStore(path: nil, event: theirs).sharedRules()
        try store.join(rules: rules, at: now)
        #expect(try store.event().doors == ["South", "North"])
        #expect(try store.event().needsList)
        #expect(try store.eventWaits())
        for bad in ["", "{}", "[1]", rules.replacing("3600", with: "-9223372036854775808")] {
            #expect(throws: UserError.self, "\(bad)") { try store.take(rules: bad, at: now) }
        }
        #expect(!rules.contains("ledger"))
        // A time beyond all times is the last one, and what waits here goes first.
        var early = theirs
        early.begins = now
        let far = try DoorStore(path: nil, event: early).sharedRules().replacing(
            String(now.milliseconds), with: String(Int64.min))
        try store.take(rules: far, at: now)
        #expect(try store.event().begins == nil)
        try store.settleEvent(try store.sharedRules())
        try store.take(rules: far, at: now)
        #expect(try store.event().begins == Timestamp(milliseconds: .min))
        #expect(try store.decide(showing("1")).verdict.kind == .tooLate)
    }

    /// The other doors may be of a version that found out at each door whether keys sign the tickets.
    @Test func rulesOfALedgerTakeNoSignatureRequirementBack() throws {
        let theirs = try DoorStore.json(DoorEvent(name: "Movie night"))
        let joining = try store { $0.isSigned = true }
        try joining.join(rules: theirs, at: now)
        #expect(try joining.event().isSigned == true)
        #expect(try joining.eventWaits())
        let taking = try store { $0.isSigned = true }
        try taking.settleEvent(try taking.sharedRules())
        try taking.take(rules: theirs, at: now)
        #expect(try taking.event().isSigned == true)
        // The other doors are told.
        #expect(try taking.eventWaits())
    }
}

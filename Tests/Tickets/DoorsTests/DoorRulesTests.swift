import Formats
import Testing

@testable import Doors

@Suite struct DoorRulesTests {
    private let begins = Timestamp(milliseconds: 1_800_000_000_000)

    private func event(_ change: (inout DoorEvent) -> Void = { _ in }) -> DoorEvent {
        var event = DoorEvent(name: "Movie night")
        event.begins = begins
        change(&event)
        return event
    }

    private func claim(_ change: (inout TicketClaim) -> Void = { _ in }) -> TicketClaim {
        var claim = TicketClaim(number: "7", proof: .signature(key: "k"))
        change(&claim)
        return claim
    }

    private func at(_ seconds: Int) -> Timestamp {
        Timestamp(milliseconds: begins.milliseconds + Int64(seconds) * 1000)
    }

    private func passage(_ number: String = "7", isIn: Bool = true) -> Passage {
        Passage(EarlierAdmission(number: number, time: begins, door: "North", checker: "Ana"), isIn: isIn)
    }

    /// The book's: at most an hour from the ticket's time, both ends in.
    @Test(arguments: [
        (-3601, DoorVerdict.Kind.tooEarly), (-3600, .welcome), (0, .welcome), (3600, .welcome), (3601, .tooLate),
    ])
    func theWindowIsAnHourEachWay(_ seconds: Int, _ kind: DoorVerdict.Kind) {
        #expect(DoorRules(event()).verdict(on: claim(), known: KnownTicket(), at: at(seconds)).kind == kind)
    }

    @Test func theWindowSaysByHowMuch() {
        let rules = DoorRules(event())
        #expect(rules.verdict(on: claim(), known: KnownTicket(), at: at(-7200)) == .tooEarly(3600))
        #expect(rules.verdict(on: claim(), known: KnownTicket(), at: at(3700)) == .tooLate(100))
        #expect(DoorVerdict.tooEarly(3600).detail == "opens in 60 min")
        #expect(DoorVerdict.tooLate(100).detail == "closed 2 min ago")
        #expect(DoorVerdict.tooLate(1).detail == "closed 1 second ago")
        #expect(DoorVerdict.tooLate(12_000).detail == "closed 3 h 20 min ago")
        #expect(DoorVerdict.tooLate(400_000).detail == "closed 4 days ago")
    }

    @Test func theTicketsOwnTimeComesFirst() {
        let late = claim { $0.time = at(86_400) }
        #expect(DoorRules(event()).verdict(on: late, known: KnownTicket(), at: at(0)).kind == .tooEarly)
        let rules = DoorRules(event { $0.begins = nil })
        #expect(rules.verdict(on: claim(), known: KnownTicket(), at: at(1_000_000)).kind == .welcome)
    }

    @Test func aTicketGoesInOnce() {
        let rules = DoorRules(event())
        let verdict = rules.verdict(on: claim(), known: KnownTicket(passages: [passage()]), at: at(0))
        #expect(verdict == .alreadyUsed(passage().earlier))
        #expect(verdict.detail.contains("North by Ana"))
    }

    @Test func aTicketGoesInNTimes() {
        let rules = DoorRules(event { $0.admission = .times(3) })
        for passed in 0..<5 {
            let known = KnownTicket(passages: Array(repeating: passage(), count: passed))
            #expect(rules.verdict(on: claim(), known: known, at: at(0)).kind == (passed < 3 ? .welcome : .alreadyUsed))
        }
    }

    @Test func aTicketGoesInAndOut() {
        let rules = DoorRules(event { $0.admission = .inAndOut })
        var passages: [Passage] = []
        for step in 0..<6 {
            let verdict = rules.verdict(on: claim(), known: KnownTicket(passages: passages), at: at(0))
            #expect(verdict.kind == (step % 2 == 0 ? .welcome : .goodbye))
            passages.append(passage(isIn: step % 2 == 0))
        }
    }

    @Test func whoeverIsInsideMayLeave() {
        let rules = DoorRules(event { $0.admission = .inAndOut })
        var guest = Guest(number: "7")
        guest.revoked = "refunded"
        let inside = KnownTicket(guest: guest, passages: [passage()])
        #expect(rules.verdict(on: claim(), known: inside, at: at(90_000)).kind == .goodbye)
        let outside = KnownTicket(guest: guest, passages: [passage(), passage(isIn: false)])
        #expect(rules.verdict(on: claim(), known: outside, at: at(0)) == .revoked("refunded"))
        #expect(rules.verdict(on: claim(), known: outside, at: at(90_000)).kind == .tooLate)
        let ended = claim { $0.whyNotNow = "it ended" }
        #expect(rules.verdict(on: ended, known: inside, at: at(0)).kind == .goodbye)
        #expect(rules.verdict(on: ended, known: outside, at: at(0)) == .notValidNow("it ended"))
        #expect(rules.verdict(on: ended, known: KnownTicket(), at: at(0)) == .notValidNow("it ended"))
        // By hand somebody is let in, and is inside already.
        var byHand = claim()
        byHand.proof = .hand
        #expect(rules.verdict(on: byHand, known: inside, at: at(0)) == .alreadyUsed(passage().earlier))
    }

    @Test func groupsGoInTogetherOrOneByOne() {
        let group = claim { $0.people = 4 }
        guard case .welcome(let together) = DoorRules(event()).verdict(on: group, known: KnownTicket(), at: at(0))
        else {
            Issue.record("a group is turned away")
            return
        }
        #expect((together.people, together.times) == (4, 1))
        let rules = DoorRules(event { $0.groups = .oneByOne })
        for passed in 0..<5 {
            let known = KnownTicket(passages: Array(repeating: passage(), count: passed))
            let verdict = rules.verdict(on: group, known: known, at: at(0))
            #expect(verdict.kind == (passed < 4 ? .welcome : .alreadyUsed))
            if case .welcome(let admission) = verdict { #expect((admission.people, admission.time) == (1, passed + 1)) }
        }
    }

    @Test func aSeatIsGivenOnce() {
        let known = KnownTicket(seatHolder: passage("8").earlier)
        let seated = claim { $0.seat = "1A" }
        #expect(DoorRules(event()).verdict(on: seated, known: known, at: at(0)) == .seatTaken(passage("8").earlier))
        let free = DoorRules(event { $0.seatsAreUnique = false })
        #expect(free.verdict(on: seated, known: known, at: at(0)).kind == .welcome)
    }

    @Test func theChecksComeInTheirOrder() {
        var guest = Guest(number: "7")
        guest.revoked = "refunded"
        let all = KnownTicket(guest: guest, passages: [passage()], seatHolder: passage("8").earlier)
        let seated = claim { $0.seat = "1A" }
        let rules = DoorRules(event())
        #expect(rules.verdict(on: seated, known: all, at: at(-9999)).kind == .tooEarly)
        #expect(rules.verdict(on: seated, known: all, at: at(0)) == .revoked("refunded"))
        guest.revoked = nil
        let used = KnownTicket(guest: guest, passages: [passage()], seatHolder: passage("8").earlier)
        #expect(rules.verdict(on: seated, known: used, at: at(0)).kind == .alreadyUsed)
    }

    @Test func theListSaysMoreThanTheCode() {
        var guest = Guest(number: "7")
        (guest.seat, guest.name, guest.note, guest.people) = ("2B", "Ana", "wheelchair", 3)
        let verdict = DoorRules(event { $0.needsList = true }).verdict(
            on: claim(), known: KnownTicket(guest: guest), at: at(0))
        guard case .welcome(let admission) = verdict else {
            Issue.record("a guest is turned away: \(verdict)")
            return
        }
        #expect(admission.claim.note == "wheelchair")
        #expect(admission.words == "seat 2B · Ana · 3 people")
        let stranger = DoorRules(event { $0.needsList = true }).verdict(on: claim(), known: KnownTicket(), at: at(0))
        #expect(stranger == .notOnList)
    }

    @Test func rulesAreReadAsPeopleWriteThem() {
        #expect(AdmissionRule("once") == .once && AdmissionRule("1") == .once)
        #expect(AdmissionRule("in-and-out") == .inAndOut && AdmissionRule("3") == .times(3))
        for wrong in ["", "0", "-1", "1001", "often"] { #expect(AdmissionRule(wrong) == nil, "\(wrong)") }
        #expect(DoorEvent.Flight("lh400") == .init(number: "LH400", day: nil))
        #expect(DoorEvent.Flight("LH400@326") == .init(number: "LH400", day: 326))
        #expect(DoorEvent.Flight("LH0400")?.number == "LH400" && DoorEvent.Flight("U20123A")?.number == "U2123A")
        #expect(DoorEvent.Flight("BAW012")?.number == "BAW12" && DoorEvent.Flight("9W007")?.number == "9W7")
        for wrong in ["", "LH", "LH400@", "LH400@367", "LH 400", "LH400@1@2"] {
            #expect(DoorEvent.Flight(wrong) == nil, "\(wrong)")
        }
        #expect(event { $0.foreign = [.boardingPass] }.contradiction?.contains("LH400@326") == true)
        #expect(event { $0.flight = .init(number: "LH400", day: nil) }.contradiction?.contains("bcbp") == true)
        #expect(event().contradiction == nil)
        #expect(ForeignTicket.problem(with: ["hc1", "bcbp"]) == nil)
        #expect(ForeignTicket.problem(with: ["hc1", "hc2"])?.contains("third-party ticket hc2") == true)
        #expect(DoorEvent.problem(with: ["North", "South"]) == nil)
        for wrong in [[""], ["A", "A"], [String(repeating: "x", count: 61)]] {
            #expect(DoorEvent.problem(with: wrong) != nil)
        }
        #expect(DoorEvent.problem(with: (0...200).map(String.init))?.contains("200") == true)
    }
}

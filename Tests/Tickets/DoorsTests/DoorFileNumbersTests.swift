import Files
import Formats
import GRDB
import Testing

@testable import Doors

/// A .door file may come from elsewhere: its numbers are of any size.
@Suite struct DoorFileNumbersTests {
    private static let numbers: [Int64] = [.min, .min + 1, -1, 0, 1, 2, 10_001, 1 << 31, 1 << 53, .max - 1, .max]
    private let now = Timestamp(milliseconds: 1_800_000_000_000)

    private func show(_ store: DoorStore, _ number: String) throws -> DoorDecision {
        let claim = TicketClaim(number: number, proof: .signature(key: "k"))
        return try store.decide(
            DoorShowing(.claim(claim), code: Array(number.utf8), at: now, door: "North", checker: "Ana"))
    }

    private func store(admission: AdmissionRule = .once, groups: GroupRule = .together) throws -> DoorStore {
        var event = DoorEvent(name: "Movie night")
        (event.begins, event.admission, event.groups) = (now, admission, groups)
        let store = try DoorStore(path: nil, event: event)
        _ = try store.take(at: now, by: "Ana") { take in
            try take(Guest(number: "1"))
            try take(Guest(number: "2"))
        }
        _ = try show(store, "1")
        return store
    }

    @Test(arguments: numbers) func numbersOfPassagesAreCountedWithinBounds(number: Int64) throws {
        let store = try store(admission: .inAndOut)
        try store.database.write { db in
            try db.execute(
                sql: "UPDATE passage SET people = ?1, step = ?1, time = ?1, times = ?1", arguments: [number])
        }
        let people = Guest.people(Int(number))
        let counts = try store.counts()
        #expect(counts.inside == people && counts.doors.map(\.entered) == [people])
        #expect(counts.quarters.map(\.entered) == [people])
        #expect(try store.enteredTwice().isEmpty)
        #expect(try store.lastPassages(limit: 10).map(\.people) == [people])
        #expect(try store.waitingPassages(limit: 10).count == 1)
        let decision = try show(store, "1")
        #expect(decision.verdict.kind == .goodbye)
        #expect(try store.counts().inside == 0)
    }

    @Test(arguments: numbers) func numbersOfPeopleLetGroupsInWithinBounds(number: Int64) throws {
        let store = try store(admission: .times(1000), groups: .oneByOne)
        try store.database.write { try $0.execute(sql: "UPDATE guest SET people = ?", arguments: [number]) }
        guard case .welcome(let admission) = try show(store, "2").verdict else {
            Issue.record("not let in")
            return
        }
        #expect(admission.times == 1000 * Guest.people(Int(number)))
        #expect(try store.guests(matching: "2").map(\.guest.people) == [Guest.people(Int(number))])
    }

    @Test(arguments: numbers, ["opensBefore", "closesAfter"])
    func rulesWithWrongNumbersAreRefused(number: Int64, key: String) throws {
        let store = try store()
        try store.database.write { db in
            try db.execute(
                sql: "UPDATE setting SET value = json_set(value, '$.' || ?, ?) WHERE name = 'event'",
                arguments: [key, number])
        }
        let isSound = 0...100_000_000 ~= number
        do throws(UserError) {
            _ = try store.event()
            #expect(isSound)
        } catch {
            #expect(!isSound && error.description.contains("is damaged"), "\(error)")
        }
        #expect((try? show(store, "2").verdict.kind) == (isSound ? DoorVerdict.Kind.welcome : nil))
    }

    @Test func aTimeFarAwayIsTooEarlyOrTooLate() throws {
        let store = try store()
        for (moment, kind) in [(Int64.min, DoorVerdict.Kind.tooLate), (.max, .tooEarly)] {
            try store.change(at: now, by: "Ana") { $0.begins = Timestamp(milliseconds: moment) }
            #expect(try show(store, "2").verdict.kind == kind)
        }
    }
}

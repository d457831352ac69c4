import Dispatch
import Files
import Formats
import Foundation
import GRDB
import Synchronization
import Testing

@testable import Doors

/// Rules that another program changes at the same moment: neither its change nor the one here is lost.
@Suite final class ChangedRulesTests {
    private let now = Timestamp(milliseconds: 1_800_000_000_000)
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("door-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private final class Outcome<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
    }

    private func event(doors: [String] = ["North"]) -> DoorEvent {
        var event = DoorEvent(name: "Movie night")
        (event.begins, event.doors) = (now, doors)
        return event
    }

    /// Calls `body` with a store whose file another store holds, and lets the other change the rules as soon as `body` waits for
    /// the file to write.
    ///
    /// - Returns: what `body` did, and its store.
    private func value<Value: Sendable>(
        of body: @escaping @Sendable (DoorStore) throws -> Value, meanwhile change: (inout DoorEvent) -> Void
    ) throws -> (value: Value, store: DoorStore) {
        let path = folder.appendingPathComponent("event.door").path
        let other = try DoorStore(path: path, event: event())
        // The ledger knows the event, where there is one.
        try other.settleEvent(try other.sharedRules())
        let store = try DoorStore(path: path)
        let (isWaiting, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        try store.database.inDatabase { db in
            // It waits for the file however slow the machine is.
            try db.execute(sql: "PRAGMA busy_timeout = 300000")
            db.trace { if "\($0)".contains("BEGIN IMMEDIATE") { isWaiting.signal() } }
        }
        let outcome = Outcome<Value>()
        try other.writing { db in
            var changed = try DoorStore.event(db)
            change(&changed)
            try DoorStore.set(db, "event", try DoorStore.json(changed))
            Thread.detachNewThread {
                let result: Result<Value, any Error> = Result { try body(store) }
                outcome.result.withLock { $0 = result }
                isDone.signal()
            }
            guard isWaiting.wait(timeout: .now() + 120) == .success else {
                throw UserError("nothing waits for the file")
            }
        }
        try #require(isDone.wait(timeout: .now() + 120) == .success)
        let result = outcome.result.withLock { $0 }
        return (try #require(result).get(), store)
    }

    @Test func aTicketIsDecidedByTheRulesOfItsMoment() throws {
        let (verdict, _) = try value { [now] store in
            let evidence = TicketEvidence.claim(TicketClaim(number: "1", proof: .signature(key: "k")))
            let showing = DoorShowing(evidence, code: [1], at: now, door: "North", checker: "Ana")
            return try store.decide(showing).verdict.kind
        } meanwhile: {
            $0.needsList = true
        }
        #expect(verdict == .notOnList)
    }

    @Test func aChangeKeepsWhatAnotherProgramChanged() throws {
        let (after, store) = try value { [now] store in
            try store.change(at: now, by: "Ana") { $0.isSigned = true }
        } meanwhile: {
            $0.needsList = true
        }
        #expect(after.needsList && after.isSigned == true)
        #expect(try store.event() == after)
        #expect(try store.eventWaits())
    }

    @Test func whoJoinsALedgerKeepsTheDoorsThatAnotherProgramAdded() throws {
        let rules = try DoorStore(path: nil, event: event(doors: ["South"])).sharedRules()
        let (_, store) = try value { [now] store in
            try store.join(rules: rules, at: now)
        } meanwhile: {
            $0.doors.append("West")
        }
        #expect(try store.event().doors == ["South", "North", "West"])
    }

    @Test func rulesOfALedgerAreTakenOverOnce() throws {
        let rules = try DoorStore(path: nil, event: event(doors: ["South"])).sharedRules()
        let (_, store) = try value { [now] store in
            try store.take(rules: rules, at: now)
        } meanwhile: {
            $0.doors = ["South"]
        }
        #expect(try store.event().doors == ["South"])
        #expect(try store.log().isEmpty)
    }

    /// The line of the log is about a change, and the ledger is asked only then.
    @Test func aChangeThatChangesNothingIsNotWritten() throws {
        let store = try DoorStore(path: nil, event: event())
        try store.settleEvent(try store.sharedRules())
        try store.change(at: now, by: "Ana") { $0.doors = ["North"] }
        #expect(try store.log().isEmpty)
        #expect(try !store.eventWaits())
    }
}

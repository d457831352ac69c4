import Dispatch
import Files
import Formats
import Foundation
import PostgreSQL
import Synchronization

/// What the doors of an event share: a ledger on a PostgreSQL server, in which a ticket enters once, whichever doors it is shown at in
/// the same moment.
///
///     let ledger = DoorLedger(store, at: "postgresql://desk@db/doors", door: "North")
///     ledger.start()
///     let decision = try ledger.decide(showing)        // decision.isAlone where the ledger could not be asked
///
/// Who goes through is a row there whose uniqueness the server guarantees, before anybody is told that he is welcome. Where the
/// server cannot be reached, the door's own store decides; what it let in then waits, is merged when the server is back, and is
/// marked where it turns out that another door had let it in.
package final class DoorLedger: Sendable {
    let store: DoorStore
    let target: String
    let door: String?
    let tables = Mutex<LedgerTables?>(nil)
    let status: Mutex<Status>
    private let wakes = DispatchSemaphore(value: 0)
    /// Signalled after each exchange while the ledger is closing.
    private let turns = DispatchSemaphore(value: 0)
    private let firstAttempt = DispatchGroup()

    struct Status {
        var state = LedgerState()
        var checker = ""
        var isFirst = true
        /// What is waiting is being sent one last time.
        var isClosing = false
        var isClosed = false
        /// Passages that were merged since the door was alone.
        var merged = 0
        var isClockNoted = false
        var failures = 0
        var announced: ContinuousClock.Instant?
    }

    /// Seconds that a code waits for the first connection.
    private static let patience = 4
    /// How often a ticket is tried that other doors let in at the same moment.
    static let maximumAttempts = 20

    /// - Parameters:
    ///   - target: a connection as libpq takes it.
    ///   - door: which one this is; nil for none, which nobody is told of.
    package init(_ store: DoorStore, at target: String, door: String?) {
        (self.store, self.target, self.door) = (store, target, door)
        status = Mutex(Status())
        firstAttempt.enter()
    }

    package var state: LedgerState { status.withLock { $0.state } }

    /// Begins to connect, and to exchange what is new every second, on a thread of its own.
    package func start() {
        Thread.detachNewThread { [weak self, wakes, turns] in
            while let pause = self?.exchange() {
                if self?.status.withLock(\.isClosing) == true { turns.signal() }
                _ = wakes.wait(timeout: .now() + pause)
            }
        }
    }

    /// Brings what waits to it, and ends it; a line where something still waits.
    package func settle() -> String? {
        waitForFirstAttempt()
        close()
        let why: String
        switch state.link {
        case .shared where !hasNews: return nil
        case .shared, .connecting: why = "it is slow"
        case .alone(let reason): why = reason
        }
        return "the ledger cannot be reached (\(why)): changes wait, and `quietzone door ledger` merges them"
    }

    /// Waits until it is connected, or known that it cannot be now.
    package func waitForFirstAttempt() { _ = firstAttempt.wait(timeout: .now() + .seconds(Self.patience)) }

    /// It is connected, or known that it cannot be now.
    func endFirstAttempt() {
        if status.withLock({ status in
            defer { status.isFirst = false }
            return status.isFirst
        }) {
            firstAttempt.leave()
        }
    }

    /// Exchanges what is new at once.
    package func exchangeSoon() { wakes.signal() }

    /// Ends it, after what waits was sent where the ledger can be reached within so many seconds.
    package func close(seconds: Int = 5) {
        let end = ContinuousClock.now + .seconds(seconds)
        status.withLock { $0.isClosing = true }
        while state.link == .shared, ContinuousClock.now < end, hasNews {
            wakes.signal()
            // The thread signals after each exchange.
            _ = turns.wait(timeout: .now() + .milliseconds(max(1, Int((end - .now) / .milliseconds(1)))))
        }
        status.withLock { $0.isClosed = true }
        wakes.signal()
    }

    /// Who stands at the door, for those who look which doors are there.
    package func setChecker(_ name: String) { status.withLock { $0.checker = name } }

    private var hasNews: Bool {
        (try? store.waitingCount()) != 0 || (try? store.waitingGuests(limit: 1).isEmpty) == false
            || (try? store.eventWaits()) == true
    }

    // MARK: - Deciding

    /// Decides about what is shown together with the other doors, or alone where they cannot be asked.
    ///
    /// - Throws: `UserError`, where nothing is kept and so nobody is let in.
    package func decide(_ showing: DoorShowing) throws(UserError) -> DoorDecision {
        guard case .claim(let claim) = showing.evidence else { return try store.decide(showing) }
        waitForFirstAttempt()
        // The same alone: a row that reached the ledger just before the connection was lost is this passage then.
        let number = PassageRecord.newNumber
        if let decision = try together({ tables in try self.decide(showing, claim, number, tables) }) {
            return decision
        }
        let decision = try store.decide(showing, number: number, isAlone: true)
        count()
        return decision
    }

    private func decide(
        _ showing: DoorShowing, _ claim: TicketClaim, _ number: Int64, _ tables: LedgerTables
    ) throws -> DoorDecision {
        // What was let in alone comes first.
        _ = try merge(tables, of: claim.number, limit: 100)
        let seat = try store.event().place(of: try store.completed(claim))
        for _ in 0..<Self.maximumAttempts {
            try store.take(try tables.passages(of: claim.number, seat: seat), at: showing.time)
            var draft = try store.draft(showing, number: number)
            guard var passage = draft.passage else { return try store.keep(draft, showing) }
            passage.sharing = .shared
            guard try tables.add(passage, claimsSeat: draft.claimsSeat) else { continue }
            draft.passage = passage
            do { return try store.keep(draft, showing) } catch {
                // Nobody is let in whose passage is not on this disk, and so no other door is told of it.
                passage.undone = "not stored at its door"
                _ = try? tables.takeBack(passage)
                throw error
            }
        }
        throw UserError("other doors keep letting this ticket in and out: show it again")
    }

    /// Looks at the ledger for what other doors did with a ticket.
    package func refresh(_ ticket: String) throws(UserError) {
        waitForFirstAttempt()
        _ = try together { tables in
            _ = try self.merge(tables, of: ticket, limit: 100)
            try self.store.take(try tables.passages(of: ticket, seat: nil), at: Timestamp(Date()))
        }
    }

    /// Does something at the ledger; nil if it cannot be reached, or is lost at that.
    private func together<Value: Sendable>(_ body: (LedgerTables) throws -> Value) throws(UserError) -> Value? {
        let result: Result<Value?, any Error> = tables.withLock { held in
            guard let connected = held else { return .success(nil) }
            do { return .success(try body(connected)) } catch {
                if error is PostgreSQLError { held = nil }
                return .failure(error)
            }
        }
        switch result {
        case .success(let value): return value
        case .failure(let problem):
            guard let failure = problem as? PostgreSQLError else { throw UserError(problem, store.path) }
            lose(failure.description)
            wakes.signal()
            return nil
        }
    }

    // MARK: - How it stands

    func count() {
        let (waiting, twice) = ((try? store.waitingCount()) ?? 0, (try? store.twiceCount()) ?? 0)
        status.withLock { ($0.state.waiting, $0.state.twice) = (waiting, twice) }
    }

    func lose(_ why: String) {
        let isNew = status.withLock { status in
            defer {
                status.state.link = .alone(why)
                status.failures += 1
                status.isClockNoted = false
            }
            if case .alone = status.state.link { return false }
            return true
        }
        if isNew { try? note("alone", why) }
    }

    /// Writes it down. Who only brings what waits has no door that goes on alone.
    func note(_ what: String, _ detail: String) throws {
        guard let door else { return }
        try store.note(what, detail, at: Timestamp(Date()), door: door)
    }

    // MARK: - Without a door

    /// The doors that share it, the one seen last first.
    package func doors() throws(UserError) -> [LedgerDoor] { try together { try $0.stations() } ?? [] }

    /// The events that a ledger has, by name.
    ///
    /// - Throws: `UserError` if it cannot be reached.
    package static func events(at target: String) throws(UserError) -> [String] {
        do { return try LedgerTables.events(target) } catch {
            throw UserError("the ledger: \(error.description.singleLine(limit: 160))")
        }
    }

    /// An event's rules as its doors share them.
    ///
    /// - Throws: `UserError` if the ledger cannot be reached or does not have it.
    package static func event(_ name: String, at target: String) throws(UserError) -> DoorEvent {
        let tables: LedgerTables?
        do throws(PostgreSQLError) { tables = try LedgerTables(target, event: name, rules: nil) } catch {
            throw UserError("the ledger: \(error.description.singleLine(limit: 160))")
        }
        guard let tables else { throw UserError("the ledger has no event “\(name.singleLine(limit: 40))”") }
        var event = try DoorStore.event(fromLedger: tables.rules)
        event.ledger = target
        return event
    }
}

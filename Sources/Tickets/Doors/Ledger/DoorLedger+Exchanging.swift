import Files
import Formats
import Foundation
import PostgreSQL

// What the thread of a ledger does: it connects, brings what is new here, and fetches what is new there.

extension DoorLedger {
    /// One turn of the thread, and the seconds until the next; nil if the ledger is closed.
    func exchange() -> Double? {
        guard !status.withLock({ $0.isClosed }) else { return nil }
        do {
            if tables.withLock({ $0 == nil }) { try connect() }
            try bringAndFetch()
        } catch {
            tables.withLock { $0 = nil }
            lose(String(describing: error).singleLine(limit: 160))
        }
        count()
        endFirstAttempt()
        let failures = status.withLock { $0.failures }
        return failures == 0 ? 1 : min(8, Double(1 << min(failures - 1, 3)))
    }

    private func connect() throws {
        let rules = try store.sharedRules()
        guard let made = try LedgerTables(target, event: try store.event().name, rules: rules) else { return }
        if try store.ledgerPlace()?.event != made.event {
            // Rules that cannot be read here are not replaced for the other doors.
            if made.rules != rules { try store.join(rules: made.rules, at: Timestamp(Date())) }
            try store.beginLedger(event: made.event)
        } else if try made.count(of: try store.origin()) < store.sharedCount() {
            // The server lost rows: an older copy of it was taken.
            try store.beginLedger(event: made.event)
        }
        try store.setLedger(hasValidity: made.hasValidity)
        status.withLock { $0.state.problem = made.hasValidity ? nil : LedgerSchema.problem }
        tables.withLock { $0 = made }
        // Before the first ticket is asked about.
        try bringAndFetch()
        let (wasFirst, merged, twice) = status.withLock { status in
            defer {
                (status.state.link, status.failures, status.merged) = (.shared, 0, 0)
                status.announced = nil
            }
            return (status.isFirst, status.merged, status.state.twice)
        }
        if wasFirst, merged == 0 { return }
        let words = "\(merged) passages merged" + (twice > 0 ? ", \(twice) entered twice" : "")
        try note("shared", words)
    }

    private func bringAndFetch() throws {
        var waiting = Int.max
        // Whatever the server says, it ends: what does not get less waits for the next turn.
        while case let left = try store.waitingCount(), left > 0, left < waiting {
            waiting = left
            try piece { _ = try self.merge($0, of: nil, limit: 20) }
        }
        try bringGuests()
        try piece { tables in
            if try self.store.eventWaits() {
                let rules = try self.store.sharedRules()
                try tables.put(rules: rules)
                try self.store.settleEvent(rules)
            } else if let rules = try tables.currentRules() {
                self.take(rules, hasValidity: tables.hasValidity)
            }
        }
        try fetchChanges()
        try lookAtClock()
    }

    /// Does a piece of the exchange; between two of them a ticket's turn may come.
    @discardableResult
    private func piece<Value: Sendable>(_ body: (LedgerTables) throws -> Value) throws -> Value {
        let result: Result<Value, any Error> = tables.withLock { held in
            guard let held else { return .failure(UserError("the ledger cannot be reached")) }
            return Result { try body(held) }
        }
        return try result.get()
    }

    /// Rules that cannot be used keep nobody from being asked about.
    private func take(_ rules: String, hasValidity: Bool) {
        var (problem, isNew) = (hasValidity ? nil : LedgerSchema.problem, false)
        do throws(UserError) {
            isNew = try store.sharedRules() != rules
            try store.take(rules: rules, at: Timestamp(Date()))
        } catch {
            (problem, isNew) = (error.description, false)
        }
        status.withLock { status in
            status.state.problem = problem
            if isNew { status.state.changes += 1 }
        }
    }

    private func bringGuests() throws {
        while true {
            let guests = try store.waitingGuests(limit: LedgerTables.pageSize)
            guard !guests.isEmpty else { return }
            try piece { try $0.put(guests) }
            try store.settle(guests)
        }
    }

    private func fetchChanges() throws {
        let now = try piece { try $0.snapshot() }
        var oldest = try store.ledgerPlace()?.oldest ?? 0
        // Another server counts its transactions from another number.
        if oldest > now.next { oldest = 0 }
        var isNews = false
        var position: LedgerTables.Position? = LedgerTables.Position(changed: oldest)
        while let after = position {
            let (page, last) = try piece { try $0.passages(after: after) }
            try store.take(page, at: Timestamp(Date()))
            (position, isNews) = (last, isNews || !page.isEmpty)
        }
        position = LedgerTables.Position(changed: oldest)
        while let after = position {
            let (page, last, hasValidity) = try piece { tables in
                let (page, last) = try tables.guests(after: after)
                return (page, last, tables.hasValidity)
            }
            try store.take(page, hasValidity: hasValidity)
            (position, isNews) = (last, isNews || !page.isEmpty)
        }
        guard isNews else { return }
        // Where nothing came, the same is asked for again: that costs nothing, and a write would.
        try store.setLedgerPlace(oldest: now.oldest)
        status.withLock { $0.state.changes += 1 }
    }

    private func lookAtClock() throws {
        let clock = try piece { try $0.clockDifference { Timestamp(Date()) } }
        let isToBeNoted = status.withLock { status in
            status.state.clock = clock
            defer { status.isClockNoted = status.state.clockWords != nil }
            return !status.isClockNoted && status.state.clockWords != nil
        }
        if isToBeNoted, let words = state.clockWords {
            try note("clock", words)
        }
        let now = ContinuousClock.now
        let (isDue, checker) = status.withLock { status in
            let isDue = status.announced.map { now - $0 > .seconds(10) } ?? true
            if isDue { status.announced = now }
            return (isDue, status.checker)
        }
        guard isDue, let door else { return }
        let origin = try store.origin()
        try piece { try $0.announce(origin: origin, door: door, checker: checker, clock: clock) }
    }
}

import Doors
import Files
import Formats
import Foundation
import Symbols
import Synchronization
import Tickets

/// A door of an event: codes that are shown to it are decided, with the other doors where the event has a ledger, and what was
/// decided is kept.
///
///     let desk = try DoorDesk(store, door: "North", keys: DoorKeys(ring))
///     let decision = try desk.show(content, at: now, by: "Ana", isLive: true)      // on the disk when it returns
package final class DoorDesk: Sendable {
    package let store: DoorStore
    package let door: String
    /// What the doors share; nil for this one alone.
    package let ledger: DoorLedger?
    private let keys: DoorKeys
    /// Whether it was found at this opening that keys sign the event's tickets.
    private let isSigningNew: Bool
    private let inspecting: Mutex<(event: DoorEvent, keys: DoorKeys.Held, inspector: TicketInspector)>
    /// When each code was in view last, as far as the last seconds go.
    private let seen = Mutex<[[UInt8]: Timestamp]>([:])
    private let recent = Mutex<(code: [UInt8], time: Timestamp, decision: DoorDecision)?>(nil)

    /// The code that was just decided may be read again and again while it is held in front of the camera: for so many milliseconds
    /// since it was last seen it is the same showing, and nobody is told that the ticket which let him in was used already.
    private static let sameShowing: Int64 = 4000
    /// A code that was out of view for more than so many milliseconds is shown again when it comes back after another.
    private static let longestLoss: Int64 = 2000
    /// For so long it is known that a code was in view.
    private static let seenFor: Int64 = 10_000

    /// Opens a door; where the event has a ledger, connecting to it begins.
    ///
    /// - Parameters:
    ///   - door: one of the event's; nil for the first.
    ///   - keys: all keys that are here.
    /// - Throws: `UserError`, also for a door that the event does not have.
    package init(_ store: DoorStore, door: String?, keys: DoorKeys) throws {
        let event = try store.event()
        guard let door = door ?? event.doors.first, event.doors.contains(door) else {
            throw UserError(
                "\(event.name.onOneMarkedLine) has no door “\((door ?? "").onOneMarkedLine)”: it has \(event.doors.map(\.onOneMarkedLine).joined(separator: ", "))"
            )
        }
        (self.store, self.door, self.keys) = (store, door, keys)
        ledger = event.ledger.map { DoorLedger(store, at: $0, door: door) }
        let held = keys.current(for: event)
        isSigningNew = try store.fixSigning(at: Timestamp(Date())) { TicketInspector.maySign(held.ring, $0) }
        let fixed = try store.event()
        inspecting = Mutex((fixed, held, Self.inspector(fixed, held)))
        ledger?.start()
    }

    deinit { ledger?.close(seconds: 0) }

    /// Brings what waits to the ledger, where it can be reached, and ends with it.
    ///
    /// - Returns: a line where something still waits; nil if nothing does.
    @discardableResult
    package func close() -> String? { ledger?.settle() }

    private static func inspector(_ event: DoorEvent, _ keys: DoorKeys.Held) -> TicketInspector {
        TicketInspector(event, keys: keys.ring, verifiers: TicketVerifiers.all(keys: keys.trusted, event: event))
    }

    /// A line for each file of keys that cannot be used, as they were read last.
    package var problems: [String] { inspecting.withLock { $0.keys.problems } }

    /// The keys of this program's tickets, as they were read last.
    package var ring: TicketKeyRing { inspecting.withLock { $0.keys.ring } }

    /// What becomes of codes of the guest list that are not signed, in a line that says what to do: where they are let in beside signed
    /// tickets, and where it was found at this opening that they are turned away; nil if there is nothing to say.
    package func remark(guests: Int) -> String? {
        let (event, ring) = inspecting.withLock { ($0.event, $0.keys.ring) }
        guard guests > 0, isSigningNew || event.takesListedCodes else { return nil }
        return DoorFolder.remark(onListedCodesOf: event, ring)
    }

    /// The event, as it was when it was last looked at.
    package var event: DoorEvent { inspecting.withLock { $0.event } }

    /// Looks at the event's rules and the keys again: another door, or somebody here, may have changed them.
    private func inspector() throws -> TicketInspector {
        let event = try store.event()
        let keys = keys.current(for: event)
        return inspecting.withLock { held in
            if held.event != event || held.keys.reading != keys.reading {
                held = (event, keys, Self.inspector(event, keys))
            }
            return held.inspector
        }
    }

    /// Decides about a code.
    ///
    /// - Parameters:
    ///   - checker: who stands at the door; empty if nobody said.
    ///   - isLive: whether it comes from a camera, which sees the same code many times.
    /// - Returns: nil if it is the same showing as before, about which nothing new is said.
    /// - Throws: `UserError`, where nothing could be kept: nobody is let in then.
    package func show(
        _ content: SymbolContent, at now: Timestamp, by checker: String, isLive: Bool
    ) throws -> DoorDecision? {
        if isLive, isSameShowing(content.bytes, now) { return nil }
        let evidence = try inspector().evidence(for: content, at: now) { try store.guest($0)?.isListed == true }
        let decision = try decide(DoorShowing(evidence, code: content.bytes, at: now, door: door, checker: checker))
        recent.withLock { $0 = (content.bytes, now, decision) }
        return decision
    }

    /// Lets somebody in without a code: from the list, or by a name alone.
    ///
    /// - Parameter reason: why, for the log; may be empty.
    /// - Throws: `UserError`.
    package func admit(
        _ number: String, reason: String, at now: Timestamp, by checker: String
    ) throws -> DoorDecision {
        try decide(DoorShowing(byHand: number, reason: reason, at: now, door: door, checker: checker))
    }

    private func decide(_ showing: DoorShowing) throws -> DoorDecision {
        guard let ledger else { return try store.decide(showing) }
        ledger.setChecker(showing.checker)
        return try ledger.decide(showing)
    }

    /// Takes the last passage of a ticket back, at whichever door it was: it may be shown again.
    ///
    /// - Parameter reason: why; must not be empty.
    /// - Throws: `UserError`, also where it did not go through.
    package func undo(_ ticket: String, reason: String, at now: Timestamp, by checker: String) throws {
        try ledger?.refresh(ticket)
        guard let passage = try store.lastPassage(of: ticket) else {
            throw UserError("ticket \(ticket.onOneMarkedLine) has not entered, or its admission was already undone")
        }
        try store.undo(passage, reason: reason, at: now, door: door, checker: checker)
        ledger?.exchangeSoon()
    }

    private func isSameShowing(_ code: [UInt8], _ now: Timestamp) -> Bool {
        recent.withLock { last in
            guard let (seen, time, decision) = last, seen == code,
                (0...Self.sameShowing).contains(now.milliseconds - time.milliseconds)
            else { return false }
            last = (seen, now, decision)
            return true
        }
    }

    /// Codes that are in view right now: the one that was decided last is still shown.
    ///
    /// - Returns: those that came back while what was said of another stands there: they are shown again, though whoever tracks
    ///   symbols takes them for the same.
    package func inView(_ codes: [[UInt8]], at now: Timestamp) -> Set<[UInt8]> {
        let current = recent.withLock { last -> [UInt8]? in
            guard let (code, time, decision) = last else { return nil }
            if codes.contains(code), now > time { last = (code, now, decision) }
            return code
        }
        return seen.withLock { seen in
            let back = codes.filter { code in
                code != current && seen[code].map { now.milliseconds - $0.milliseconds > Self.longestLoss } == true
            }
            for code in codes { seen[code] = now }
            seen = seen.filter { (0...Self.seenFor).contains(now.milliseconds - $0.value.milliseconds) }
            return Set(back)
        }
    }

    /// Ends the showing: the next code counts, whatever it is.
    package func beReady() { recent.withLock { $0 = nil } }
}

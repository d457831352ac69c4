import Doors
import Payloads
import Symbols
import Synchronization
import Tickets

/// A door of an event: codes that are shown to it are decided, and what was decided is kept.
///
///     let desk = try DoorDesk(store, door: "North", checker: "Ana", keys: ring)
///     let decision = try desk.show(content, at: now)          // on the disk when it returns
package final class DoorDesk: Sendable {
    package let store: DoorStore
    /// Which door.
    package let door: String
    package let event: DoorEvent
    private let inspector: TicketInspector
    private let recent = Mutex<(code: [UInt8], time: Timestamp, decision: DoorDecision)?>(nil)

    /// The code that was just decided may be read again and again while it is held before the camera: for so many milliseconds
    /// since it was last seen it is the same showing, and nobody is told that the ticket which let him in was used already.
    private static let sameShowing: Int64 = 4000

    /// - Parameters:
    ///   - door: one of the event's; nil for the first.
    ///   - keys: all keys that are here.
    ///   - verifiers: for tickets of others.
    /// - Throws: `DoorProblem`, `Trouble` for a door that the event does not have.
    package init(
        _ store: DoorStore, door: String?, keys: TicketKeyRing, verifiers: [any TicketVerifier] = []
    ) throws {
        let event = try store.event()
        guard let door = door ?? event.doors.first, event.doors.contains(door) else {
            throw Trouble(
                "\(event.name.onOneMarkedLine) has no door “\((door ?? "").onOneMarkedLine)”: it has \(event.doors.map(\.onOneMarkedLine).joined(separator: ", "))"
            )
        }
        (self.store, self.door, self.event) = (store, door, event)
        inspector = TicketInspector(event, keys: keys, verifiers: verifiers)
    }

    /// Decides about a code.
    ///
    /// - Parameters:
    ///   - checker: who stands at the door; empty where nobody said.
    ///   - isLive: whether it comes from a camera, which sees the same code many times.
    /// - Returns: nil where it is the same showing as before, about which nothing new is said.
    /// - Throws: `DoorProblem`, where nothing could be kept: nobody is let in then.
    package func show(
        _ content: SymbolContent, at now: Timestamp, by checker: String, isLive: Bool
    ) throws -> DoorDecision? {
        if isLive, isSameShowing(content.bytes, now) { return nil }
        let evidence = try inspector.evidence(for: content, at: now) { try store.guest($0) != nil }
        let decision = try store.decide(evidence, code: content.bytes, at: now, door: door, checker: checker)
        recent.withLock { $0 = (content.bytes, now, decision) }
        return decision
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

    /// Codes that are in view right now: the one that was decided is still shown.
    package func stillShown(_ codes: [[UInt8]], at now: Timestamp) {
        recent.withLock { last in
            guard let (seen, time, decision) = last, codes.contains(seen), now > time else { return }
            last = (seen, now, decision)
        }
    }

    /// Ends the showing: the next code counts, whatever it is.
    package func beReady() { recent.withLock { $0 = nil } }
}

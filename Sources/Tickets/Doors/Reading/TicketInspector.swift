import Formats
import Symbols
import Tickets

/// Looks at a code alone: whether it is a ticket, and of the event.
package struct TicketInspector: Sendable {
    private let event: DoorEvent
    private let ring: TicketKeyRing
    private let verifiers: [any TicketVerifier]

    /// - Parameters:
    ///   - keys: all keys that are here; those of the event alone let people in.
    ///   - verifiers: for third-party tickets; only those count whose kind the event lets in.
    package init(_ event: DoorEvent, keys: TicketKeyRing, verifiers: [any TicketVerifier] = []) {
        (self.event, ring) = (event, keys)
        self.verifiers = verifiers.filter { event.foreign.contains($0.kind) }
    }

    /// Whether keys sign an event's tickets, or a file that cannot be used may be such a key.
    package static func maySign(_ ring: TicketKeyRing, _ event: DoorEvent) -> Bool {
        !ring.isWhole || ring.limited(to: event.keys).keys.contains { $0.event ?? event.name == event.name }
    }

    /// What came of looking at a code; `isListed` shows whether a text is a number on the guest list.
    package func evidence(
        for content: SymbolContent, at now: Timestamp, isListed: (String) throws -> Bool
    ) rethrows -> TicketEvidence {
        switch TicketCode.read(content.bytes) {
        case .code(let code): return evidence(for: code, now)
        case .wrongFormat(let why):
            // The list may have codes that only begin alike.
            return try listed(content, isListed) ?? .wrongFormat(why)
        case .notATicket:
            let listed = try listed(content, isListed)
            if event.takesListedCodes, let listed { return listed }
            for verifier in verifiers {
                if let evidence = verifier.evidence(for: content, at: now) { return evidence }
            }
            return listed ?? .notATicket
        }
    }

    private func evidence(for code: TicketCode, _ now: Timestamp) -> TicketEvidence {
        let id: TicketKeyID
        switch ring.verdict(on: code, at: now) {
        case .right(let key): id = key
        case .wrong(let why): return .wrongSignature(why)
        case .unknown(let why): return .unknownKey(why)
        }
        guard event.keys.isEmpty || event.keys.contains(id.text) else {
            return .otherEvent(ring.key(id.text)?.event ?? "its key \(id.text) is not for this event")
        }
        if let name = ring.key(id.text)?.event, name != event.name { return .otherEvent(name) }
        var claim = TicketClaim(number: code.ticket.serial, proof: .signature(key: id.text))
        claim.seat = code.ticket.seat.isEmpty ? nil : code.ticket.seat
        claim.time = code.ticket.time
        if code.scheme == .saltedSHA1 { claim.remarks.append("salted SHA-1 is weak") }
        return .claim(claim)
    }

    /// A ticket that the guest list has by the whole text of its code; nil if it has none.
    private func listed(_ content: SymbolContent, _ isListed: (String) throws -> Bool) rethrows -> TicketEvidence? {
        // Lists have no blanks around their numbers, and SQL's texts end at a NUL.
        guard let text = content.text, !text.utf8.contains(0), case let text = Guest.plain(text), !text.isEmpty,
            text.utf8.count <= Guest.longestNumber, try isListed(text)
        else { return nil }
        var claim = TicketClaim(number: text, proof: .list)
        guard event.takesListedCodes else { return .notSigned("the code is not signed", claim) }
        claim.remarks.append("unsigned, but on the guest list")
        return .claim(claim)
    }
}

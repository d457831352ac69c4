import Formats

/// What a code claims to be, as far as it was verified.
package struct TicketClaim: Hashable, Sendable, Codable {
    /// What distinguishes it from every other ticket of the event.
    package var number: String
    package var seat: String?
    package var name: String?
    /// The group or category on the list: `Press`.
    package var group: String?
    /// What the person at the door should know: `wheelchair`.
    package var note: String?
    /// How many people it is for; 1 by default.
    package var people = 1
    /// When it is valid; nil for the event's own time.
    package var time: Timestamp?
    /// Why it does not hold now by what it says itself, since when or until when; nil if it does.
    package var whyNotNow: String?
    package var proof: Proof
    /// What was not verified, in a few words each: `the signature was not seen`.
    package var remarks: [String] = []

    /// What vouches for a ticket.
    package enum Proof: Hashable, Sendable, Codable {
        /// A signature by the key of this id.
        case signature(key: String)
        /// The guest list alone.
        case list
        /// Somebody at the door, by name.
        case hand
        /// Nothing: what it says was read, and cannot be verified.
        case nothing
    }

    package init(number: String, proof: Proof) { (self.number, self.proof) = (number, proof) }
}

/// What came of looking at a code alone, before anything is known of who was let in.
package enum TicketEvidence: Hashable, Sendable {
    case notATicket
    /// It begins as a ticket; why it is none.
    case wrongFormat(String)
    /// What is wrong about the signature.
    case wrongSignature(String)
    /// It has no signature and needs one: why, and the ticket that the guest list has under its text.
    case notSigned(String, TicketClaim?)
    /// The id of the key, or what is known of it.
    case unknownKey(String)
    /// What it is for instead.
    case otherEvent(String)
    case claim(TicketClaim)

    /// The ticket that it is of; nil if it is none that is known.
    var ticket: TicketClaim? {
        switch self {
        case .claim(let claim): claim
        case .notSigned(_, let claim): claim
        default: nil
        }
    }
}

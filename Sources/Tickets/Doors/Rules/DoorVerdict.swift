import Formats

/// What is decided about a code that was shown at a door.
package enum DoorVerdict: Hashable, Sendable {
    case notATicket
    case wrongFormat(String)
    case wrongSignature(String)
    /// It has no signature, and this door lets in signed tickets alone.
    case notSigned(String)
    case unknownKey(String)
    case otherEvent(String)
    /// Its own time is over or has not begun, whatever the event's is.
    case notValidNow(String)
    /// Seconds until it may enter.
    case tooEarly(Int)
    /// Seconds since it might enter.
    case tooLate(Int)
    /// Why.
    case revoked(String)
    /// The ticket is signed well, and nobody of it is on the list that the event demands.
    case notOnList
    case alreadyUsed(EarlierAdmission)
    /// Another ticket has its seat.
    case seatTaken(EarlierAdmission)
    case welcome(Admission)
    /// Let out, where tickets go in and out.
    case goodbye(Admission)

    package var isGood: Bool { kind.sign.outcome.signal.isGood }

    package var kind: Kind {
        switch self {
        case .notATicket: .notATicket
        case .wrongFormat: .wrongFormat
        case .wrongSignature: .wrongSignature
        case .notSigned: .notSigned
        case .unknownKey: .unknownKey
        case .otherEvent: .otherEvent
        case .notValidNow: .notValidNow
        case .tooEarly: .tooEarly
        case .tooLate: .tooLate
        case .revoked: .revoked
        case .notOnList: .notOnList
        case .alreadyUsed: .alreadyUsed
        case .seatTaken: .seatTaken
        case .welcome: .welcome
        case .goodbye: .goodbye
        }
    }

    /// The kinds of verdict, in the order of the checks.
    package enum Kind: String, CaseIterable, Sendable, Codable {
        case notATicket = "not-a-ticket"
        case wrongFormat = "wrong-format"
        case wrongSignature = "wrong-signature"
        case notSigned = "not-signed"
        case unknownKey = "unknown-key"
        case otherEvent = "other-event"
        case notValidNow = "not-valid-now"
        case tooEarly = "too-early"
        case tooLate = "too-late"
        case revoked
        case notOnList = "not-on-list"
        case alreadyUsed = "already-used"
        case seatTaken = "seat-taken"
        case welcome
        case goodbye
    }

    /// What is said below the word, in one line; empty where the word says all.
    package var detail: String {
        switch self {
        case .wrongFormat(let why), .wrongSignature(let why), .notSigned(let why), .unknownKey(let why),
            .otherEvent(let why), .notValidNow(let why), .revoked(let why):
            why
        case .tooEarly(let seconds): "opens in \(Self.duration(seconds))"
        case .tooLate(let seconds): "closed \(Self.duration(seconds)) ago"
        case .notATicket, .notOnList: ""
        case .alreadyUsed(let earlier): earlier.words
        case .seatTaken(let earlier): "ticket \(earlier.number.singleLine(limit: 24)) has it: \(earlier.words)"
        case .welcome(let admission), .goodbye(let admission): admission.words
        }
    }

    /// `45 seconds`, `12 min`, `3 h 20 min`, `4 days`: as exact as people need it.
    static func duration(_ seconds: Int) -> String {
        switch seconds {
        case ..<90: return seconds == 1 ? "1 second" : "\(max(0, seconds)) seconds"
        case ..<5400: return "\((seconds + 30) / 60) min"
        case ..<172_800:
            let minutes = (seconds + 30) / 60
            return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
        default: return "\(seconds / 86_400) days"
        }
    }
}

/// Somebody who is let in, or out.
package struct Admission: Hashable, Sendable {
    package var claim: TicketClaim
    /// How many people go through now.
    package var people: Int
    /// Which time of the ticket this is, from 1.
    package var time: Int
    /// How many times there are; nil for any number.
    package var times: Int?

    var words: String {
        var words: [String] = []
        if let seat = claim.seat, !seat.isEmpty { words.append("seat \(seat.singleLine(limit: 24))") }
        if let name = claim.name { words.append(name.singleLine(limit: 40)) }
        if let group = claim.group { words.append(group.singleLine(limit: 24)) }
        if people > 1 { words.append("\(people) people") }
        if let times, times > 1 { words.append("\(time) of \(times)") }
        return words.joined(separator: " · ")
    }
}

/// When a ticket, or another with its seat, was let in.
package struct EarlierAdmission: Hashable, Sendable, Codable {
    package var number: String
    /// When, by the clock of its door.
    package var time: Timestamp
    package var door: String
    /// By whom; empty where nobody said.
    package var checker: String

    /// Times are in UTC here; screens say local ones.
    var words: String {
        let by = checker.isEmpty ? "" : " by \(checker.singleLine(limit: 24))"
        return "at \(String(time.description.dropFirst(11).prefix(8))) UTC, \(door.singleLine(limit: 24))\(by)"
    }
}

import Formats

/// What a door lets people in to, and by which rules.
package struct DoorEvent: Hashable, Sendable, Codable {
    /// What people call it: `Movie night`.
    package var name: String
    /// When it begins; nil if only the tickets' own times count.
    package var begins: Timestamp?
    /// From when before the time of a ticket, and until when after it, people are let in; an hour each, as in the book.
    package var opensBefore = 3600, closesAfter = 3600
    package var admission = AdmissionRule.once
    package var groups = GroupRule.together
    /// Whether a seat is given to one ticket only.
    package var seatsAreUnique = true
    package var doors = ["Door"]
    /// The ids of the keys whose tickets count; empty if the guest list alone does.
    package var keys: [String] = []
    /// Whether keys signed its tickets when it was made; nil if none did. It stays so, whatever becomes of the keys' files.
    package var isSigned: Bool?
    /// Whether only tickets on the guest list are let in; else a signature is enough.
    package var needsList = false
    /// The flight that boarding passes are for: `LH400`, and its day of the year; nil if none are let in.
    package var flight: Flight?
    package var foreign: Set<ForeignTicket> = []
    /// Where the doors share what was let in: a connection as libpq takes it; nil for this door alone.
    package var ledger: String?

    package init(name: String) { self.name = name }

    /// One line for the log: what can be changed about it.
    package var summary: String { summary { $0.description } }

    /// The same for people; `clock` says a time in their words.
    package func summary(_ clock: (Timestamp) -> String) -> String {
        var words = [name, admission.title, groups == .together ? "groups together" : "one by one"]
        if let begins { words.append("begins \(clock(begins))") }
        words.append("from \(Self.span(opensBefore)) before to \(Self.span(closesAfter)) after")
        words.append(seatsAreUnique ? "a seat once" : "seats any number of times")
        if needsList { words.append("only listed guests") }
        if !keys.isEmpty { words.append("keys " + keys.joined(separator: " ")) }
        if isSigned == true { words.append("signed tickets") }
        if let flight { words.append("flight \(flight.number)" + (flight.day.map { "@\($0)" } ?? "")) }
        if !foreign.isEmpty { words.append("accepts " + foreign.map(\.rawValue).sorted().joined(separator: " ")) }
        words.append("doors " + doors.joined(separator: ", "))
        // A connection may hold a password.
        if ledger != nil { words.append("shared by a ledger") }
        return words.joined(separator: "; ").singleLine(limit: 400)
    }

    private static func span(_ seconds: Int) -> String {
        seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds) s"
    }

    /// A flight of one day.
    package struct Flight: Hashable, Sendable, Codable {
        /// The airline and number, without blanks and leading zeros: `LH400`.
        package var number: String
        /// The day of the year, from 1; nil for any.
        package var day: Int?

        package init(number: String, day: Int?) { (self.number, self.day) = (number, day) }
    }
}

/// How often a ticket is let in.
package enum AdmissionRule: Hashable, Sendable, Codable {
    case once
    case times(Int)
    /// Out again and in again, any number of times.
    case inAndOut

    /// The rule in a word for people: `once`, `3 times`, `in and out`.
    package var title: String {
        switch self {
        case .once: "once"
        case .times(let count): "\(count) times"
        case .inAndOut: "in and out"
        }
    }
}

/// How the people of one ticket are let in.
package enum GroupRule: String, Hashable, Sendable, Codable, CaseIterable {
    /// All at the first time.
    case together
    /// One each time that the ticket is shown.
    case oneByOne = "one-by-one"
}

/// Tickets that are not signed by the event's own keys.
package enum ForeignTicket: String, Hashable, Sendable, Codable, CaseIterable {
    /// Health certificate of the European Union.
    case healthCertificate = "hc1"
    case smartHealthCard = "shc"
    /// Rail ticket (UIC 918.3).
    case railTicket = "uic"
    /// Signed JSON (JWS, RFC 7515).
    case signedJSON = "jws"
    /// Boarding pass (IATA): nothing of it is signed that can be verified.
    case boardingPass = "bcbp"
    /// A code that the guest list has, whoever made it: see `DoorEvent.takesListedCodes`.
    case listedCode = "list"
}

extension DoorEvent {
    /// Whether a code counts that the list has and no key signed.
    ///
    /// Where keys sign the event's tickets, the list's numbers are theirs, and whoever knows one could make such a code: the event has
    /// to say so then. The rules alone decide, as they were made: no key that comes later closes a door.
    package var takesListedCodes: Bool {
        isSigned != true && keys.isEmpty || foreign.contains(.listedCode)
    }

    /// Whether nothing but the guest list says what a ticket is: any code may be one then, and one that is not listed is just that.
    var hasOnlyAList: Bool { isSigned != true && keys.isEmpty && foreign.isSubset(of: [.listedCode]) }

    /// What is given to one ticket only: its seat, that of each showing where the event has no time of its own; nil for none.
    func place(of claim: TicketClaim) -> String? {
        guard let seat = claim.seat, !seat.isEmpty else { return nil }
        guard begins == nil, let time = claim.time else { return seat }
        return "\(seat), \(time)"
    }

    /// What makes its rules useless together, in a line that says what to do; nil for nothing.
    var contradiction: String? {
        if admission == .inAndOut, groups == .oneByOne {
            return "in and out counts the people of a ticket together: leave out either in-and-out or one-by-one"
        }
        switch (flight, foreign.contains(.boardingPass)) {
        case (nil, true): return "boarding passes (bcbp) are admitted to one flight: set it, such as LH400@326"
        case (_?, false): return "a flight needs boarding passes, but they are not accepted: accept bcbp as well"
        default: return nil
        }
    }

    /// Whether its rules can be used, wherever they came from.
    var isSound: Bool {
        let seconds = 0...100_000_000
        if case .times(let count) = admission, !(1...1000).contains(count) { return false }
        return !name.isEmpty && name.utf8.count <= 4096 && seconds.contains(opensBefore)
            && seconds.contains(closesAfter) && (1...200).contains(doors.count)
            && doors.allSatisfy { (1...60).contains($0.utf8.count) } && keys.count <= 1000
    }
}

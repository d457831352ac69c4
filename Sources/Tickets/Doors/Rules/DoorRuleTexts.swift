import Formats

/// Rules of an event as people write them, on the command line and in a form.
extension AdmissionRule {
    /// `once`, `in-and-out`, or a number from 1 to 1000; nil for anything else.
    package init?(_ text: String) {
        switch text {
        case "once", "1": self = .once
        case "in-and-out": self = .inAndOut
        default:
            guard let count = Int(text), (2...1000).contains(count) else { return nil }
            self = .times(count)
        }
    }
}

extension DoorEvent.Flight {
    /// What is said where a text is none.
    package static let help = "a flight is written as LH400, or LH400@326 with its day of the year"

    /// `LH400`, or `LH400@326` with its day of the year; nil for anything else.
    package init?(_ text: String) {
        let parts = text.uppercased().split(separator: "@", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count), (3...8).contains(parts[0].utf8.count),
            parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
        else { return nil }
        let day = parts.count > 1 ? Int(parts[1]) : nil
        guard parts.count == 1 || day.map({ (1...366).contains($0) }) == true else { return nil }
        self.init(number: Self.plain(parts[0]), day: day)
    }

    /// `LH400` of `LH 0400`: an airline's two characters, or three letters, and the number without zeros in front.
    static func plain(_ flight: String) -> String {
        let text = flight.uppercased().filter { !$0.isWhitespace }
        let third = text.dropFirst(2).first
        let airline = text.prefix(third.map { $0.isLetter } == true ? 3 : 2)
        return String(airline + text.dropFirst(airline.count).drop { $0 == "0" })
    }
}

extension ForeignTicket {
    package static let names = allCases.map(\.rawValue).joined(separator: ", ")

    /// Those whose signatures are verified with foreign keys.
    package static let signed: [ForeignTicket] = [.healthCertificate, .smartHealthCard, .railTicket, .signedJSON]

    /// What is wrong with the names of kinds, in a line; nil if each is one.
    package static func problem(with names: [String]) -> String? {
        names.first { ForeignTicket(rawValue: $0) == nil }
            .map { "unknown kind of third-party ticket \($0.singleLine(limit: 40)): use \(Self.names)" }
    }
}

extension DoorEvent {
    /// What is wrong with the names of an event's doors, in a line; nil for nothing.
    package static func problem(with doors: [String]) -> String? {
        if doors.contains(where: { $0.isEmpty || $0.utf8.count > 60 }) || Set(doors).count < doors.count {
            return "door names have 1 to 60 bytes and must be unique"
        }
        return doors.count > 200 ? "an event has at most 200 doors" : nil
    }
}

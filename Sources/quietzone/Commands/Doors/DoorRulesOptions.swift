import App
import ArgumentParser
import Doors
import Payloads

/// The rules of an event; what is not given stays as it is.
struct DoorRulesOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When it begins: '2026-12-24 19:30' by the clock here, or with a zone. Tickets that name a time of their own count by that.",
            valueName: "TIME"))
    var begins: Moment?

    @Option(
        help: ArgumentHelp("Minutes before the time from which people are let in; 60 by default.", valueName: "MINUTES")
    )
    var opensBefore: Int?

    @Option(
        help: ArgumentHelp("Minutes after it until which they are; 60 by default.", valueName: "MINUTES"))
    var closesAfter: Int?

    @Option(
        help: ArgumentHelp(
            "How often a ticket lets in: once (the default), a number, or in-and-out.", valueName: "RULE"),
        completion: .list(["once", "2", "3", "in-and-out"]))
    var admit: String?

    @Option(
        help: ArgumentHelp(
            "The people of one ticket: together (the default), or one-by-one, each by showing it.", valueName: "RULE"),
        completion: .list(GroupRule.allCases.map(\.rawValue)))
    var groups: String?

    @Flag(inversion: .prefixedNo, help: "Whether several tickets may have the same seat.")
    var sharedSeats: Bool?

    @Flag(
        inversion: .prefixedNo, help: "Whether only tickets on the guest list are let in, however well they are signed."
    )
    var listOnly: Bool?

    @Option(help: ArgumentHelp("A door's name, as often as there are doors.", valueName: "NAME"))
    var door: [String] = []

    @Option(
        help: ArgumentHelp(
            "The id of a key whose tickets are let in, as often as there are keys; `pass key list` has them. All keys by default.",
            valueName: "ID"),
        completion: .custom { _, _, _ in DoorFolder.keys.ring.keys.map(\.id.text) })
    var key: [String] = []

    @Option(
        help: ArgumentHelp(
            "A kind of tickets of others that is let in, as often as wanted: \(ForeignTicket.allCases.map(\.rawValue).joined(separator: ", ")) (health certificates, SMART Health Cards, rail tickets, signed JSON, boarding passes), or none. Keys that sign them lie in the folder trusted-keys: PEM, DER, JSON.",
            valueName: "KIND"),
        completion: .list(ForeignTicket.allCases.map(\.rawValue) + ["none"]))
    var accept: [String] = []

    @Option(
        help: ArgumentHelp(
            "With --accept bcbp: the flight, and its day of the year: LH400, LH400@326.", valueName: "FLIGHT"))
    var flight: String?

    func validate() throws {
        if let wrong = accept.first(where: { $0 != "none" && ForeignTicket(rawValue: $0) == nil }) {
            throw ValidationError(
                "there is no kind \(wrong) of tickets: \(ForeignTicket.allCases.map(\.rawValue).joined(separator: ", ")), none"
            )
        }
        if let flight, Self.flight(flight) == nil {
            throw ValidationError("a flight is written as LH400, or LH400@326 with its day")
        }
        for minutes in [opensBefore, closesAfter].compactMap({ $0 }) where !(0...1_000_000).contains(minutes) {
            throw ValidationError("minutes before and after are 0 to 1000000")
        }
        if let admit, Self.rule(admit) == nil {
            throw ValidationError("--admit is once, in-and-out, or a number from 1 to 1000")
        }
        if let groups, GroupRule(rawValue: groups) == nil {
            throw ValidationError("--groups is together or one-by-one")
        }
        if door.contains(where: { $0.isEmpty || $0.utf8.count > 60 }) || Set(door).count < door.count {
            throw ValidationError("doors have names of 1 to 60 bytes, each one of its own")
        }
        if door.count > 200 { throw ValidationError("an event has at most 200 doors") }
    }

    /// Changes an event by what is given.
    func apply(to event: inout DoorEvent) {
        if let begins { event.begins = begins.time }
        if let opensBefore { event.opensBefore = opensBefore * 60 }
        if let closesAfter { event.closesAfter = closesAfter * 60 }
        if let rule = admit.flatMap(Self.rule) { event.admission = rule }
        if let rule = groups.flatMap(GroupRule.init) { event.groups = rule }
        if let sharedSeats { event.seatsAreUnique = !sharedSeats }
        if let listOnly { event.needsList = listOnly }
        if !door.isEmpty { event.doors = door }
        if !key.isEmpty { event.keys = key }
        if !accept.isEmpty { event.foreign = Set(accept.compactMap(ForeignTicket.init)) }
        if let flight = flight.flatMap(Self.flight) { event.flight = flight }
    }

    /// Ids that are not those of keys which are here, in words; nil where all are.
    var missingKeys: String? {
        let known = Set(DoorFolder.keys.ring.keys.map(\.id.text))
        let missing = key.filter { !known.contains($0) }
        return missing.isEmpty
            ? nil
            : "no key \(missing.map(\.onOneMarkedLine).joined(separator: ", ")) is here yet: copy its file into \(Paths.ticketKeys.onOneMarkedLine)"
    }

    private static func flight(_ text: String) -> DoorEvent.Flight? {
        let parts = text.uppercased().split(separator: "@", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count), (3...8).contains(parts[0].utf8.count),
            parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
        else { return nil }
        let day = parts.count > 1 ? Int(parts[1]) : nil
        guard parts.count == 1 || day.map({ (1...366).contains($0) }) == true else { return nil }
        return DoorEvent.Flight(number: parts[0], day: day)
    }

    private static func rule(_ text: String) -> AdmissionRule? {
        switch text {
        case "once", "1": .once
        case "in-and-out": .inAndOut
        default: Int(text).flatMap { (2...1000).contains($0) ? .times($0) : nil }
        }
    }
}

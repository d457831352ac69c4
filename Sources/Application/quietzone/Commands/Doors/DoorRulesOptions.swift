import Services
import ArgumentParser
import Doors
import Formats

/// The rules of an event; what is not given stays as it is.
struct DoorRulesOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When the event begins: '2026-12-24 19:30' in local time, or with a zone. A ticket that states its own time is valid at that time instead.",
            valueName: "TIME"), transform: Timestamp.argument)
    var begins: Timestamp?

    @Option(
        help: ArgumentHelp("Admit from this many minutes before. Default: 60.", valueName: "MINUTES")
    )
    var opensBefore: Int?

    @Option(help: ArgumentHelp("Admit until this many minutes after. Default: 60.", valueName: "MINUTES"))
    var closesAfter: Int?

    @Option(
        help: ArgumentHelp(
            "How often a ticket admits: once (default), a number, or in-and-out.", valueName: "RULE"),
        completion: .list(["once", "2", "3", "in-and-out"]))
    var admit: String?

    @Option(
        help: ArgumentHelp(
            "Admit a ticket's group together (default) or one-by-one.", valueName: "RULE"),
        completion: .list(GroupRule.allCases.map(\.rawValue)))
    var groups: String?

    @Flag(inversion: .prefixedNo, help: "Allow several tickets for one seat.")
    var sharedSeats: Bool?

    @Flag(
        inversion: .prefixedNo, help: "Admit only tickets on the guest list, even if others are signed."
    )
    var listOnly: Bool?

    @Option(help: ArgumentHelp("A door's name. May be repeated.", valueName: "NAME"))
    var door: [String] = []

    @Option(
        help: ArgumentHelp(
            "Accept tickets signed by this key id; `pass key list` lists ids. May be repeated. Default: all keys.",
            valueName: "ID"),
        completion: .custom { _, _, _ in DoorFolder.keyIDs })
    var key: [String] = []

    @Option(
        help: ArgumentHelp(
            "Accept a kind of third-party ticket. May be repeated: \(ForeignTicket.names) (health certificates, SMART Health Cards, rail tickets, signed JSON, boarding passes, codes on the guest list), or none. Their keys are in the folder trusted-keys (PEM, DER, JSON); keys for one kind only are in a subfolder of its name. Codes on the guest list are accepted without this option if the event has no keys of its own.",
            valueName: "KIND"),
        completion: .list(ForeignTicket.allCases.map(\.rawValue) + ["none"]))
    var accept: [String] = []

    @Option(
        help: ArgumentHelp(
            "With --accept bcbp: the flight, and its day of the year: LH400, LH400@326.", valueName: "FLIGHT"))
    var flight: String?

    @Option(
        help: ArgumentHelp(
            "Share admissions between doors through a PostgreSQL database, as for libpq (postgresql://desk@host/doors, or host=… dbname=…), or none. Put the password in ~/.pgpass or the file named by PGPASSFILE: arguments are visible to all users.",
            valueName: "CONNECTION"))
    var ledger: String?

    func validate() throws {
        if let ledger, ledger.isEmpty || ledger.utf8.count > 2000 {
            throw ValidationError("--ledger must be a connection such as postgresql://desk@host/doors, or none")
        }
        if let problem = ForeignTicket.problem(with: accept.filter { $0 != "none" }) {
            throw ValidationError("\(problem), or none")
        }
        if let flight, DoorEvent.Flight(flight) == nil { throw ValidationError(DoorEvent.Flight.help) }
        for minutes in [opensBefore, closesAfter].compactMap({ $0 }) where !(0...1_000_000).contains(minutes) {
            throw ValidationError("minutes before and after must be 0 to 1000000")
        }
        if let admit, AdmissionRule(admit) == nil {
            throw ValidationError("--admit must be once, in-and-out, or a number from 1 to 1000")
        }
        if let groups, GroupRule(rawValue: groups) == nil {
            throw ValidationError("--groups must be together or one-by-one")
        }
        if let problem = DoorEvent.problem(with: door) { throw ValidationError(problem) }
    }

    func apply(to event: inout DoorEvent) {
        if let begins { event.begins = begins }
        if let opensBefore { event.opensBefore = opensBefore * 60 }
        if let closesAfter { event.closesAfter = closesAfter * 60 }
        if let rule = admit.flatMap(AdmissionRule.init) { event.admission = rule }
        if let rule = groups.flatMap(GroupRule.init) { event.groups = rule }
        if let sharedSeats { event.seatsAreUnique = !sharedSeats }
        if let listOnly { event.needsList = listOnly }
        if !door.isEmpty { event.doors = door }
        if !key.isEmpty { event.keys = key }
        if !accept.isEmpty {
            event.foreign = Set(accept.compactMap(ForeignTicket.init))
            if !event.foreign.contains(.boardingPass) { event.flight = nil }
        }
        if let flight = flight.flatMap(DoorEvent.Flight.init) { event.flight = flight }
        if let ledger { event.ledger = ledger == "none" ? nil : ledger }
    }

    /// Warns of a password among the arguments, which every user of this machine can read while the program runs.
    func warnOfPassword() {
        guard let ledger, ledger.withMaskedPasswords != ledger else { return }
        Output.complain(
            "warning: other users can see the password in --ledger: put it in ~/.pgpass or the file named by PGPASSFILE"
        )
    }
}

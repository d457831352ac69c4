import Services
import ArgumentParser

struct DoorFindCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Find guests by words of their name, number, seat or group.")

    @OptionGroup var event: DoorEventArgument

    @Argument(help: ArgumentHelp("Words that must all match.", valueName: "WORD"))
    var words: [String] = []

    func run() throws {
        let found = try event.readStore.guests(matching: words.joined(separator: " "))
        for (guest, passages) in found {
            let state =
                guest.revoked.map { "revoked: \($0)" } ?? (passages > 0 ? "admitted \(passages)×" : "not in yet")
            Output.row(
                fromSymbol: [
                    guest.number, guest.name ?? "", guest.seat ?? "", guest.group ?? "", state, guest.note ?? "",
                ])
        }
        if found.isEmpty { throw ExitCode.nothingRead }
    }
}

struct DoorAdmitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admit", abstract: "Admit someone by hand, without a code.")

    @OptionGroup var event: DoorEventArgument
    @OptionGroup var person: DoorPerson

    @Option(help: ArgumentHelp("The reason, for the log.", valueName: "WORDS"))
    var reason = ""

    @Argument(
        help: ArgumentHelp(
            "The ticket's number, words of one guest's name, or the name of someone who is not on the list.",
            valueName: "GUEST"))
    var guest: String

    func run() throws {
        let store = try event.store
        let number = try store.number(of: guest)
        let desk = try DoorFolder.desk(store, door: person.door)
        let decision = try desk.admit(number, reason: reason, at: .now, by: person.checker)
        if let problem = desk.close() { Output.complain(problem) }
        Output.row(fromSymbol: [decision.verdict.kind.rawValue, number, decision.verdict.detail])
        if !decision.verdict.isGood { throw ExitCode.nothingRead }
    }
}

struct DoorUndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo a ticket's last admission.")

    @OptionGroup var event: DoorEventArgument
    @OptionGroup var person: DoorPerson

    @Option(help: ArgumentHelp("The reason, for the log.", valueName: "WORDS"))
    var reason: String

    @Argument(help: ArgumentHelp("The ticket's number.", valueName: "NUMBER"))
    var number: String

    func run() throws {
        let desk = try DoorFolder.desk(try event.store, door: person.door)
        try desk.undo(number, reason: reason, at: .now, by: person.checker)
        if let problem = desk.close() { Output.complain(problem) }
        Output.line(fromSymbol: "ticket \(number) may be used again")
    }
}

struct DoorRevokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke a ticket, on the guest list or not.")

    @OptionGroup var event: DoorEventArgument

    @Option(help: ArgumentHelp("Your name, for the log.", valueName: "NAME"))
    var checker = ""

    @Option(help: ArgumentHelp("The reason, shown at the door.", valueName: "WORDS"))
    var reason: String?

    @Flag(help: "Accept the ticket again.")
    var restore = false

    @Argument(help: ArgumentHelp("The ticket's number.", valueName: "NUMBER"))
    var number: String

    func validate() throws {
        guard restore != (reason?.isEmpty == false) else { throw ValidationError("use --reason WORDS or --restore") }
    }

    func run() throws {
        let store = try event.store
        // Another door may have revoked it.
        if restore, let problem = try DoorFolder.share(store) { Output.complain(problem) }
        let isListed = try store.guest(number)?.isListed == true
        try store.revoke(number, reason: restore ? nil : reason, at: .now, by: checker)
        if let problem = try DoorFolder.share(store) { Output.complain(problem) }
        if !restore, !isListed, try store.guestCount() > 0 {
            Output.complain(
                "number \(number.onOneMarkedLine) is not on the guest list; the ticket is revoked all the same")
        }
        Output.line(
            fromSymbol: restore ? "ticket \(number) is valid again" : "ticket \(number) is revoked: \(reason ?? "")")
    }
}

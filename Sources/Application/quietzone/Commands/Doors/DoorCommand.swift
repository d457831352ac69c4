import Files
import Services
import ArgumentParser
import Doors

struct DoorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "door", abstract: "Check tickets at the door of an event, without a server.",
        discussion: """
            An event is a file that contains its rules, its guest list, who has entered, and a tamper-evident log. \
            EVENT is its name, or the path of its file.

              quietzone door new "Movie night" --guests list.csv --open

            An event with several doors and signed tickets takes three steps:

              quietzone door new "Movie night" --begins "2026-12-24 19:30" \\
                --key 2026-a --door North --door South
              quietzone door import "Movie night" guests.csv
              quietzone door open "Movie night" --door North --checker Ana

            Several machines can share an event through a PostgreSQL database, so that each ticket is admitted once: \
            one creates it with --ledger, the others join it. A door that cannot reach the database continues offline \
            and merges later.

              quietzone door new "Movie night" --door North --door South \\
                --ledger postgresql://desk@host/doors
              quietzone door join postgresql://desk@host/doors "Movie night"
            """,
        subcommands: [
            DoorOpenCommand.self, DoorNewCommand.self, DoorSetCommand.self, DoorListCommand.self,
            DoorJoinCommand.self, DoorImportCommand.self,
            DoorCheckCommand.self, DoorFindCommand.self, DoorAdmitCommand.self, DoorUndoCommand.self,
            DoorRevokeCommand.self, DoorCountsCommand.self, DoorLogCommand.self, DoorLedgerCommand.self,
            DoorTwiceCommand.self,
        ])
}

struct DoorEventArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The event's name, or its file.", valueName: "EVENT"),
        completion: .custom { _, _, _ in DoorFolder.names })
    var event: String

    var store: DoorStore { get throws { try DoorFolder.open(event) } }

    /// The same to read it, also on a read-only file system.
    var readStore: DoorStore { get throws { try DoorFolder.open(event, isReading: true) } }
}

/// Who does something at a door.
struct DoorPerson: ParsableArguments {
    @Option(help: ArgumentHelp("The checker's name, for the log.", valueName: "NAME"))
    var checker = ""

    @Option(help: ArgumentHelp("The name of the door. Default: the event's first.", valueName: "NAME"))
    var door: String?

    func door(of event: DoorEvent) throws -> String {
        guard let door = door ?? event.doors.first, event.doors.contains(door) else {
            throw UserError(
                "there is no door “\((door ?? "").onOneMarkedLine)”: the doors are \(event.doors.map(\.onOneMarkedLine).joined(separator: ", "))"
            )
        }
        return door
    }
}

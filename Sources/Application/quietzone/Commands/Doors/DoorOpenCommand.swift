import Files
import FullScreen
import Glibc
import Services
import ArgumentParser

struct DoorOpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Check tickets full-screen, with the camera.",
        usage: "quietzone door open <EVENT> [<options>]",
        discussion: """
            Each verdict fills the screen with a colour, a word and a shape, and has its own sound. Keys find a guest \
            by name, undo an admission, and show counts and the log.
            """)

    @OptionGroup var event: DoorEventArgument
    @OptionGroup var person: DoorPerson

    @Option(help: ArgumentHelp(WatchCommand.sourceHelp, valueName: "SPEC"), completion: .file())
    var source: String?

    @Option(
        help: ArgumentHelp(WatchCommand.formatHelp, valueName: "FORMAT"), completion: .list(WatchCommand.formats))
    var format: String?

    @Flag(help: "Also save scans to the history. The door's log has all decisions anyway.")
    var keepScans = false

    @OptionGroup var reading: ReadingOptions

    func run() throws {
        try Self.requireTerminal()
        // Before the terminal is taken: what is wrong is said in a line.
        if person.door != nil { _ = try person.door(of: try event.store.event()) } else { _ = try event.store.event() }
        var program = reading.program(source: source, format: format)
        program.keeping.isPrivate = !keepScans
        try Self.run(program, DoorOpening(event: event.event, door: person.door, checker: person.checker))
    }

    /// - Throws: `UserError` where standard output is not a terminal.
    static func requireTerminal() throws {
        guard isatty(STDOUT_FILENO) == 1 else {
            throw UserError("standard output is not a terminal: use `quietzone door check` without one")
        }
    }

    /// Runs the full-screen program at a door, which keeps scans in the history only where `program` says so.
    static func run(_ program: FullScreenProgram, _ door: DoorOpening) throws {
        var program = program
        program.door = door
        guard try program.run() else { throw ExitCode.trouble }
    }
}

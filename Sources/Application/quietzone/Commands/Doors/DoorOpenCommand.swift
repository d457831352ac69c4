import Files
import FullScreen
import Glibc
import Services
import ArgumentParser

struct DoorOpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Check tickets full-screen, with the camera.",
        discussion: """
            What was decided fills the screen in colour, word and shape, with a bell of its own; then the door is ready again. Keys \
            find a guest by name, take an admission back, and show counts and the log.
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
        guard isatty(1) == 1 else {
            throw UserError(
                "standard output is not a terminal: use `quietzone door check` without one"
            )
        }
        // Before the terminal is taken: what is wrong is said in a line.
        if person.door != nil { _ = try person.door(of: try event.store.event()) } else { _ = try event.store.event() }
        var program = reading.program(source: source, format: format)
        // Tickets are other people's: nothing of them is kept but what the door's log needs.
        program.keeping.isPrivate = !keepScans
        program.door = DoorOpening(event: event.event, door: person.door, checker: person.checker)
        guard try program.run() else { throw ExitCode.trouble }
    }
}

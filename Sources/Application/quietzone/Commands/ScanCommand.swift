import Services
import ArgumentParser
import Files

struct ScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Scan full-screen; the command when none is given.",
        discussion: """
            One FILE is what --source takes; several are pictures that are shown one after the other, those of folders \
            among them.
            """)

    @Option(help: ArgumentHelp(WatchCommand.sourceHelp, valueName: "SPEC"), completion: .file())
    var source: String?

    @Option(
        help: ArgumentHelp(WatchCommand.formatHelp, valueName: "FORMAT"), completion: .list(WatchCommand.formats))
    var format: String?

    @Flag(name: .customLong("private"), help: "Save nothing: the history ends with the program.")
    var isPrivate = false

    @OptionGroup var keeping: KeepingArguments

    @OptionGroup var reading: ReadingOptions

    @Argument(help: ArgumentHelp("What to scan: pictures, a folder, a video.", valueName: "FILE"), completion: .file())
    var files: [String] = []

    func validate() throws {
        if source != nil, !files.isEmpty {
            throw ValidationError("use either --source or FILE")
        }
        if let first = files.first, !first.contains("/"), !first.contains(":"), !["-", "demo"].contains(first),
            !Folder.contains(first)
        {
            throw ValidationError("\(first) is neither a command nor a file: `quietzone --help` lists the commands")
        }
    }

    func run() throws {
        var program = reading.program(source: source, format: format)
        program.files = files
        program.keeping = keeping.options(isPrivate: isPrivate)
        program.makeTyping = { [keeping, settings = program.settings] in try keeping.typing(settings, complain: $0) }
        guard try program.run() else { throw ExitCode.trouble }
    }
}

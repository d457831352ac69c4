import Services
import ArgumentParser
import Capture
import Config
import Files
import Formats

struct ScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Scan in full-screen mode (the default command).",
        usage: "quietzone [scan] [<options>] [<FILE> ...]",
        discussion:
            "Without FILE, the camera is used. With several pictures, `.` shows the next and `,` the previous one."
    )

    @Option(help: ArgumentHelp(WatchCommand.sourceHelp, valueName: "SPEC"), completion: .file())
    var source: String?

    @Option(
        help: ArgumentHelp(WatchCommand.formatHelp, valueName: "FORMAT"), completion: .list(WatchCommand.formats))
    var format: String?

    @Flag(name: .customLong("private"), help: "Save nothing: the history is discarded at the end.")
    var isPrivate = false

    @OptionGroup var recording: RecordingOption

    @Flag(help: "Use lines of text and numbered choices, for screen readers.")
    var screenReader = false

    @Flag(help: "Take a one-minute tour of the screen, using the demo.")
    var tour = false

    @OptionGroup var keeping: KeepingArguments

    @OptionGroup var reading: ReadingOptions

    @Argument(help: ArgumentHelp("What to scan: pictures, a folder, a video.", valueName: "FILE"), completion: .file())
    var files: [String] = []

    func validate() throws {
        if source != nil, !files.isEmpty {
            throw ValidationError("use either --source or FILE")
        }
        if tour, source != nil || !files.isEmpty {
            throw ValidationError("--tour shows the demo: leave out the source")
        }
        if let first = files.first { try Self.checkFirst(first) }
    }

    /// - Throws: `UserError` where `word` is neither a command nor something to scan; it suggests the command with the closest name.
    static func checkFirst(_ word: String) throws {
        guard !word.contains("/"), !word.contains(":"), !SourceSpec.words.contains(word), !Folder.contains(word)
        else { return }
        let hint = NameMatching.closest(to: word, in: Quietzone.commandNames).map {
            ". Did you mean `quietzone \($0)`?"
        }
        throw UserError(
            "\(word) is neither a command nor a file" + (hint ?? ": `quietzone --help` lists the commands"))
    }

    func run() throws {
        var program = reading.program(source: tour ? "demo" : source, format: format)
        if screenReader || program.settings.usesScreenReader {
            if files.count > 1 { throw UserError("With --screen-reader name one FILE, or a folder of pictures") }
            if keeping.type { throw UserError("Typing scans needs the full screen or `quietzone watch --type`") }
            if tour { throw UserError("--tour needs the full screen") }
            if recording.record != nil { throw UserError("--record needs the full screen or `quietzone watch`") }
            program.warnings.forEach { Output.complain($0) }
            return ScreenReaderProgram(
                settings: program.settings, source: source ?? files.first, format: format,
                keeping: keeping.options(isPrivate: isPrivate), sandbox: program.sandbox
            ).run()
        }
        program.files = files
        program.showsTour = tour
        program.recording = recording.record
        program.keeping = keeping.options(isPrivate: isPrivate)
        program.makeTyping = { [keeping, settings = program.settings] in try keeping.typing(settings, complain: $0) }
        guard try program.run() else { throw ExitCode.trouble }
    }
}

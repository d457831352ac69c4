import App
import ArgumentParser
import Config
import Payloads
import Symbols

/// `quietzone watch`: a line for each symbol that appears, without a screen.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print a line for each symbol that appears before a camera.",
        discussion: """
            A symbol is printed once while it is in view. Pictures, folders, videos and streams end by themselves; \
            a camera goes on until --once, --timeout or a signal ends it.
            """)

    @Option(help: ArgumentHelp(sourceHelp, valueName: "SPEC"), completion: .file())
    var source: String?

    @Option(help: ArgumentHelp(formatHelp, valueName: "FORMAT"), completion: .list(formats))
    var format: String?

    @Flag(help: "Print a JSON object for each symbol.")
    var json = false

    @Flag(help: "End after the first symbol.")
    var once = false

    @Option(help: ArgumentHelp("End after this many seconds.", valueName: "S"), completion: .list(["10", "30", "60"]))
    var timeout: Double?

    @Flag(help: "Keep the scans in the history too.")
    var keep = false

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var confinement: SandboxOptions

    static let formatHelp: String =
        "How the camera sends pictures: low, high, photo, or exactly, for example 1280x720@30/MJPG."

    static let formats = ["low", "high", "photo"]

    static let sourceHelp: String =
        "What to scan: /dev/video0, camera:NAME, demo, a picture, a folder, a video, or - for a stream on standard input."

    func validate() throws {
        if let timeout, !(timeout > 0 && timeout <= 1e6) {
            throw ValidationError("--timeout takes a number of seconds above 0, up to 1000000")
        }
    }

    func run() throws {
        var settings = Settings.load()
        reading.override(&settings)
        var watch = ScanWatch(settings: settings, source: source, format: format)
        watch.endsAtFirst = once
        watch.timeout = timeout.map { .seconds($0) }
        watch.keepsScans = keep
        switch try watch.run(sandbox: confinement.sandbox, show: show) {
        case .found: break
        case .nothing: throw ExitCode.nothingRead
        case .trouble: throw ExitCode.trouble
        }
    }

    private func show(_ scan: Scan) {
        if json {
            Output.line(fromSymbol: SymbolRecord(scan: scan).json.text)
        } else {
            Output.line(exact: scan.symbol.content.bytes, text: scan.symbol.content.text)
            if let part = scan.symbol.content.part { Output.complain("\(part) of a longer message") }
        }
    }
}

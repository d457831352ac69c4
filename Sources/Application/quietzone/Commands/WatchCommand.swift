import Services
import ArgumentParser
import Config
import Formats
import Payloads

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print a line for each code in front of the camera.",
        usage: "quietzone watch [<options>]",
        discussion: """
            Prints each code on one line, and only once while it stays in view. Line breaks in a code are marked (␊, ␍). A camera is \
            watched until \
            --once, --count, --timeout or Ctrl-C; pictures and videos until their end. If the reader of a pipe is too slow, \
            the oldest of 10,000 waiting lines are dropped, with a warning.

              quietzone watch --once
              quietzone watch --format '{time}\\t{text}' >> scans.tsv
              quietzone watch --json | quietzone door check "Movie night" --json-input
            """)

    @Option(help: ArgumentHelp(sourceHelp, valueName: "SPEC"), completion: .file())
    var source: String?

    @Option(
        help: ArgumentHelp(
            formatHelp + " With braces: the format of a line, such as '{text}\\t{symbology}', from "
                + LineTemplate.Name.allCases.map(\.rawValue).joined(separator: ", ") + " and field:NAME.",
            valueName: "FORMAT"), completion: .list(formats))
    var format: [String] = []

    @Flag(help: "Print a JSON object for each code.")
    var json = false

    @Flag(
        name: [.customShort("0"), .customLong("null")],
        help: "End each code with a NUL and keep its line breaks.")
    var null = false

    @Flag(help: "Stop after the first code.")
    var once = false

    @Option(help: ArgumentHelp("Stop after this many codes.", valueName: "N"), completion: .list(["1", "10", "100"]))
    var count: Int?

    @Option(help: ArgumentHelp("Stop after this many seconds.", valueName: "S"), completion: .list(["10", "30", "60"]))
    var timeout: Double?

    @Flag(help: "Save scans to the history, as --session, --repeats and --tag also do.")
    var keep = false

    @OptionGroup var keeping: KeepingArguments

    @OptionGroup var recording: RecordingOption

    @OptionGroup var reading: ReadingOptions

    static let formatHelp: String =
        "The camera format: low, high, photo, or an exact format, such as 1280x720@30/MJPG."

    static let formats = ["low", "high", "photo"]

    static let sourceHelp: String =
        "What to scan: /dev/video0, camera:NAME, http://… or rtsp://… for a network camera, screen, screen:select, screen:WIDTHxHEIGHT+X+Y, clipboard, phone, demo, a picture, a PDF, a folder, a video, or - for a stream on standard input (from ffmpeg: with -nostdin)."

    func validate() throws {
        if let timeout, !(timeout > 0 && timeout <= 1e6) {
            throw ValidationError("--timeout must be a number of seconds above 0, up to 1000000")
        }
        if let count, count < 1 { throw ValidationError("--count must be a number of 1 or more") }
        if once, count != nil { throw ValidationError("use either --once or --count") }
        let templates = format.filter { $0.contains("{") }
        if templates.count > 1 || format.count - templates.count > 1 {
            throw ValidationError("use --format at most once for the camera and once for the lines")
        }
        if json, !templates.isEmpty {
            throw ValidationError("use either --json or --format '{…}'")
        }
    }

    func run() throws {
        var settings = Settings.load()
        reading.override(&settings)
        var watch = ScanWatch(settings: settings, source: source, format: format.first { !$0.contains("{") })
        watch.endsAfter = once ? 1 : count
        watch.timeout = timeout.map { .seconds($0) }
        watch.keepsScans = keep || keeping.wantsKeeping
        watch.keeping = keeping.options()
        watch.recording = recording.record
        watch.typing = try keeping.typing(settings) { Output.complain($0) }
        let template = try format.first { $0.contains("{") }.map { try LineTemplate($0) }
        let printing = WatchPrinting(
            json: json, template: template, end: null ? .null : .newline, keeps: watch.keepsScans)
        switch try watch.run(sandbox: reading.confinement.sandbox, line: printing.line) {
        case .found: break
        case .nothing: throw ExitCode.nothingRead
        case .trouble: throw ExitCode.trouble
        }
    }
}

/// How a scan is printed.
private struct WatchPrinting: Sendable {
    let json: Bool
    let template: LineTemplate?
    let end: RecordEnd
    let keeps: Bool

    /// The line for a scan with its end, filtered where it goes to a terminal.
    func line(for watched: WatchedScan) -> [UInt8] {
        let content = watched.scan.symbol.content
        if let part = content.part { Output.complain("\(part) of a longer message") }
        if end == .null, !json, content.bytes.contains(0) {
            Output.complain(RecordEnd.markedNUL)
        }
        if json { return Output.filtered(Array(record(watched).json.text.utf8)) + end.bytes }
        if let template { return Output.filtered(template.line(for: watched, end: end)) + end.bytes }
        let bytes = Output.isTerminal ? content.bytes : content.bytes(ofRecordWith: end)
        return Output.filtered(bytes, text: content.text) + end.bytes
    }

    private func record(_ watched: WatchedScan) -> SymbolRecord {
        var record = SymbolRecord(id: watched.id, scan: watched.scan)
        if keeps { record.details.append(.init("kept", .bool(watched.id != nil))) }
        if let quantity = watched.quantity { record.details.append(.init("quantity", .integer(Int64(quantity)))) }
        return record
    }
}

import App
import ArgumentParser
import CLinux
import Capture
import Config
import Decoding
import Foundation
import Frames
import History
import Payloads
import Scanning
import Symbols
import Terminal

/// `quietzone watch`: a line for each symbol that appears, without a screen.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print a line for each symbol that appears before a camera.",
        discussion: """
            A symbol is printed once while it is in view. Pictures, folders, videos and streams end by themselves; \
            a camera goes on until --once, --timeout or a signal ends it.
            """)

    @Option(help: ArgumentHelp(sourceHelp, valueName: "SPEC"))
    var source: String?

    @Option(help: ArgumentHelp(formatHelp, valueName: "FORMAT"))
    var format: String?

    @Flag(help: "Print a JSON object for each symbol.")
    var json = false

    @Flag(help: "End after the first symbol.")
    var once = false

    @Option(help: ArgumentHelp("End after so many seconds.", valueName: "S"))
    var timeout: Double?

    @Flag(help: "Keep the scans in the history too.")
    var keep = false

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var confinement: SandboxOptions

    static let formatHelp: String =
        "How the camera sends pictures: low, high, photo, or exactly, for example 1280x720@30/MJPG."

    static let sourceHelp: String =
        "What to scan: /dev/video0, camera:NAME, demo, a picture, a folder, a video, or - for a stream on standard input."

    func validate() throws {
        if let timeout, !(timeout > 0 && timeout <= 1e6) {
            throw ValidationError("--timeout takes a number of seconds")
        }
    }

    func run() throws {
        if let signal = try watch() { SignalListener.end(by: signal) }
    }

    /// - Returns: the signal that ended it; nil when none did.
    private func watch() throws -> Int32? {
        // Who keeps scans has something to lose when a signal ends it. Before the first thread: threads inherit the mask.
        let signals = keep ? try SignalListener() : nil
        var settings = try Settings.load()
        reading.override(&settings)
        let sandbox = confinement.sandbox(log: { Output.complain($0) }, warn: { Output.complain($0) })
        let cameras = try CameraOptions(
            settings, format: format, memory: CameraPreferencesFile(at: Paths.cameras), parsing: sandbox.parsing)
        let source = try chosenSource(settings, cameras)
        let history = keep ? try HistoryStore.open(at: Paths.history, for: .keeping) : nil
        if let error = history?.whyNotKept { Output.complain("\(error.description) Scans wait until then.") }
        if let history, let line = UnkeptScans.takeIn(history) { Output.complain(line) }
        let doorbell = try Doorbell()
        var options = ScanSession.Options()
        options.tracker.reappearanceInterval = .seconds(settings.reappearanceSeconds)
        options.reader = ReaderOptions(settings)
        options.makeReader = sandbox.makeReader
        let pictures = history.flatMap { history in
            settings.keepsScanPictures
                ? ScanPictures(saving: PictureSaving(settings, parsing: sandbox.parsing), history: history) {
                    Output.complain($0)
                } : nil
        }
        let keeping = history.map { history in ScanRetryQueue { scan in try history.add(scan).id } }
        // As the scanner would show it.
        options.consumers = ScanConsumers.list(keeping: keeping, pictures: pictures, of: source.title) { [source] in
            source.device.map(cameras.orientation) ?? .upright
        }
        let session = try ScanSession(options: source.sessionOptions(options), doorbell: doorbell)
        defer {
            if let line = UnkeptScans.leave(keeping?.finish() ?? []) { Output.complain(line) }
            pictures?.finish()
            history?.close()
            if let line = history?.takeReplacement() { Output.complain(line) }
        }
        let end = timeout.map { ContinuousClock.now + .seconds($0) }
        try session.start(opening: source.open)
        defer {
            // Who leaves does not wait for another program that holds the history.
            history?.hurry()
            session.stop()
        }
        var found = false
        var failed = false
        var hasDamage = false
        var hasStreamed = false
        var interruption: SourceError?
        while true {
            doorbell.clear()
            for event in session.drainEvents() {
                switch event {
                case .kept(let scan, _), .seen(let scan):
                    show(scan)
                    found = true
                    if once { return nil }
                case .notKept(let scan, let reason):
                    show(scan)
                    found = true
                    Output.complain("not kept in the history yet: \(reason)")
                    if once { throw ExitCode.trouble }
                case .keptLater: break
                case .damaged(let defect, let hasSymbols):
                    Output.complain(defect.asDefect(hasSymbols: hasSymbols))
                    // A frame of a stream is one of many; a picture is what somebody wanted read.
                    if !hasSymbols { if source.isStill { failed = true } else { hasDamage = true } }
                case .skipped(let line):
                    Output.complain(line)
                    failed = true
                case .interrupted(let error):
                    // One that never opened is a wrong name or a camera in use: nobody waits for that unasked.
                    guard hasStreamed else {
                        Output.complain(error.description)
                        throw ExitCode.trouble
                    }
                    if interruption != error { Output.complain("\(error.description) Waiting for it to come back.") }
                    interruption = error
                case .streaming:
                    hasStreamed = true
                    interruption = nil
                case .ended(let error):
                    if let error { Output.complain(error.description) }
                    if failed || error != nil || keeping?.finish().isEmpty == false { throw ExitCode.trouble }
                    if !found { throw hasDamage ? ExitCode.trouble : ExitCode.nothingRead }
                    return nil
                }
            }
            if let line = history?.takeReplacement() { Output.complain(line) }
            // Frames are for screens; a waiting one would keep its slot.
            _ = session.takePreview()
            let left = end.map { ContinuousClock.now.duration(to: $0) }
            if let left, left <= .zero {
                if !found { throw ExitCode.nothingRead }
                return nil
            }
            let descriptors = [doorbell.descriptor] + (signals.map { [$0.descriptor] } ?? [])
            let milliseconds = left.map { min(1000, Int($0 / .milliseconds(1)) + 1) } ?? 1000
            _ = qz_poll(descriptors, Int32(descriptors.count), Int32(milliseconds))
            for request in signals?.requests() ?? [] {
                switch request {
                case .terminate(let number): return number
                case .suspend: signals?.stopUntilContinued()
                case .resize, .continue: break
                }
            }
        }
    }

    private func chosenSource(_ settings: Settings, _ options: CameraOptions) throws -> SourceSelection {
        if let spec = source ?? (settings.source.isEmpty ? nil : settings.source) {
            return try SourceSelection(SourceSpec(spec), pacing: .complete, options: options)
        }
        let (preferred, _) = try SourceSelection.preferred(options)
        // A script that waits for a camera must not be fed with made-up codes.
        if preferred.isDemo { throw Trouble("no camera can be opened: plug one in, or name a source with --source") }
        return preferred
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

import CLinux
import Capture
import Config
import Decoding
import Files
import Frames
import History
import Places
import Scanning
import Synchronization
import Terminal

/// Scanning without a screen: each symbol that appears is handed on, and kept in the history where that is wanted.
package struct ScanWatch {
    /// What a watch has come to.
    package enum Outcome: Hashable {
        /// Symbols were read.
        case found
        /// None was.
        case nothing
        /// Something went wrong; a line on standard error says what.
        case trouble
    }

    /// A signal that ends the process, once everything is closed.
    private struct Termination: Error {
        let signal: Int32
    }

    /// What it goes by.
    package var settings: Settings
    /// The source that was asked for; nil takes the camera chosen last, else the first.
    package var source: String?
    /// The format that was asked for; nil takes what is remembered of the camera.
    package var format: String?
    /// After how many symbols it ends; nil for no such end.
    package var endsAfter: Int?
    /// How long it watches at most; nil until the source ends.
    package var timeout: Duration?
    /// The descriptor that ends it as soon as there is something to read from it; nil for none.
    package var endsWithInput: Int32?
    /// Whether an address that a phone opens is shown as a QR Code, too; default yes.
    package var drawsCodes = true
    package var keepsScans = false
    /// The session that they belong to.
    package var keeping = KeepingOptions()
    /// Types scans into other programs; nil if that is not wanted.
    package var typing: ScanTyping?
    /// Where the frames around scans are recorded; nil if they are not.
    package var recording: String?
    /// Called once the source is chosen and scanning begins; default nothing.
    package var onStart: () -> Void = {}

    /// A watch that keeps nothing, and ends when its source does.
    package init(settings: Settings, source: String?, format: String?) {
        (self.settings, self.source, self.format) = (settings, source, format)
    }

    /// Watches until there is an outcome; a signal that ends it ends the process.
    ///
    /// - Parameters:
    ///   - sandbox: makes what parses and reads.
    ///   - line: makes the line for a scan, with its end.
    /// - Throws: a line that says why it cannot begin.
    package func run(
        sandbox: ParsingAndReading.Factory, line: @escaping (WatchedScan) -> [UInt8]
    ) throws -> Outcome {
        // Who keeps scans has something to lose when a signal ends it. Before the first thread: threads inherit the mask.
        let signals = keepsScans ? try SignalListener() : nil
        do {
            return try watch(sandbox({ Output.complain($0) }, { Output.complain($0) }), signals, line)
        } catch let termination as Termination {
            // The parent sees the same as if nothing had caught the signal.
            SignalListener.end(by: termination.signal)
            return .trouble
        }
    }

    private func watch(
        _ sandbox: ParsingAndReading, _ signals: SignalListener?, _ line: @escaping (WatchedScan) -> [UInt8]
    ) throws -> Outcome {
        let cameras = try CameraOptions(
            settings, format: format, memory: CameraPreferencesFile(at: Paths.cameras), parsing: sandbox.parsing)
        let source = try selection(cameras)
        if keepsScans, source.isDemo {
            throw UserError("the demo's scans are not real and are not saved: leave out --keep, or name another source")
        }
        let records = keepsScans ? try WatchRecords(keeping, settings, sandbox.parsing) : nil
        // Pictures were not made here just because they are read here.
        let positions = source.device == nil ? nil : records.flatMap { $0.followPosition(settings) }
        defer { positions?.stop() }
        defer { records?.close() }
        let deliveries = records.flatMap { Deliveries.start(settings, of: $0.history) }
        if deliveries != nil { SecretExposure.warnings(settings).forEach { Output.complain($0) } }
        // What can be delivered at once is, before the program ends.
        defer {
            // What waited to be kept is delivered as well.
            _ = records?.queue.finish()
            deliveries?.stop(atMost: Self.patienceWithDeliveries, drains: true)
            for state in deliveries?.states ?? [] where state.problem != nil || state.dead > 0 {
                Output.complain("\(state.name): \(state.words)")
            }
            typing?.finish(atMost: Self.patienceWithDeliveries)
        }
        let recorder = try recording.map { try FrameRecorder(to: $0) { Output.complain($0) } }
        defer { recorder?.finish() }
        let doorbell = try Doorbell()
        var options = ScanSession.Options()
        options.tracker.reappearanceInterval = .seconds(settings.reappearanceSeconds)
        options.reader = ReaderOptions(settings)
        options.makeReader = sandbox.makeReader
        options.ignores = settings.rules.ignoring
        // As the scanner would show it.
        options.consumers = ScanConsumers.list(
            keeping: records?.queue, grading: records?.grading, pictures: records?.pictures, of: source.title,
            orientation: { source.device.map(cameras.orientation) ?? .upright }, recorder: recorder, typing: typing)
        let session = try ScanSession(options: source.sessionOptions(options), doorbell: doorbell)
        let end = timeout.map { ContinuousClock.now + $0 }
        try session.start(opening: source.open)
        onStart()
        defer {
            // Who leaves does not wait for another program that holds the history.
            records?.history.hurry()
            session.stop()
        }
        let output = OutputQueue(
            waits: source.device == nil, complain: { Output.complain($0) }, onBroken: { doorbell.ring() })
        // What is printed is on the disk: who ends it leaves a reader that does not read the lines it has.
        defer { output.finish(atMost: Self.patienceWithReader) }
        var progress = WatchProgress(endsAfter: endsAfter, isStill: source.isStill) {
            output.add(line($0))
        } complain: {
            Output.complain($0)
        }
        progress.invite = { InvitationText.show($0, isFirst: $1, drawsCode: drawsCodes) }
        while true {
            doorbell.clear()
            for event in session.drainEvents() {
                if event.scan != nil { deliveries?.wake() }
                if let outcome = progress.take(event, hasUnkept: { records?.hasUnkept ?? false }) { return outcome }
            }
            records?.complainOfReplacement()
            // A reader that has gone ends it, as it does others in a pipe; what waits to be kept is.
            if output.isBroken { return progress.outcome }
            // Frames are for screens; a waiting one would keep its slot.
            _ = session.takePreview()
            if let end, ContinuousClock.now >= end { return progress.outcome }
            if try Self.wait(for: doorbell, signals, endsWithInput, until: end) { return progress.outcome }
        }
    }

    private static let patienceWithDeliveries = Duration.seconds(10)
    private static let patienceWithReader = Duration.seconds(30)

    /// Waits until the session has something to say, for a second at most.
    ///
    /// - Returns: whether there is something to read from `input`.
    /// - Throws: `Termination` when a signal ends the watch.
    private static func wait(
        for doorbell: Doorbell, _ signals: SignalListener?, _ input: Int32?, until end: ContinuousClock.Instant?
    ) throws -> Bool {
        let descriptors = [doorbell.descriptor] + (input.map { [$0] } ?? []) + (signals.map { [$0.descriptor] } ?? [])
        let left = end.map { Int(max(.zero, ContinuousClock.now.duration(to: $0)) / .milliseconds(1)) + 1 }
        let ready = qz_poll(descriptors, Int32(descriptors.count), Int32(min(1000, left ?? 1000)))
        for request in signals?.requests() ?? [] {
            switch request {
            case .terminate(let number): throw Termination(signal: number)
            case .suspend: signals?.stopUntilContinued()
            case .resize, .continue: break
            }
        }
        return input != nil && ready > 0 && ready & 0b10 != 0
    }

    private func selection(_ options: CameraOptions) throws -> SourceSelection {
        if let spec = source ?? (settings.source.isEmpty ? nil : settings.source) {
            return try SourceSelection(SourceSpec(spec), pacing: .complete, options: options)
        }
        let (preferred, _) = try SourceSelection.preferred(options)
        // A script that waits for a camera must not be fed with made-up codes.
        if preferred.isDemo {
            let reason = SourceSelection.reasonWithoutCamera(options)
            throw UserError("\(reason) To scan something else, name it with --source, such as --source demo.")
        }
        return preferred
    }
}

/// The history of a watch that keeps its scans, and what keeps them.
private struct WatchRecords {
    let history: HistoryStore
    private let session: String?
    private let keeping: ScanKeeping
    let queue: ScanRetryQueue
    /// Saves the pictures of scans; nil if they are not wanted.
    let pictures: ScanPictures?
    /// Grades scans; nil if that is not wanted.
    let grading: ScanGrading?

    /// Opens the history, and takes in what earlier runs could not keep.
    init(_ options: KeepingOptions, _ settings: Settings, _ parsing: any PictureParsing) throws {
        let (keeping, remarks) = try options.open(settings)
        self.keeping = keeping
        session = options.session
        history = keeping.history
        if let error = history.whyNotKept { Output.complain("\(error.description) Scans wait until then.") }
        remarks.forEach(Output.complain)
        if let line = history.takeReplacement() { Output.complain(line) }
        queue = ScanRetryQueue(take: keeping.take)
        let history = history
        pictures =
            settings.keepsScanPictures
            ? ScanPictures(saving: PictureSaving(settings, parsing: parsing), history: history) {
                Output.complain($0)
            } : nil
        grading = settings.gradesScans ? ScanGrading(in: history) { Output.complain($0) } : nil
    }

    /// Lets scans have the position of this machine, and the place in which it lies; nil where nobody is asked for it.
    func followPosition(_ settings: Settings) -> PositionWatch? {
        guard let source = settings.positionSource else { return nil }
        var places: [Place] = []
        do throws(UserError) {
            if Folder.contains(Paths.places) { places = try PlaceStore(Paths.places, for: .reading).list().places }
        } catch {
            Output.complain("places are not known: \(error)")
        }
        let state = Mutex(
            (follower: PlaceFollower(places, source, recording: settings.positionRecording), problem: String?.none))
        let begun = ContinuousClock.now
        let keeping = keeping
        return PositionWatch(source) { report in
            state.withLock { state in
                let seconds = (ContinuousClock.now - begun) / .seconds(1)
                _ = state.follower.take(report, at: seconds, for: keeping)
                guard case .failed(let problem) = report, problem != state.problem else { return }
                // It is tried again and again, and said once.
                state.problem = problem
                Output.complain(problem)
            }
        }
    }

    /// Whether scans could not be kept to the end.
    var hasUnkept: Bool { !queue.finish().isEmpty }

    /// Says that the history was replaced by a new one, if it was.
    func complainOfReplacement() {
        if let line = history.takeReplacement() { Output.complain(line) }
    }

    /// Keeps what can be kept, leaves the rest for the next start, and closes the history.
    func close() {
        if let line = UnkeptScans.leave(queue.finish().unkept) { Output.complain(line) }
        pictures?.finish()
        grading?.finish()
        reportCheckList()
        history.close()
        complainOfReplacement()
    }

    /// Prints how the session compares with its check-list, if it has one.
    private func reportCheckList() {
        guard let session, let stored = try? history.session(called: session),
            let list = try? history.checkList(of: stored.id)
        else { return }
        var words = ["\(list.found) of \(list.expected) found"]
        if list.missing > 0 { words.append("\(list.missing) missing") }
        if list.surplus > 0 { words.append("\(list.surplus) not expected") }
        let advice = list.missing + list.surplus > 0 ? ". `quietzone history sessions --missing NAME` lists them" : ""
        Output.complain("“\(session)”: " + words.joined(separator: ", ") + advice)
    }
}

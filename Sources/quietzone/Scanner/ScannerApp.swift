import CLinux
import Capture
import Config
import Decoding
import Dispatch
import Files
import Foundation
import Frames
import History
import Payloads
import Preview
import Scanning
import Screens
import Surface
import Symbols
import Terminal

/// The full-screen program's event loop: keys, signals and the session come in, a canvas goes out.
final class ScannerApp {
    /// Why the loop ended.
    enum Ending {
        /// The user wanted it.
        case quit
        /// A signal asked for it.
        case signal(Int32)
        /// The terminal was closed.
        case terminalGone
    }

    let settings: Settings
    let terminal: Terminal
    let history: HistoryStore
    let doorbell: Doorbell
    /// Whether a picture is being saved.
    var isSavingPicture = false
    /// What runs beside the loop.
    let jobs: Jobs
    /// What holds for every camera.
    var cameras: CameraOptions
    /// Cameras that come and go.
    let hotPlug: HotPlug
    /// The camera that the picture's orientation is set for.
    var openedCamera: String?
    /// The switch to another camera that is under way.
    var switching: CameraSwitch?
    var switchCount = 0
    /// Calls of the camera in use, one after the other; another queue for each session, for a camera may hang.
    var cameraCalls = DispatchQueue(label: "quietzone.camera")
    /// What the cameras screen last showed of the camera in use.
    var cameraDetails: CameraDetails?
    /// Whether they are being asked for, and whether something was changed since.
    var isAskingForDetails = false
    var detailsAreOld = false
    /// Sessions that have ended and whose cameras have not let go yet.
    private var releasing = 0
    /// What follows when they have.
    private var afterRelease: (() -> Void)?
    /// Until the first picture after a switch.
    var switchTimes: SwitchTimes?
    /// The focusing under way, or what it ended on.
    var focusing: Focusing? {
        didSet { stack.scanner.focusMark = focusing.flatMap { $0.isUnderWay ? $0.region : nil } }
    }
    /// The change of the format that is under way.
    var formatChange: FormatChange?
    /// Whether the user has lit the light of the camera in use: it is lit again when the camera is opened again.
    var keepsLit = false
    /// Where the lens was zoomed to by key; nil when it was not.
    var lensZoom: Int?
    /// Whether focusing keeps to what is near.
    var focusesNear = false
    /// Keeps the scans of every session, and what one could not keep in the next.
    let keeping: ScanKeeping
    private let signals: SignalListener
    private let makeReader: @Sendable (ReaderOptions) -> any FrameReader
    /// Saves the pictures of scans; nil where they are not wanted.
    private var scanPictures: ScanPictures?
    var stack: ScreenStack
    var session: ScanSession?
    var source: OpenedSource
    private var look: Look
    private var rate = FrameRate()
    /// Losses of the decoder that the user was told of.
    private var toldLosses: UInt64 = 0
    private var ending: Ending?
    var needsDrawing = true
    /// Keeps keys from a question that was not seen yet.
    private var questionGuard = QuestionGuard()
    private var formerTracker: Tracker?
    /// Scans that were deleted while their symbol was in view: it is not kept any more.
    var deleted: Set<Int64> = []
    private var noticeEnd: ContinuousClock.Instant?
    /// Whether the history was listed: one that another program holds is when it can be.
    var hasListed = false
    /// Notices what other programs keep and delete.
    var historyWatch = HistoryWatch()
    /// What could not be kept when the loop had ended.
    private(set) var unkept: [Scan] = []

    init(
        settings: Settings, terminal: Terminal, signals: SignalListener, history: HistoryStore, source: OpenedSource,
        cameras: CameraOptions, reason: String?,
        makeReader: @escaping @Sendable (ReaderOptions) -> any FrameReader, warnings: LateLines
    ) throws {
        self.settings = settings
        self.terminal = terminal
        self.signals = signals
        self.history = history
        self.source = source
        self.cameras = cameras
        self.makeReader = makeReader
        keeping = ScanKeeping { scan in try history.add(scan).id }
        doorbell = try Doorbell()
        jobs = Jobs(doorbell: doorbell)
        hotPlug = HotPlug(doorbell: doorbell)
        let box = settings.interestBox
        let scanner = ScannerScreen(
            box: InterestBox(x: box[0], y: box[1], width: box[2], height: box[3]),
            isBoxOn: settings.isInterestBoxOn && source.isAimed,
            ramp: AsciiRamp(characters: Array(settings.ramp)))
        stack = ScreenStack(scanner: scanner)
        look = Look(
            theme: terminal.colorCount >= 8 ? settings.theme : .monochrome, keys: settings.keys,
            cellAspect: terminal.cellAspect)
        let warn = jobs.forward { [unowned self] (line: String) in show(Notice(line, isWarning: true)) }
        if settings.keepsScanPictures {
            let saving = PictureSaving(settings, parsing: cameras.parsing)
            scanPictures = ScanPictures(saving: saving, history: history, complain: warn)
        }
        warnings.forward { line in
            LogFile.write(line)
            warn(line.prefix(1).uppercased() + line.dropFirst())
        }
        do {
            try loadHistory()
        } catch  where history.whyNotKept != nil {
            // The reason is said below.
        }
        if let error = history.whyNotKept {
            show(Notice("Scans wait: \(Self.brief(error.description))", isWarning: true), seconds: 10)
            LogFile.write("scans wait: \(error.description)")
        }
        // The demo says what it is for as long as it is shown; another camera only once.
        if source.isDemo {
            stack.scanner.remark = reason
        } else if let reason {
            show(Notice(reason, isWarning: true), seconds: 12)
        }
        for problem in [cameras.memory?.problem, hotPlug.problem].compactMap({ $0 }) { LogFile.write(problem) }
    }

    /// Scans until the user quits, a signal ends it, or the terminal goes away. The session is stopped then.
    func run() -> Ending {
        startSession()
        while ending == nil {
            // A terminal that has not taken the last picture gets no other: the newest when it has.
            if needsDrawing { draw() }
            if questionGuard.isUndrawn, !needsDrawing, terminal.isReady {
                // What was typed before it could be read answers nothing.
                _ = terminal.inputs()
                questionGuard.drawn(at: .now)
            }
            wait()
        }
        // Who leaves does not wait for another program that holds the history.
        history.hurry()
        stopSession(patience: Self.patienceAtEnd)
        unkept = keeping.finish()
        scanPictures?.finish()
        return ending ?? .quit
    }

    /// What is wrong with the history without its path, which may fill the line of a notice by itself; the log has it.
    private static func brief(_ line: String) -> String {
        line.replacing(Paths.history.withVisibleBytes, with: "the history")
    }

    // MARK: - Waiting

    private func wait() {
        let isSoon = noticeEnd != nil || hotPlug.isSettling || terminal.hasUnfinishedInput
        let milliseconds: Int32 = isSoon ? 200 : 1000
        var descriptors = [terminal.inputDescriptor, signals.descriptor, doorbell.descriptor]
        if let watch = hotPlug.descriptor { descriptors.append(watch) }
        let waitsForTerminal = !terminal.isReady
        let ready = qz_poll_with_output(
            descriptors, Int32(descriptors.count), waitsForTerminal ? terminal.outputDescriptor : -1,
            needsDrawing && !waitsForTerminal ? 0 : milliseconds)
        if ready < 0 || ready & (1 << 16) != 0 {
            ending = .terminalGone
            return
        }
        if waitsForTerminal { terminal.send() }
        if ready & 2 != 0 { for request in signals.requests() { handle(request) } }
        if ready & 4 != 0 || ready == 0 {
            doorbell.clear()
            drainSession()
            leaveFailedFormat()
            jobs.followUp()
        }
        if ready & 8 != 0 { hotPlug.note() }
        hotPlug.listWhenSettled()
        if let change = hotPlug.takeChange() { camerasChanged(change) }
        if ready & 1 != 0 || terminal.hasUnfinishedInput { takeInputs() }
        takeOthersScans()
        scanPictures?.orientation = stack.scanner.view.orientation
        if let end = noticeEnd, ContinuousClock.now >= end { endNotice() }
    }

    private func takeInputs() {
        for input in terminal.inputs() where questionGuard.lets(input, at: .now) {
            for effect in effects(of: input) { perform(effect) }
            questionGuard.note(stack.question)
            // What a screen had to say by itself goes away as other notices do.
            if stack.hasNotice, noticeEnd == nil { noticeEnd = .now + .seconds(4) }
            needsDrawing = true
        }
    }

    private func effects(of input: Input) -> [Effect] {
        switch input {
        case .key(let key):
            noticeEnd = nil
            return stack.handle(key, keys: look.keys)
        case .mouse(let event):
            if event.kind == .release { noticeEnd = nil }
            let (columns, rows) = terminal.size
            return stack.handle(event, in: Rect(x: 0, y: 0, width: columns, height: rows), look: look)
        case .paste(let text):
            stack.paste(text)
            return []
        }
    }

    private func handle(_ request: SignalListener.Request) {
        switch request {
        case .resize:
            terminal.resize()
            look.cellAspect = terminal.cellAspect
        case .suspend: suspend()
        case .continue: terminal.redrawAll()
        case .terminate(SIGHUP): ending = .terminalGone
        case .terminate(let number): ending = .signal(number)
        }
        needsDrawing = true
    }

    /// Gives the terminal and the camera free, stops as the shell expects, and takes both again.
    ///
    /// Other sources just stand still: a stream on standard input could not be begun again in its middle.
    func suspend() {
        let releases = source.camera != nil
        keepsLit = false
        abandonSwitch()
        if releases { stopSession(patience: Self.patienceAtEnd) }
        stack.scanner.isScreenLit = false
        terminal.suspend()
        signals.stopUntilContinued()
        terminal.resume()
        look.cellAspect = terminal.cellAspect
        if releases { startSession(keepsPicture: true) }
        needsDrawing = true
    }

    private func draw() {
        guard terminal.isReady else { return }
        let (columns, rows) = terminal.size
        var canvas = Canvas(width: columns, height: rows)
        stack.fit(canvas.bounds, look: look)
        stack.render(into: &canvas, look: look)
        questionGuard.note(stack.question)
        needsDrawing = !terminal.present(canvas)
    }

    /// Sends every cell again.
    func redraw() {
        terminal.redrawAll()
        needsDrawing = true
    }

    /// Ends the loop.
    func quit() { ending = .quit }

    /// Shows one line for a while.
    func show(_ notice: Notice, seconds: Double = 4) {
        stack.show(notice)
        noticeEnd = .now + .seconds(seconds)
        needsDrawing = true
    }

    /// Takes the line away.
    func endNotice() {
        noticeEnd = nil
        stack.show(nil)
        needsDrawing = true
    }

    /// Shows what came of a job: its line, or why it failed.
    func show(_ result: Result<Notice, any Error>, seconds: Double = 4) {
        switch result {
        case .success(let notice): show(notice, seconds: seconds)
        case .failure(let error): show(Notice("\(error)", isWarning: true), seconds: max(seconds, 8))
        }
    }

    // MARK: - The session

    /// Starts scanning `source`; a failure is shown in place of the picture.
    ///
    /// - Parameter keepsPicture: whether the last picture stays until the first one comes.
    func startSession(keepsPicture: Bool = false) {
        afterRelease = nil
        if !keepsPicture { stack.scanner.clearPicture() }
        if source.camera == nil {
            openedCamera = nil
            stack.scanner.setZoom(1)
            stack.scanner.setOrientation(.upright)
        }
        stack.scanner.sourceTitle = source.title
        stack.scanner.isDemo = source.isDemo
        stack.scanner.problem = nil
        focusing = nil
        rate = FrameRate()
        var options = ScanSession.Options()
        options.interestBox = stack.scanner.activeBox
        options.tracker.reappearanceInterval = .seconds(settings.reappearanceSeconds)
        options.reader = ReaderOptions(settings)
        options.makeReader = makeReader
        options.formerTracker = formerTracker
        if let scanPictures {
            options.takePicture = { [source = source.title] in scanPictures.take($0, from: source) }
        }
        do {
            let session = try ScanSession(
                options: source.sessionOptions(options), doorbell: doorbell, keeping: keeping)
            session.setFrozen(stack.scanner.isFrozen)
            try session.start(opening: source.open)
            self.session = session
        } catch {
            session = nil
            stack.scanner.problem = error.description
        }
        needsDrawing = true
    }

    /// How long who leaves or stops the program waits for a camera that does not let go.
    private static let patienceAtEnd = Duration.seconds(1)

    /// Ends the session and keeps what it had in view for the next one. Its camera lets go by itself, which may take long.
    ///
    /// - Returns: the session that has ended; nil when there was none.
    @discardableResult
    func endSession() -> ScanSession? {
        afterRelease = nil
        guard let ended = session else { return nil }
        ended.end()
        drainSession()
        formerTracker = ended.tracker ?? formerTracker
        session = nil
        (cameraDetails, isAskingForDetails) = (nil, false)
        cameraCalls = DispatchQueue(label: "quietzone.camera")
        stack.scanner.lights = .init()
        return ended
    }

    /// Ends the session and waits until its camera has let go, for `patience` at most.
    private func stopSession(patience: Duration) {
        guard let ended = endSession(), !ended.waitForRelease(atMost: patience) else { return }
        LogFile.write("\(source.title) does not let go: it is left behind")
    }

    /// `next` follows when the camera of `ended`, a session that has ended, has let go, unless another is begun meanwhile.
    func release(_ ended: ScanSession?, then next: @escaping () -> Void) {
        afterRelease = next
        // One that is letting go already is waited for by who asked it to.
        guard let ended else {
            if releasing == 0 { takeAfterRelease() }
            return
        }
        releasing += 1
        jobs.run {
            ended.waitForRelease()
        } then: { [self] _ in
            releasing -= 1
            if releasing == 0 { takeAfterRelease() }
        }
    }

    /// Whether a session is begun as soon as the former one's camera has let go.
    var isReleasing: Bool { afterRelease != nil }

    private func takeAfterRelease() {
        guard let next = afterRelease else { return }
        afterRelease = nil
        next()
    }

    private func drainSession() {
        guard let session else { return }
        for event in session.drainEvents() {
            handle(event)
            needsDrawing = true
        }
        if let line = history.takeReplacement() {
            LogFile.write(line)
            try? loadHistory()
            show(Notice(line, isWarning: true), seconds: 12)
        }
        if let frame = session.takePreview() {
            rate.count(at: .now)
            noteFirstPicture()
            keepFormat()
            stack.scanner.show(frame)
            advanceFocus(frame)
            stack.scanner.figures.framesPerSecond = rate.perSecond
            needsDrawing = needsDrawing || stack.showsScanner
        }
        let view = session.view
        stack.scanner.figures.dropped = view.droppedFrames
        if view.lostReads <= toldLosses {
            // Down as well: a new session counts from 0.
            toldLosses = view.lostReads
        } else if noticeEnd == nil {
            // On a slow machine it is lost again and again: what keys have to say goes first.
            toldLosses = view.lostReads
            show(Notice("The decoder was lost with a frame and is started anew: see the log", isWarning: true))
        }
        if view.decodedFrames > 0 { stack.scanner.figures.decodeMilliseconds = rate.meanDecode(view) }
        if !stack.scanner.isFrozen {
            stack.scanner.symbols = view.symbols.map {
                ScannerScreen.OutlinedSymbol(
                    number: $0.number, corners: $0.corners, isKept: isKept($0, view))
            }
        }
    }

    private func isKept(_ symbol: TrackedSymbol, _ view: ScanSession.View) -> Bool {
        if let id = view.keptIDs[symbol.id] { return !deleted.contains(id) }
        return !view.unkept.contains(symbol.id)
    }

    private func handle(_ event: ScanSession.Event) {
        switch event {
        case .streaming(let format):
            stack.scanner.format = format
            if let title = session?.source?.title { stack.scanner.sourceTitle = title }
            cameraOpened()
            showCameras()
        case .interrupted(let error):
            let problem = "\(error.description) It is taken again as soon as it can be."
            // Every attempt to open it says the same.
            if stack.scanner.problem != problem { LogFile.write("source interrupted: \(error.description)") }
            stack.scanner.problem = problem
            stack.scanner.sourceTitle = source.title
            stack.scanner.figures.framesPerSecond = nil
            focusing = nil
            stack.scanner.lights = .init()
            formatChange?.failure = error
        case .skipped(let line): show(Notice(line, isWarning: true))
        case .damaged(let defect, let hasSymbols):
            show(Notice(defect.asDefect(hasSymbols: hasSymbols), isWarning: true))
        case .kept(let scan, let id):
            let row = HistoryRow(id: id, scan: scan)
            stack.scanner.lastScan = .init(row: row)
            stack.scanner.add(row)
        case .keptLater(let scan, let id):
            // A history that was held when the program started is listed now.
            if hasListed || (try? loadHistory()) == nil { stack.scanner.add(HistoryRow(id: id, scan: scan)) }
            show(Notice("Kept after all"))
        case .seen(let scan): stack.scanner.lastScan = .init(row: HistoryRow(id: 0, scan: scan))
        case .notKept(let scan, let reason):
            stack.scanner.lastScan = .init(row: HistoryRow(id: 0, scan: scan), failure: reason)
            show(Notice("Not kept, will be tried again: \(Self.brief(reason))", isWarning: true), seconds: 10)
            LogFile.write("scan not kept: \(reason)")
        case .ended(let error):
            if let error {
                stack.scanner.problem = error.description
                LogFile.write("source ended: \(error.description)")
            } else if !source.isDemo {
                show(Notice("\(source.title) has ended."))
            }
        }
    }
}

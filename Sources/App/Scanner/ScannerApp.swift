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
    enum ExitReason {
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
    private let loop = EventLoop()
    /// Whether keys were taken since the loop last waited.
    private var hasTakenInputs = false
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
    /// Sessions that have ended, with their cameras' names: those may not have let go yet.
    var lettingGo: [(camera: String?, session: ScanSession)] = []
    /// How many of them a session to come waits for.
    var releasing = 0
    /// Tells releases that are waited for from those that no longer are.
    var releaseGeneration = 0
    /// What follows when they have.
    var afterRelease: (() -> Void)?
    /// Until the first picture after a switch.
    var switchTimes: SwitchTimes?
    /// The focusing under way, or what it ended on.
    var focusing: AutofocusRun? {
        didSet { model.picture.focusMark = focusing.flatMap { $0.isUnderWay ? $0.region : nil } }
    }
    /// Tells the focusing under way from those that were given up.
    var focusRun = 0
    /// The change of the format that is under way.
    var formatChange: FormatChange?
    /// Whether the user has lit the light of the camera in use: it is lit again when the camera is opened again.
    var keepsLit = false
    /// Where the lens was zoomed to by key; nil when it was not.
    var lensZoom: Int?
    /// Whether focusing keeps to what is near.
    var focusesNear = false
    /// Keeps the scans of every session, and what one could not keep in the next.
    let keeping: ScanRetryQueue
    let signals: SignalListener
    let makeReader: @Sendable (ReaderOptions) -> any FrameReader
    /// Saves the pictures of scans; nil where they are not wanted.
    var scanPictures: ScanPictures?
    /// What the program knows, and screens show.
    var model = AppModel()
    var stack: ScreenStack
    var session: ScanSession?
    var source: SourceSelection
    /// Theme, keys and cells; what is drawn with has the model, too.
    var appearance: RenderContext
    var rate = FrameRate()
    /// Losses of the decoder that the user was told of.
    var toldLosses: UInt64 = 0
    private var exitReason: ExitReason?
    var needsDrawing = true
    /// Keeps keys from a question that was not seen yet.
    private var questionGuard = QuestionGuard()
    var formerTracker: Tracker?
    /// Scans that were deleted while their symbol was in view: it is not kept any more.
    var deleted: Set<Int64> = []
    var noticeEnd: ContinuousClock.Instant?
    /// Whether the history was listed: one that another program holds is when it can be.
    var hasListed = false
    /// Notices what other programs keep and delete.
    var historyWatch = HistoryWatch()
    /// What could not be kept when the loop had ended.
    private(set) var unkept: [Scan] = []

    init(
        settings: Settings, terminal: Terminal, signals: SignalListener, history: HistoryStore, source: SourceSelection,
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
        keeping = ScanRetryQueue { scan in try history.add(scan).id }
        doorbell = try Doorbell()
        jobs = Jobs(doorbell: doorbell)
        hotPlug = HotPlug(doorbell: doorbell)
        let box = settings.interestBox
        let scanner = ScannerScreen(
            box: InterestBox(x: box[0], y: box[1], width: box[2], height: box[3]),
            isBoxOn: settings.isInterestBoxOn && source.isAimed)
        model.picture = PictureModel(
            painter: PreviewPainter(PreviewRenderers.all(ramp: Array(settings.ramp)), on: terminal.traits),
            interestBox: scanner.shownBox)
        stack = ScreenStack(scanner: scanner)
        appearance = RenderContext(
            theme: terminal.traits.colorCount >= 8 ? settings.theme : .monochrome, keys: settings.keys,
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
            model.source.remark = reason
        } else if let reason {
            show(Notice(reason, isWarning: true), seconds: 12)
        }
        if let obstacle = model.picture.painter.choose(settings.preview) {
            LogFile.write(obstacle)
            show(Notice(obstacle, isWarning: true), seconds: 8)
        }
        for problem in [cameras.memory?.problem, hotPlug.problem].compactMap({ $0 }) { LogFile.write(problem) }
    }

    /// Scans until the user quits, a signal ends it, or the terminal goes away. The session is stopped then.
    func run() -> ExitReason {
        addSources()
        startSession()
        while exitReason == nil {
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
        return exitReason ?? .quit
    }

    // MARK: - Waiting

    private func wait() {
        let isSoon = noticeEnd != nil || hotPlug.isSettling || terminal.hasUnfinishedInput
        let milliseconds: Int32 = isSoon ? 200 : 1000
        let waitsForTerminal = !terminal.isReady
        hasTakenInputs = false
        let outcome = loop.wait(
            milliseconds: needsDrawing && !waitsForTerminal ? 0 : milliseconds,
            output: waitsForTerminal ? terminal.outputDescriptor : nil)
        switch outcome {
        case .hungUp: return
        case .failed: return exitReason = .terminalGone
        case .timedOut: takeNews()
        case .ready: break
        }
        if waitsForTerminal { terminal.send() }
        hotPlug.listWhenSettled()
        if let change = hotPlug.takeChange() { camerasChanged(change) }
        if !hasTakenInputs, terminal.hasUnfinishedInput { takeInputs() }
        takeOthersScans()
        scanPictures?.orientation = model.picture.view.orientation
        if let end = noticeEnd, ContinuousClock.now >= end { endNotice() }
    }

    /// Whom the loop calls. News come before keys: what they answer is on the screen.
    private func addSources() {
        loop.add(signals.descriptor) { [unowned self] in for request in signals.requests() { handle(request) } }
        loop.add(doorbell.descriptor) { [unowned self] in takeNews() }
        if let watch = hotPlug.descriptor { loop.add(watch) { [unowned self] in hotPlug.note() } }
        loop.add(terminal.inputDescriptor, onHangUp: { [unowned self] in exitReason = .terminalGone }) {
            [unowned self] in
            takeInputs()
        }
    }

    /// What the session and the jobs have brought.
    private func takeNews() {
        doorbell.clear()
        drainSession()
        leaveFailedFormat()
        jobs.followUp()
    }

    private func takeInputs() {
        hasTakenInputs = true
        for input in terminal.inputs() where questionGuard.lets(input, at: .now) {
            for effect in effects(of: input) { perform(effect) }
            questionGuard.note(stack.question)
            // What a screen had to say by itself goes away as other notices do.
            if stack.hasNotice, noticeEnd == nil { noticeEnd = .now + .seconds(4) }
            needsDrawing = true
        }
    }

    /// What screens need to handle what comes, and to draw.
    private var renderContext: RenderContext {
        var context = appearance
        context.model = model
        context.idle = Features.idle(model)
        return context
    }

    private func effects(of input: Input) -> [Effect] {
        switch input {
        case .key(let key):
            noticeEnd = nil
            return stack.handle(key, context: renderContext)
        case .mouse(let event):
            if event.kind == .release { noticeEnd = nil }
            let (columns, rows) = terminal.size
            return stack.handle(event, in: Rect(x: 0, y: 0, width: columns, height: rows), context: renderContext)
        case .paste(let text):
            stack.paste(text)
            return []
        }
    }

    private func handle(_ request: SignalListener.Request) {
        switch request {
        case .resize:
            terminal.resize()
            appearance.cellAspect = terminal.cellAspect
        case .suspend: suspend()
        case .continue: terminal.redrawAll()
        case .terminate(SIGHUP): exitReason = .terminalGone
        case .terminate(let number): exitReason = .signal(number)
        }
        needsDrawing = true
    }

    private func draw() {
        guard terminal.isReady else { return }
        let (columns, rows) = terminal.size
        var canvas = Canvas(width: columns, height: rows)
        let context = renderContext
        stack.fit(canvas.bounds, context: context)
        stack.render(into: &canvas, context: context)
        questionGuard.note(stack.question)
        needsDrawing = !terminal.present(canvas)
    }

    /// Sends every cell again.
    func redraw() {
        terminal.redrawAll()
        needsDrawing = true
    }

    /// Ends the loop.
    func quit() { exitReason = .quit }

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
}

import Services
import CLinux
import Capture
import Config
import Decoding
import Dispatch
import Files
import Formats
import Foundation
import Frames
import History
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

    /// What is in force; the screen of settings changes it.
    var settings: Settings
    let signals: SignalListener
    let doorbell: Doorbell
    /// Whether the preview wants colours; shared with sessions.
    let colour = ColourWish()
    /// What runs beside the loop.
    let jobs: Jobs
    private let loop = EventLoop()
    /// What the program knows, and screens show.
    var model = AppModel()
    /// The terminal, and what is on it.
    var display: Display
    /// The history, and what keeps scans in it.
    var records: Records
    /// What the Make screen wants to show.
    var making = PreviewMaking()
    /// What is being printed.
    var printingUnderWay = PrintingUnderWay()
    /// What the screen that issues passes wants, and what it makes.
    var issuing = Issuing()
    /// Which source is scanned, and the session that does.
    var scanning: Scanning
    /// What is done with sessions and their cameras.
    var driver: CameraDriver
    /// What was set of the camera in use, and what is under way with it.
    var inUse = CameraInUse() {
        didSet { model.picture.focusMark = inUse.focusing.flatMap { $0.isUnderWay ? $0.region : nil } }
    }
    /// What is known of the symbols in view.
    var inView = SymbolsInView()
    /// What is heard and seen of scans.
    var scanSignals = ScanSignals()
    var doors = OpenDoor()
    var newEvent = NewEvent()
    private var exitReason: ExitReason?

    init(
        settings: Settings, terminal: Terminal, signals: SignalListener, keeping: ScanKeeping, source: SourceSelection,
        cameras: CameraOptions, reason: String?,
        makeReader: @escaping @Sendable (ReaderOptions) -> any FrameReader, warnings: LateLines
    ) throws {
        self.settings = settings
        self.signals = signals
        doorbell = try Doorbell()
        jobs = Jobs(doorbell: doorbell)
        driver = CameraDriver(cameras: cameras, hotPlug: HotPlug(cameras.system, doorbell: doorbell))
        records = Records(keeping)
        scanning = Scanning(makeReader: makeReader, source: source)
        let memory = ViewMemoryFile(at: Paths.view)
        let box = settings.interestBox
        let scanner = ScannerScreen(
            box: InterestBox(x: box[0], y: box[1], width: box[2], height: box[3]),
            isBoxOn: settings.isInterestBoxOn && source.isAimed, panes: memory.current.panes)
        model.picture = PictureModel(
            painter: PreviewPainter(PreviewRenderers.all(ramp: Array(settings.ramp)), on: terminal.traits),
            interestBox: scanner.shownBox)
        display = Display(
            terminal: terminal, memory: memory, stack: ScreenStack(scanner: scanner),
            appearance: RenderContext(
                theme: settings.theme(on: terminal.traits), keys: settings.keys, cellAspect: terminal.cellAspect,
                isOnWhite: settings.theme.background(terminal.traits.background) == .light))
        if let version = terminal.version { LogFile.write("terminal: \(version)") }
        if let remark = terminal.remark {
            LogFile.write(remark)
            show(Notice(remark, isWarning: true), seconds: 8)
        }
        showWarnings(warnings)
        model.history.place = source.isDemo ? .demo : keeping.history.isInMemory ? .private : .kept
        if try !records.use(ofDemo: source.isDemo) { try listHistory() }
        showSession()
        tidyHistory()
        lookOverHistory()
        startDeliveries()
        // The demo says what it is for as long as it is shown; another camera only once.
        if scanning.source.isDemo {
            model.source.remark = reason
        } else if let reason {
            show(Notice(reason, isWarning: true), seconds: 12)
        }
        restoreView()
        for problem in [driver.cameras.memory?.problem, memory.problem, driver.hotPlug.problem].compactMap({ $0 }) {
            LogFile.write(problem)
        }
    }

    /// Shows what threads beside the loop have to complain of, and what was complained of before there was a screen.
    private func showWarnings(_ warnings: LateLines) {
        let warn = jobs.forward { [unowned self] (line: String) in
            show(Notice(line, isWarning: true), seconds: 8)
        }
        if settings.keepsScanPictures {
            let saving = PictureSaving(settings, parsing: driver.cameras.parsing)
            records.own.pictures = ScanPictures(saving: saving, history: records.own.history, complain: warn)
        }
        warnings.forward { line in
            LogFile.write(line)
            // The name of a file keeps its letters.
            warn(
                line.hasPrefix("config.toml") || line.hasPrefix("themes/")
                    ? line : line.prefix(1).uppercased() + line.dropFirst())
        }
    }

    /// Scans until the user quits, a signal ends it, or the terminal goes away. The session is stopped then.
    func run() -> ExitReason {
        addSources()
        happened(.sessionWanted)
        while exitReason == nil {
            // A terminal that has not taken the last picture gets no other: the newest when it has.
            if display.needsDrawing { draw() }
            if display.questionGuard.isUndrawn, !display.needsDrawing, display.terminal.isReady {
                // What was typed before it could be read answers nothing.
                _ = display.terminal.inputs()
                display.questionGuard.drawn(at: .now)
            }
            wait()
        }
        rememberBox()
        // Who leaves does not wait for another program that holds the history.
        records.own.history.hurry()
        stopSession(patience: Self.patienceAtEnd)
        records.unkept = records.own.queue.finish().unkept
        records.deliveries?.stop(atMost: Self.patienceAtEnd)
        records.typing?.finish(atMost: Self.patienceAtEnd)
        printingUnderWay.remark = leavePrinting(atMost: Self.patienceAtEnd)
        issuing.remark = leaveIssuing(atMost: Self.patienceAtEnd)
        records.own.pictures?.finish()
        if records.commandsWaiting > 0 {
            LogFile.write("\(records.commandsWaiting) of the user's commands had not ended when the program did")
        }
        display.memory.finish()
        return exitReason ?? .quit
    }

    // MARK: - Waiting

    private func wait() {
        let isSoon =
            display.stack.notice != nil || scanSignals.end != nil || doors.isBusy || inUse.changedBox != nil
            || driver.hotPlug.isSettling
            || display.terminal.hasUnfinishedInput
        // The bells of a door are a pattern.
        let milliseconds: Int32 = !doors.bells.isEmpty ? 40 : isSoon ? 200 : 1000
        let waitsForTerminal = !display.terminal.isReady
        display.hasTakenInputs = false
        // What a slow terminal has taken is not on its screen yet.
        let pause = display.needsDrawing && !waitsForTerminal ? min(milliseconds, display.terminal.pause) : milliseconds
        let outcome = loop.wait(
            milliseconds: pause,
            output: waitsForTerminal ? display.terminal.outputDescriptor : nil)
        switch outcome {
        case .hungUp: return
        case .failed: return exitReason = .terminalGone
        case .timedOut: takeNews()
        case .ready: break
        }
        if waitsForTerminal { display.terminal.send() }
        driver.hotPlug.listWhenSettled()
        if let change = driver.hotPlug.takeChange() { camerasChanged(change) }
        if !display.hasTakenInputs, display.terminal.hasUnfinishedInput { takeInputs() }
        takeOthersScans()
        mendDamage()
        followLog()
        records.pictures?.orientation = model.picture.view.orientation
        if display.stack.expireNotices(at: .now) { display.needsDrawing = true }
        endFlash()
        advanceDoor()
        // A one-time password counts its seconds.
        if display.stack.shows(.scan) { display.needsDrawing = true }
        if let changed = inUse.changedBox, ContinuousClock.now - changed >= Self.boxPause { rememberBox() }
    }

    /// Adds what the loop waits for. News come before keys: what they answer is on the screen.
    private func addSources() {
        loop.add(signals.descriptor) { [unowned self] in for request in signals.requests() { handle(request) } }
        loop.add(doorbell.descriptor) { [unowned self] in takeNews() }
        if let watch = driver.hotPlug.descriptor { loop.add(watch) { [unowned self] in driver.hotPlug.note() } }
        loop.add(display.terminal.inputDescriptor, onHangUp: { [unowned self] in exitReason = .terminalGone }) {
            [unowned self] in
            takeInputs()
        }
    }

    /// What the session and the jobs have brought.
    private func takeNews() {
        doorbell.clear()
        drainSession()
        happened(.newsTaken)
        jobs.followUp()
    }

    private func takeInputs() {
        display.hasTakenInputs = true
        for input in display.terminal.inputs() where display.questionGuard.lets(input, at: .now) {
            for effect in effects(of: input) { perform(effect) }
            display.questionGuard.note(display.stack.question)
            display.needsDrawing = true
        }
        rememberView()
    }

    /// What screens need to handle what comes, and to draw.
    private var renderContext: RenderContext {
        var context = display.appearance
        context.model = model
        context.model.source.cameraCount = driver.hotPlug.count
        context.now = Date()
        context.idle = Features.idle(context.model)
        context.refusal = { [model = context.model] in Features.refusal(of: $0, model) }
        return context
    }

    private func effects(of input: Input) -> [Effect] {
        switch input {
        case .key(let key): return display.stack.handle(key, context: renderContext)
        case .mouse(let event):
            let (columns, rows) = display.terminal.size
            return display.stack.handle(
                event, in: Rect(x: 0, y: 0, width: columns, height: rows), context: renderContext)
        case .paste(let text):
            return display.stack.paste(text, model: model)
        }
    }

    private func handle(_ request: SignalListener.Request) {
        switch request {
        case .resize:
            display.terminal.resize()
            display.appearance.cellAspect = display.terminal.cellAspect
            model.picture.painter.terminal = display.terminal.traits
        case .suspend: suspend()
        case .continue: display.terminal.redrawAll()
        case .terminate(SIGHUP): exitReason = .terminalGone
        case .terminate(let number): exitReason = .signal(number)
        }
        display.needsDrawing = true
    }

    private func draw() {
        guard display.terminal.isReady else { return }
        let (columns, rows) = display.terminal.size
        var canvas = Canvas(width: columns, height: rows)
        let context = renderContext
        display.stack.fit(canvas.bounds, context: context)
        display.stack.render(into: &canvas, context: context)
        display.questionGuard.note(display.stack.question)
        display.needsDrawing = !display.terminal.present(canvas)
    }

    /// Sends every cell again.
    func redraw() {
        display.terminal.redrawAll()
        display.needsDrawing = true
    }

    /// Ends the loop.
    func quit() { exitReason = .quit }

    /// Shows one line for a while: by default 4 seconds, a warning 8.
    func show(_ notice: Notice, seconds: Double? = nil) {
        display.stack.show(notice, seconds: seconds)
        display.needsDrawing = true
    }

    /// Takes a line away before its time.
    func hide(_ notice: Notice) {
        display.stack.hide(notice)
        display.needsDrawing = true
    }

    /// Shows what came of a job: its line, or why it failed.
    func show(_ result: Result<Notice, any Error>, seconds: Double? = nil) {
        switch result {
        case .success(let notice): show(notice, seconds: seconds)
        case .failure(let error): show(Notice("\(error)", isWarning: true))
        }
    }
}

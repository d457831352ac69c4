import Files
import Foundation
import Frames
import History
import Screens
import Services
import Surface
import Terminal

/// The full-screen program's event loop: keys, signals and news come in, a canvas goes out. What the program does is in its
/// features.
final class ScannerApp {
    /// Why the loop ended.
    enum ExitReason: Equatable {
        /// The user wanted it.
        case quit
        case signal(Int32)
        case terminalGone
    }

    /// What the program leaves behind.
    struct End {
        let reason: ExitReason
        var unkept: [UnkeptScan] = []
        /// What the user should know, a line each.
        var remarks: [String] = []
    }

    let app: AppContext
    /// Nil in tests.
    private let signals: SignalListener?
    private let doorbell: Doorbell
    private let loop = EventLoop()
    private(set) var exitReason: ExitReason?
    private var hasShownHistory = false
    /// Keys that were read and not handled yet: what the keys before them have asked for comes first.
    private var typed: [Input] = []

    /// A program that has not begun.
    init(_ start: AppStart, signals: SignalListener?) throws {
        self.signals = signals
        doorbell = try Doorbell()
        app = AppContext(start, jobs: Jobs(doorbell: doorbell, now: start.now))
        try app.begin()
    }

    private var display: Display { app.display }

    /// Whether keys that were read wait.
    var hasTyped: Bool { !typed.isEmpty }

    /// How long leaving or stopping the program waits for what does not end.
    static let patienceAtEnd = Duration.seconds(1)

    /// Scans until the user quits, a signal ends it, or the terminal goes away.
    func run() -> End {
        LoopThread.run {
            begin()
            while exitReason == nil { step() }
        }
        return end()
    }

    func end() -> End {
        // Who leaves does not wait for another program that holds the history.
        app.records.own.history.hurry()
        app.scanning.stopSession(patience: Self.patienceAtEnd)
        let unkept = app.records.own.queue.finish().unkept
        let remarks = app.features.finish(within: Self.patienceAtEnd)
        app.scanning.finishRemembering(within: Self.patienceAtEnd)
        return End(reason: exitReason ?? .quit, unkept: unkept, remarks: remarks)
    }

    /// Listens, and begins the first session or shows the history.
    func begin() {
        addSources()
        if app.start.showsHistoryOnly {
            app.perform(.run(.openHistory))
        } else {
            app.scanning.happened(.sessionWanted)
        }
    }

    /// Ends a program that shows the history only, once its screen was left.
    private func followHistory() {
        guard app.start.showsHistoryOnly, exitReason == nil else { return }
        if display.stack.shows(.history) { hasShownHistory = true } else if hasShownHistory { exitReason = .quit }
    }

    /// Draws what has changed, waits for something to happen, and does what follows from it.
    func step() {
        followColors()
        let isWorking = app.jobs.areWorking
        display.terminal.show(isWorking ? app.model.percentDone.map { .percent($0) } ?? .indeterminate : nil)
        // A terminal that has not taken the last picture gets no other: the newest when it has.
        if display.needsDrawing { draw() }
        if display.questionGuard.isUndrawn, !display.needsDrawing, display.terminal.isReady {
            // What was typed before it could be read answers nothing.
            _ = display.terminal.inputs()
            typed = []
            display.questionGuard.drawn(at: app.now)
        }
        wait()
        app.askAwaited()
        performRequest()
        followHistory()
    }

    // MARK: - Waiting

    /// The longest wait: a clock on the screen, and what another program has done, are looked at once a second.
    private static let longestPause = Duration.seconds(1)

    private func wait() {
        display.terminal.holdModes()
        let isSoon =
            display.stack.notice != nil || display.terminal.hasUnfinishedInput || app.scanning.hotPlug.isSettling
        var pause = min(app.features.pause ?? Self.longestPause, isSoon ? .milliseconds(200) : Self.longestPause)
        if !typed.isEmpty { pause = min(pause, .milliseconds(20)) }
        let waitsForTerminal = !display.terminal.isReady
        var milliseconds = Int32(clamping: Int(pause / .milliseconds(1)))
        // What a slow terminal has taken is not on its screen yet.
        if display.needsDrawing && !waitsForTerminal { milliseconds = min(milliseconds, display.terminal.pause) }
        let outcome = loop.wait(
            milliseconds: milliseconds, output: waitsForTerminal ? display.terminal.outputDescriptor : nil)
        switch outcome {
        case .hungUp: return
        case .failed: return exitReason = .terminalGone
        // Keys that come all the time must not keep news away.
        case .timedOut, .ready: takeNews()
        }
        if waitsForTerminal { display.terminal.send() }
        app.scanning.advance()
        if display.terminal.hasUnfinishedInput || !typed.isEmpty { takeInputs() }
        app.features.advance(at: app.now)
        if display.stack.expireNotices(at: app.now) { display.needsDrawing = true }
    }

    /// Adds what the loop waits for. News come before keys: what they answer is on the screen.
    private func addSources() {
        if let signals {
            loop.add(signals.descriptor) { [unowned self] in for request in signals.requests() { handle(request) } }
        }
        loop.add(doorbell.descriptor) { [unowned self] in takeNews() }
        if let watch = app.scanning.hotPlug.descriptor {
            loop.add(watch) { [unowned self] in app.scanning.hotPlug.note() }
        }
        for (descriptor, ready) in app.features.descriptors { loop.add(descriptor, ready) }
        loop.add(display.terminal.inputDescriptor, onHangUp: { [unowned self] in exitReason = .terminalGone }) {
            [unowned self] in
            takeInputs()
        }
    }

    /// What the session and the jobs have brought.
    private func takeNews() {
        doorbell.clear()
        app.scanning.takeNews()
        app.jobs.followUp()
    }

    /// Handles what was typed, in its order: not before the screen that a key has asked for is there.
    private func takeInputs() {
        typed += display.terminal.inputs()
        if display.terminal.takeNewSize() { takeSize() }
        while !typed.isEmpty, exitReason == nil, !app.jobs.holdKeys {
            let input = display.stack.resolved(typed.removeFirst(), keys: display.appearance.keys)
            // A job may have asked something since.
            display.questionGuard.note(display.stack.question)
            guard display.questionGuard.lets(input, at: app.now) else { continue }
            app.forgetAwaited()
            for effect in effects(of: input) { app.perform(effect) }
            app.askAwaited()
            display.questionGuard.note(display.stack.question)
            display.needsDrawing = true
            performRequest()
        }
        app.post(.inputsTaken)
    }

    /// What screens need to handle what comes, and to draw.
    private var renderContext: RenderContext {
        var context = display.appearance
        context.model = app.model
        context.model.source.cameraCount = app.scanning.hotPlug.count
        context.now = Date()
        context.idle = app.table.idle(context.model)
        context.refusal = { [table = app.table, model = context.model] in table.refusal(of: $0, model) }
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
            return display.stack.paste(text, model: app.model)
        case .report: return []
        }
    }

    private func handle(_ request: SignalListener.Request) {
        switch request {
        case .resize:
            display.terminal.resize()
            takeSize()
        case .suspend: suspend()
        case .continue: display.terminal.redrawAll()
        case .terminate(SIGHUP): exitReason = .terminalGone
        case .terminate(let number): exitReason = .signal(number)
        }
        display.needsDrawing = true
    }

    /// The terminal has another size.
    private func takeSize() {
        takeTerminal()
        display.needsDrawing = true
    }

    /// The window or the terminal may be another one.
    private func takeTerminal() {
        display.appearance.cellAspect = display.terminal.cellAspect
        app.model.picture.painter.terminal = display.terminal.traits
    }

    /// Takes over the colours of the terminal where they have become dark or light.
    private func followColors() {
        guard display.terminal.traits.background != app.model.picture.painter.terminal.background else { return }
        takeTerminal()
        display.take(app.settings)
    }

    private func performRequest() {
        defer { app.request = nil }
        switch app.request {
        case .quit?: exitReason = exitReason ?? .quit
        case .suspend?: suspend()
        case nil: break
        }
    }

    /// Releases the terminal and the camera, stops as the shell expects, and takes both again.
    private func suspend() {
        app.request = nil
        app.scanning.whileGivenFree {
            display.terminal.suspend()
            signals?.stopUntilContinued()
            display.terminal.resume()
            takeTerminal()
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
}

import Config
import History
import Screens

/// The terminal, and what is on it.
final class Display {
    let terminal: any AppTerminal
    /// The screens; what is asked and said is on top of them.
    var stack: ScreenStack
    /// Theme, keys and cells; what is drawn with has the model, too.
    var appearance: RenderContext
    /// Whether something is another than on the screen.
    var needsDrawing = true
    /// Keeps keys from a question that was not seen yet.
    var questionGuard = QuestionGuard()

    /// Whether what is shown now is what long work has led to.
    var endsLongJob: () -> Bool = { false }
    /// Whether the desktop shows notifications.
    private var notifies = false

    /// Nothing but the scanner.
    init(_ terminal: any AppTerminal, _ settings: Settings, scanner: ScannerScreen) {
        self.terminal = terminal
        stack = ScreenStack(scanner: scanner)
        appearance = RenderContext(cellAspect: terminal.cellAspect)
        take(settings)
    }

    /// Shows one line for a while: by default 4 seconds, a warning 8.
    func show(_ notice: Notice, seconds: Double? = nil) {
        stack.show(notice, seconds: seconds)
        if !notice.isUnderWay { announceEnd(notice.text) }
        needsDrawing = true
    }

    /// Shows on the desktop what has come of a job that took long; nothing where it did not.
    func announceEnd(_ line: String) { if endsLongJob() { notify(line) } }

    /// Shows a notification on the desktop while the window has no focus, where settings and terminal allow it; else rings.
    func notify(_ text: String, orRing rings: Bool = true) {
        if notifies { terminal.notify(text, orRing: rings) }
    }

    /// Shows one line of warning for a while: by default 8 seconds.
    func warn(_ line: String, seconds: Double? = nil) { show(Notice(line, isWarning: true), seconds: seconds) }

    /// Takes a line away before its time.
    func hide(_ notice: Notice) {
        stack.hide(notice)
        needsDrawing = true
    }

    func push(_ screen: any Screen) {
        stack.push(screen)
        needsDrawing = true
    }

    /// Looks as `settings` want it from now on.
    func take(_ settings: Settings) {
        appearance.theme = settings.theme(on: terminal.traits)
        appearance.isOnWhite = settings.theme.background(terminal.traits.background) == .light
        appearance.keys = settings.keys
        notifies = settings.notifies
        needsDrawing = true
    }

    /// What was answered last cannot be done: the question comes back and says why, or a notice does.
    func rejectAnswer(_ error: any Error) {
        if stack.rejectAnswer(because: (error as? ExportError)?.reason ?? "\(error)") {
            announceEnd("\(error)")
            needsDrawing = true
        } else {
            warn("\(error)")
        }
    }

    /// Sends every cell again.
    func redraw() {
        terminal.redrawAll()
        needsDrawing = true
    }
}

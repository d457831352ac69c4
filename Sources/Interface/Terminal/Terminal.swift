import CLinux
import CNcurses
import Files
import Glibc
import Surface

/// The terminal in full-screen mode: the only place that calls ncurses. For one thread, the main one.
///
/// Made once for the program's life; `close` (or deinit) gives the terminal back as it was. Should the program
/// die by a signal that it raises, qz_rescue_terminal does that. Nothing here waits for a terminal that takes no more.
package final class Terminal {
    private let curses: (screen: OpaquePointer, window: OpaquePointer)
    var window: OpaquePointer { curses.window }
    let output: TerminalOutput
    private let input: UnsafeMutablePointer<FILE>
    private var modes: TerminalModes
    private var keys: TerminalKeys
    private var cells: CellPresenter
    private var isOpen = true
    /// Whether a pipeline feeds this program, whose other programs may change the terminal's modes.
    private let isFedByPipe = Pipeline.isFedByPipe
    private(set) var reports: TerminalReports
    private var sender = PictureSender()
    /// Since when the terminal is taking a picture in pixels.
    private var sendingPicture: ContinuousClock.Instant?
    /// What the terminal has answered.
    let facts: TerminalFacts
    /// Whether a frame is shown all at once.
    private var synchronizes: Bool { facts.modes.contains(.synchronizedOutput) }

    /// The descriptor to poll for keys.
    package var inputDescriptor: Int32 { fileno(input) }
    /// The descriptor that is drawn to.
    package var outputDescriptor: Int32 { output.descriptor }
    /// What it can show; without colours when these are not wanted.
    package internal(set) var traits: TerminalTraits
    /// Whether its window has the focus, as far as it reports that; else true.
    package internal(set) var hasFocus = true
    /// Whether the terminal has reported another size, and nobody has asked.
    var hasNewSize = false
    /// What the taskbar shows of long work.
    var progress: TaskbarProgress?
    /// Whether it has answered which colour lies behind the text.
    let answersBackground: Bool
    /// What is to be said of the terminal, in a line; nil for nothing.
    package let remark: String?
    /// Its name and version as it tells them itself (XTVERSION), printable ASCII; nil if it does not.
    package var version: String? { facts.version }

    /// - Throws: `UserError` where standard output is not a terminal.
    package static func requireOutput() throws(UserError) {
        guard isatty(1) == 1 else { throw UserError("standard output is not a terminal: \(UserError.advice)") }
    }

    /// Takes over the terminal of standard output.
    ///
    /// Keys come from standard input if that is a terminal, else from /dev/tty.
    /// - Parameters:
    ///   - wantsColor: false honours `NO_COLOR`.
    ///   - wantsMouse: whether the terminal is to report its mouse, where its description knows one.
    ///   - tmux: what tmux says, in which the program may run; nil, the default, where it says nothing.
    /// - Throws: `UserError` with a line that names what to use instead.
    package init(wantsColor: Bool, wantsMouse: Bool = false, tmux: TmuxFacts? = nil) throws(UserError) {
        _ = setlocale(LC_ALL, "")
        try Self.requireOutput()
        let (named, remark) = try TerminalType.ofEnvironment()
        guard let output = TerminalOutput(to: 1),
            let input = isatty(0) == 1 ? fdopen(fcntl(0, F_DUPFD_CLOEXEC, 3), "r") : fopen("/dev/tty", "re")
        else { throw UserError("there is no terminal to read keys from: \(UserError.advice)") }
        try TerminalType.load(named)
        let strings = ["sgr0", "rmkx", "cnorm", "rmcup"].map { (name: String) in String(cString: qz_terminfo(name)) }
        // Whether or not the mouse is asked for now: it may be later.
        _ = qz_rescue_terminal(
            fileno(input), output.descriptor, TerminalReports(wantsMouse: true).off + strings.joined())
        modes = TerminalModes(of: fileno(input), output.descriptor)
        // raw: Ctrl-C, Ctrl-Z and Ctrl-\ come as keys and are commands like any other.
        modes.setRaw()
        var answer = TerminalQuery.ask(named, input: fileno(input), output: output)
        if let tmux { answer.facts.take(tmux) }
        let type = TerminalType.chosen(named, facts: answer.facts)
        guard let curses = Self.newScreen(of: type, from: input, to: output) else {
            modes.restore()
            throw UserError("ncurses cannot use this terminal: \(UserError.advice)")
        }
        (self.curses, self.output, self.input) = (curses, output, input)
        let isUTF8 = String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8"
        keys = TerminalKeys(descriptor: fileno(input), isUTF8: isUTF8)
        keys.take(answer.bytes)
        self.remark = remark
        facts = answer.facts
        answersBackground = TerminalQuery.background(in: answer.bytes) != nil
        let cell = TerminalSize(of: output.descriptor)?.cell ?? facts.cell
        reports = TerminalReports(wantsMouse: wantsMouse, facts: facts, cell: cell)
        sender.largestSixel = facts.largestSixel
        sender.isThroughTmux = facts.tmux != nil
        nonl()
        qz_keypad(curses.window, true)
        // Keys that wait are no reason to leave a screen half drawn: a question takes none from before.
        typeahead(-1)
        curs_set(0)
        let hasColors = wantsColor && has_colors() && start_color() == OK && use_default_colors() == OK
        let colors = TerminalColors.ofCurrentTerminal(count: hasColors ? Int(qz_colors()) : 0)
        traits = TerminalTraits(
            colorCount: colors.count, isUTF8: isUTF8, background: answer.background,
            hasReverse: qz_terminfo("rev").pointee != 0)
        traits.pictures = facts.pictures
        // The kernel's console has fonts of 512 characters at most.
        traits.hasBraille = named != "linux" && !named.hasPrefix("linux-")
        cells = CellPresenter(
            window: curses.window, encoder: CellEncoder(colors: colors, isUTF8: isUTF8), showsLinks: facts.takesLinks)
        _ = qz_rescue_sequence(
            (traits.pictures.contains(.kitty) ? KittyEncoder.removeAll(throughTmux: facts.tmux != nil) : "")
                + (synchronizes ? PrivateMode.synchronizedOutput.reset : "")
                + TerminalReports(wantsMouse: true, facts: facts, cell: cell).off + strings.joined())
        traits.cellPixels = cell
        output.add(reports.on)
        output.send()
    }

    private static func newScreen(
        of type: String, from input: UnsafeMutablePointer<FILE>, to output: TerminalOutput
    ) -> (screen: OpaquePointer, window: OpaquePointer)? {
        // ncurses cannot ask the memory that it writes into for its size.
        let isExported = exportSize(of: output.descriptor)
        defer { if isExported { for name in ["COLUMNS", "LINES"] { unsetenv(name) } } }
        // Its own handler would draw before a stop and after it (`stopUntilContinued`).
        var stop = sigaction()
        sigaction(SIGTSTP, nil, &stop)
        defer { sigaction(SIGTSTP, &stop, nil) }
        guard let screen = newterm(type, output.file, input), let window = qz_newwin() else { return nil }
        return (screen, window)
    }

    /// Passes the size to ncurses by LINES and COLUMNS.
    /// - Returns: whether the environment was changed.
    private static func exportSize(of descriptor: Int32) -> Bool {
        guard let size = TerminalSize(of: descriptor) else { return false }
        setenv("COLUMNS", "\(size.columns)", 1)
        setenv("LINES", "\(size.rows)", 1)
        return true
    }

    deinit { close() }

    /// How long the end waits for a terminal that takes what is drawn slowly.
    private static let patience: Int32 = 300

    /// Gives the terminal back. Further calls do nothing.
    ///
    /// A terminal that takes no output is left after `patience`: its modes are restored, the screen cannot be.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        qz_rescue_done()
        leave()
        // A program of the pipeline may put the modes of the full screen back as the last thing it does.
        if isFedByPipe, Pipeline.end(within: Self.patienceWithPipeline), isInForeground { modes.restore() }
        qz_delwin(window)
        delscreen(curses.screen)
        output.close()
        fclose(input)
    }

    /// How long the end waits for the other programs of the pipeline: a shell waits for them in any case.
    private static let patienceWithPipeline = Duration.seconds(2)

    /// Whether modes can be set: the kernel stops a program in the background that tries.
    private var isInForeground: Bool {
        let group = tcgetpgrp(fileno(input))
        return group < 0 || group == getpgrp()
    }

    /// Sets the full screen's modes again where another program of the pipeline has changed them.
    package func holdModes() { if isFedByPipe, isInForeground { modes.hold() } }

    /// Writes what ends the full screen after what waits, or in its place, and puts the modes back.
    private func leave() {
        output.drain(milliseconds: Self.patience)
        if !output.isSent { output.discard() }
        // The end of a frame may be among what was left out.
        progress = nil
        output.add((synchronizes ? PrivateMode.synchronizedOutput.reset : "") + sender.removal() + reports.off)
        endwin()
        output.drain(milliseconds: Self.patience)
        modes.restore()
    }

    /// Makes the next `present` send every cell: after a resize, after `fg`, or when something wrote over the screen.
    package func redrawAll() {
        cells.forget()
        sender.forget()
        qz_clearok(window, true)
    }

    /// Has the terminal report its mouse from now on, where its description knows one, or not any more.
    package func reportMouse(_ isWanted: Bool) {
        output.add(reports.off)
        progress = nil
        reports = TerminalReports(wantsMouse: isWanted, facts: facts, cell: traits.cellPixels)
        output.add(reports.on)
        output.send()
    }

    /// Puts the terminal as it was before, for the time the program is stopped.
    package func suspend() {
        leave()
        output.discard()
    }

    /// Takes the terminal again after `suspend`.
    package func resume() {
        modes.remember()
        modes.setRaw()
        qz_keypad(window, true)
        curs_set(0)
        resize()
        // Now ncurses switches to the full screen, which has flags of keys of its own in kitty's protocol.
        doupdate()
        output.add(reports.on)
        hasFocus = true
        askBackground()
    }

    /// Whether the terminal has taken all that was drawn; until then nothing more is. After `close`: whether it was put back
    /// whole, so that more can be written to it.
    package var isReady: Bool { output.isSent }

    /// Hands on what the terminal takes now of what waits.
    package func send() {
        output.send()
        guard let since = sendingPicture, output.isSent else { return }
        sendingPicture = nil
        sender.note(.now - since)
    }

    /// How long until more should be drawn, in milliseconds: over a slow link what a key asks for is not to be behind a picture.
    package var pause: Int32 { Int32(clamping: Int((output.pause() / .milliseconds(1)).rounded(.up))) }

    /// Shows `canvas`; only cells that changed since the last time are written, and none while the terminal has not taken
    /// what was drawn before. Over a slow link the moving picture comes in parts. Never waits for the terminal.
    ///
    /// - Returns: whether all of it was drawn.
    @discardableResult
    package func present(_ canvas: Canvas) -> Bool {
        send()
        guard output.isSent, pause == 0 else { return false }
        let isWhole = cells.present(canvas, size: size, to: output)
        let picture = sender.bytes(for: canvas, cell: traits.cellPixels)
        if !picture.isEmpty {
            output.add(picture)
            sendingPicture = .now
        }
        if synchronizes {
            output.enclose(PrivateMode.synchronizedOutput.set, PrivateMode.synchronizedOutput.reset)
        }
        send()
        return isWhole
    }

    /// What waits to be read, in order; what the terminal reports is taken here (`traits`, `hasFocus`).
    package func inputs() -> [Input] { withoutReports(keys.inputs()) }

    /// Whether something that was read is unfinished: `inputs` is to be asked again within a second.
    package var hasUnfinishedInput: Bool { keys.isUnfinished }
}

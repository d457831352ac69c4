import Services
import Capture
import Config
import Files
import Foundation
import Screens
import Terminal

/// The full-screen program: what the scanner needs is opened before it, and closed after it however it ends.
package struct FullScreenProgram {
    /// What it goes by.
    package var settings: Settings
    /// The source that was asked for; nil takes the camera chosen last, else the first, else the demo.
    package var source: String?
    /// The files that were named instead of a source.
    package var files: [String] = []
    /// Lines that are shown on the screen.
    package var warnings: [String] = []
    /// The session that was asked for, and whether scans are kept.
    package var keeping = KeepingOptions()
    /// Makes what types scans into other programs, nil if that is not wanted; its lines are shown on the screen.
    package var makeTyping: (_ warn: @escaping @Sendable (String) -> Void) throws -> ScanTyping? = { _ in nil }
    /// Where the frames around scans are recorded; nil if they are not.
    package var recording: String?
    /// The door that is open from the beginning; nil for the scanner.
    package var door: DoorOpening?
    /// Whether only the history is shown, and nothing is scanned.
    package var showsHistoryOnly = false
    /// Whether the tour begins, over the demo.
    package var showsTour = false
    /// The format that was asked for; nil takes what is remembered of the camera.
    package var format: String?
    package var cameras = CameraSystem.machine
    package var sandbox: ParsingAndReading.Factory

    /// A program that was not run yet.
    package init(
        settings: Settings, source: String?, format: String?, sandbox: @escaping ParsingAndReading.Factory
    ) {
        (self.settings, self.source, self.format, self.sandbox) = (settings, source, format, sandbox)
    }

    /// The smallest window that shows anything useful.
    package static let smallestWindow = ScreenStack.smallest

    /// How long tmux is waited for.
    private static let patienceWithTmux = Duration.milliseconds(100)

    /// What tmux says, in which the program may run; nil outside of it, or where its command cannot be run.
    private static func tmuxFacts() -> TmuxFacts? {
        guard ProcessInfo.processInfo.environment["TMUX"]?.isEmpty == false else { return nil }
        let run = ToolRun(["tmux", "display-message", "-p", TmuxFacts.format], limit: patienceWithTmux)
        guard let ending = try? run.run(), ending.isSuccess else { return nil }
        return TmuxFacts(line: String(decoding: ending.output, as: UTF8.self))
    }

    /// Runs until the user quits; a signal that ends it ends the process.
    ///
    /// - Returns: whether the terminal is still there.
    /// - Throws: a line that says why it cannot begin.
    package func run() throws -> Bool {
        // Before anything is written that a start leaves.
        try Terminal.requireOutput()
        // Before the first thread: threads inherit the blocked signals.
        let signals = try SignalListener()
        let warnings = LateLines()
        self.warnings.forEach(warnings.take)
        if !keeping.isPrivate { SecretExposure.warnings(settings).forEach(warnings.take) }
        let typing = try makeTyping(warnings.take)
        let recorder = try recording.map { try FrameRecorder(to: $0, warn: warnings.take) }
        let sandbox = sandbox({ LogFile.write($0) }, warnings.take)
        let options = try CameraOptions(
            settings, format: format, memory: CameraPreferencesFile(at: Paths.cameras), parsing: sandbox.parsing,
            system: cameras)
        let (chosen, reason) = try selection(options)
        let (keeping, remarks) = try self.keeping.open(settings)
        let history = keeping.history
        remarks.forEach(Output.complain)
        if let line = history.takeReplacement() { warnings.take(line) }
        let mayBeFirst = FirstStart.isPossible
        var log: LogFile?
        do { log = try LogFile(at: Paths.log) } catch { Output.complain("cannot write the log: \(error)") }
        defer { log?.close() }
        let hasNoColor = !(ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
        let terminal = try Terminal(
            wantsColor: settings.wantsColor && !hasNoColor, wantsMouse: settings.wantsMouse, tmux: Self.tmuxFacts())
        defer { terminal.close() }
        var start = AppStart(
            settings: settings, terminal: terminal, keeping: keeping, source: chosen, reason: reason,
            cameras: options, makeReader: sandbox.makeReader, encoder: sandbox.encoder, warnings: warnings,
            typing: typing, recorder: recorder, door: door)
        start.showsHistoryOnly = showsHistoryOnly
        start.showsTour = showsTour
        // The tour says more. Pictures and doors are not aimed at.
        let isWelcome = mayBeFirst && chosen.isAimed && door == nil && !showsHistoryOnly
        start.isFirstStart = isWelcome && FirstStart.take() && !showsTour
        let end = try ScannerApp(start, signals: signals).run()
        terminal.close()
        recorder?.finish()
        var lines = ([UnkeptScans.leave(end.unkept)] + end.remarks).compactMap(\.self)
        history.close()
        if let line = history.takeReplacement() { lines.append(line) }
        // A terminal that nobody reads would hold a message, and the program with it.
        if !terminal.isReady, log != nil { for line in lines { LogFile.write(line) } }
        log?.close()
        if terminal.isReady { for line in lines { Output.complain(line) } }
        if case .signal(let number) = end.reason {
            // The parent sees the same as if nothing had caught the signal.
            SignalListener.end(by: number)
        }
        return end.reason != .terminalGone
    }

    private func selection(_ options: CameraOptions) throws -> (SourceSelection, reason: String?) {
        if let spec = try filesSpec() {
            return (try SourceSelection(spec, pacing: .live, options: options), nil)
        }
        guard let spec = source ?? (settings.source.isEmpty ? nil : settings.source) else {
            let preferred = try SourceSelection.preferred(options)
            // The demo's codes would be in the door's log.
            if door != nil, preferred.source.isDemo {
                throw UserError(SourceSelection.reasonWithoutCamera(options))
            }
            return preferred
        }
        return (try SourceSelection(SourceSpec(spec), pacing: .live, options: options), nil)
    }

    /// What the files are as a source; nil if none were named.
    private func filesSpec() throws -> SourceSpec? {
        guard let first = files.first else { return nil }
        if files.count == 1 {
            // A file may have the name of another source.
            return try SourceSpec(SourceSpec.words.contains(first) && Folder.contains(first) ? "./\(first)" : first)
        }
        var pictures: [String] = []
        for file in files {
            if Folder.isFolder(file) {
                pictures += PictureTree(at: file).pictures
            } else {
                guard try SourceSpec(file).isOfPictures else {
                    throw UserError("\(file) is not a picture: several files must all be pictures")
                }
                pictures.append(file)
            }
        }
        guard !pictures.isEmpty else { throw UserError("these folders contain no pictures") }
        return .pictures(pictures)
    }
}

/// A door that the program begins with.
package struct DoorOpening: Sendable {
    /// The event's name, or its file.
    package var event: String
    /// Which door; nil for its first, or a question where there are several.
    package var door: String?
    /// Who stands there.
    package var checker: String

    package init(event: String, door: String?, checker: String) {
        (self.event, self.door, self.checker) = (event, door, checker)
    }
}

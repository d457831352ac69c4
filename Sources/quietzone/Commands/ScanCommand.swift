import ArgumentParser
import Capture
import Config
import Foundation
import History
import Terminal

/// `quietzone`: the full-screen scanner.
struct ScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Scan full-screen; the command when none is given.")

    @Option(help: ArgumentHelp(WatchCommand.sourceHelp, valueName: "SPEC"))
    var source: String?

    @Option(help: ArgumentHelp(WatchCommand.formatHelp, valueName: "FORMAT"))
    var format: String?

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var confinement: SandboxOptions

    func run() throws {
        var settings = try Settings.load()
        reading.override(&settings)
        // Before the first thread: threads inherit the blocked signals.
        let signals = try SignalListener()
        let warnings = LateLines()
        let sandbox = confinement.sandbox(log: { LogFile.write($0) }, warn: warnings.take)
        let options = try CameraOptions(
            settings, format: format, memory: CameraPreferencesFile(at: Paths.cameras), parsing: sandbox.parsing)
        var reason: String?
        let chosen: SourceSelection
        if let spec = source ?? (settings.source.isEmpty ? nil : settings.source) {
            chosen = try SourceSelection(SourceSpec(spec), pacing: .live, options: options)
        } else {
            (chosen, reason) = try SourceSelection.preferred(options)
        }
        let history = try HistoryStore.open(at: Paths.history, for: .keeping)
        if let line = UnkeptScans.takeIn(history) { Output.complain(line) }
        let hasNoColor = !(ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
        var log: LogFile?
        do { log = try LogFile(at: Paths.log) } catch { Output.complain("scanning without a log: \(error)") }
        let terminal: Terminal
        do {
            terminal = try Terminal(
                wantsColor: settings.wantsColor && !hasNoColor, wantsMouse: settings.wantsMouse)
        } catch {
            log?.close()
            throw error
        }
        let app: ScannerApp
        do {
            app = try ScannerApp(
                settings: settings, terminal: terminal, signals: signals, history: history, source: chosen,
                cameras: options, reason: reason, makeReader: sandbox.makeReader, warnings: warnings)
        } catch {
            terminal.close()
            log?.close()
            throw error
        }
        let ending = app.run()
        terminal.close()
        var lines = [UnkeptScans.leave(app.unkept)]
        history.close()
        lines.append(history.takeReplacement())
        // A terminal that nobody reads would hold a message, and the program with it.
        if !terminal.isReady, log != nil { for case let line? in lines { LogFile.write(line) } }
        log?.close()
        if terminal.isReady { for case let line? in lines { Output.complain(line) } }
        if case .signal(let number) = ending {
            // The parent sees the same as if nothing had caught the signal.
            SignalListener.end(by: number)
        }
        if case .terminalGone = ending { throw ExitCode.trouble }
    }
}

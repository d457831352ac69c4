import App
import ArgumentParser
import Config

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
        let program = FullScreenProgram(
            settings: settings, source: source, format: format, sandbox: confinement.sandbox)
        guard try program.run() else { throw ExitCode.trouble }
    }
}

import ArgumentParser
import Config
import Files
import Formats
import FullScreen
import Services

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check the camera, the terminal, optional parts and files.",
        discussion: """
            Opens each camera for as long as one picture takes. Changes nothing and sends nothing. For each missing part, it explains \
            what the part is for. A single command at the end installs everything that is missing.

            Exit status: 0 scanning works, 1 no camera works or codes cannot be read.
            """)

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup(title: "Advanced") var confinement: SandboxOptions

    func run() throws {
        var problems: [String] = []
        var settings = Settings()
        do {
            let text = try Settings.userFile() ?? ""
            let (read, found) = Settings.readByThisBuild(text, commands: Features.commands)
            settings = read
            problems = found.map { Settings.briefPlace(of: $0) + $0.text }
        } catch {
            problems = ["\(error)"]
        }
        let system = Doctor.look(
            settings, problems: problems, isInProcess: confinement.inProcess,
            smallestWindow: FullScreenProgram.smallestWindow)
        let report = DoctorReport(system)
        if json {
            Output.line(fromSymbol: report.json.text)
        } else {
            report.lines(width: system.terminal?.columns ?? 80).forEach { Output.line(fromSymbol: $0) }
        }
        if !report.canScan { throw ExitCode.nothingRead }
    }
}

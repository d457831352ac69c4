import Files
import Services
import Config
import Dispatch
import Formats
import Payloads
import Screens
import Surface

/// Programs of the user's that a scan is given to.
final class UserCommandFeature: FeatureBase, Feature {
    static let purpose = "This scan"
    static let commands: [FeatureCommand<UserCommandFeature>] = [
        FeatureCommand(
            onScreen: .runCommand, [.scanner, .history, .scan], ["!", "X"],
            "Run one of your commands on the scan (asks first)")
    ]

    /// How many of the commands run or wait.
    private var waiting = 0

    func perform(_ effect: UserCommandEffect) throws {
        switch effect {
        case .ask(let id): askCommand(for: id)
        case .run(let id, let name): try runCommand(name, on: id)
        case .runForPlace(let event, let name): try runCommand(name) { command in try command.run(on: event) }
        }
    }

    func finish(within patience: Duration) -> String? {
        if waiting > 0 { LogFile.write("\(waiting) commands had not finished when the program ended") }
        return nil
    }

    /// One after the other, in the order of the scans: a sheet of labels must not start hundreds of programs at once.
    private static let commandQueue = DispatchQueue(label: "user-commands")
    private static let maximumWaiting = 100

    /// Asks which of the commands for such a scan to run, then whether to.
    private func askCommand(for id: Int64) {
        askHistory(for: id) { [self] entry in
            let payload = entry.payload
            let commands = settings.commands.filter { $0.takes(payload) }
            guard let first = commands.first else {
                throw UserError(
                    settings.commands.isEmpty
                        ? "No commands: add [command.NAME] to the settings"
                        : "None of your commands accepts this kind: \(payload.kind.title)")
            }
            guard commands.count > 1 else {
                return display.stack.ask(try Confirmation.running(first, on: id, payload))
            }
            let questions = try commands.map { ($0.name, try Confirmation.running($0, on: id, payload)) }
            pick("Which command?", commands.map { Pick.Option($0.name, $0.title) }) { name in
                questions.first { $0.0 == name }.map { [.confirm($0.1)] } ?? []
            }
        }
    }

    private func runCommand(_ name: String, on id: Int64) throws {
        let history = records.history
        try runCommand(name) { command in
            guard let entry = try history.entry(id) else { throw UserError("This scan is no longer in the history") }
            return try command.run(
                on: SymbolRecord(id: id, scan: entry.scan, payload: entry.payload, picture: entry.picture))
        }
    }

    /// Runs a command beside the loop, and says what came of it.
    ///
    /// - Parameter run: called on another thread; returns the last line that the command printed.
    private func runCommand(_ name: String, _ run: @escaping @Sendable (UserCommand) throws -> String) throws {
        guard let command = settings.commands.first(where: { $0.name == name }) else {
            throw UserError("The command \(name) no longer exists")
        }
        guard waiting < Self.maximumWaiting else {
            throw UserError(
                "\(command.title) not run: \(Self.maximumWaiting) are already waiting; see the log for their results")
        }
        waiting += 1
        jobs.run(on: Self.commandQueue) {
            let line = try run(command)
            return Notice(line.isEmpty ? "\(command.title): done" : "\(command.title): \(SafeText.visible(line))")
        } then: { [self] (result: Result<Notice, any Error>) in
            waiting -= 1
            if case .failure(let error) = result { LogFile.write("\(error)") }
            show(result)
        }
    }
}

extension Confirmation {
    /// The question before a command is run on a scan.
    static func running(_ command: UserCommand, on id: Int64, _ payload: Payload) throws -> Confirmation {
        let isSecret = payload.fields.contains(where: \.isSecret)
        let arguments = try command.arguments(for: payload)
        let shown = isSecret ? "\(arguments[0]) (its arguments may contain a secret)" : arguments.joined(separator: " ")
        return Confirmation(
            title: "Run \(command.title)?", lines: [.text(Canvas.fitting(shown, width: 400))],
            yes: [.command(.run(id: id, name: command.name))])
    }
}

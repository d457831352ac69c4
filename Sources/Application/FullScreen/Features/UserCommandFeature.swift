import Services
import Config
import Dispatch
import Formats
import History
import Payloads
import Screens
import Surface
import Symbols

/// Programs of the user's that a scan is given to.
extension Feature {
    static let userCommands = Feature(
        "This scan",
        [
            FeatureCommand(
                onScreen: .runCommand, .on([.scanner, .history, .scan]), [.character("!")],
                "Give the scan to a program of yours: [command.NAME] in the settings (asks first)")
        ])
}

extension ScannerApp {
    /// One after the other, in the order of the scans: a sheet of labels must not start hundreds of programs at once.
    private static let commandQueue = DispatchQueue(label: "user-commands")
    private static let mostCommandsWaiting = 100

    /// Asks which of the commands for such a scan to run, then whether to.
    func askCommand(for id: Int64) throws {
        guard let entry = try records.history.entry(id) else { throw Trouble("This scan is no longer in the history") }
        let payload = entry.payload
        let commands = settings.commands.filter { $0.takes(payload) }
        guard let first = commands.first else {
            throw Trouble(
                settings.commands.isEmpty
                    ? "There is no command: the settings name them in [command.NAME]"
                    : "No command of the settings takes this: \(payload.kind.title)")
        }
        guard commands.count > 1 else { return display.stack.ask(try confirmation(first, id, payload)) }
        let questions = try commands.map { ($0.name, try confirmation($0, id, payload)) }
        display.stack.ask(
            Pick(title: "Which command?", options: commands.map { Pick.Option($0.name, $0.title) }) { name in
                questions.first { $0.0 == name }.map { [.confirm($0.1)] } ?? []
            })
    }

    /// The question before a command is run on a scan.
    func confirmation(_ command: UserCommand, _ id: Int64, _ payload: Payload) throws -> Confirmation {
        let isSecret = payload.fields.contains(where: \.isSecret)
        let arguments = try command.arguments(for: payload)
        let shown = isSecret ? "\(arguments[0]), its arguments may hold a secret" : arguments.joined(separator: " ")
        return Confirmation(
            title: "Run \(command.title)?", lines: [.text(Canvas.fitting(shown, width: 400))],
            yes: [.history(.runCommand(id: id, name: command.name))])
    }

    /// Runs a command on a kept scan beside the loop, and says what came of it.
    func runCommand(_ name: String, on id: Int64) throws {
        guard let command = settings.commands.first(where: { $0.name == name }) else {
            throw Trouble("There is no command \(name) any more")
        }
        guard let entry = try records.history.entry(id) else { throw Trouble("This scan is no longer in the history") }
        let record = SymbolRecord(id: id, scan: entry.scan, payload: entry.payload, picture: entry.picture)
        guard records.commandsWaiting < Self.mostCommandsWaiting else {
            throw Trouble(
                "\(command.title) is not run: \(Self.mostCommandsWaiting) wait already; the log tells how they end")
        }
        records.commandsWaiting += 1
        jobs.run(on: Self.commandQueue) {
            let line = try command.run(on: record)
            return Notice(line.isEmpty ? "\(command.title): done" : "\(command.title): \(SafeText.visible(line))")
        } then: { [self] result in
            records.commandsWaiting -= 1
            if case .failure(let error) = result { LogFile.write("\(error)") }
            show(result)
        }
    }
}

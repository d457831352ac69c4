import FullScreen
import Services
import ArgumentParser
import Config
import Files
import Lookup
import Surface

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Show where settings are stored, print the defaults, check a file.",
        subcommands: [PathCommand.self, DefaultCommand.self, KeysCommand.self, CheckCommand.self])

    struct PathCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "path", abstract: "Print the path of the settings file.")
        func run() { Output.line(exact: Paths.settings.fileNameBytes, text: Paths.settings) }
    }

    struct DefaultCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "default", abstract: "Print the defaults as a settings file.")
        func run() { Output.write(Array(Settings.defaultFile.utf8)) }
    }

    struct KeysCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "keys", abstract: "Print all key bindings as a [keys] section.")
        func run() {
            let keys = Settings.load().keys
            for command in Features.commands.commands {
                let names = keys.contexts.flatMap { keys.keys(for: command, in: $0) }
                var seen: Set<Key> = []
                let list = SettingValue.texts(names.filter { seen.insert($0).inserted }.map(\.name))
                Output.line(fromSymbol: "\(command.name) = \(list.toml)")
            }
        }
    }

    struct CheckCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Check a settings file; exit status 2 if it has errors.",
            discussion: "Prints a line for each problem: PATH:LINE: the problem and the allowed values."
        )

        @Argument(
            help: ArgumentHelp(
                "The file to check, and the themes folder beside it. Default: your settings file.",
                valueName: "FILE"),
            completion: .file())
        var file: String?

        func run() throws {
            let path = file ?? Paths.settings
            let text = try Settings.userFile(at: path)
            let shown = path.onOneMarkedLine
            if text == nil, file != nil { throw UserError("\(shown) does not exist: name a settings file") }
            let (settings, problems) = Settings.readByThisBuild(
                text ?? "", commands: Features.commands, folder: Folder.parent(of: path) ?? ".")
            let warnings = SecretExposure.warnings(settings, in: path)
            for line in warnings { Output.complain("warning: \(line)") }
            for problem in problems { Output.complain(Settings.place(of: problem, in: shown) + problem.text) }
            let others =
                ProviderList(settings.lookup, version: programName).problems + InventoryServers(settings).problems
            for problem in others { Output.complain("\(shown): \(problem)") }
            if !problems.isEmpty || !others.isEmpty { throw ExitCode.trouble }
            guard warnings.isEmpty else { return }
            Output.line(
                fromSymbol: text == nil ? "\(shown) does not exist: the defaults apply" : "\(shown) is valid")
        }
    }
}

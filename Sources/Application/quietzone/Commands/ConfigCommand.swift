import FullScreen
import Services
import ArgumentParser
import Config
import Files
import Surface

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Settings: where they lie, the defaults, what is wrong with mine.",
        subcommands: [PathCommand.self, DefaultCommand.self, KeysCommand.self, CheckCommand.self])

    struct PathCommand: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "path", abstract: "Print where settings lie.")
        func run() { Output.line(exact: Paths.settings.fileNameBytes, text: Paths.settings) }
    }

    struct DefaultCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "default", abstract: "Print the defaults as a settings file.")
        func run() { Output.write(Array(Settings.defaultFile.utf8)) }
    }

    struct KeysCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "keys", abstract: "Print every command with its keys, as the [keys] section writes them.")
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
            commandName: "check", abstract: "Say what is wrong with settings; status 2 if anything is.",
            discussion: "A line for each finding, as compilers write it: PATH:LINE: what is wrong, and what is allowed."
        )

        @Argument(
            help: ArgumentHelp(
                "The file to check, with the themes in the folder themes beside it; by default my own.",
                valueName: "FILE"),
            completion: .file())
        var file: String?

        func run() throws {
            let path = file ?? Paths.settings
            let text = try Settings.userFile(at: path)
            let shown = path.onOneMarkedLine
            if text == nil, file != nil { throw UserError("\(shown) is not there: name a settings file") }
            let (settings, problems) = Settings.readByThisBuild(
                text ?? "", commands: Features.commands, folder: Folder.parent(of: path) ?? ".")
            let warnings = SecretExposure.warnings(settings, in: path)
            for line in warnings { Output.complain("warning: \(line)") }
            for problem in problems { Output.complain(Settings.place(of: problem, in: shown) + problem.text) }
            if !problems.isEmpty { throw ExitCode.trouble }
            guard warnings.isEmpty else { return }
            Output.line(
                fromSymbol: text == nil ? "\(shown) is not there: the defaults are in force" : "\(shown) is fine")
        }
    }
}

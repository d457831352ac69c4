import Services
import ArgumentParser
import Files
import Formats
import Foundation
import Sandbox

/// The program: what the command line can ask for.
@main
struct Quietzone: ParsableCommand {
    private static let commands: [ParsableCommand.Type] = [
        ScanCommand.self, ReadCommand.self, WatchCommand.self, PhoneCommand.self, CamerasCommand.self,
        HistoryCommand.self,
        GradeCommand.self, ExplainCommand.self, GS1Command.self, MakeCommand.self, PrintCommand.self,
        PrintersCommand.self,
        PassCommand.self, DoorCommand.self, CollectionCommand.self, InventoryCommand.self, LookupCommand.self,
        ProductsCommand.self, ProvidersCommand.self, PlacesCommand.self, WhereCommand.self, BeaconsCommand.self,
        SymbologiesCommand.self, ConfigCommand.self, DoctorCommand.self,
    ]

    /// The names of the commands.
    static var commandNames: [String] { commands.map { $0._commandName } }

    /// Options of a default command are taken in before it is known which command is meant, and its many options take 4 ms. Where a
    /// command is named there is no default.
    private static var defaultCommand: ParsableCommand.Type? {
        commands.contains { $0._commandName == arguments.first } ? nil : ScanCommand.self
    }

    static let configuration = CommandConfiguration(
        commandName: "quietzone",
        abstract: "A full-screen barcode scanner for the terminal.",
        usage: """
            quietzone [<options>] [<FILE> ...]
            quietzone <subcommand> ...
            """,
        discussion: """
            Without a command it scans: it shows the camera's picture in characters, and outlines, decodes and saves \
            every symbol in the interest box.

            Exit status: 0 something was read, 1 nothing was read, 2 an error occurred.
            """,
        version: VersionText.lines,
        subcommands: commands, defaultSubcommand: defaultCommand)

    /// What was given on the command line: `CommandLine.arguments` has names that are not UTF-8 repaired.
    private static var arguments: [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            // SAFETY: execve(2) leaves argc names, each 0-ended, that nobody changes.
            CommandLine.unsafeArgv[index].map { FileName.text(of: $0) }
        }
    }

    /// Runs as what the program starts itself as; not for users. Understanding a command line takes longer than it takes to load the
    /// program, and what asked for the child waits for it.
    private static func becomeChild(_ argument: String?) {
        switch argument {
        case DecoderChild.argument: DecoderChild.main()
        case PictureChild.argument: PictureChild.main()
        case MakingChild.argument: MakingChild.main()
        default: return
        }
    }

    /// - Throws: `UserError` that suggests a command where `--help` follows, or `help` precedes, a word that is none.
    private static func checkHelp(_ arguments: [String]) throws {
        guard let first = arguments.first else { return }
        if first == "help", arguments.count > 1, !arguments[1].hasPrefix("-") {
            if !commandNames.contains(arguments[1]), arguments[1] != "help" { try ScanCommand.checkFirst(arguments[1]) }
        } else if !first.hasPrefix("-"), !commandNames.contains(first), first != "help",
            arguments.contains("--help") || arguments.contains("-h")
        {
            try ScanCommand.checkFirst(first)
        }
    }

    /// - Throws: `UserError` that suggests a name where a command such as `history` is followed by a word that none of its commands has.
    private static func checkSubcommand(_ arguments: [String]) throws {
        guard arguments.count > 1, !arguments[1].hasPrefix("-"),
            let configuration = commands.first(where: { $0._commandName == arguments[0] })?.configuration,
            !configuration.subcommands.isEmpty, configuration.defaultSubcommand == nil
        else { return }
        let names = configuration.subcommands.flatMap { [$0._commandName] + $0.configuration.aliases }
        guard !names.contains(arguments[1]) else { return }
        let hint = NameMatching.closest(to: arguments[1], in: names).map {
            "Did you mean `quietzone \(arguments[0]) \($0)`?"
        }
        throw UserError(
            "Unknown command “\(arguments[0]) \(arguments[1])”. "
                + (hint ?? "`quietzone \(arguments[0]) --help` lists its commands."))
    }

    /// Runs a command; trouble of any kind ends with status 2, as grep's does, and a line on standard error.
    static func main() {
        StandardError.openClosedDescriptors()
        // A reader that went away is an error of the write that met it.
        signal(SIGPIPE, SIG_IGN)
        // A file that may grow no further (ulimit -f) is an error of the write, too. Other programs get the default back.
        signal(SIGXFSZ, SIG_IGN)
        let arguments = arguments
        becomeChild(arguments.first)
        do {
            try checkHelp(arguments)
            try checkSubcommand(arguments)
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch let code as ExitCode {
            Foundation.exit(code.rawValue)
        } catch {
            let isHelp = exitCode(for: error) == .success
            let message = fullMessage(for: error)
            if isHelp {
                Output.line(HelpText.ordered(CompletionScript.completed(message)))
                Foundation.exit(0)
            }
            Output.complain(message.hasPrefix("Error: ") ? String(message.dropFirst(7)) : message)
            Foundation.exit(2)
        }
    }
}

extension ExitCode {
    /// Nothing was read.
    static let nothingRead = ExitCode(1)
    /// Trouble; a line on standard error says which.
    static let trouble = ExitCode(2)
}

import ArgumentParser
import Foundation

@testable import quietzone

/// A command of the program, as ArgumentParser describes it (`quietzone --experimental-dump-help`), with its usage.
struct CommandInfo: Decodable {
    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String

            var spelling: String { (kind == "long" ? "--" : "-") + name }
        }

        let kind: String
        let shouldDisplay: Bool
        let isRepeating: Bool
        let sectionTitle: String?
        let names: [Name]?
        let valueName: String?
        let defaultValue: String?
        let allValues: [String]?
        let abstract: String?
    }

    let commandName: String
    let abstract: String?
    let discussion: String?
    let aliases: [String]?
    let defaultSubcommand: String?
    let superCommands: [String]?
    let arguments: [Argument]?
    let subcommands: [CommandInfo]?

    /// The words that call it: `quietzone history list`.
    var title: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }

    /// Its subcommands, without ArgumentParser's own `help`.
    var commands: [CommandInfo] { (subcommands ?? []).filter { $0.commandName != "help" } }

    /// Itself and the commands below it.
    var all: [CommandInfo] { [self] + commands.flatMap(\.all) }

    /// The program.
    static func program() throws -> CommandInfo {
        struct Dump: Decodable { let command: CommandInfo }
        do {
            _ = try Quietzone.parseAsRoot(["--experimental-dump-help"])
            throw CocoaError(.coderValueNotFound)
        } catch {
            return try JSONDecoder().decode(Dump.self, from: Data(Quietzone.fullMessage(for: error).utf8)).command
        }
    }

    /// How it is called, in a line: `quietzone history path`.
    var usage: String {
        let words = title.split(separator: " ").dropFirst()
        var type: any ParsableCommand.Type = Quietzone.self
        for word in words {
            type = type.configuration.subcommands.first { $0._commandName == word } ?? type
        }
        let help = Quietzone.helpMessage(for: type, columns: 4000)
        let line = help.split(separator: "\n").first { $0.hasPrefix("USAGE: ") } ?? ""
        return String(line.dropFirst(7)).trimmingCharacters(in: .whitespaces)
    }
}

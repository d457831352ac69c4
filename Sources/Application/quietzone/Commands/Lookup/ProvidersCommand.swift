import ArgumentParser
import Config
import Files
import Formats
import FullScreen
import Lookup
import Services

struct ProvidersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "providers", abstract: "List providers of product data; switch them on and off.",
        discussion: """
            All are off until you switch them on; until then nothing is sent. The settings list those that are on in \
            the order in which they are asked: [lookup] providers.
            """,
        subcommands: [
            ListCommand.self, EnableCommand.self, DisableCommand.self, ProviderLoginCommand.self,
            ProviderLogoutCommand.self,
        ], defaultSubcommand: ListCommand.self)

    struct ListCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List providers: what each knows and receives, and its limits.")

        @Flag(help: "Print a JSON object for each provider.")
        var json = false

        func run() throws {
            let providers = ProviderChange.providers(Settings.load())
            providers.problems.forEach { Output.complain($0) }
            for provider in providers.all {
                let place = providers.on.firstIndex { $0.name == provider.name }
                if json {
                    Output.line(fromSymbol: Self.object(provider, place).text)
                } else {
                    for line in Self.lines(provider, place) { Output.line(fromSymbol: line) }
                }
            }
            if !providers.problems.isEmpty { throw ExitCode.trouble }
        }

        private static func lines(_ provider: ConfiguredProvider, _ place: Int?) -> [String] {
            let about = provider.about
            let obstacle = place == nil ? nil : provider.obstacle
            let state = place == nil ? "off" : obstacle.map { "on, but \($0)" } ?? "on"
            return [
                "\(about.name)  \(state)", "  Knows    \(about.knows)", "  Sends    \(about.disclosure)",
                "  Host     \(about.address)", "  Limit    \(about.limit.words)", "  Licence  \(about.licence)",
            ]
        }

        private static func object(_ provider: ConfiguredProvider, _ place: Int?) -> JSONValue {
            let about = provider.about
            return [
                "name": .string(about.name), "on": .bool(place != nil),
                "place": place.map { .integer(Int64($0 + 1)) } ?? .null, "knows": .string(about.knows),
                "sends": .string(about.disclosure), "address": .string(about.address),
                "limit": .string(about.limit.words), "licence": .string(about.licence), "terms": .string(about.terms),
                "secret": about.secret.map { .string($0) } ?? .null,
                "obstacle": provider.obstacle.map { .string($0) } ?? .null,
            ]
        }
    }

    struct EnableCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "enable", abstract: "Show what a provider receives, and switch it on after confirmation.")

        @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
        var yes = false

        @Argument(help: ArgumentHelp("The provider.", valueName: "NAME"))
        var name: String

        func run() throws {
            let settings = Settings.load()
            let provider = try ProviderChange.provider(name, in: ProviderChange.providers(settings))
            Output.line(fromSymbol: provider.about.disclosure)
            let contact = settings.lookup.contact
            if !contact.isEmpty { Output.line(fromSymbol: "Each request also includes your contact: \(contact)") }
            guard !settings.lookup.providers.contains(name) else { return Output.line("\(name) is on already") }
            if !yes { try HistoryQuestion.confirm("Switch \(name) on?", doing: "switching \(name) on") }
            try ProviderChange.set(settings.lookup.providers + [name])
            Output.line("\(name) is on")
            if let obstacle = provider.obstacle { Output.complain("\(name): \(obstacle)") }
        }
    }

    struct DisableCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable", abstract: "Switch a provider off: nothing is sent to it any more.")

        @Argument(help: ArgumentHelp("The provider.", valueName: "NAME"))
        var name: String

        func run() throws {
            let on = Settings.load().lookup.providers
            guard on.contains(name) else {
                _ = try ProviderChange.provider(name, in: ProviderChange.providers(Settings.load()))
                return Output.line("\(name) is off already")
            }
            try ProviderChange.set(on.filter { $0 != name })
            Output.line("\(name) is off")
        }
    }
}

/// Which providers are on, in the settings.
enum ProviderChange {
    static func providers(_ settings: Settings) -> ProviderList { ProviderList(settings.lookup, version: programName) }

    /// - Throws: `UserError` that suggests a name where there is no such provider.
    static func provider(_ name: String, in list: ProviderList) throws -> ConfiguredProvider {
        if let provider = list.named(name) { return provider }
        let names = list.all.map(\.name)
        let hint = NameMatching.closest(to: name, in: names).map { " Did you mean \($0)?" } ?? ""
        throw UserError("there is no provider \(UserError.quoted(name)): \(names.joined(separator: ", ")).\(hint)")
    }

    /// Writes `[lookup] providers`, and nothing else, into the settings file.
    static func set(_ names: [String]) throws {
        let id = SettingID("lookup", "providers")
        do {
            let outcome = try SettingsWriting.change(
                id, shown: try Settings.userFile() ?? "", commands: Features.commands
            ) { document in try document.setting(id, to: .texts(names)) }
            guard !outcome.isOutdated else { throw UserError("the settings file has just been changed: try again") }
        } catch let problem as SettingsProblem {
            throw UserError("\(Paths.settings.onOneMarkedLine): \(problem)")
        }
    }
}

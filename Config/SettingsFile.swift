import Delivery
import Inventory
import Lookup
import Surface
import Symbols
import SafeTOML
import TOMLKit

extension Settings {
    /// The smallest share of a side of the picture that the interest box may cover.
    package static let smallestBoxSide = 0.1

    /// The longest settings file that is read, in bytes.
    package static let largestFile = 1 << 20

    /// Reads settings from TOML text; what the text does not set keeps its default.
    ///
    /// - Parameters:
    ///   - commands: those that the section `[keys]` can name; none by default.
    ///   - symbologies: those that can be read, and so be asked for; all that have a name by default.
    ///   - previews: the renderers that the picture can be drawn by; only the one of the defaults by default.
    ///   - themeFiles: the texts of themes that have files of their own, by the themes' names; none by default.
    ///   - kinds: the names of kinds of contents that commands and rules can name; all by default.
    ///   - charset: the name by which a charset is known; nil for one that is not. By default all are known.
    /// - Returns: the settings, and everything that is wrong, by lines. A wrong value keeps its default.
    package static func read(
        _ text: String, commands: CommandTable = CommandTable(rows: [], contexts: []),
        symbologies: Set<Symbology> = Set(Symbology.allCases), previews: [String] = [Settings().preview],
        themeFiles: [String: String] = [:], kinds: [String] = [], charset: @escaping (String) -> String? = { $0 }
    ) -> (settings: Settings, problems: [SettingsProblem]) {
        var settings = Settings()
        settings.keys = KeyMap(commands)
        var problems: [SettingsProblem] = []
        let file: TOMLTable
        do throws(TOMLError) {
            file = try GuardedTOML.table(text)
        } catch {
            return (settings, [SettingsProblem(error)])
        }
        let sections = SettingsCatalog.sections
        for key in file.keys.sorted() where !(sections + UserSection.all.map(\.name)).contains(key) {
            let names = (sections + UserSection.all.map(\.title)).map { "[\($0)]" }
            problems.append(
                SettingsProblem(
                    key,
                    "no such section; the sections are \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"
                ))
        }
        let themeProblems = settings.readThemes(of: file, themeFiles, &problems)
        let scope = SettingsScope(
            previews: previews, themes: settings.themes.map(\.name), symbologies: symbologies, kinds: kinds,
            charset: charset)
        problems += settings.readRows(of: file, scope)
        settings.places = PlaceSettings.places(of: file, over: settings, scope, &problems)
        settings.fields = SessionFieldPattern.patterns(of: file, &problems)
        problems += settings.readStyles(of: file)
        problems += settings.readKeys(of: file, commands)
        settings.commands = UserCommand.commands(of: file, kinds: kinds, &problems)
        problems += settings.problemsOfPlaceActions
        settings.destinations = DestinationSettings.destinations(of: file, &problems)
        settings.lookup.sections = ProviderSettings.providers(of: file, &problems)
        settings.inventory = InventorySettings.servers(of: file, &problems)
        settings.labels = LabelSettings.labels(of: file, &problems)
        settings.rules = ScanRule.rules(of: file, kinds: kinds, commands: settings.commands, &problems)
        let lines = SettingsLines(of: text)
        for index in problems.indices { problems[index].line = lines.line(of: problems[index].description) }
        // As the file has them; what stands on no line comes last. Sorting keeps no order of equals by itself.
        let ordered = problems.enumerated().sorted {
            ($0.element.line ?? .max, $0.offset) < ($1.element.line ?? .max, $1.offset)
        }
        return (settings, ordered.map(\.element) + themeProblems)
    }

    private mutating func readRows(of file: TOMLTable, _ scope: SettingsScope) -> [SettingsProblem] {
        var problems: [SettingsProblem] = []
        for name in SettingRow.sections {
            var section = SettingsSection(name: name, in: file)
            for row in SettingRow.all where row.id.section == name {
                row.read(&section, &self, scope)
            }
            problems += section.finish()
        }
        return problems
    }

    /// Takes the user's themes; a section of config.toml takes the place of a file of that name.
    ///
    /// - Returns: what is wrong in files of their own.
    private mutating func readThemes(
        of file: TOMLTable, _ files: [String: String], _ problems: inout [SettingsProblem]
    ) -> [SettingsProblem] {
        var others: [SettingsProblem] = []
        var read: [String: UserTheme] = [:]
        for (name, text) in files.sorted(by: { $0.key < $1.key }) where UserTheme.isName(name) {
            read[name] = UserTheme.theme(name, in: text, at: "themes/\(name).toml", &others)
        }
        read.merge(UserTheme.themes(of: file, &problems)) { $1 }
        themes = read.values.sorted { $0.name < $1.name }
        return others
    }

    private mutating func readStyles(of file: TOMLTable) -> [SettingsProblem] {
        var section = SettingsSection(name: "styles", in: file)
        section.styles { styles[$0] = $1 }
        return section.finish()
    }

    private mutating func readKeys(of file: TOMLTable, _ table: CommandTable) -> [SettingsProblem] {
        var section = SettingsSection(name: "keys", in: file)
        var replaced: [Command: [Key]] = [:]
        for command in table.commands {
            section.strings(command.name) { names in
                var keys: [Key] = []
                for name in names {
                    guard let key = Key(name: name) else {
                        return "a key such as \"q\", \"Ctrl-L\", \"F2\", not \"\(name)\""
                    }
                    keys.append(key)
                }
                // Whoever takes it away would have to kill the program.
                if command.name == "quit", keys.isEmpty { return "one key or more; its default keys stay" }
                replaced[command] = keys
                return nil
            }
        }
        var problems = section.finish(listing: "`quietzone config keys` lists them", retired: table.retired)
        do {
            keys = try KeyMap(table, replacing: replaced, keeping: [Command("quit")])
        } catch {
            problems.append(SettingsProblem("[keys]", error.description))
        }
        return problems
    }
}

import Delivery
import Surface
import Symbols
import SafeTOML
import TOMLKit

extension Settings {
    private static let sections = SettingsCatalog.sections

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
        themeFiles: [String: String] = [:], kinds: [String] = [], charset: (String) -> String? = { $0 }
    ) -> (settings: Settings, problems: [SettingsProblem]) {
        var settings = Settings()
        settings.keys = KeyMap(commands)
        var problems: [SettingsProblem] = []
        let file: TOMLTable
        do throws(TOMLProblem) {
            file = try GuardedTOML.table(text)
        } catch {
            return (settings, [SettingsProblem(error)])
        }
        for key in file.keys.sorted()
        where !(Self.sections + ["theme", "command", "rule", "fields", "destination", "label"]).contains(key) {
            let names =
                (Self.sections + ["theme.NAME", "command.NAME", "[rule]", "fields", "destination.NAME", "label.NAME"])
                .map {
                    "[\($0)]"
                }
            problems.append(
                SettingsProblem(
                    key,
                    "no such section; there are \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"))
        }
        let themeProblems = settings.readThemes(of: file, themeFiles, &problems)
        problems += settings.readScanner(of: file)
        problems += settings.readReading(of: file, symbologies: symbologies, charset: charset)
        problems += settings.readPictures(of: file)
        problems += settings.readHistory(of: file, kinds: kinds)
        problems += settings.readTyping(of: file)
        settings.fields = SessionFieldPattern.patterns(of: file, &problems)
        problems += settings.readDisplay(of: file, previews: previews)
        problems += settings.readStyles(of: file)
        problems += settings.readKeys(of: file, commands)
        settings.commands = UserCommand.commands(of: file, kinds: kinds, &problems)
        settings.destinations = DestinationSettings.destinations(of: file, &problems)
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

    private mutating func readScanner(of file: TOMLTable) -> [SettingsProblem] {
        var section = SettingsSection(name: "scanner", in: file)
        section.string("source") {
            source = $0; return nil
        }
        section.string("format") { format in
            // What it means is the camera's business; this is what can be one at all.
            let isFormat = 1...40 ~= format.utf8.count && format.allSatisfy { $0.isASCII && $0 > " " && $0 <= "~" }
            guard isFormat else { return "low, high, photo or WIDTHxHEIGHT@FPS/FOURCC" }
            cameraFormat = format
            return nil
        }
        section.bool("interest-box") { isInterestBoxOn = $0 }
        section.numbers("box", count: 4) { box in
            guard box.allSatisfy({ 0...1 ~= $0 }), box[2] > 0, box[3] > 0 else { return "four shares from 0 to 1" }
            // What 0.7 and 0.3 are in binary may add up to a little more.
            guard box[0] + box[2] <= 1.000001, box[1] + box[3] <= 1.000001 else {
                return "inside the picture: left and width, and top and height, are 1 at most together"
            }
            guard box[2] >= Self.smallestBoxSide, box[3] >= Self.smallestBoxSide else {
                return "at least \(Self.smallestBoxSide) wide and high"
            }
            interestBox = box
            return nil
        }
        section.number("reappearance-seconds") { seconds in
            guard 0...86400 ~= seconds else { return "0 to 86400 seconds" }
            reappearanceSeconds = seconds
            return nil
        }
        func signal(_ key: String, _ take: (ScanSignal) -> Void) {
            section.string(key) { name in
                guard let signal = ScanSignal(rawValue: name) else {
                    return ScanSignal.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
                }
                take(signal)
                return nil
            }
        }
        signal("new-scan") { newScanSignal = $0 }
        signal("scanned-before") { scannedBeforeSignal = $0 }
        return section.finish()
    }

    private mutating func readReading(of file: TOMLTable, symbologies: Set<Symbology>, charset: (String) -> String?)
        -> [SettingsProblem]
    {
        var section = SettingsSection(name: "reading", in: file)
        section.strings("only") { names in
            var only: Set<Symbology> = []
            for name in names {
                guard let symbology = Symbology(rawValue: name), symbologies.contains(symbology) else {
                    return "symbologies as `quietzone symbologies` lists them, not \"\(name)\""
                }
                only.insert(symbology)
            }
            readsOnly = only.isEmpty ? nil : only
            return nil
        }
        section.whole("minimum-itf-digits", 2...100) { minimumITFDigits = $0 }
        section.whole("minimum-codabar-characters", 3...100) { minimumCodabarCharacters = $0 }
        section.bool("check-code-39") { checksCode39 = $0 }
        section.string("charset") { name in
            guard let known = name.isEmpty ? name : charset(name) else {
                return "\"\" to guess, or a charset that `quietzone read --help` lists, not \"\(name)\""
            }
            self.charset = known.isEmpty ? nil : known
            return nil
        }
        return section.finish()
    }

    private mutating func readPictures(of file: TOMLTable) -> [SettingsProblem] {
        var section = SettingsSection(name: "pictures", in: file)
        section.string("format") { format in
            guard ["jpeg", "png"].contains(format) else { return "\"jpeg\" or \"png\"" }
            pictureFormat = format
            return nil
        }
        section.bool("keep-scans") { keepsScanPictures = $0 }
        return section.finish()
    }

    private mutating func readHistory(of file: TOMLTable, kinds: [String]) -> [SettingsProblem] {
        var section = SettingsSection(name: "history", in: file)
        section.string("repeats") { name in
            guard let choice = ScanRepeats(rawValue: name) else {
                return ScanRepeats.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
            }
            repeats = choice
            return nil
        }
        section.strings("leave-out") { names in
            if let unknown = names.first(where: { !kinds.isEmpty && !kinds.contains($0) }) {
                return "kinds of contents, not \"\(unknown)\"; there are \(kinds.joined(separator: ", "))"
            }
            leavesOut = names
            return nil
        }
        section.strings("columns") { names in
            let columns = names.compactMap(HistoryColumn.init)
            guard columns.count == names.count, HistoryColumn.areColumns(columns) else {
                return "one or more of \(HistoryColumn.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))"
            }
            historyColumns = columns
            return nil
        }
        section.whole("bin-days", 0...3650) { binDays = $0 }
        section.whole("keep-days", 0...36500) { keepDays = $0 }
        return section.finish()
    }

    private mutating func readTyping(of file: TOMLTable) -> [SettingsProblem] {
        var section = SettingsSection(name: "typing", in: file)
        section.string("layout") { name in
            typing.layout = name
            return ["us", "uk", "de", "fr"].contains(name) ? nil : "\"us\" or \"uk\" or \"de\" or \"fr\""
        }
        /// A text that keys can type: line breaks and tabs among them.
        func text(_ key: String, _ take: (String) -> Void) {
            section.string(key) { text in
                let isTyped =
                    text.count <= 20 && text.unicodeScalars.allSatisfy { " "..."~" ~= $0 || $0 == "\n" || $0 == "\t" }
                guard isTyped else { return "at most 20 characters of ASCII; \\n is Enter, \\t is Tab" }
                take(text)
                return nil
            }
        }
        text("prefix") { typing.prefix = $0 }
        text("suffix") { typing.suffix = $0 }
        section.whole("pause-milliseconds", 0...1000) { typing.pauseMilliseconds = $0 }
        return section.finish()
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

    private mutating func readDisplay(of file: TOMLTable, previews: [String]) -> [SettingsProblem] {
        var section = SettingsSection(name: "display", in: file)
        section.string("theme") { name in
            if let own = themes.first(where: { $0.name == name }) {
                (theme, themeStyles) = (own.base, own.styles)
            } else if let choice = ThemeChoice(setting: name) {
                theme = choice
                wantsColor = choice != .monochrome
            } else {
                return ThemeChoice.allowed(and: themes.map(\.name))
            }
            return nil
        }
        section.bool("mouse") { wantsMouse = $0 }
        section.bool("figures") { showsFigures = $0 }
        section.string("preview") { name in
            guard previews.contains(name) else { return previews.map { "\"\($0)\"" }.joined(separator: " or ") }
            preview = name
            return nil
        }
        section.string("colour") { name in
            guard ["grey", "colour"].contains(name) else { return "\"grey\" or \"colour\"" }
            showsColour = name == "colour"
            return nil
        }
        section.string("ramp") { ramp in
            guard 2...256 ~= ramp.count, ramp.allSatisfy({ $0.isASCII && $0 >= " " && $0 <= "~" }) else {
                return "2 to 256 printable ASCII characters, darkest first"
            }
            self.ramp = ramp
            return nil
        }
        return section.finish()
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
                if command.name == "quit", keys.isEmpty { return "one key or more: it keeps its own" }
                replaced[command] = keys
                return nil
            }
        }
        var problems = section.finish(listing: "`quietzone config keys` lists them")
        do {
            keys = try KeyMap(table, replacing: replaced)
        } catch {
            problems.append(SettingsProblem("[keys]", error.description))
        }
        return problems
    }
}

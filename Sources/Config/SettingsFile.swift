import Surface
import Symbols
import TOMLKit

extension Settings {
    private static let sections = ["scanner", "reading", "pictures", "display", "styles", "keys"]

    /// The smallest share of a side of the picture that the interest box may cover.
    public static let smallestBoxSide = 0.1

    /// The longest settings file that is read, in bytes.
    public static let largestFile = 1 << 20

    /// Reads settings from TOML text; what the text does not set keeps its default.
    ///
    /// - Parameters:
    ///   - commands: those that the section `[keys]` can name; none by default.
    ///   - symbologies: those that can be read, and so be asked for; all that have a name by default.
    ///   - previews: the renderers that the picture can be drawn by; only the one of the defaults by default.
    ///   - charset: the name by which a charset is known; nil for one that is not. By default all are known.
    /// - Returns: the settings, and everything that is wrong. A wrong value keeps its default.
    public static func read(
        _ text: String, commands: CommandTable = CommandTable(rows: [], contexts: []),
        symbologies: Set<Symbology> = Set(Symbology.allCases), previews: [String] = [Settings().preview],
        charset: (String) -> String? = { $0 }
    ) -> (settings: Settings, problems: [SettingsProblem]) {
        var settings = Settings()
        settings.keys = KeyMap(commands)
        var problems: [SettingsProblem] = []
        if let broken = SettingsText.firstProblem(in: text) { return (settings, [broken]) }
        let file: TOMLTable
        do {
            file = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            let place = "line \(error.source.begin.line), column \(error.source.begin.column)"
            return (settings, [SettingsProblem(place, error.description)])
        } catch {
            return (settings, [SettingsProblem("settings", "\(error)")])
        }
        for key in file.keys.sorted() where !Self.sections.contains(key) {
            let names = Self.sections.map { "[\($0)]" }
            problems.append(
                SettingsProblem(
                    key,
                    "no such section; there are \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"))
        }
        problems += settings.readScanner(of: file)
        problems += settings.readReading(of: file, symbologies: symbologies, charset: charset)
        problems += settings.readPictures(of: file)
        problems += settings.readDisplay(of: file, previews: previews)
        problems += settings.readStyles(of: file)
        problems += settings.readKeys(of: file, commands)
        let lines = SettingsLines(of: text)
        for index in problems.indices { problems[index].line = lines.line(of: problems[index].description) }
        return (settings, problems)
    }

    private mutating func readScanner(of file: TOMLTable) -> [SettingsProblem] {
        var section = Section(name: "scanner", in: file)
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
        return section.finish()
    }

    private mutating func readReading(of file: TOMLTable, symbologies: Set<Symbology>, charset: (String) -> String?)
        -> [SettingsProblem]
    {
        var section = Section(name: "reading", in: file)
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
        var section = Section(name: "pictures", in: file)
        section.string("format") { format in
            guard ["jpeg", "png"].contains(format) else { return "\"jpeg\" or \"png\"" }
            pictureFormat = format
            return nil
        }
        section.bool("keep-scans") { keepsScanPictures = $0 }
        return section.finish()
    }

    private mutating func readDisplay(of file: TOMLTable, previews: [String]) -> [SettingsProblem] {
        var section = Section(name: "display", in: file)
        section.string("theme") { name in
            // Two had other names before there were more.
            let name = ["standard": "dark", "monochrome": "mono"][name] ?? name
            guard let choice = ThemeChoice(rawValue: name) else {
                return ThemeChoice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
            }
            theme = choice
            wantsColor = choice != .monochrome
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
        var section = Section(name: "styles", in: file)
        for role in Role.allCases {
            section.string(role.rawValue) { text in
                guard let style = Style(words: text) else { return "a style such as \"bright-green on #202020 bold\"" }
                styles[role] = style
                return nil
            }
        }
        return section.finish()
    }

    private mutating func readKeys(of file: TOMLTable, _ table: CommandTable) -> [SettingsProblem] {
        var section = Section(name: "keys", in: file)
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

/// One section of the file: takes values by name and type, and knows what nobody asked for.
private struct Section {
    private let name: String
    private let table: TOMLTable?
    private var problems: [SettingsProblem] = []
    private var known: Set<String> = []

    init(name: String, in file: TOMLTable) {
        self.name = name
        table = file[name]?.table
        if table == nil, file.contains(key: name) {
            problems.append(SettingsProblem(name, "must be a section: [\(name)]"))
        }
    }

    mutating func string(_ key: String, _ take: (String) -> String?) {
        value(key) { value in value.string.map { take($0) } ?? "a text in quotes" }
    }

    mutating func bool(_ key: String, _ take: (Bool) -> Void) {
        value(key) { value in
            guard let bool = value.bool else { return "true or false" }
            take(bool)
            return nil
        }
    }

    mutating func number(_ key: String, _ take: (Double) -> String?) {
        value(key) { value in Self.number(value).map { take($0) } ?? "a number" }
    }

    mutating func whole(_ key: String, _ range: ClosedRange<Int>, _ take: (Int) -> Void) {
        value(key) { value in
            guard let number = value.int, range.contains(number) else {
                return "a whole number from \(range.lowerBound) to \(range.upperBound)"
            }
            take(number)
            return nil
        }
    }

    mutating func numbers(_ key: String, count: Int, _ take: ([Double]) -> String?) {
        value(key) { value in
            guard let array = value.array, array.count == count else { return "\(count) numbers in brackets" }
            let numbers = array.compactMap { Self.number($0) }
            return numbers.count == count ? take(numbers) : "\(count) numbers in brackets"
        }
    }

    mutating func strings(_ key: String, _ take: ([String]) -> String?) {
        value(key) { value in
            guard let array = value.array else { return "texts in brackets" }
            let strings = array.compactMap { $0.string }
            return strings.count == array.count ? take(strings) : "texts in brackets"
        }
    }

    /// What is wrong with the section, once everything known was asked for.
    ///
    /// - Parameter listing: where the settings that there are can be seen; nil to name them.
    func finish(listing: String? = nil) -> [SettingsProblem] {
        let unknown = (table?.keys ?? []).filter { !known.contains($0) }.sorted()
        let others = listing ?? "there are \(known.sorted().joined(separator: ", "))"
        return problems + unknown.map { SettingsProblem("[\(name)] \($0)", "there is no such setting; \(others)") }
    }

    private mutating func value(_ key: String, _ take: (any TOMLValueConvertible) -> String?) {
        known.insert(key)
        guard let value = table?[key] else { return }
        if let expected = take(value) { problems.append(SettingsProblem("[\(name)] \(key)", "must be \(expected)")) }
    }

    /// TOMLKit does not read `1` as a Double.
    private static func number(_ value: any TOMLValueConvertible) -> Double? {
        value.double ?? value.int.map(Double.init)
    }
}

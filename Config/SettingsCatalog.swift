import Surface

/// What can be set, with what is known of each setting: what it may be, what it is for, when it counts.
///
///     for item in SettingsCatalog.items(commands: commands, previews: names, themes: themes) { … item.help … }
package enum SettingsCatalog {
    /// The sections, in the order of default.toml.
    package static let sections = SettingRow.sections + ["styles", "keys"]

    /// Every setting, by sections.
    ///
    /// - Parameters:
    ///   - commands: those that keys can be given to.
    ///   - previews: names of renderers.
    ///   - themes: names of the user's own themes.
    package static func items(commands: CommandTable, previews: [String], themes: [String] = []) -> [SettingItem] {
        let scope = SettingsScope(previews: previews, themes: themes)
        return SettingRow.all.map { $0.item(in: scope) } + styles + keys(commands)
    }

    private static let styleHelp =
        "A colour (\"default\", \"black\", \"red\", … \"bright-white\", 0–255 or \"#rrggbb\"), \"on\" a background colour, "
        + "and bold, dim, reverse, underline."

    private static let styles = Role.allCases.map { role in
        SettingItem(
            id: SettingID("styles", role.rawValue), kind: .style, isLive: true,
            help: "\(role.help) \(styleHelp) Without one the theme's applies.", standard: nil)
    }

    static func keys(_ commands: CommandTable) -> [SettingItem] {
        commands.commands.map { command in
            let rows = commands.rows.filter { $0.command == command }
            var seen: Set<Key> = []
            let names = rows.flatMap(\.keys).filter { seen.insert($0).inserted }.map(\.name)
            return SettingItem(
                id: SettingID("keys", command.name), kind: .keys, isLive: true,
                help: (rows.first?.help ?? "") + ".", standard: .texts(names))
        }
    }
}

/// A setting, and what is known of it.
package struct SettingItem: Hashable, Sendable, Identifiable {
    /// What it may be.
    package enum Kind: Hashable, Sendable {
        case toggle
        /// One of these.
        case choice([String])
        case whole(ClosedRange<Int>)
        case number(ClosedRange<Double>, step: Double)
        case text
        case numbers(count: Int)
        case texts
        /// Colours and attributes in words.
        case style
        case keys
    }

    /// Its name.
    package let id: SettingID
    /// What it may be.
    package let kind: Kind
    /// Whether a change counts at once; else from the next start.
    package let isLive: Bool
    /// What it is for: sentences.
    package let help: String
    /// What it is where nothing is set; nil if that is not said in words: a theme's style.
    package let standard: SettingValue?
}

extension SettingItem.Kind {
    /// The value that typed text stands for.
    ///
    /// - Throws: what is expected, in a line. Whether the value is allowed, the reader of settings says.
    package func value(typed text: String) throws(SettingsProblem) -> SettingValue {
        let trimmed = text.trimmedBlanks
        switch self {
        case .toggle:
            guard let bool = Bool(trimmed) else { throw Self.expected("true or false") }
            return .bool(bool)
        case .choice, .text, .style: return .text(self == .text ? text : trimmed)
        case .whole(let range):
            guard let number = Int(trimmed) else {
                throw Self.expected("a whole number from \(range.words)")
            }
            return .whole(number)
        case .number:
            guard let number = Double(trimmed), number.isFinite else { throw Self.expected("a number") }
            return .number(number)
        case .numbers(let count):
            let numbers = Self.words(trimmed).compactMap(Double.init)
            guard numbers.count == count, Self.words(trimmed).count == count, numbers.allSatisfy(\.isFinite) else {
                throw Self.expected("\(count) numbers with commas between")
            }
            return .numbers(numbers)
        case .texts: return .texts(Self.words(trimmed))
        // A comma is a key.
        case .keys: return .texts(trimmed.split(separator: " ").map(String.init))
        }
    }

    /// A value as it is shown, and typed.
    package func typed(_ value: SettingValue) -> String {
        switch value {
        case .text(let text): text
        case .texts(let texts): texts.joined(separator: self == .keys ? " " : ", ")
        case .numbers(let numbers): numbers.map(\.description).joined(separator: ", ")
        default: value.toml
        }
    }

    private static func words(_ text: String) -> [String] {
        text.split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
    }

    private static func expected(_ what: String) -> SettingsProblem { SettingsProblem("it", "must be \(what)") }
}

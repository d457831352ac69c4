import Surface
import TOMLKit

/// One section of the file: takes values by name and type, and knows what nobody asked for.
struct SettingsSection {
    /// What stands before a key where it is named: `[display] `.
    private let prefix: String
    private let table: TOMLTable?
    private var problems: [SettingsProblem] = []
    private var known: Set<String> = []

    /// `[name]` of a file.
    init(name: String, in file: TOMLTable) {
        prefix = "[\(name)] "
        table = file[name]?.table
        if table == nil, file.contains(key: name) {
            problems.append(SettingsProblem(name, "must be a section: [\(name)]"))
        }
    }

    /// A table that problems call `prefix`.
    init(_ table: TOMLTable, called prefix: String) {
        self.table = table
        self.prefix = prefix
    }

    /// Reads a setting into `setting`, which stays as it is where there is no value, or a wrong one.
    mutating func read<Value: Sendable>(
        _ key: String, _ format: SettingFormat<Value>, into setting: inout Value,
        _ scope: SettingsScope = SettingsScope()
    ) {
        value(key) { value in
            switch format.read(SettingValue(value), scope) {
            case .value(let value): setting = value
            case .mustBe(let expected): return expected
            }
            return nil
        }
    }

    mutating func styles(_ take: (Role, Style) -> Void) {
        for role in Role.allCases {
            string(role.rawValue) { text in
                guard let style = Style(words: text) else { return "a style such as \"bright-green on #202020 bold\"" }
                take(role, style)
                return nil
            }
        }
    }

    mutating func string(_ key: String, _ take: (String) -> String?) {
        value(key) { value in value.string.map { take($0) } ?? "text in quotes" }
    }

    mutating func strings(_ key: String, _ take: ([String]) -> String?) {
        value(key) { value in
            if case .texts(let texts)? = SettingValue(value) { take(texts) } else { "a list in brackets" }
        }
    }

    mutating func numbers(_ key: String, _ take: ([Int]) -> Void) {
        value(key) { value in
            guard let array = value.array else { return "numbers in brackets" }
            let numbers = array.compactMap(\.int)
            guard numbers.count == array.count else { return "numbers in brackets" }
            take(numbers)
            return nil
        }
    }

    mutating func strings(in key: String, _ take: (TOMLTable) -> String?) {
        value(key) { value in value.table.map { take($0) } ?? "a table" }
    }

    /// How problems name the section: `[text 1]`.
    var place: String { prefix.last == " " ? String(prefix.dropLast()) : prefix }

    /// Whether something is set by this name.
    func contains(_ key: String) -> Bool { table?.contains(key: key) ?? false }

    /// Whether something right was read by this name.
    func isSet(_ key: String) -> Bool {
        contains(key) && !problems.contains { $0.description.hasPrefix("\(prefix)\(key): ") }
    }

    /// Reports what cannot be set here, where it is set.
    mutating func refuse(_ key: String, _ reason: String) {
        known.insert(key)
        if contains(key) { problems.append(SettingsProblem("\(prefix)\(key)", reason)) }
    }

    /// The sections of the list `[[key]]`, with their numbers from 1; what is none is a problem.
    mutating func sections(_ key: String, atMost limit: Int) -> [SettingsSection] {
        known.insert(key)
        guard contains(key) else { return [] }
        let tables = table?[key]?.array.map { $0.compactMap(\.table) }
        guard let tables, tables.count == table?[key]?.array?.count else {
            problems.append(SettingsProblem(prefix + key, "must be sections in two brackets: [[\(key)]]"))
            return []
        }
        guard tables.count <= limit else {
            problems.append(
                SettingsProblem("\(prefix)[\(key) \(limit + 1)]", "there are at most \(limit) sections [[\(key)]]"))
            return []
        }
        return tables.enumerated().map { SettingsSection($1, called: "\(prefix)[\(key) \($0 + 1)] ") }
    }

    /// What is wrong with the section, once everything known was asked for.
    ///
    /// - Parameters:
    ///   - listing: where the settings that there are can be seen; nil to name them.
    ///   - retired: what took the place of settings that there are no more.
    func finish(listing: String? = nil, retired: [String: String] = [:]) -> [SettingsProblem] {
        let unknown = (table?.keys ?? []).filter { !known.contains($0) }.sorted()
        let others = listing ?? "the settings are \(known.sorted().joined(separator: ", "))"
        return problems
            + unknown.map { SettingsProblem("\(prefix)\($0)", retired[$0] ?? "there is no such setting; \(others)") }
    }

    private mutating func value(_ key: String, _ take: (any TOMLValueConvertible) -> String?) {
        known.insert(key)
        guard let value = table?[key] else { return }
        if let expected = take(value) { problems.append(SettingsProblem("\(prefix)\(key)", "must be \(expected)")) }
    }
}

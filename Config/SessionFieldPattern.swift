import TOMLKit

/// A symbol that names what the scans after it belong to: whoever scans a shelf's code scans what is on it next.
package struct SessionFieldPattern: Sendable, Hashable {
    package let name: String
    /// What the symbol's whole text has to match.
    package let pattern: TextPattern

    /// `[fields]` in default.toml.
    static let section = UserSection(
        "fields", follows: "history",
        """
        # Fields of the scans that follow, set by scanning a code: a name, and the pattern that the code's whole text matches (`*` stands
        # for any characters, `?` for one). Such a code is not a scan itself; the fields end with their session.
        # [fields]
        # shelf = "SHELF-*"
        """)

    /// The fields of a settings file, by their names.
    static func patterns(of file: TOMLTable, _ problems: inout [SettingsProblem]) -> [SessionFieldPattern] {
        guard file.contains(key: "fields") else { return [] }
        guard let table = file["fields"]?.table else {
            problems.append(SettingsProblem("fields", "must be a section: [fields]"))
            return []
        }
        return table.keys.sorted().compactMap { name in
            guard 1...30 ~= name.utf8.count, name.utf8.allSatisfy(TOMLLayout.isBare) else {
                problems.append(
                    SettingsProblem("[fields] \(name)", "a field's name has up to 30 letters, digits, - and _"))
                return nil
            }
            guard let pattern = table[name]?.string.flatMap(TextPattern.init) else {
                problems.append(SettingsProblem("[fields] \(name)", "must be a pattern such as \"SHELF-*\""))
                return nil
            }
            return SessionFieldPattern(name: name, pattern: pattern)
        }
    }
}

extension [SessionFieldPattern] {
    /// The field that a symbol saying `text` sets; nil for none.
    package func name(setBy text: String?) -> String? {
        guard let text else { return nil }
        return first { $0.pattern.matches(text) }?.name
    }
}

import Delivery
import Inventory
import Lookup
import TOMLKit

/// A section whose names are the user's own: its type reads it, and default.toml has an example.
struct UserSection: Sendable {
    let name: String
    /// The name as problems list it: with what stands for the user's.
    let title: String
    /// The section that it stands behind in default.toml.
    let follows: String
    /// Its lines in default.toml, each a comment.
    let example: String

    init(_ name: String, title: String? = nil, follows: String, _ example: String) {
        (self.name, self.title, self.follows, self.example) = (name, title ?? name, follows, example)
    }

    /// The sections of this kind in a file, by the user's names for them; what is none is a problem.
    ///
    /// - Parameter longest: the most characters of a name; nil for any.
    func sections(
        of file: TOMLTable, longest: Int? = nil, _ problems: inout [SettingsProblem]
    ) -> [(name: String, section: SettingsSection)] {
        guard file.contains(key: name) else { return [] }
        guard let table = file[name]?.table else {
            problems.append(SettingsProblem(name, "must be sections: [\(title)]"))
            return []
        }
        return table.keys.sorted().compactMap { key in
            guard let section = table[key]?.table, longest.map({ 1...$0 ~= key.count }) ?? true else {
                let right = longest == nil ? "\(name).\(key)" : title
                problems.append(SettingsProblem("[\(name)] \(key)", "must be a section: [\(right)]"))
                return nil
            }
            return (key, SettingsSection(section, called: "[\(name).\(key)] "))
        }
    }

    /// All of them, as problems list them.
    static let all = [
        UserTheme.section, UserCommand.section, ScanRule.section, SessionFieldPattern.section,
        DestinationSettings.section, PlaceSettings.section, ProviderSettings.section, InventorySettings.section,
        LabelSettings.section,
    ]
}

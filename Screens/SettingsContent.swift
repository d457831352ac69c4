import Config
import Surface
import Widgets

/// What the settings screen shows: what can be set, and what the user's file sets.
package struct SettingsContent: ModelPart {
    /// A setting.
    package struct Row: ListRow, Hashable {
        /// What is known of it.
        package var item: SettingItem
        /// What the file sets it to; nil if it does not.
        package var value: SettingValue?
        /// What is wrong with that, in a line; nil when nothing is. The default is in force then.
        package var problem: String?
        /// What is in force where it was changed by a key since: it is not what the file says; nil if it is.
        var overriding: SettingValue?

        package init(item: SettingItem, value: SettingValue? = nil, problem: String? = nil) {
            self.item = item
            self.value = value
            self.problem = problem
        }

        package var id: SettingID { item.id }

        /// What is in force; nil for what has no words: a theme's style.
        package var current: SettingValue? { value ?? item.standard }
    }

    /// The file, as people see it.
    package var path: String
    /// What the file held when it was read; empty if there is none.
    package var text: String
    /// Every setting, by sections.
    package var rows: [Row]
    /// Why the file cannot be read, and so is not written, in a line; nil when it can.
    package var problem: String?
    /// What is wrong in the file beside values of settings: names that mean nothing.
    package var remarks: [String]

    package init() { self.init(path: "") }

    package init(
        path: String, text: String = "", rows: [Row] = [], problem: String? = nil, remarks: [String] = []
    ) {
        self.path = path
        self.text = text
        self.rows = rows
        self.problem = problem
        self.remarks = remarks
    }
}

extension SettingsContent.Row {
    /// Whether the file says something else than the default.
    var isChanged: Bool {
        guard let value else { return false }
        return !(item.standard.map(value.means) ?? false)
    }

    /// The value in a few words, and behind it what a key has made of it.
    var shownValue: String {
        guard let current else { return "the theme's" }
        return words(current) + (overriding.map { " · now \(words($0))" } ?? "")
    }

    private func words(_ value: SettingValue) -> String {
        switch (item.kind, value) {
        case (.toggle, .bool(let isOn)): return isOn ? "[x]" : "[ ]"
        case (.choice, .text(let name)): return name
        case (.keys, .texts(let names)): return names.isEmpty ? "none" : names.joined(separator: "  ")
        case (.texts, .texts(let names)): return names.isEmpty ? "none" : names.joined(separator: ", ")
        default: return value.toml
        }
    }

    /// What is said of it beside the list: its name, its default, when it counts, what it is for.
    func details(_ remarks: [String]) -> [TextBlock] {
        var facts: [String] = []
        if let standard = item.standard {
            facts.append(isChanged ? "default \(words(standard))" : "the default")
        }
        facts.append(item.isLive ? "applies at once" : "applies after a restart")
        var blocks = [TextBlock("\(item.id): \(facts.joined(separator: ", "))", .strong)]
        if let overriding {
            blocks.append(TextBlock("Now \(words(overriding)), set by a key; a change here replaces it."))
        }
        if let problem { blocks.append(TextBlock("! \(problem); the default applies", .warning)) }
        blocks.append(TextBlock(item.help))
        if case .choice(let names) = item.kind { blocks.append(TextBlock("One of: \(names.joined(separator: ", "))")) }
        return blocks + remarks.map { TextBlock("! \($0)", .warning) }
    }
}

extension AppModel {
    /// What can be set, and what the user has set; as it was when the screen of settings was opened.
    package var settings: SettingsContent {
        get { self[SettingsContent.self] }
        set { self[SettingsContent.self] = newValue }
    }
}

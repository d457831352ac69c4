import FullScreen
import Preview
import Services
import Surface

@testable import Config

/// docs/reference/settings.md and quietzone-config(5), from the rows of settings.
enum SettingPages {
    static func markdown() -> String {
        Page.markdown(
            "Settings",
            introduction: """
                Settings are in `config.toml`; `quietzone config path` prints where. The guide to [settings](../guide/settings.md) shows \
                how to change them, on the screen with the key `O` or in the file. `quietzone config default` prints a file with every \
                setting, and `quietzone config check` finds errors in yours.
                """, sections(level: 1))
    }

    static func manual() -> String {
        let file: [Page.Block] = [
            .heading(1, "Description"),
            .text(
                "Settings are in a TOML file, `$XDG_CONFIG_HOME/quietzone/config.toml`. Without a file, or for a setting that it lacks, "
                    + "the default applies. The key O of the full-screen program shows all settings and writes changes to the "
                    + "file. `quietzone config default` prints a file with every setting. `quietzone config check` reports errors with "
                    + "their lines; a file with errors is not used."),
            .code(["[display]", "theme = \"light\"", "", "[keys]", "freeze = [\"z\", \"F5\"]"], language: "toml"),
            .text("A setting takes effect at once, or at the next start where its description says so."),
        ]
        return Page.manual(
            "quietzone-config", section: 5, date: releaseDate, version: programName, summary: "settings of quietzone",
            file + [.heading(1, "Settings")] + sections(level: 2) + [
                .heading(1, "Files"),
                .list(
                    UserFiles.all.filter { $0.commands.contains("config") || $0.path.contains("/labels/") }
                        .map { ($0.term, $0.text) }),
                .heading(1, "See also"), .text("quietzone(1), quietzone-config(1), quietzone-scan(1)"),
            ])
    }

    private static func sections(level: Int) -> [Page.Block] {
        let names = SettingsCatalog.sections.filter { $0 != "styles" && $0 != "keys" }
        var blocks: [Page.Block] = []
        for name in names {
            blocks.append(.heading(level, "[\(name)]"))
            blocks.append(.list(items(of: name).map { ($0.term, $0.reference) }))
            blocks += userSections(following: name, level: level)
        }
        blocks += [
            .heading(level, "[styles]"),
            .text(
                "Styles override those of every theme. A style is a colour, `on` and a background colour, and any of `bold`, `dim`, "
                    + "`reverse` and `underline`. Colours are `default`, `black`, `red`, `green`, `yellow`, `blue`, `magenta`, `cyan`, "
                    + "`white`, the same with `bright-`, a number from 0 to 255, or `#rrggbb`."),
            .list(Role.allCases.map { (Page.Term([.init(literal: $0.rawValue)]), $0.help) }),
        ]
        blocks += userSections(following: "styles", level: level)
        blocks += [
            .heading(level, "Themes"),
            .text("The themes are \(ThemeChoice.names(and: []).map { "`\($0)`" }.joined(separator: ", "))."),
            .heading(level, "[keys]"),
            .text(
                "Each setting is the name of a command, and its value the list of its keys. `quietzone config keys` prints the names "
                    + "with the keys in use. A key that you give to a command is taken from the command that has it by default."
            ),
            .code(["[keys]", "freeze = [\"z\", \"F5\"]"], language: "toml"),
        ]
        return blocks
    }

    private static func items(of section: String) -> [SettingItem] {
        SettingsCatalog.items(commands: Features.commands, previews: PreviewRenderers.names)
            .filter { $0.id.section == section }
    }

    /// Sections whose names are the user's own, with their comments as text and their lines as an example.
    private static func userSections(following section: String, level: Int) -> [Page.Block] {
        UserSection.all.filter { $0.follows == section }.flatMap { section -> [Page.Block] in
            let lines = section.example.split(separator: "\n").map { $0.dropFirst(2) }
            let start = lines.firstIndex { $0.hasPrefix("[") } ?? lines.count
            return [
                .heading(level, section.heading),
                .text(lines[..<start].joined(separator: " ").replacing(#/"([a-z-]+ ?[A-Z]*)"/#) { "`\($0.1)`" }),
                .code(lines[start...].map(String.init), language: "toml"),
            ]
        }
    }
}

extension UserSection {
    fileprivate var heading: String {
        let start = example.split(separator: "\n").map { $0.dropFirst(2) }.first { $0.hasPrefix("[") }
        if start?.hasPrefix("[[") == true { return "[[\(name)]]" }
        return "[\(title)]"
    }
}

extension SettingItem {
    fileprivate var term: Page.Term { Page.Term([.init(literal: id.key)]) }

    /// What it is for, what it may be, its default, and when a change counts.
    fileprivate var reference: String {
        var text = help.replacing(#/"([^" ]*)"/#) { "`\"\($0.1)\"`" }
        switch kind {
        case .toggle: text += " true or false."
        case .whole(let range) where !help.contains(range.words): text += " A whole number from \(range.words)."
        case .number(let range, _): text += " A number from \(Int(range.lowerBound)) to \(Int(range.upperBound))."
        case .choice(let names) where !names.allSatisfy({ help.contains("\"\($0)\"") }):
            text += " One of \(names.map { "`\"\($0)\"`" }.joined(separator: ", "))."
        default: break
        }
        if let standard { text += " Default: `\(standard.toml)`." }
        return text + (isLive ? "" : " Takes effect at the next start.")
    }
}

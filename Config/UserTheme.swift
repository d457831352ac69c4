import Surface
import SafeTOML
import TOMLKit

/// A theme that a user has made: one of the built-in ones, with styles of its own for some roles.
package struct UserTheme: Sendable, Hashable {
    /// What `[display] theme` calls it.
    package let name: String
    /// What it changes; default by the terminal's background.
    package private(set) var base = ThemeChoice.automatic
    /// Its own styles.
    package private(set) var styles: [Role: Style] = [:]

    /// `[theme.NAME]` in default.toml.
    static let section = UserSection(
        "theme", title: "theme.NAME", follows: "styles",
        """
        # Your own themes, any number; choose one with theme = "night" in [display]. A file themes/night.toml beside this one,
        # with the lines below the section's name, does the same. base is the theme that it changes; [styles] overrides all themes.
        # [theme.night]
        # base = "dark"
        # outline = "#ffb000 bold"
        # picture-dimmed = "#404040"
        """)

    private static let longestName = 40

    /// Whether a theme can be called `name`: it is a file's name as well, and no other theme's.
    package static func isName(_ name: String) -> Bool {
        1...longestName ~= name.utf8.count && !ThemeChoice.formerNames.keys.contains(name)
            && ThemeChoice(rawValue: name) == nil
            && name.utf8.allSatisfy(TOMLLayout.isBare)
    }

    /// The theme that `section` describes, and what is wrong with it; what is wrong is as the base has it.
    private init(_ name: String, _ section: SettingsSection, _ problems: inout [SettingsProblem]) {
        self.name = name
        var section = section
        section.string("base") { name in
            guard let choice = ThemeChoice(setting: name) else { return ThemeChoice.names().quotedAlternatives }
            base = choice
            return nil
        }
        section.styles { styles[$0] = $1 }
        problems += section.finish()
    }

    /// The themes of a settings file's `[theme.NAME]`, by their names.
    static func themes(of file: TOMLTable, _ problems: inout [SettingsProblem]) -> [String: UserTheme] {
        guard file.contains(key: "theme") else { return [:] }
        guard let themes = file["theme"]?.table else {
            problems.append(
                SettingsProblem("theme", "must be sections: [theme.NAME]; `theme = …` belongs in [display]"))
            return [:]
        }
        var read: [String: UserTheme] = [:]
        for name in themes.keys.sorted() {
            guard isName(name) else {
                problems.append(SettingsProblem("[theme.\(name)]", nameProblem))
                continue
            }
            guard let table = themes[name]?.table else {
                problems.append(SettingsProblem("[theme] \(name)", "must be a section: [theme.\(name)]"))
                continue
            }
            read[name] = UserTheme(name, SettingsSection(table, called: "[theme.\(name)] "), &problems)
        }
        return read
    }

    package static let nameProblem =
        "a theme's name has letters, digits, - and _, at most \(longestName), and is not a built-in one's"

    /// The theme that a file of its own describes.
    ///
    /// - Parameter path: how problems name the file.
    static func theme(_ name: String, in text: String, at path: String, _ problems: inout [SettingsProblem])
        -> UserTheme?
    {
        let file: TOMLTable
        do throws(TOMLError) {
            file = try GuardedTOML.table(text)
        } catch {
            problems.append(SettingsProblem(error).inFile(path))
            return nil
        }
        var own: [SettingsProblem] = []
        let theme = UserTheme(name, SettingsSection(file, called: ""), &own)
        let lines = SettingsLines(of: text)
        problems += own.map { problem in
            var problem = problem
            problem.line = lines.line(of: problem.description)
            return problem.inFile(path)
        }
        return theme
    }
}

extension ThemeChoice {
    /// Names from before there were more.
    static let formerNames: [String: ThemeChoice] = ["standard": .dark, "monochrome": .monochrome]

    /// The built-in theme that settings call `name`; nil when there is none.
    init?(setting name: String) {
        guard let choice = ThemeChoice(rawValue: name) ?? Self.formerNames[name] else { return nil }
        self = choice
    }

    /// The names that there are, and those of the user's own.
    static func names(and others: [String] = []) -> [String] { allCases.map(\.rawValue) + others }
}

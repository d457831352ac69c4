import Surface

extension Settings {
    /// default.toml, as `quietzone config default` prints it: each setting below its help, with its default, and examples of the sections
    /// whose names are the user's own.
    package static var defaultFile: String {
        let head = """
            # Quietzone's default settings.
            # Copy what you want to change to $XDG_CONFIG_HOME/quietzone/config.toml (see `quietzone config path`).
            """
        let blocks = SettingsCatalog.sections.flatMap { section -> [String] in
            [block(section)] + UserSection.all.filter { $0.follows == section }.map(\UserSection.example)
        }
        return ([head] + blocks).joined(separator: "\n\n") + "\n"
    }

    /// keys.toml: the section `[keys]` with every command, its help and its keys.
    package static func keysFile(of commands: CommandTable) -> String {
        let keys = SettingsCatalog.keys(commands).map { lines($0.help, $0.id, $0.standard) + "\n" }
        return """
            # Every command with its default keys.
            # Copy what you want to change to [keys] in config.toml; `quietzone config keys` prints the current keys.

            [keys]

            """ + keys.joined()
    }

    private static func block(_ section: String) -> String {
        switch section {
        case "styles":
            """
            # Styles of what is drawn: a colour ("default", "black", "red", "green", "yellow", "blue", "magenta", "cyan",
            # "white", "bright-…", a number 0–255, or "#rrggbb"), "on" a background colour, and "bold", "dim", "reverse", "underline".
            # Roles: text faint strong border picture picture-dimmed box outline outline-kept outline-known laser selection status key
            # good warning badge light.
            [styles]
            # outline = "bright-yellow bold"
            """
        case "keys":
            """
            # Keys of commands; `quietzone config keys` lists both.
            [keys]
            # freeze = ["z", "F5"]
            """
        default:
            SettingRow.all.filter { $0.id.section == section }.reduce("[\(section)]") { text, row in
                text + "\n" + lines(row.help, row.id, row.standard)
            }
        }
    }

    private static func lines(_ help: String, _ id: SettingID, _ value: SettingValue?) -> String {
        let comment = help.split(separator: "\n").map { "# \($0)\n" }.joined()
        return "\(comment)\(id.key) = \(value?.toml ?? "")"
    }
}

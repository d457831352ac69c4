import Services

/// The files that the program stores, and the variables of the environment that it uses: for FILES and ENVIRONMENT.
enum UserFiles {
    struct Row {
        let path: String
        let text: String
        /// The commands whose pages list it.
        let commands: Set<String>

        var term: Page.Term { Page.Term([.init(literal: path)]) }
    }

    private static let config = "~/.config/quietzone/"
    private static let data = "~/.local/share/quietzone/"
    private static let state = "~/.local/state/quietzone/"

    private static func row(_ path: String, _ text: String, _ commands: String = "") -> Row {
        Row(path: path, text: text, commands: Set(commands.split(separator: " ").map(String.init)))
    }

    static let all = [
        row(config + "config.toml", "Settings; see quietzone-config(5).", "scan config"),
        row(config + "themes/NAME.toml", "Your own themes.", "config"),
        row(config + "labels/NAME.toml", "Your own label templates.", "print"),
        row(config + "inventory/NAME.toml", "Your own profiles of inventory servers.", "inventory"),
        row(data + "history.sqlite", "The history.", "scan watch phone history"),
        row(data + "places.sqlite", "Places.", "places where beacons"),
        row(data + "collections.sqlite", "Collections.", "collection"),
        row(data + "inventory.sqlite", "Acts on inventory servers, done and waiting.", "inventory"),
        row(data + "products/", "Indexes of products.", "products lookup"),
        row(data + "lookups.sqlite", "Answers of providers, and the queue of look-ups.", "lookup providers"),
        row(data + "logins/", "Logins at providers.", "providers"),
        row(data + "doors/NAME.door", "Events: rules, guest list, admissions and log.", "door"),
        row(data + "ticket-keys/", "Keys that sign and check tickets.", "pass door"),
        row(data + "trusted-keys/", "Public keys of third-party tickets.", "door"),
        row(state + "quietzone.log", "The log of the full-screen program.", "scan phone"),
        row(state + "cameras.json", "Remembered camera controls.", "cameras"),
        row(state + "view.json", "The remembered view: picture style, panes.", "scan"),
        row("~/Pictures/Quietzone/", "Saved pictures.", "scan"),
    ]

    static let variables: [(term: Page.Term, text: String)] = [
        ("XDG_CONFIG_HOME", "The folder for settings, in place of `~/.config`."),
        ("XDG_DATA_HOME", "The folder for the history and other data, in place of `~/.local/share`."),
        ("XDG_STATE_HOME", "The folder for the log and the remembered view, in place of `~/.local/state`."),
        ("XDG_PICTURES_DIR", "The folder for saved pictures, in place of the one in `~/.config/user-dirs.dirs`."),
        ("NO_COLOR", "If set and not empty, no colours are used."),
        ("TERM", "The type of the terminal."), ("COLORTERM", "`truecolor` or `24bit` enables 24-bit colours."),
        ("COLORFGBG", "The terminal's colours, to choose a light or a dark theme if the terminal reports none."),
    ]
}

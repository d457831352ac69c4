/// Links of cells (OSC 8; https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda). No terminal can be asked for them.
enum TerminalLink {
    /// Terminals, as XTVERSION names them, and their first version that takes links. tmux hands on those that the terminal takes.
    private static let known: [(name: String, version: [Int])] = [
        ("kitty", []), ("foot", [1, 7]), ("ghostty", []), ("WezTerm", []), ("iTerm2", []), ("Konsole", [20, 12]),
        ("contour", []), ("VTE", [5000]), ("tmux", [3, 4]),
    ]

    /// Whether a terminal of this name and version takes them.
    static func isTaken(by version: String) -> Bool { TerminalVersion.isAmong(known, version) }

    /// Begins a link to `address`, which is printable ASCII. Cells of one address belong together, though it is in several rows.
    static func start(_ address: String) -> String { "\u{1B}]8;id=quietzone;\(address)\u{1B}\\" }
    static let end = "\u{1B}]8;;\u{1B}\\"
}

import Surface

/// Progress in the taskbar (OSC 9;4; https://conemu.github.io/en/AnsiEscapeCodes.html#ConEmu_specific_OSC). Terminals that do not know it
/// may take it for a notification, and none can be asked.
enum TerminalProgress {
    /// Terminals, as XTVERSION names them, and their first version that shows it.
    private static let known: [(name: String, version: [Int])] = [
        ("ghostty", [1, 2]), ("WezTerm", [2025_0209]), ("iTerm2", [3, 6, 6]), ("VTE", [8000]), ("Konsole", [26, 4]),
    ]

    /// Whether a terminal of this name and version shows it.
    static func isShown(by version: String) -> Bool { TerminalVersion.isAmong(known, version) }

    static let end = "\u{1B}]9;4;0\u{1B}\\"

    static func sequence(_ progress: TaskbarProgress?) -> String {
        switch progress {
        case .indeterminate?: "\u{1B}]9;4;3\u{1B}\\"
        case .percent(let percent)?: "\u{1B}]9;4;1;\(min(100, max(0, percent)))\u{1B}\\"
        case nil: end
        }
    }
}

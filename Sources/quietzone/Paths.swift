import Foundation

/// Where files lie, by the XDG Base Directory Specification.
enum Paths {
    /// The settings file, which need not be there.
    static var settings: String { directory("XDG_CONFIG_HOME", ".config") + "/config.toml" }

    /// The history.
    static var history: String { directory("XDG_DATA_HOME", ".local/share") + "/history.sqlite" }

    /// The log of the full-screen program.
    static var log: String { directory("XDG_STATE_HOME", ".local/state") + "/quietzone.log" }

    /// What is remembered of cameras.
    static var cameras: String { directory("XDG_STATE_HOME", ".local/state") + "/cameras.json" }

    /// Where pictures are saved: the folder `Quietzone` in that of the user's pictures.
    static var pictures: String { UserFolders.pictures(ProcessInfo.processInfo.environment) + "/Quietzone" }

    /// `$VARIABLE/quietzone`, or `$HOME/FALLBACK/quietzone`; the specification ignores paths that are not absolute.
    private static func directory(_ variable: String, _ fallback: String) -> String {
        let environment = ProcessInfo.processInfo.environment
        if let base = environment[variable], base.hasPrefix("/") { return base + "/quietzone" }
        return (environment["HOME"] ?? NSHomeDirectory()) + "/" + fallback + "/quietzone"
    }
}

import Files
import Foundation

/// Where files lie, by the XDG Base Directory Specification.
package enum Paths {
    /// The settings file, which need not be there.
    package static var settings: String { directory("XDG_CONFIG_HOME", ".config") + "/config.toml" }

    /// The user's templates of labels, a file each.
    package static var labels: String { directory("XDG_CONFIG_HOME", ".config") + "/labels" }

    package static var history: String { directory("XDG_DATA_HOME", ".local/share") + "/history.sqlite" }

    /// The log of the full-screen program.
    package static var log: String { directory("XDG_STATE_HOME", ".local/state") + "/quietzone.log" }

    package static var cameras: String { directory("XDG_STATE_HOME", ".local/state") + "/cameras.json" }

    /// What is remembered of how things are shown.
    package static var view: String { directory("XDG_STATE_HOME", ".local/state") + "/view.json" }

    /// An empty file that is there once the welcome was shown.
    package static var welcome: String { directory("XDG_STATE_HOME", ".local/state") + "/welcomed" }

    /// The events of doors, a file each.
    package static var doors: String { directory("XDG_DATA_HOME", ".local/share") + "/doors" }

    /// The keys that tickets are signed and checked with.
    package static var ticketKeys: String { directory("XDG_DATA_HOME", ".local/share") + "/ticket-keys" }

    /// Public foreign keys, whose tickets a door may let in.
    package static var trustedKeys: String { directory("XDG_DATA_HOME", ".local/share") + "/trusted-keys" }

    /// Where pictures are saved: the folder `Quietzone` in that of the user's pictures.
    package static var pictures: String { UserFolders.pictures(variable) + "/Quietzone" }

    /// The indexes of products, a file each.
    package static var products: String { directory("XDG_DATA_HOME", ".local/share") + "/products" }

    /// What look-ups remember: answers, limits, the queue.
    package static var lookups: String { directory("XDG_DATA_HOME", ".local/share") + "/lookups.sqlite" }

    /// What logins at providers have left, a file each.
    package static var logins: String { directory("XDG_DATA_HOME", ".local/share") + "/logins" }

    /// The user's collections.
    package static var collections: String { directory("XDG_DATA_HOME", ".local/share") + "/collections.sqlite" }

    /// The user's places.
    package static var places: String { directory("XDG_DATA_HOME", ".local/share") + "/places.sqlite" }

    /// What was asked of inventory servers.
    package static var inventory: String { directory("XDG_DATA_HOME", ".local/share") + "/inventory.sqlite" }

    /// The user's own profiles of inventory servers, a file each.
    package static var inventoryProfiles: String { directory("XDG_CONFIG_HOME", ".config") + "/inventory" }

    /// The user's own folder.
    package static var home: String { variable("HOME") ?? NSHomeDirectory() }

    /// A variable of the environment that names a folder, absolute as the specification wants it; nil otherwise.
    package static func variable(_ name: String) -> String? {
        // Foundation's environment has no bytes that are not UTF-8.
        guard let value = getenv(name), value[0] == CChar(bitPattern: UInt8(ascii: "/")) else { return nil }
        return FileName.text(of: value)
    }

    /// `$VARIABLE/quietzone`, or `$HOME/FALLBACK/quietzone`.
    private static func directory(_ name: String, _ fallback: String) -> String {
        (variable(name) ?? home + "/" + fallback) + "/quietzone"
    }
}

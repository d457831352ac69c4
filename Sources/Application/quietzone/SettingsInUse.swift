import Config
import FullScreen
import Services

extension Settings {
    /// The user's settings, with the keys of every command; see `load(commands:isBrief:warn:)`.
    static func load(isBrief: Bool = false, warn: (String) -> Void = { Output.complain($0) }) -> Settings {
        load(commands: Features.commands, isBrief: isBrief, warn: warn)
    }
}

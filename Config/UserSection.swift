import Delivery

/// A section whose names are the user's own: its type reads it, and default.toml has an example.
struct UserSection: Sendable {
    /// Its name.
    let name: String
    /// The name as problems list it: with what stands for the user's.
    let title: String
    /// The section that it stands behind in default.toml.
    let follows: String
    /// Its lines in default.toml, each a comment.
    let example: String

    init(_ name: String, title: String? = nil, follows: String, _ example: String) {
        (self.name, self.title, self.follows, self.example) = (name, title ?? name, follows, example)
    }

    /// All of them, as problems list them.
    static let all = [
        UserTheme.section, UserCommand.section, ScanRule.section, SessionFieldPattern.section,
        DestinationSettings.section, LabelSettings.section,
    ]
}

import Files
import TOMLKit

/// A program of the user's that scans can be given to.
package struct UserCommand: Sendable, Hashable {
    /// What rules call it.
    package let name: String
    /// What people are shown; the name by default.
    package private(set) var title: String
    /// The program and its arguments, with placeholders: `{text}`, `{kind}`, `{symbology}`, `{summary}`, `{field:KEY}`.
    package private(set) var arguments: [String] = []
    /// The kinds of contents that it is offered for, by their names in JSON; empty for all.
    package private(set) var kinds: Set<String> = []
    /// How long it may take, in seconds.
    package private(set) var seconds = 10

    /// `[command.NAME]` in default.toml.
    static let section = UserSection(
        "command", title: "command.NAME", follows: "styles",
        """
        # Your own programs to run on a scan (the key ! lists them), any number: a name for rules, and the program with its
        # arguments, in which {text}, {kind}, {symbology}, {summary} and {field:KEY} stand for the scan's values. No shell is used; standard input
        # gets the scan as a line of JSON. kinds (as `quietzone read --json` names them) limits it to these kinds of content.
        # [command.stock]
        # run = ["stock", "add", "--", "{text}"]
        # title = "Add to the stock"
        # kinds = ["gtin", "gs1"]
        # seconds = 10
        """)

    private init(_ name: String) { (self.name, title) = (name, name) }

    /// The program and its arguments, these with the value of each placeholder; `value` returns nil for an empty one.
    ///
    /// A value stands in its argument as it is: no shell parts or interprets it.
    package func filled(_ value: (String) -> String?) -> [String] {
        FieldTemplate.command(arguments, where: Self.isPlaceholder, value)
    }

    private static func isPlaceholder(_ name: Substring) -> Bool {
        ["text", "kind", "symbology", "summary"].contains(name) || name.hasPrefix("field:") && name.count > 6
    }

    /// The commands of a settings file, by their names.
    static func commands(
        of file: TOMLTable, kinds known: [String], _ problems: inout [SettingsProblem]
    ) -> [UserCommand] {
        section.sections(of: file, &problems).compactMap { command($0.name, $0.section, known, &problems) }
    }

    private static func command(
        _ name: String, _ section: SettingsSection, _ known: [String], _ problems: inout [SettingsProblem]
    ) -> UserCommand? {
        var section = section
        var command = UserCommand(name)
        section.program { words in
            command.arguments = words
            return nil
        }
        section.read("title", .text("1 to 60 characters") { 1...60 ~= $0.count }, into: &command.title)
        section.kinds(known) { command.kinds = $0 }
        section.read("seconds", .whole(1...600), into: &command.seconds)
        let found = section.finish()
        problems += found
        if command.arguments.isEmpty {
            if found.isEmpty { problems.append(SettingsProblem("[command.\(name)]", "needs run = [\"program\", …]")) }
            return nil
        }
        return command
    }
}

extension SettingsSection {
    /// `run`: a program and its arguments.
    mutating func program(_ take: ([String]) -> String?) {
        strings("run") { words in
            guard let program = words.first, !program.isEmpty, words.count <= 64 else {
                return "the program and its arguments, at most 64 in all"
            }
            // Scanned text must never choose the program.
            guard !program.contains("{") else { return "a program's name first, without placeholders" }
            return take(words)
        }
    }

    /// `kinds`, by their names in JSON; every name when `known` is empty.
    mutating func kinds(_ known: [String], _ take: (Set<String>) -> Void) {
        strings("kinds") { names in
            if let other = names.first(where: { !known.isEmpty && !known.contains($0) }) {
                return "names such as \(known.prefix(6).joined(separator: ", ")), not \"\(other)\""
            }
            take(Set(names))
            return nil
        }
    }
}

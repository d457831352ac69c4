import FullScreen
import Screens
import Services
import Surface

/// docs/reference/keys.md, from the table of commands.
enum KeyPage {
    /// The commands that a new user needs, as keys of the scanner.
    static let first = [
        "help", "commands", "menu", "select-next", "open", "find", "history", "box", "freeze", "next-camera",
        "toggle-torch",
        "copy", "act", "settings", "quit",
    ]

    static func markdown() -> String {
        let keys = KeyMap(Features.commands)
        var blocks: [Page.Block] = [
            .heading(1, "The first keys"), .table(header: ["key", "action"], rows: firstRows(keys).map(row)),
        ]
        for context in keys.contexts {
            let own = keys.rows(in: context).filter { isOfSome($0) && !$0.keys.isEmpty }
            if !own.isEmpty {
                blocks += [
                    .heading(1, context.title), .table(header: ["key", "action", "group"], rows: own.map(longRow)),
                ]
            }
        }
        let shared = Features.commands.rows.filter { !isOfSome($0) && !$0.keys.isEmpty }
        blocks += [.heading(1, "On most screens"), .table(header: ["key", "action"], rows: shared.map(row))]
        var seen: Set<Command> = []
        let bound = Set(Features.commands.rows.filter { !$0.keys.isEmpty }.map(\.command))
        let unbound = Features.commands.rows.filter { !bound.contains($0.command) && seen.insert($0.command).inserted }
        blocks += [
            .heading(1, "Commands without a key"),
            .text(
                "Press `:` and type a part of the text to run one, or give it a key in the section `[keys]` of the settings."
            ),
            .table(header: ["name in settings", "action"], rows: unbound.map { ["`\($0.command.name)`", $0.help] }),
        ]
        return Page.markdown(
            "Keys",
            introduction: """
                These are the default keys of the full-screen program. Press `?` on any screen to list its keys, and `:` to find a \
                command by a part of its name. To change keys, see [Settings](settings.md#keys) and the guide to \
                [settings](../guide/settings.md); `quietzone config keys` prints the keys in use.
                """, blocks)
    }

    /// The rows of the first keys, as the scanner listens to them.
    private static func firstRows(_ keys: KeyMap) -> [CommandRow] {
        let rows = keys.rows(in: .scanner) + keys.rows(in: .scan)
        return first.compactMap { name in rows.first { $0.command.name == name && !$0.keys.isEmpty } }
    }

    /// Those of the first keys that the scanner has not.
    static var missing: [String] {
        let found = firstRows(KeyMap(Features.commands)).map(\.command.name)
        return first.filter { !found.contains($0) }
    }

    private static func row(_ row: CommandRow) -> [String] { [names(row.keys), row.help] }

    private static func longRow(_ row: CommandRow) -> [String] { [names(row.keys), row.help, row.purpose] }

    private static func names(_ keys: [Key]) -> String {
        // Digits come last, as a range. A backtick marks code, and is no default key.
        let digits = keys.filter { $0.name.count == 1 && $0.name.first?.isNumber == true }
        let runs = digits.count < 3 ? [keys] : [keys.filter { !digits.contains($0) }, digits]
        return runs.flatMap { $0.shownNames.split(separator: "  ") }.map { "`\($0)`" }.joined(separator: " ")
    }

    private static func isOfSome(_ row: CommandRow) -> Bool { if case .on = row.place { true } else { false } }
}

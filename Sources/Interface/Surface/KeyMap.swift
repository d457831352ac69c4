/// Which key asks for which command, in each context.
package struct KeyMap: Sendable {
    private var commands: [KeyContext: [Key: Command]] = [:]
    private let rows: [CommandRow]
    /// Where keys are listened to, in the order of the help.
    package let contexts: [KeyContext]

    package init(_ table: CommandTable = CommandTable(rows: [], contexts: [])) {
        rows = table.rows
        contexts = table.contexts
        index()
    }

    /// The keys of `table` with those of some commands replaced. A key that a command has by itself on one screen does not spread to
    /// others, where it may mean something else: to give a command the keys that it has changes nothing.
    ///
    /// A key that is given to a command is taken from those that have it by themselves, so that new keys of a later version
    /// leave the user's own alone. It is not taken from those of `kept`.
    ///
    /// - Throws: where two commands of one context would share a key.
    package init(
        _ table: CommandTable, replacing keys: [Command: [Key]], keeping kept: Set<Command> = []
    ) throws(KeyMapError) {
        let replaced = table.rows.map { row in
            keys[row.command].map { row.replacing(Self.keys($0, of: row, in: table)) } ?? row
        }
        let contexts = table.contexts
        let given = replaced.filter { keys[$0.command] != nil }
        rows = replaced.map { row in
            guard keys[row.command] == nil, !kept.contains(row.command) else { return row }
            let rivals = given.filter { other in
                contexts.contains { other.isListened(in: $0) && row.isListened(in: $0) }
            }
            let taken = Set(rivals.flatMap(\.keys))
            return taken.isDisjoint(with: row.keys) ? row : row.replacing(row.keys.filter { !taken.contains($0) })
        }
        self.contexts = contexts
        if let clash = Self.firstClash(in: rows, contexts) { throw clash }
        index()
    }

    /// Those of `keys` that are meant for `row`: its own, and those that no other row of its command has; where these are none, all.
    private static func keys(_ keys: [Key], of row: CommandRow, in table: CommandTable) -> [Key] {
        let elsewhere = Set(table.rows.filter { $0.command == row.command }.flatMap(\.keys)).subtracting(row.keys)
        var seen: Set<Key> = []
        let once = keys.filter { seen.insert($0).inserted }
        let meant = once.filter { !elsewhere.contains($0) }
        return meant.isEmpty ? once : meant
    }

    /// What `key` asks for in `context`; nil when nothing.
    package func command(for key: Key, in context: KeyContext) -> Command? { commands[context]?[key] }

    /// The keys of `command` in `context`, the preferred one first.
    package func keys(for command: Command, in context: KeyContext) -> [Key] {
        rows(in: context).filter { $0.command == command }.flatMap(\.keys)
    }

    /// The rows of the table that `context` listens to, with the keys in force; those that it is there for come first.
    package func rows(in context: KeyContext) -> [CommandRow] {
        let heard = rows.filter { $0.isListened(in: context) }
        return heard.filter { $0.home.contains(context) } + heard.filter { !$0.home.contains(context) }
    }

    /// What opens a screen that listens to `command`; nil if no command does.
    package func opener(of command: Command) -> Command? {
        let listening = contexts.filter { isListened(command, in: $0) }
        return rows.first { row in row.opens.map(listening.contains) ?? false }?.command
    }

    /// Whether `context` listens to `command`.
    package func isListened(_ command: Command, in context: KeyContext) -> Bool {
        rows.contains { $0.command == command && $0.isListened(in: context) }
    }

    private mutating func index() {
        for context in contexts {
            for row in rows(in: context) { for key in row.keys { commands[context, default: [:]][key] = row.command } }
        }
    }

    private static func firstClash(in rows: [CommandRow], _ contexts: [KeyContext]) -> KeyMapError? {
        for context in contexts {
            var owner: [Key: Command] = [:]
            for row in rows where row.isListened(in: context) {
                for key in row.keys {
                    if let other = owner[key] {
                        return KeyMapError(key: key, commands: (other, row.command), context: context)
                    }
                    owner[key] = row.command
                }
            }
        }
        return nil
    }
}

/// Two commands want the same key.
package struct KeyMapError: Error, CustomStringConvertible, Sendable {
    package let key: Key
    package let commands: (Command, Command)
    /// Where both are listened to.
    package let context: KeyContext

    /// One line that names the key and both commands.
    package var description: String {
        "key \(key.name) is bound to both \(commands.0.name) and \(commands.1.name); bind one of them to another key"
    }
}

/// Which key asks for which command, in each context.
public struct KeyMap: Sendable {
    private var commands: [KeyContext: [Key: Command]] = [:]
    private var rows: [CommandRow]

    /// The keys of the command table.
    public init() {
        rows = Command.table
        index()
    }

    /// The table's keys with those of some commands replaced.
    ///
    /// - Throws: `KeyMapError` when two commands of one context would share a key.
    public init(replacing keys: [Command: [Key]]) throws(KeyMapError) {
        rows = Command.table.map { row in
            guard let replaced = keys[row.command] else { return row }
            return CommandRow(
                command: row.command, contexts: row.contexts, keys: replaced, label: row.label, help: row.help)
        }
        if let clash = Self.firstClash(in: rows) { throw clash }
        index()
    }

    /// What `key` asks for in `context`; nil when nothing.
    public func command(for key: Key, in context: KeyContext) -> Command? { commands[context]?[key] }

    /// The keys of `command` in `context`, the preferred one first.
    public func keys(for command: Command, in context: KeyContext) -> [Key] {
        rows.filter { $0.command == command && $0.contexts.contains(context) }.flatMap(\.keys)
    }

    /// The rows of the table that `context` listens to, with the keys in force.
    public func rows(in context: KeyContext) -> [CommandRow] { rows.filter { $0.contexts.contains(context) } }

    private mutating func index() {
        for row in rows {
            for context in row.contexts { for key in row.keys { commands[context, default: [:]][key] = row.command } }
        }
    }

    static func firstClash(in rows: [CommandRow]) -> KeyMapError? {
        for context in KeyContext.allCases {
            var owner: [Key: Command] = [:]
            for row in rows where row.contexts.contains(context) {
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
public struct KeyMapError: Error, CustomStringConvertible, Sendable {
    /// The key that both want.
    public let key: Key
    /// The two commands.
    public let commands: (Command, Command)
    /// Where both are listened to.
    public let context: KeyContext

    /// One line that names the key and both commands.
    public var description: String {
        "key \(key.name) is given to both \(commands.0.rawValue) and \(commands.1.rawValue); give one of them another"
    }
}

/// Which key asks for which command, in each context.
public struct KeyMap: Sendable {
    private var commands: [KeyContext: [Key: Command]] = [:]
    private let rows: [CommandRow]
    /// Where keys are listened to, in the order of the help.
    public let contexts: [KeyContext]

    /// The keys of `table`.
    public init(_ table: CommandTable = CommandTable(rows: [], contexts: [])) {
        rows = table.rows
        contexts = table.contexts
        index()
    }

    /// The keys of `table` with those of some commands replaced.
    ///
    /// - Throws: `KeyMapError` when two commands of one context would share a key.
    public init(_ table: CommandTable, replacing keys: [Command: [Key]]) throws(KeyMapError) {
        rows = table.rows.map { row in keys[row.command].map(row.replacing) ?? row }
        contexts = table.contexts
        if let clash = Self.firstClash(in: rows, contexts) { throw clash }
        index()
    }

    /// What `key` asks for in `context`; nil when nothing.
    public func command(for key: Key, in context: KeyContext) -> Command? { commands[context]?[key] }

    /// The keys of `command` in `context`, the preferred one first.
    public func keys(for command: Command, in context: KeyContext) -> [Key] {
        rows(in: context).filter { $0.command == command }.flatMap(\.keys)
    }

    /// The rows of the table that `context` listens to, with the keys in force.
    public func rows(in context: KeyContext) -> [CommandRow] { rows.filter { $0.isListened(in: context) } }

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
public struct KeyMapError: Error, CustomStringConvertible, Sendable {
    /// The key that both want.
    public let key: Key
    /// The two commands.
    public let commands: (Command, Command)
    /// Where both are listened to.
    public let context: KeyContext

    /// One line that names the key and both commands.
    public var description: String {
        "key \(key.name) is given to both \(commands.0.name) and \(commands.1.name); give one of them another"
    }
}

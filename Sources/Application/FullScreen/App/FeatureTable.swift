import Screens
import Surface

/// What is known of features before they run: their commands, and when those can be done.
struct FeatureTable: Sendable {
    /// Every command with its keys, in the order of the features.
    let commands: CommandTable
    private let conditions: [Command: Conditions]

    /// When a command can be done.
    private struct Conditions: Sendable {
        let refusal: @Sendable (AppModel) -> String?
        let isIdle: @Sendable (AppModel) -> Bool
    }

    init(_ kinds: [any Feature.Type], retired: [String: String] = [:]) {
        var contexts: [KeyContext] = []
        for context in kinds.flatMap({ $0.contexts }) where !contexts.contains(context) { contexts.append(context) }
        commands = CommandTable(rows: kinds.flatMap { Self.rows(of: $0) }, contexts: contexts, retired: retired)
        conditions = kinds.reduce(into: [:]) { all, kind in
            all.merge(Self.conditions(of: kind)) { first, _ in first }
        }
    }

    private static func rows<Owner: Feature>(of _: Owner.Type) -> [CommandRow] {
        Owner.commands.map { $0.row.forPurpose(Owner.purpose, home: Owner.contexts) }
    }

    private static func conditions<Owner: Feature>(of _: Owner.Type) -> [Command: Conditions] {
        Dictionary(
            Owner.commands.filter { $0.run != nil }.map {
                ($0.row.command, Conditions(refusal: $0.refusal, isIdle: $0.isIdle))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether the program does `command`, and not the screens.
    func isOfProgram(_ command: Command) -> Bool { conditions[command] != nil }

    /// Commands that the line of keys leaves out now: they would be refused, or lead to nothing.
    func idle(_ model: AppModel) -> Set<Command> {
        Set(conditions.filter { $1.isIdle(model) || $1.refusal(model) != nil }.keys)
    }

    /// Why `command` cannot be done now, in a line; nil when it can.
    func refusal(of command: Command, _ model: AppModel) -> String? { conditions[command]?.refusal(model) }
}

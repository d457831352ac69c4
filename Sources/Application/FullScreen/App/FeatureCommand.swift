import Screens
import Surface

/// A command with what it does.
struct FeatureCommand<Owner>: Sendable {
    /// How it is asked for, and what is said of it.
    let row: CommandRow
    /// Why it cannot be done now, in a line; nil when it can.
    let refusal: @Sendable (AppModel) -> String?
    /// Whether the line of keys leaves it out now.
    let isIdle: @Sendable (AppModel) -> Bool
    /// Does it; nil for what screens do by themselves.
    let run: (@Sendable (Owner) throws -> Void)?

    /// A command of the program.
    ///
    /// - Parameters:
    ///   - label: a word or two for the line of keys; empty, as a rule, keeps it out of that.
    ///   - idle: as `isIdle`; default never.
    ///   - refusal: as `refusal`; default none.
    init(
        _ command: Command, _ place: CommandRow.Place, _ keys: [Key], label: String = "", _ help: String,
        idle: @escaping @Sendable (AppModel) -> Bool = { _ in false },
        refusal: @escaping @Sendable (AppModel) -> String? = { _ in nil },
        run: @escaping @Sendable (Owner) throws -> Void
    ) {
        row = CommandRow(command, place, keys, label: label, help)
        isIdle = idle
        self.refusal = refusal
        self.run = run
    }

    /// A command that screens do by themselves.
    init(onScreen command: Command, _ place: CommandRow.Place, _ keys: [Key], label: String = "", _ help: String) {
        row = CommandRow(command, place, keys, label: label, help)
        isIdle = { _ in false }
        refusal = { _ in nil }
        run = nil
    }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
    /// The key that types a character: `"q"`.
    package init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}

extension CommandRow.Place: ExpressibleByArrayLiteral {
    /// On these screens: `[.scanner, .history]`.
    package init(arrayLiteral screens: KeyContext...) { self = .on(screens) }
}

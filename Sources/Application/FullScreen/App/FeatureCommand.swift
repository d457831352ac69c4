import Screens
import Surface

/// A command with what it does.
struct FeatureCommand<Owner>: Sendable {
    /// How it is asked for, and what is said of it.
    private(set) var row: CommandRow
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

extension FeatureCommand {
    /// The same, found by more words.
    func found(by keywords: String) -> Self { changing { $0.found(by: keywords) } }

    /// The same, in the menu by the name of `title`.
    func inMenu(_ title: String) -> Self { changing { $0.inMenu(title) } }

    /// The same, leading to the screen `context`.
    func opening(_ context: KeyContext) -> Self { changing { $0.opening(context) } }

    private func changing(_ change: (CommandRow) -> CommandRow) -> Self {
        var command = self
        command.row = change(row)
        return command
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

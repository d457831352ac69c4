import Services
import Screens
import Surface

/// Something that the program can do: its commands with all that is known of them.
///
/// A feature is one file in this folder: its commands, what they do, and, where it has one, its screen; and a line in
/// `Features.all`. Key map, help, line of keys, settings and the README's list follow from it.
///
///     extension Feature {
///         static let mirror = Feature("Picture", [
///             FeatureCommand(.mirror, .on([.scanner]), [.character("m")], "Show the picture as in a mirror") {
///                 $0.mirror()
///             }
///         ])
///     }
struct Feature: Sendable {
    /// What it is for, in a word or two: the heading of its keys in the help. Features may share it.
    let purpose: String
    /// Contexts of the screens that it brings.
    let contexts: [KeyContext]
    /// In the order of the help.
    let commands: [FeatureCommand]

    init(_ purpose: String, contexts: [KeyContext] = [], _ commands: [FeatureCommand]) {
        self.purpose = purpose
        self.contexts = contexts
        self.commands = commands
    }
}

/// A command with what it does.
struct FeatureCommand: Sendable {
    /// How it is asked for, and what is said of it.
    let row: CommandRow
    /// Why it cannot be done now, in a line; nil when it can.
    let refusal: @Sendable (AppModel) -> String?
    /// Whether the line of keys leaves it out now.
    let isIdle: @Sendable (AppModel) -> Bool
    /// Does it; nil for what screens do by themselves.
    let run: (@Sendable (ScannerApp) throws -> Void)?

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
        run: @escaping @Sendable (ScannerApp) throws -> Void
    ) {
        row = CommandRow(command, place, keys, label: label, help)
        isIdle = idle
        self.refusal = refusal
        self.run = run
    }

    /// A command that screens do by themselves.
    init(
        onScreen command: Command, _ place: CommandRow.Place, _ keys: [Key], label: String = "", _ help: String
    ) {
        row = CommandRow(command, place, keys, label: label, help)
        isIdle = { _ in false }
        refusal = { _ in nil }
        run = nil
    }
}

import Config
import Screens
import Services
import Surface

/// A part of what the program does for its users. It owns its commands, its state, what its screens ask of it, its
/// periodic work, and what it does when the program ends. It sees what all features share, and no other feature.
///
///     final class MirrorFeature: FeatureBase, Feature {
///         static let purpose = "Picture"
///         static let commands: [FeatureCommand<MirrorFeature>] = [
///             FeatureCommand(.mirror, [.scanner], ["m"], "Show the picture as in a mirror") { $0.mirror() }
///         ]
///
///         private func mirror() { model.picture.view.orientation = model.picture.view.orientation.mirrored }
///     }
///
/// It takes part in the program by its line in `Features.all`. Everything is called on the loop's thread, and must not wait.
protocol Feature: AnyObject {
    /// What its screens ask of it; the default is nothing.
    associatedtype Asked: FeatureEffect = NothingAsked

    /// What it is for, in a word or two: the heading of its keys in the help. Features may share it; one without commands
    /// needs none.
    static var purpose: String { get }
    /// Contexts of the screens that it brings or that are about what it does: there its keys come first. By default none.
    static var contexts: [KeyContext] { get }
    /// What the user can ask of it, in the order of the help; by default nothing.
    static var commands: [FeatureCommand<Self>] { get }

    /// What all features share.
    var app: AppContext { get }
    /// A feature that has not begun.
    init(_ app: AppContext)

    /// The program begins: there is a screen, but no session yet.
    func start() throws
    /// Does what a screen asks. What is thrown is shown to the user.
    func perform(_ effect: Asked) throws
    /// Something has happened.
    func follow(_ event: AppEvent)
    /// Takes over what of the settings is its own; `app.settings` are the new ones already.
    ///
    /// - Returns: what of it cannot be seen now, in a line; nil when all can.
    func apply(_ settings: Settings, insteadOf old: Settings) -> String?
    /// What the loop waits for on its behalf, to be read; nil, the default, for nothing.
    var descriptor: Int32? { get }
    /// The descriptor can be read.
    func ready()
    /// How long the loop may wait at most until `advance` is called next; nil, the default, for as long as it likes.
    var pause: Duration? { get }
    /// The loop has waited: does what is due.
    func advance(at now: ContinuousClock.Instant)
    /// The program ends. The session has ended, and its scans are kept.
    ///
    /// - Parameter patience: how long to wait at most for what is under way.
    /// - Returns: what the user should know when the screen is gone, in a line; nil for nothing.
    func finish(within patience: Duration) -> String?
}

/// What a feature is made with.
class FeatureBase {
    let app: AppContext

    required init(_ app: AppContext) { self.app = app }
}

/// What a feature without effects is asked for.
enum NothingAsked: FeatureEffect {}

extension Feature {
    static var purpose: String { "" }
    static var contexts: [KeyContext] { [] }
    static var commands: [FeatureCommand<Self>] { [] }
    var descriptor: Int32? { nil }
    var pause: Duration? { nil }

    func start() throws {}
    func ready() {}
    func follow(_ event: AppEvent) {}
    func apply(_ settings: Settings, insteadOf old: Settings) -> String? { nil }
    func advance(at now: ContinuousClock.Instant) {}
    func finish(within patience: Duration) -> String? { nil }
}

extension Feature where Asked == NothingAsked {
    func perform(_ effect: NothingAsked) throws {}
}

/// What features share, by short names.
extension Feature {
    var settings: Settings { app.settings }
    var jobs: Jobs { app.jobs }
    var display: Display { app.display }
    var records: Records { app.records }
    var scanning: Scanning { app.scanning }
    var model: AppModel {
        get { app.model }
        _modify { yield &app.model }
    }

    /// Shows one line for a while: by default 4 seconds, a warning 8.
    func show(_ notice: Notice, seconds: Double? = nil) { display.show(notice, seconds: seconds) }

    /// Shows one line of warning for a while: by default 8 seconds.
    func warn(_ line: String, seconds: Double? = nil) { display.warn(line, seconds: seconds) }

    /// Takes a line away before its time.
    func hide(_ notice: Notice) { display.hide(notice) }

    /// Asks for one of several.
    func pick(
        _ title: String, hint: String = "", _ options: [Pick.Option], selected: String? = nil,
        then: @escaping @Sendable (String) -> [Effect]
    ) {
        display.stack.ask(Pick(title: title, hint: hint, options: options, selected: selected, then: then))
    }

    /// Asks for a line to type.
    func prompt(
        _ title: String, hint: String, text: String = "", _ content: Prompt.Content = .text, isBegun: Bool = false,
        then: @escaping @Sendable (String) -> [Effect]
    ) {
        var prompt = Prompt(title: title, hint: hint, text: text, content: content, then: then)
        prompt.isBegun = isBegun
        display.stack.ask(prompt)
    }

    /// Shows what came of a job: its line, or why it failed.
    func show(_ result: Result<Notice, any Error>, seconds: Double? = nil) {
        switch result {
        case .success(let notice): show(notice, seconds: seconds)
        case .failure(let error): warn("\(error)")
        }
    }

    /// Does what a screen would ask for.
    func perform(_ effect: Effect) { app.perform(effect) }
}

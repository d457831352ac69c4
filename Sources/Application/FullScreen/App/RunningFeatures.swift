import Config
import Screens
import Services
import Surface

/// The features of a program that runs, and who of them does what.
final class RunningFeatures {
    let features: [any Feature]
    /// What does a command; those of screens are not among them.
    private var runners: [Command: () throws -> Void] = [:]
    /// What performs the effects of a type.
    private var performers: [ObjectIdentifier: (any FeatureEffect) throws -> Void] = [:]

    init(_ kinds: [any Feature.Type], _ app: AppContext) {
        features = kinds.map { $0.init(app) }
        for feature in features { add(feature) }
    }

    private func add<Owner: Feature>(_ feature: Owner) {
        for command in Owner.commands {
            guard let run = command.run, runners[command.row.command] == nil else { continue }
            runners[command.row.command] = { [unowned feature] in try run(feature) }
        }
        performers[ObjectIdentifier(Owner.Asked.self)] = { [unowned feature] effect in
            if let effect = effect as? Owner.Asked { try feature.perform(effect) }
        }
    }

    /// Runs `command`; one that only a screen knows does nothing elsewhere.
    func run(_ command: Command) throws { try runners[command]?() }

    /// Has the effect's feature perform it.
    func perform(_ effect: any FeatureEffect) throws {
        try performers[ObjectIdentifier(type(of: effect))]?(effect)
    }

    func start() throws { for feature in features { try feature.start() } }

    /// Something has happened.
    func follow(_ event: AppEvent) { for feature in features { feature.follow(event) } }

    /// Other settings are in force; what of them cannot be seen now, in a line.
    func apply(_ settings: Settings, insteadOf old: Settings) -> String? {
        features.compactMap { $0.apply(settings, insteadOf: old) }.last
    }

    /// What the loop waits for on their behalf, each with what is done then.
    var descriptors: [(descriptor: Int32, ready: () -> Void)] {
        features.compactMap { feature in feature.descriptor.map { ($0, { [unowned feature] in feature.ready() }) } }
    }

    /// How long the loop may wait at most; nil for as long as it likes.
    var pause: Duration? { features.compactMap(\.pause).min() }

    func advance(at now: ContinuousClock.Instant) { for feature in features { feature.advance(at: now) } }

    /// The program ends; what the user should know of it, a line each.
    func finish(within patience: Duration) -> [String] { features.compactMap { $0.finish(within: patience) } }
}

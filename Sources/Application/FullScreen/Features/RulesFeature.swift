import Services
import Config
import Formats
import Payloads
import Screens
import Surface

/// The rules of the settings, tried on a kept scan.
extension Feature {
    static let rules = Feature(
        "This scan",
        [
            FeatureCommand(
                onScreen: .tryRules, .on([.scan]), [.character("R")],
                "Show which rule of the settings holds for the scan, and why each other does not; do what it says (asks first)"
            )
        ])
}

extension ScannerApp {
    /// Shows what the rules make of a kept scan; what the one that holds says is done after a yes.
    func tryRules(on id: Int64) throws {
        guard let entry = try records.history.entry(id) else { throw Trouble("This scan is no longer in the history") }
        guard !settings.rules.isEmpty else { throw Trouble("There is no rule: the settings name them in [[rule]]") }
        findObstacles()
        let trial = RuleTrial(settings.rules, entry.payload)
        display.stack.ask(trial.question(doing: following(trial.holding, id, entry.payload)))
    }

    /// What following the rule by hand leads to: a question; or why it cannot be followed.
    private func following(_ rule: ScanRule?, _ id: Int64, _ payload: Payload) -> Result<[Effect], Trouble> {
        guard let rule else { return .success([]) }
        switch rule.deed {
        case .copy:
            guard let text = payload.content.text else { return .failure(Trouble("These bytes are no text")) }
            return .success([
                .confirm(Confirmation(title: "Copy the text, as \(rule.title) says?", yes: [.file(.copy(text))]))
            ])
        case .open: return .success(Effect.purpose(of: payload, model))
        case .ignore: return .failure(Trouble("This scan was kept already: x deletes it"))
        case .tag(let name):
            return .success([
                .confirm(
                    Confirmation(
                        title: "Tag the scan \(name), as \(rule.title) says?",
                        yes: [.history(.addTag(name, ids: [id]))]))
            ])
        case .run(let command):
            do {
                return .success([.confirm(try confirmation(command, id, payload))])
            } catch {
                return .failure(error as? Trouble ?? Trouble("\(error)"))
            }
        }
    }
}

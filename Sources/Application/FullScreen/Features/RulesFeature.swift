import Config
import Files
import Formats
import Payloads
import Screens
import Services
import Symbols

/// The rules of the settings, tried on a kept scan.
final class RulesFeature: FeatureBase, Feature {
    static let purpose = "This scan"
    static let commands: [FeatureCommand<RulesFeature>] = [
        FeatureCommand(
            onScreen: .tryRules, [.scan], [],
            "Show which rule matches the scan, and run it (asks first)"
        )
    ]

    func perform(_ effect: RuleEffect) {
        switch effect {
        case .tryOut(let id): tryRules(on: id)
        }
    }

    func follow(_ event: AppEvent) {
        if case .session(.scan(let scan, .kept(let id))) = event { followRules(scan, id: id) }
    }

    /// Does what the settings want done with a scan that was just kept.
    private func followRules(_ scan: Scan, id: Int64) {
        guard !settings.rules.isEmpty else { return }
        let payload = Payload.parse(scan.symbol.content)
        guard let rule = settings.rules.first(for: payload) else { return }
        switch rule.deed {
        // The tag was kept with it.
        case .ignore, .tag: break
        case .copy:
            // Bytes that are not text have nothing to copy.
            if let text = payload.content.text { perform(.file(.copy(text))) }
        case .open: openByRule(payload)
        case .run(let command): perform(.command(.run(id: id, name: command.name)))
        }
    }

    /// What the scan is for, without the question that is easily answered; one that wants a deliberate yes is asked.
    private func openByRule(_ payload: Payload) {
        runJob {
            ActionObstacles.found()
        } then: { [self] obstacles in
            model.obstacles = obstacles
            for effect in Effect.purpose(of: payload, model) {
                if case .screen(.confirm(let question)) = effect, question.weight == .light {
                    for answer in question.yes { perform(answer) }
                } else {
                    perform(effect)
                }
            }
        }
    }

    // MARK: - By hand

    /// Shows what the rules make of a kept scan; what the one that holds says is done after a yes.
    private func tryRules(on id: Int64) {
        askHistory(for: id) { [self] entry in
            guard !settings.rules.isEmpty else {
                throw UserError("No rules: add [[rule]] to the settings")
            }
            let trial = RuleTrial(settings.rules, entry.payload)
            display.stack.ask(trial.question(doing: following(trial.holding, id, entry.payload)))
        }
    }

    /// What following the rule by hand leads to: a question; or why it cannot be followed.
    private func following(_ rule: ScanRule?, _ id: Int64, _ payload: Payload) -> Result<[Effect], UserError> {
        guard let rule else { return .success([]) }
        switch rule.deed {
        case .copy:
            guard let text = payload.content.text else { return .failure(UserError("Binary content")) }
            return .success([
                .confirm(Confirmation(title: "Copy the text, as \(rule.title) requests?", yes: [.file(.copy(text))]))
            ])
        case .open: return .success(Effect.purpose(of: payload, model))
        case .ignore: return .failure(UserError("This scan is already saved: press d to delete it"))
        case .tag(let name):
            return .success([
                .confirm(
                    Confirmation(
                        title: "Tag the scan \(name), as \(rule.title) requests?",
                        yes: [.remark(.addTag(name, ids: [id]))]))
            ])
        case .run(let command):
            do {
                return .success([.confirm(try Confirmation.running(command, on: id, payload))])
            } catch {
                return .failure(error as? UserError ?? UserError("\(error)"))
            }
        }
    }
}

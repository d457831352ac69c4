import Files
import Services
import Config
import Formats
import Payloads
import Screens

/// What the rules of the settings make of a content: which one holds, and why each other does not.
///
///     RuleTrial(settings.rules, payload).holding?.title     // rule 2: copy
package struct RuleTrial {
    private let rules: [ScanRule]
    private let payload: Payload

    /// Tries all `rules`, of which the first that holds counts.
    package init(_ rules: [ScanRule], _ payload: Payload) {
        (self.rules, self.payload) = (rules, payload)
    }

    /// The rule that counts; nil if none holds.
    package var holding: ScanRule? { rules.first(for: payload) }

    /// The question that shows all rules.
    ///
    /// - Parameter doing: what doing what the holding rule says leads to, or why that cannot be done.
    package func question(doing: Result<[Effect], UserError>) -> Pick {
        let holding = holding
        let refusal: String? = if case .failure(let error) = doing { "\(error)" } else { nil }
        let options = rules.map { rule -> Pick.Option in
            let id = "\(rule.number)"
            if rule == holding {
                return Pick.Option(id, rule.title, detail: "matches: \(told(rule))", refusal: refusal)
            }
            let reason = reason(against: rule)
            return Pick.Option(id, rule.title, detail: reason, refusal: "Rule \(rule.number) is ignored: \(reason)")
        }
        let hint = holding.map { "Rule \($0.number) matches. Press Enter to run it (asks first)." }
        let effects = (try? doing.get()) ?? []
        return Pick(
            title: "The rules for this scan", hint: hint ?? "No rule matches this scan.", options: options,
            selected: holding.map { "\($0.number)" }
        ) { _ in effects }
    }

    private func told(_ rule: ScanRule) -> String {
        switch rule.deed {
        case .copy: "copies the text"
        case .open: "does what the scan is for"
        case .ignore: "drops such scans"
        case .run(let command): "runs \(command.title) on the scan"
        case .tag(let name): "saves such scans with the tag \(name)"
        }
    }

    /// Why a rule does not count, in words of the settings.
    private func reason(against rule: ScanRule) -> String {
        switch rule.mismatch(with: payload) {
        case .kind: "for \(Self.list(rule.kinds)), but this is \(payload.kind)"
        case .symbology:
            "for \(Self.list(Set(rule.symbologies.map(\.rawValue)))), but this is \(payload.content.symbology.rawValue)"
        case .pattern: "the text does not match \(rule.pattern?.text ?? "")"
        case .noText: "has a pattern, and the content is binary"
        case nil: holding.map { "would match, but rule \($0.number) comes first" } ?? ""
        }
    }

    private static func list(_ names: Set<String>) -> String { names.sorted().joined(separator: ", ") }
}

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

    /// The rule that counts; nil where none holds.
    package var holding: ScanRule? { rules.first(for: payload) }

    /// The question that shows all rules.
    ///
    /// - Parameter doing: what doing what the holding rule says leads to, or why that cannot be done.
    package func question(doing: Result<[Effect], UserError>) -> Pick {
        let holding = holding
        let refusal: String? = if case .failure(let error) = doing { "\(error)" } else { nil }
        let options = rules.map { rule -> Pick.Option in
            let id = "\(rule.number)"
            if rule == holding { return Pick.Option(id, rule.title, detail: "holds: \(told(rule))", refusal: refusal) }
            let reason = reason(against: rule)
            return Pick.Option(id, rule.title, detail: reason, refusal: "Rule \(rule.number) does not count: \(reason)")
        }
        let hint = holding.map { "Rule \($0.number) holds: Enter does what it says, after a yes." }
        let effects = (try? doing.get()) ?? []
        return Pick(
            title: "The rules for this scan", hint: hint ?? "No rule holds for this scan.", options: options,
            selected: holding.map { "\($0.number)" }
        ) { _ in effects }
    }

    private func told(_ rule: ScanRule) -> String {
        switch rule.deed {
        case .copy: "copies the text"
        case .open: "does what the scan is for"
        case .ignore: "such scans are neither kept nor told"
        case .run(let command): "gives the scan to \(command.title)"
        case .tag(let name): "keeps such scans with the tag \(name)"
        }
    }

    /// Why a rule does not count, in words of the settings.
    private func reason(against rule: ScanRule) -> String {
        switch rule.mismatch(with: payload) {
        case .kind: "for \(Self.list(rule.kinds)), this is \(payload.kind)"
        case .symbology:
            "for \(Self.list(Set(rule.symbologies.map(\.rawValue)))), this is \(payload.content.symbology.rawValue)"
        case .pattern: "the text does not match \(rule.pattern?.text ?? "")"
        case .noText: "has a pattern, and these bytes are no text"
        case nil: holding.map { "would hold, but rule \($0.number) comes first" } ?? ""
        }
    }

    private static func list(_ names: Set<String>) -> String { names.sorted().joined(separator: ", ") }
}

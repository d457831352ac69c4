import Config
import Formats
import Payloads
import Screens
import Symbols

extension [ScanRule] {
    /// The first rule that holds for a content.
    package func first(for payload: Payload) -> ScanRule? { first { $0.mismatch(with: payload) == nil } }

    /// Tells contents that are no scans by a rule; nil where no rule ignores any.
    package var ignoring: (@Sendable (SymbolContent) -> Bool)? {
        guard contains(where: { $0.deed == .ignore }) else { return nil }
        return { content in self.first(for: Payload.parse(content))?.deed == .ignore }
    }
}

extension ScanRule {
    /// Why it does not hold for a content; nil where it does.
    func mismatch(with payload: Payload) -> Mismatch? {
        let content = payload.content
        return mismatch(kind: payload.kind.rawValue, symbology: content.symbology, text: content.text)
    }

    /// What it does, for people: `rule 2: copy`.
    package var title: String {
        switch deed {
        case .copy: "rule \(number): copy"
        case .open: "rule \(number): open"
        case .ignore: "rule \(number): ignore"
        case .run(let command): "rule \(number): run \(command.name)"
        case .tag(let name): "rule \(number): tag \(name)"
        }
    }
}

extension ScannerApp {
    /// Does what the settings want done with a scan that was just kept.
    func followRules(_ scan: Scan, id: Int64) {
        guard !settings.rules.isEmpty else { return }
        let payload = Payload.parse(scan.symbol.content)
        guard let rule = settings.rules.first(for: payload) else { return }
        switch rule.deed {
        // The tag was kept with it.
        case .ignore, .tag: break
        case .copy:
            // Bytes that are no text have nothing to copy.
            if let text = payload.content.text { perform(.file(.copy(text))) }
        case .open: openByRule(payload)
        case .run(let command): perform(.history(.runCommand(id: id, name: command.name)))
        }
    }

    /// What the scan is for, without the question that is easily answered; one that wants a deliberate yes is asked.
    private func openByRule(_ payload: Payload) {
        findObstacles()
        for effect in Effect.purpose(of: payload, model) {
            if case .screen(.confirm(let question)) = effect, question.weight == .light {
                for answer in question.yes { perform(answer) }
            } else {
                for rest in display.stack.settle([effect]) { perform(rest) }
            }
        }
    }
}

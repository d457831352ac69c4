import Config
import Payloads
import Symbols

extension [ScanRule] {
    /// The first rule that holds for a content.
    package func first(for payload: Payload) -> ScanRule? { first { $0.mismatch(with: payload) == nil } }

    /// Tells contents that are not scans by a rule; nil if no rule ignores any.
    package var ignoring: (@Sendable (SymbolContent) -> Bool)? {
        guard contains(where: { $0.deed == .ignore }) else { return nil }
        return { content in self.first(for: Payload.parse(content))?.deed == .ignore }
    }
}

extension ScanRule {
    /// Why it does not hold for a content; nil if it does.
    package func mismatch(with payload: Payload) -> Mismatch? {
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

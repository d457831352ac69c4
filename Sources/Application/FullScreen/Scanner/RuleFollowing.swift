import Config
import Payloads
import Screens
import Services
import Symbols

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

import Services
import Formats
import Delivery
import History
import Screens
import Surface

extension Command {
    static let deliveries = Command("deliveries")
}

/// What waits to be delivered elsewhere.
final class DeliveryFeature: FeatureBase, Feature {
    static let purpose = "History"
    static let commands: [FeatureCommand<DeliveryFeature>] = [
        FeatureCommand(
            .deliveries, [.scanner, .history], [], "Show waiting deliveries, retry or drop them",
            refusal: {
                $0.delivery.hasDestinations
                    ? nil : "No destinations: add [destination.NAME] to the settings"
            }
        ) { $0.askDelivery() }.inMenu("Deliveries").found(by: "outbox send upload webhook mqtt")
    ]

    /// What delivers the user's scans elsewhere; nil if nothing does.
    private var service: DeliveryService?

    func start() {
        let news = jobs.forward { [unowned self] (_: Bool) in showDeliveries() }
        service = Deliveries.start(settings, of: records.own.history) { news(true) }
        model.delivery.hasDestinations = service != nil
    }

    func perform(_ effect: DeliveryEffect) {
        switch effect {
        case .ask(let name): askDelivery(name)
        case .retry(let name): retryDelivery(name)
        case .drop(let name): dropDelivery(name)
        }
    }

    func follow(_ event: AppEvent) {
        if case .session(let told) = event, told.scan != nil { service?.wake() }
    }

    func finish(within patience: Duration) -> String? {
        service?.stop(atMost: patience, drains: true)
        records.typing?.finish(atMost: patience)
        return nil
    }

    private func askDelivery() {
        guard let service else { return show(Notice("This history is not saved, so nothing is delivered from it")) }
        pick(
            "Deliveries", hint: "Scans are also sent there, in order.",
            service.states.map { .init($0.name, $0.name, detail: $0.words) }
        ) { [.delivery(.ask($0))] }
    }

    /// Asks the user's history, whichever is in use.
    private func ask<Value: Sendable>(
        _ question: @escaping @Sendable (HistoryStore) throws -> Value, then next: @escaping (Value) -> Void
    ) {
        let history = records.own.history
        runJob(on: records.questions(of: Self.self), holdsKeys: true, { try question(history) }, then: next)
    }

    /// Asks what to do with what waits for a destination.
    private func askDelivery(_ name: String) {
        guard let state = service?.states.first(where: { $0.name == name }) else { return }
        ask {
            (try $0.outbox(for: name, limit: 100), try $0.outbox(for: name, isDead: true, limit: 100))
        } then: { [self] waiting, dead in
            ask(about: state, options(state, waiting: waiting, dead: dead))
        }
    }

    private func options(
        _ state: DestinationState, waiting: [OutboxItem], dead: [OutboxItem]
    ) -> [Pick.Option] {
        var options: [Pick.Option] = []
        if state.dead > 0 {
            options.append(.init("retry", "Retry failed deliveries", detail: state.dead.scans))
            options.append(.init("drop", "Drop failed deliveries", detail: "\(state.dead.scans) stay in the history"))
        }
        for (items, word) in [(dead, "failed"), (waiting, "waits")] {
            for item in items {
                let problem = item.problem.map { ": \($0)" } ?? ""
                options.append(
                    .init("scan \(item.scan)", "Scan \(item.scan)", detail: "\(word), tried \(item.tries)×\(problem)"))
            }
        }
        return options
    }

    private func ask(about state: DestinationState, _ options: [Pick.Option]) {
        let (name, isElsewhere) = (state.name, records.history !== records.own.history)
        guard !options.isEmpty else { return show(Notice("\(name): \(state.words)")) }
        pick("\(name): \(state.words)", options) { choice in
            switch choice {
            case "retry": [.delivery(.retry(name))]
            case "drop":
                [
                    .confirm(
                        Confirmation(
                            title: "Never deliver them to \(name)?",
                            lines: [.text("\(state.dead.scans) stay in the history.")],
                            yes: [.delivery(.drop(name))], weight: .grave))
                ]
            // Scans of another history have the same numbers.
            default:
                isElsewhere
                    ? [.notice(Notice("This scan is in the saved history: press L"))]
                    : Int64(choice.dropFirst(5)).map { [.history(.open(id: $0))] } ?? []
            }
        }
    }

    /// Tries again what was put aside.
    private func retryDelivery(_ name: String) {
        ask {
            try $0.retryDead(of: name)
        } then: { [self] count in
            service?.wake()
            show(Notice("\(count.scans) retried"))
        }
    }

    /// Delivers to a destination no more what was put aside.
    private func dropDelivery(_ name: String) {
        ask {
            try $0.dropDead(of: name)
        } then: { [self] count in
            show(Notice("\(count.scans) dropped"))
        }
    }

    private func showDeliveries() {
        guard let service else { return }
        model.delivery.undelivered = service.states.filter { $0.problem != nil || $0.dead > 0 }
            .map { "\($0.name): \($0.words)" }
        for news in service.takeNews() {
            switch news {
            case .answered(let name, _, let line): show(Notice("\(name): \(SafeText.visible(line))"))
            case .gaveUp(let name, let scan, let problem):
                // The problem may quote the scan, which stays out of the log.
                LogFile.write("\(name):scan \(scan) failed for good: see `quietzone history outbox --all`")
                warn("\(name) did not accept scan \(scan): \(problem)", seconds: 10)
            }
        }
        display.needsDrawing = true
    }
}

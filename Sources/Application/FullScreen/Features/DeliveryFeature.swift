import Services
import Formats
import Delivery
import Foundation
import History
import Screens
import Surface

extension Command {
    static let deliveries = Command("deliveries")
}

/// What waits to be delivered elsewhere.
extension Feature {
    static let delivery = Feature(
        "History",
        [
            FeatureCommand(
                .deliveries, .on([.scanner, .history]), [.character("$")],
                "Show what waits to be delivered where, try it again or drop it",
                refusal: {
                    $0.hasDestinations ? nil : "There is no destination: the settings name them in [destination.NAME]"
                }
            ) { try $0.askDelivery() }
        ])
}

extension ScannerApp {
    var deliveries: DeliveryService? { records.deliveries }

    /// Begins to deliver the user's scans.
    func startDeliveries() {
        let news = jobs.forward { [unowned self] (_: Bool) in showDeliveries() }
        records.deliveries = Deliveries.start(settings, of: records.own.history) { news(true) }
        model.hasDestinations = records.deliveries != nil
    }

    /// Asks which destination to do something with.
    func askDelivery() throws {
        guard let service = deliveries else { return show(Notice("Nothing is delivered from here: it is not kept")) }
        display.stack.ask(
            Pick(
                title: "Deliveries", hint: "Scans go there as well, in their order.",
                options: service.states.map { .init($0.name, $0.name, detail: $0.words) }
            ) { [.history(.askDelivery($0))] })
    }

    /// Asks what to do with what waits for a destination.
    func askDelivery(_ name: String) throws {
        guard let state = deliveries?.states.first(where: { $0.name == name }) else { return }
        let history = records.own.history
        let waiting = try history.outbox(for: name, limit: 100)
        let dead = try history.outbox(for: name, isDead: true, limit: 100)
        var options: [Pick.Option] = []
        if state.dead > 0 {
            options.append(.init("retry", "Try again what was put aside", detail: state.dead.scans))
            options.append(.init("drop", "Drop what was put aside", detail: "\(state.dead.scans) stay in the history"))
        }
        for (items, word) in [(dead, "put aside"), (waiting, "waits")] {
            for item in items {
                let problem = item.problem.map { ": \($0)" } ?? ""
                options.append(
                    .init("scan \(item.scan)", "Scan \(item.scan)", detail: "\(word), tried \(item.tries)×\(problem)"))
            }
        }
        guard !options.isEmpty else { return show(Notice("\(name): \(state.words)")) }
        display.stack.ask(
            Pick(title: "\(name): \(state.words)", options: options) { choice in
                switch choice {
                case "retry": [.history(.retryDelivery(name))]
                case "drop":
                    [
                        .confirm(
                            Confirmation(
                                title: "Never deliver them to \(name)?",
                                lines: [.text("\(state.dead.scans) stay in the history.")],
                                yes: [.history(.dropDelivery(name))], weight: .grave))
                    ]
                default: Int64(choice.dropFirst(5)).map { [.history(.open(id: $0))] } ?? []
                }
            })
    }

    /// Tries again what was put aside.
    func retryDelivery(_ name: String) throws {
        let count = try records.own.history.retryDead(of: name)
        deliveries?.wake()
        show(Notice("\(count.scans) tried again"))
    }

    /// Delivers to a destination no more what was put aside.
    func dropDelivery(_ name: String) throws {
        let count = try records.own.history.dropDead(of: name)
        show(Notice("\(count.scans) dropped"))
    }

    /// Shows how deliveries go.
    func showDeliveries() {
        guard let service = deliveries else { return }
        model.undelivered = service.states.filter { $0.problem != nil || $0.dead > 0 }
            .map { "\($0.name): \($0.words)" }
        for news in service.takeNews() {
            switch news {
            case .answered(let name, _, let line): show(Notice("\(name): \(SafeText.visible(line))"))
            case .gaveUp(let name, let scan, let problem):
                LogFile.write("\(name): scan \(scan) was put aside: \(problem)")
                show(Notice("\(name) did not take scan \(scan): \(problem)", isWarning: true), seconds: 10)
            }
        }
        display.needsDrawing = true
    }
}

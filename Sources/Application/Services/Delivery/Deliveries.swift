import Config
import Delivery
import Files
import History

/// The deliveries of a run of the program, as the settings have them.
package enum Deliveries {
    /// A service for `history`, which delivers from now on; nil if the settings name no destination, or nothing is kept.
    package static func start(
        _ settings: Settings, of history: HistoryStore, onNews: @escaping @Sendable () -> Void = {}
    ) -> DeliveryService? {
        guard !settings.destinations.isEmpty, !history.isInMemory else { return nil }
        let service = DeliveryService(
            history, to: settings.destinations, kinds: DestinationKinds.all + [CommandDestination.kind],
            lockFolder: Folder.parent(of: Paths.log) ?? "/tmp", onNews: onNews)
        service.start()
        return service
    }
}

extension DestinationState {
    package var words: String {
        var words: [String] = []
        if waiting > 0 { words.append("\(waiting) waiting") }
        if dead > 0 { words.append("\(dead) failed") }
        if isElsewhere { words.append("another program is delivering") }
        if words.isEmpty { words.append("nothing is waiting") }
        return words.joined(separator: ", ") + (problem.map { ": \($0)" } ?? "")
    }
}

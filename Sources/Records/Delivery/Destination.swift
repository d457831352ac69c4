import Files
import Glibc
import History

/// Where scans are delivered to. One thread at a time uses it; it may block for as long as its own limits allow.
///
/// A kind of destination is one file with such a type, and a row in `DestinationKinds.all`.
package protocol Destination: AnyObject {
    /// How many items it takes at once at most.
    var batch: Int { get }

    /// Delivers items, in their order; all or none.
    ///
    /// - Returns: what was answered, in a line; nil for nothing.
    /// - Throws: `DeliveryError`: none was delivered, as far as is known.
    func deliver(_ items: [OutboxItem]) throws(DeliveryError) -> String?
}

extension Destination {
    package var batch: Int { 1 }
}

/// A destination that takes items one by one.
package protocol ItemDestination: Destination {
    /// Delivers an item.
    ///
    /// - Returns: what was answered, in a line; nil for nothing.
    func deliver(_ item: OutboxItem) throws(DeliveryError) -> String?
}

extension ItemDestination {
    /// Delivers each; the last answer counts.
    package func deliver(_ items: [OutboxItem]) throws(DeliveryError) -> String? {
        var answer: String?
        for item in items { answer = try deliver(item) ?? answer }
        return answer
    }
}

/// Why something was not delivered.
package struct DeliveryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A line for people.
    package let description: String
    /// Whether the same will fail again: it is not tried any more.
    package let isPermanent: Bool

    /// Something that may pass by default.
    package init(_ description: String, isPermanent: Bool = false) {
        (self.description, self.isPermanent) = (description.withMaskedPasswords, isPermanent)
    }

    /// What happened to `path`; nil for what `errno` says.
    init(path: String, _ words: String?) {
        self.init("\(path.withVisibleBytes): \(words ?? String(cString: strerror(errno)))")
    }
}

/// The history that deliveries come from.
package struct DeliveryOrigin: Hashable, Sendable {
    /// A UUID, which no other history has, nor a copy on another machine.
    package let identity: String

    /// - Parameter identity: a UUID as text.
    package init(_ identity: String) { self.identity = identity }
}

extension OutboxItem {
    /// The scan's JSON with `delivery`, the key by which a receiver recognizes a repeated delivery.
    package var recordWithKey: String { record.dropLast() + ",\"delivery\":\"\(key)\"}" }

    /// The text that `template` makes of it; without a template `recordWithKey`.
    func text(by template: RecordTemplate?) -> String { template?.text(for: self) ?? recordWithKey }
}

/// A kind of destinations, by the scheme of their addresses.
package struct DestinationKind: Sendable {
    /// What an address begins with, such as `https`.
    package let schemes: [String]
    /// Makes one.
    ///
    /// - Throws: `DeliveryError` that says what is wrong with the settings, or which package is missing.
    package let make: @Sendable (DestinationSettings, DeliveryOrigin) throws(DeliveryError) -> any Destination

    package init(
        _ schemes: [String],
        make: @escaping @Sendable (DestinationSettings, DeliveryOrigin) throws(DeliveryError) -> any Destination
    ) {
        (self.schemes, self.make) = (schemes, make)
    }
}

/// The kinds that this target has; the program adds those that run other programs.
package enum DestinationKinds {
    package static let all = [
        DestinationKind(["http", "https"], make: WebhookDestination.init),
        DestinationKind(["file"], make: FileDestination.init),
        DestinationKind(["unix"], make: SocketDestination.init),
        DestinationKind(["mqtt", "mqtts"], make: MQTTDestination.init),
        DestinationKind(["postgresql", "postgres"], make: PostgreSQLDestination.init),
    ]
}

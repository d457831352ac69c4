/// A signal, as it came from the bus.
package struct BusSignal: Hashable, Sendable {
    /// The unique name of the sender (`:1.42`), as the bus says. Anybody may send any signal: compare it with `MessageBus.owner`.
    package let sender: String
    package let path: String
    package let interface: String
    package let member: String
    package let arguments: [BusValue]

    /// Whether it is this signal.
    package func isSignal(_ interface: String, _ member: String) -> Bool {
        self.member == member && self.interface == interface
    }
}

import Files
import MessageBus

/// Signals of BlueZ, and of it alone: anybody may send any signal to any connection.
struct BluetoothEvents {
    enum Event {
        /// Properties of an object that are new or have changed.
        case changed(path: String, interface: String, properties: BusValue, invalidated: [String])
        case removed(path: String, interfaces: [String])
    }

    /// The unique name of BlueZ's connection.
    private let owner: String

    /// Asks the bus for the signals.
    init(_ bus: MessageBus, timeout: Duration) throws(BusError) {
        let rules = [
            "sender='\(BlueZ.service)',interface='\(BusName.objectManager)'",
            "sender='\(BlueZ.service)',interface='\(BusName.properties)',arg0='\(BlueZ.device)'",
            "sender='\(BlueZ.service)',interface='\(BusName.properties)',arg0='\(BlueZ.adapter)'",
            "sender='\(BusName.bus)',member='NameOwnerChanged',arg0='\(BlueZ.service)'",
        ]
        for rule in rules { try bus.subscribe("type='signal'," + rule, timeout: timeout) }
        owner = try bus.owner(of: BlueZ.service, timeout: timeout)
    }

    /// The events in a signal; none if BlueZ did not send it.
    ///
    /// - Throws: `UserError` when the service or the adapter has gone, or the adapter was switched off.
    func events(of signal: BusSignal, adapter: String) throws(UserError) -> [Event] {
        let arguments = signal.arguments
        if signal.sender == BusName.bus, signal.isSignal(BusName.bus, "NameOwnerChanged"),
            arguments.first?.string == BlueZ.service
        {
            throw BlueZ.hasGone
        }
        guard signal.sender == owner else { return [] }
        var events: [Event] = []
        if signal.isSignal(BusName.properties, "PropertiesChanged"), arguments.count == 3 {
            events = [
                .changed(
                    path: signal.path, interface: arguments[0].string ?? "", properties: arguments[1],
                    invalidated: (arguments[2].elements ?? []).compactMap(\.string))
            ]
        } else if signal.isSignal(BusName.objectManager, "InterfacesAdded"), arguments.count == 2 {
            events = (arguments[1].pairs ?? []).map {
                .changed(
                    path: arguments[0].string ?? "", interface: $0.key.string ?? "", properties: $0.value,
                    invalidated: [])
            }
        } else if signal.isSignal(BusName.objectManager, "InterfacesRemoved"), arguments.count == 2 {
            let interfaces = (arguments[1].elements ?? []).compactMap(\.string)
            events = [.removed(path: arguments[0].string ?? "", interfaces: interfaces)]
        }
        for event in events { try check(event, adapter) }
        return events
    }

    private func check(_ event: Event, _ adapter: String) throws(UserError) {
        switch event {
        case .changed(adapter, BlueZ.adapter, let properties, _) where properties["Powered"]?.bool == false:
            throw BlueZ.isOff
        case .removed(adapter, let interfaces) where interfaces.contains(BlueZ.adapter):
            throw UserError("the Bluetooth adapter \(BlueZ.name(of: adapter)) has gone: plug it in again")
        default: break
        }
    }
}

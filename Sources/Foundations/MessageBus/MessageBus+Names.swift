/// Names that every bus has.
package enum BusName {
    package static let bus = "org.freedesktop.DBus"
    package static let busPath = "/org/freedesktop/DBus"
    package static let properties = "org.freedesktop.DBus.Properties"
    package static let objectManager = "org.freedesktop.DBus.ObjectManager"
}

extension MessageBus {
    /// Lets the signals of a match rule come to `next` (D-Bus Specification, "Match Rules").
    ///
    /// - Throws: `BusError`.
    package func subscribe(_ rule: String, timeout: Duration) throws(BusError) {
        try call(BusName.bus, BusName.busPath, BusName.bus, "AddMatch", [.string(rule)], timeout: timeout)
    }

    /// The unique name of the connection that has a well-known name: what signals have as their `sender`.
    ///
    /// - Throws: `BusError`, with `isServiceMissing` where nobody has it.
    package func owner(of name: String, timeout: Duration) throws(BusError) -> String {
        let values = try call(
            BusName.bus, BusName.busPath, BusName.bus, "GetNameOwner", [.string(name)], timeout: timeout)
        return values.first?.string ?? ""
    }

    /// All properties of an interface of an object.
    ///
    /// - Returns: a dictionary of texts and variants.
    /// - Throws: `BusError`.
    package func properties(
        _ destination: String, _ path: String, _ interface: String, timeout: Duration
    ) throws(BusError) -> BusValue {
        let values = try call(destination, path, BusName.properties, "GetAll", [.string(interface)], timeout: timeout)
        return values.first ?? .options([:])
    }
}

/// An object that others on the bus can call and whose properties they can read.
///
///     bus.export(BusObject(interface: "org.bluez.LEAdvertisement1", properties: ["Type": .string("broadcast")]), at: path)
package struct BusObject {
    /// Its interface, beside those that each object has (Properties, Introspectable, Peer).
    package var interface: String
    /// Its properties, which nobody can set.
    package var properties: [String: BusValue]
    /// Its methods. They run inside `MessageBus.call` and `next`, and must not use the bus themselves.
    package var methods: [String: Method]

    /// Does what is called, and returns the values of the answer. Throws what the caller gets as an error.
    package typealias Method = (BusCall) throws(BusRefusal) -> [BusValue]

    package init(interface: String, properties: [String: BusValue] = [:], methods: [String: Method] = [:]) {
        (self.interface, self.properties, self.methods) = (interface, properties, methods)
    }
}

/// A call of one of our methods.
package struct BusCall: Hashable, Sendable {
    /// The unique name of the caller (`:1.42`), as the bus says.
    package let sender: String
    package let arguments: [BusValue]
}

/// The error that the caller of one of our methods gets.
package struct BusRefusal: Error, Hashable, Sendable {
    /// A D-Bus name, such as `org.freedesktop.DBus.Error.AccessDenied`.
    package let name: String
    package let text: String

    package init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
}

extension BusObject {
    private static let properties = "org.freedesktop.DBus.Properties"

    /// What a call gets as its answer.
    func answer(_ interface: String?, _ member: String, _ call: BusCall) throws(BusRefusal) -> [BusValue] {
        switch (interface, member) {
        case (Self.properties, "GetAll"):
            // Some ask with an empty name for those of all interfaces.
            let asked = call.arguments.first?.string ?? ""
            return [.options(asked == self.interface || asked.isEmpty ? properties : [:])]
        case (Self.properties, "Get"):
            guard call.arguments.count == 2, call.arguments[0].string == self.interface,
                let value = properties[call.arguments[1].string ?? ""]
            else { throw Self.error("UnknownProperty", "there is no such property") }
            return [.variant(value)]
        case (Self.properties, "Set"): throw Self.error("PropertyReadOnly", "the property can only be read")
        case ("org.freedesktop.DBus.Introspectable", "Introspect"): return [.string(introspection)]
        default:
            guard interface == nil || interface == self.interface, let method = methods[member] else {
                throw Self.error("UnknownMethod", "there is no such method")
            }
            return try method(call)
        }
    }

    static func error(_ name: String, _ text: String) -> BusRefusal {
        BusRefusal("org.freedesktop.DBus.Error." + name, text)
    }

    /// What tools for D-Bus show; arguments are not described.
    private var introspection: String {
        let lines =
            properties.sorted { $0.key < $1.key }.map {
                "<property name=\"\($0.key)\" type=\"\($0.value.signature)\" access=\"read\"/>"
            } + methods.keys.sorted().map { "<method name=\"\($0)\"/>" }
        return "<node><interface name=\"\(interface)\">\(lines.joined())</interface></node>"
    }
}

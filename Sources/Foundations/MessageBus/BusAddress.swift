import Glibc

/// Where a message bus is.
package struct BusAddress: Hashable, Sendable {
    /// The address as D-Bus writes it, such as `unix:path=/run/dbus/system_bus_socket`.
    package let text: String

    package init(_ text: String) { self.text = text }

    /// The bus of the system: of DBUS_SYSTEM_BUS_ADDRESS, or in its usual place.
    package static var system: BusAddress {
        BusAddress(variable("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket")
    }

    /// The bus of the user's session: of DBUS_SESSION_BUS_ADDRESS, or `bus` in XDG_RUNTIME_DIR.
    package static var session: BusAddress {
        if let address = variable("DBUS_SESSION_BUS_ADDRESS") { return BusAddress(address) }
        let folder = variable("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
        return BusAddress("unix:path=\(escaped(folder))/bus")
    }

    /// The address of a socket in the file system.
    package static func socket(_ path: String) -> BusAddress { BusAddress("unix:path=" + escaped(path)) }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// D-Bus Specification, "Server Addresses": other bytes than these are written as % and two hexadecimal digits.
    private static func escaped(_ path: String) -> String {
        var text = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
                UInt8(ascii: "."), UInt8(ascii: "*"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return text
    }
}

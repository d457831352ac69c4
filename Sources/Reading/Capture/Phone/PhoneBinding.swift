import Frames

/// Where the page for the phone is served, as it was asked for: `phone`, `phone:ADDRESS`, `phone:ADDRESS:PORT`, `phone::PORT`; an IPv6
/// address stands in brackets.
///
///     try PhoneBinding("phone:192.168.1.5:8443")
package struct PhoneBinding: Hashable, Sendable {
    /// A numeric address of this machine; nil takes that of its network, see `LocalNetwork`.
    package var address: String?
    /// The TCP port; 0 takes any free one.
    package var port: Int

    /// By default the address of this machine's network, and any free port.
    ///
    /// - Throws: `SourceError` for an address that would not be a single one of this machine.
    package init(address: String? = nil, port: Int = 0) throws(SourceError) {
        if let address {
            guard let kind = IPAddress(address) else {
                throw SourceError(
                    "\(address.onOneLine) is not an IP address of this machine, such as 192.168.1.5: `ip address` lists them"
                )
            }
            guard kind.isSingle else {
                throw SourceError("\(address) is not one address: name the address of one network, such as 192.168.1.5")
            }
            guard !kind.needsInterface else {
                throw SourceError("\(address) only holds on one cable, and no browser opens it: name another address")
            }
        }
        guard (0...65535).contains(port) else { throw SourceError("a port is a number from 0 to 65535, not \(port)") }
        (self.address, self.port) = (address.flatMap(IPAddress.init)?.text, port)
    }

    /// What follows `--source`; nil if it does not begin with `phone` alone or with a colon behind it.
    ///
    /// - Throws: `SourceError` that says how it is written.
    init?(source text: String) throws(SourceError) {
        guard text != "phone" else {
            try self.init()
            return
        }
        guard text.hasPrefix("phone:") else { return nil }
        var rest = text.dropFirst("phone:".count)
        var address: Substring
        if rest.first == "[", let end = rest.firstIndex(of: "]") {
            address = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
        } else {
            address = rest.prefix { $0 != ":" }
            rest = rest.dropFirst(address.count)
        }
        guard rest.isEmpty || rest.first == ":", let port = rest.isEmpty ? 0 : Int(rest.dropFirst()) else {
            throw SourceError(
                "\(text.onOneLine) is no phone: use phone, phone:192.168.1.5 or phone:192.168.1.5:8443; IPv6 in [brackets]"
            )
        }
        try self.init(address: address.isEmpty ? nil : String(address), port: port)
    }

    /// How `--source` names it.
    package var source: String {
        let host = address.map { $0.contains(":") ? "[\($0)]" : $0 } ?? ""
        return "phone" + (host.isEmpty && port == 0 ? "" : ":" + host) + (port == 0 ? "" : ":\(port)")
    }
}

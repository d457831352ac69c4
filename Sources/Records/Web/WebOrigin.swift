import Foundation

/// The scheme, host and port of an address.
package struct WebOrigin: Hashable, Sendable {
    package let scheme: String
    package let host: String
    package let port: Int

    /// Nil for what is no http or https address, and for one with a user's name or password, which no request sends.
    package init?(_ address: String) {
        guard let url = URL(string: address), let scheme = url.scheme?.lowercased(),
            ["https", "http"].contains(scheme),
            let host = url.host?.lowercased(), !host.isEmpty, url.user == nil, url.password == nil
        else { return nil }
        (self.scheme, self.host) = (scheme, host)
        port = url.port ?? (scheme == "https" ? 443 : 80)
    }

    /// Whether what is sent there stays on this machine.
    package var isLoopback: Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isFour = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil } && parts[0] == "127"
        return isFour || host == "localhost" || host == "::1" || host == "[::1]"
    }
}

/// Where the requests to a server may go.
package struct WebReach: Hashable, Sendable {
    /// The origin of the server's address.
    package let base: WebOrigin
    /// Hosts that its redirects may lead to by https, in lower case; one that begins with a dot stands for all hosts below it.
    package let hosts: Set<String>
    /// Hosts that may be asked without https, in lower case.
    package let plainHosts: Set<String>

    package init(base: WebOrigin, hosts: Set<String> = [], plainHosts: Set<String> = []) {
        (self.base, self.hosts, self.plainHosts) = (base, hosts, plainHosts)
    }

    /// Whether a request may go there.
    package func allows(_ origin: WebOrigin) -> Bool {
        if origin.scheme == "http", !origin.isLoopback, !plainHosts.contains(origin.host) { return false }
        if origin == base { return true }
        guard origin.scheme == "https", origin.port == 443 else { return false }
        return hosts.contains(origin.host) || hosts.contains { $0.hasPrefix(".") && origin.host.hasSuffix($0) }
    }
}

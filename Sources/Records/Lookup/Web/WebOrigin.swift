import Foundation

/// The scheme, host and port of an address.
struct WebOrigin: Hashable, Sendable {
    let scheme: String
    let host: String
    let port: Int

    /// Nil for what is not an http or https address, and for one with a user's name or password, which no request sends.
    init?(_ address: String) {
        guard let url = URL(string: address), let scheme = url.scheme?.lowercased(),
            ["https", "http"].contains(scheme),
            let host = url.host?.lowercased(), !host.isEmpty, url.user == nil, url.password == nil
        else { return nil }
        (self.scheme, self.host) = (scheme, host)
        port = url.port ?? (scheme == "https" ? 443 : 80)
    }

    /// Whether what is sent there stays on this machine.
    var isLoopback: Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isFour = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil } && parts[0] == "127"
        return isFour || host == "localhost" || host == "::1" || host == "[::1]"
    }
}

/// Where the requests of a provider may go.
struct WebReach: Hashable, Sendable {
    /// The origin of the provider's address.
    let base: WebOrigin
    /// Hosts that its redirects may lead to by https, in lower case.
    let hosts: Set<String>
    /// Hosts that may be asked without https, in lower case.
    let plainHosts: Set<String>

    /// Whether a request may go there.
    func allows(_ origin: WebOrigin) -> Bool {
        if origin.scheme == "http", !origin.isLoopback, !plainHosts.contains(origin.host) { return false }
        return origin == base || origin.scheme == "https" && origin.port == 443 && hosts.contains(origin.host)
    }
}

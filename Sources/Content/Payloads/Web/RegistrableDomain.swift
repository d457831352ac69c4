import CPSL

/// The registrable domain of a host (a public suffix and one label), by libpsl's public suffix list.
enum RegistrableDomain {
    /// SAFETY: created once, never freed or changed; libpsl only reads it (libpsl(3): thread-safe).
    nonisolated(unsafe) private static let list: OpaquePointer? = psl_latest(nil) ?? psl_builtin()

    /// The registrable domain of `host` (ASCII form): `example.co.uk` for `www.example.co.uk`. Private suffixes such as
    /// `github.io` count as public suffixes. Returns `host` when it is an IP address or a public suffix itself.
    static func of(_ host: String) -> String {
        guard let list else {
            // The system has no list: two labels are right for most hosts.
            return host.split(separator: ".").suffix(2).joined(separator: ".")
        }
        // The result points into the argument.
        return host.withCString { bytes in psl_registrable_domain(list, bytes).map { String(cString: $0) } ?? host }
    }
}

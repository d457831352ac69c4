import CPSL

/// The registered part of a host: the labels before it are the owner's choice.
enum RegistrableDomain {
    /// SAFETY: made once, never freed and never changed; libpsl only reads it (libpsl(3): safe for threads).
    nonisolated(unsafe) private static let list: OpaquePointer? = psl_latest(nil) ?? psl_builtin()

    /// The last labels of `host` (ASCII form) that have one owner by the public suffix list, private suffixes such as
    /// `github.io` included: `example.co.uk` of `www.example.co.uk`. `host` itself when it is an address or a suffix alone.
    static func of(_ host: String) -> String {
        guard let list else {
            // No list on this system: two labels are right for most hosts.
            return host.split(separator: ".").suffix(2).joined(separator: ".")
        }
        // The result points into the argument.
        return host.withCString { bytes in psl_registrable_domain(list, bytes).map { String(cString: $0) } ?? host }
    }
}

import CPSL

/// Public suffixes, such as `com` and `co.uk`, below which anybody can register a domain, by libpsl's public suffix list.
///
/// All hosts are in their ASCII form.
enum PublicSuffix {
    /// SAFETY: created once, never freed or changed; libpsl only reads it (libpsl(3): thread-safe).
    nonisolated(unsafe) private static let list: OpaquePointer? = psl_latest(nil) ?? psl_builtin()

    /// The registrable domain of `host` (a public suffix and one label): `example.co.uk` for `www.example.co.uk`. Private
    /// suffixes such as `github.io` count as public suffixes. Returns `host` when it is an IP address or a public suffix itself.
    static func registrableDomain(of host: String) -> String {
        guard let list else {
            // The system has no list: two labels are right for most hosts.
            return host.split(separator: ".").suffix(2).joined(separator: ".")
        }
        // The result points into the argument.
        return host.withCString { bytes in psl_registrable_domain(list, bytes).map { String(cString: $0) } ?? host }
    }

    /// Whether the list names `domain`, among the suffixes of registries or the private ones (`isPrivate`); nil without a list.
    static func isListed(_ domain: String, isPrivate: Bool = false) -> Bool? {
        // The default rule `*` would make a suffix of every single label.
        let kinds = isPrivate ? PSL_TYPE_PRIVATE : PSL_TYPE_ICANN
        return list.map { psl_is_public_suffix2($0, domain, kinds | PSL_TYPE_NO_STAR_RULE) != 0 }
    }

    /// How many labels the public suffix of `host` has.
    static func labelCount(of host: String) -> Int {
        let domain = registrableDomain(of: host)
        return domain.split(separator: ".").count - (domain == host && isListed(host) == true ? 0 : 1)
    }
}

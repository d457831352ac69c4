import Formats

/// Distinguishes a bare domain from a file name, a version number or a sentence without spaces.
enum TopLevelDomain {
    /// Whether `host` (ASCII form) looks like a domain.
    ///
    /// - Parameter hasPathOrPort: whether a path, query, fragment or port follows. It is hardly anything else then, so any
    ///   word counts as a top-level domain.
    static func isDomain(_ host: String, hasPathOrPort: Bool) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let top = labels.last, let second = labels.dropLast().last else { return false }
        guard labels.allSatisfy({ !$0.hasPrefix("-") && !$0.hasSuffix("-") && !$0.isEmpty }) else { return false }
        if top.hasPrefix("xn--") { return true }
        guard top.utf8.count >= 2, top.utf8.allSatisfy(ASCII.isLetter) else { return false }
        if common.contains(String(top)) { return true }
        let hasLetter = second.utf8.contains(where: ASCII.isLetter)
        if hasPathOrPort || labels.first == "www" { return hasLetter || labels.count > 2 }
        // Two letters are, or may become, a country code (RFC 1591); `12.kg` is a weight.
        return top.utf8.count == 2 && hasLetter
    }

    /// Those that are common in addresses without a scheme; all others count only with a path or `www.`.
    private static let common = Set(DataTable.rows(PackageResources.top_level_domains_tsv).map { $0[0] })
}

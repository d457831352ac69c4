import Formats

/// Decides whether a name without a scheme, such as `example.com` or `readme.md`, is a web address.
///
/// - The top-level domain is assigned, or reserved for examples and private networks: `node.js` and `LOT.AB` are not addresses.
/// - With `www.`, a path, a query, a fragment or a port, any such domain will do.
/// - Else it has two letters, is not ASCII, or is common in addresses: `Hello.Now` is rather the end of a sentence.
/// - An ending that files have too (`readme.md`, `run.sh`, `archive.zip`) makes a file name. It is shown as text, and offered
///   to be opened where it is the whole content.
/// - The label in front of it has a letter: `12.kg` is a weight. Common domains may have digits alone: `163.com`.
enum TopLevelDomain {
    enum Reading {
        case domain, fileName, none
    }

    /// - Parameters:
    ///   - host: in its ASCII form.
    ///   - hasPathOrPort: whether a path, query, fragment or port follows.
    static func reading(of host: String, hasPathOrPort: Bool) -> Reading {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let top = labels.last.map(String.init),
            labels.allSatisfy({ !$0.hasPrefix("-") && !$0.hasSuffix("-") && !$0.isEmpty }), isAssigned(top)
        else { return .none }
        if top.hasPrefix("xn--") { return .domain }
        let use = uses[top]
        guard use == "" || labels[labels.count - 2].utf8.contains(where: ASCII.isLetter) else { return .none }
        if hasPathOrPort || labels[0] == "www" { return .domain }
        // `example.com.py` lies below a suffix of two labels, as no file does.
        if use == "file" { return PublicSuffix.labelCount(of: host) > 1 ? .domain : .fileName }
        return top.utf8.count == 2 || use != nil ? .domain : .none
    }

    /// Whether `top` (ASCII form) is in the root zone, or reserved.
    static func isAssigned(_ top: String) -> Bool {
        if uses[top] != nil { return true }
        // Without the system's list, two letters are a country code, or may become one (RFC 1591).
        return PublicSuffix.isListed(top) ?? (top.utf8.count == 2 && top.utf8.allSatisfy(ASCII.isLetter))
    }

    /// The use of each domain in the table: empty for a common one, `file` or `reserved`.
    private static let uses = DataTable.dictionary(PackageResources.top_level_domains_tsv) {
        ($0[0], $0.count > 1 ? $0[1] : "")
    }
}

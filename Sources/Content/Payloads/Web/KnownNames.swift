/// Widely imitated names (`known-names.tsv`), and how hosts of others use them.
///
///     KnownNames.imitated(by: "paypa1-login")     // paypal-login
enum KnownNames {
    private struct Name {
        /// Whether nobody else has a reason to use it in front of his domain: a bank's, a parcel service's, a tax office's.
        let isGuarded: Bool
        /// Whether it is an ordinary word as well.
        let isWord: Bool
    }

    private static let rows = DataTable.rows(PackageResources.known_names_tsv)
    private static let names = Dictionary(
        rows.map { row in
            (row[0], Name(isGuarded: guardedGroups.contains(row[1]), isWord: row.count > 2 && row[2] == "word"))
        }, uniquingKeysWith: { first, _ in first })
    private static let guardedGroups: Set = ["bank", "payment", "crypto", "parcel", "tax"]
    private static let ownDomains = Set(
        rows.flatMap { $0.count > 3 ? $0[3].split(separator: " ").map(String.init) : [] })

    /// The names by their skeletons. Shorter names are too often a slip away from another.
    private static let bySkeleton = Dictionary(
        names.keys.sorted().filter { $0.utf8.count >= minimumLength }.compactMap { name in
            LookAlikes.skeleton(of: name).map { ($0, name) }
        }, uniquingKeysWith: { first, _ in first })
    private static let minimumLength = 4

    /// Whether `host` belongs to one of the names: `paypal.com`, `www.amazon.co.uk`, not `paypal.web.app`.
    static func isOwn(_ host: WebHost) -> Bool {
        if ownDomains.contains(host.registrableDomain) { return true }
        guard let dot = host.registrableDomain.firstIndex(of: ".") else { return false }
        return names[String(host.registrableDomain[..<dot])] != nil && !isBelowPrivateSuffix(host)
    }

    private static func isBelowPrivateSuffix(_ host: WebHost) -> Bool {
        let suffix = host.registrableDomain.drop { $0 != "." }.dropFirst()
        return PublicSuffix.isListed(String(suffix), isPrivate: true) == true
    }

    /// Whether a part of `label` between hyphens is a name.
    static func hasName(_ label: Substring) -> Bool { Parts(label).runs.contains { names[$0.text] != nil } }

    /// The name that `label` is or ends with behind a hyphen.
    static func lastName(in label: Substring) -> String? {
        let parts = Parts(label)
        return parts.runs.first { $0.range.upperBound == parts.words.count && names[$0.text] != nil }?.text
    }

    /// `label` with the name that a part of it only looks like; nil when none does.
    static func imitated(by label: Substring) -> String? {
        let parts = Parts(label)
        for run in parts.runs where minimumLength...40 ~= run.text.utf8.count && names[run.text] == nil {
            guard let name = LookAlikes.skeleton(of: run.text).flatMap({ bySkeleton[$0] }), name != run.text,
                // `allégro` and `über` are words, too.
                names[name]?.isWord == false || run.text.contains(where: \.isASCIIDigit)
            else { continue }
            return
                (parts.words[..<run.range.lowerBound].map(String.init) + [name]
                + parts.words[run.range.upperBound...].map(String.init)).joined(separator: "-")
        }
        return nil
    }

    /// A name that `host`, which is not its own, uses so that it seems to be: a guarded one as a whole label of its own, or
    /// any beside a word that asks for trust.
    static func usedName(in host: WebHost) -> String? {
        let labels = host.nameLabels.map(Parts.init)
        // Names of accounts on GitHub's pages are their owners' own.
        let isForAnybody = isBelowPrivateSuffix(host) && !host.registrableDomain.hasSuffix(".github.io")
        for (index, parts) in labels.enumerated() {
            let isBelowOther = index + 1 < labels.count || isForAnybody
            for run in parts.runs {
                guard let name = names[run.text] else { continue }
                let others = parts.words[..<run.range.lowerBound] + parts.words[run.range.upperBound...]
                if name.isGuarded, !name.isWord, others == ["www"] || others.isEmpty && isBelowOther { return run.text }
                if parts.words[run.range.upperBound...].first == "com" { return run.text }
                if others.contains(where: { asksForTrust($0, beside: name) }) { return run.text }
            }
            if let name = parts.words.lazy.compactMap(nameJoined).first { return name }
        }
        return nil
    }

    /// `paypal` of `paypallogin` and `securepaypal`.
    private static func nameJoined(in word: Substring) -> String? {
        let bytes = word.utf8Slice
        for other in trustWords where bytes.count > other.count {
            for rest in [bytes.dropLast(other.count), bytes.dropFirst(other.count)] {
                let word = rest.startIndex == bytes.startIndex ? bytes.suffix(other.count) : bytes.prefix(other.count)
                guard word.elementsEqual(other) else { continue }
                if let name = names[rest.text], asksForTrust(word.text[...], beside: name) { return rest.text }
            }
        }
        return nil
    }

    private static func asksForTrust(_ word: Substring, beside name: Name) -> Bool {
        strongWords.contains(String(word)) || !name.isWord && plainWords.contains(String(word))
    }

    private static let trustWords = strongWords.union(plainWords).sorted().map { Array($0.utf8) }

    /// Words that nearly only sign-in pages have, beside any name.
    private static let strongWords: Set<String> = [
        "2fa", "authenticate", "confirm", "login", "logon", "password", "passwort", "pushtan", "signin", "suspended",
        "unlock", "verification", "verifizierung", "verify",
    ]
    /// Words that other pages have, too, beside names that are not ordinary words.
    private static let plainWords: Set<String> = [
        "account", "accounts", "billing", "customer", "customs", "delivery", "konto", "kunden", "redelivery", "refund",
        "secure", "security", "sicherheit", "support", "tan", "tracking", "update", "zoll",
    ]
}

/// A label's words between hyphens.
private struct Parts {
    let words: [Substring]

    init(_ label: Substring) { words = label.split(separator: "-", omittingEmptySubsequences: false) }

    /// One to three words in a row, as names have.
    var runs: [(range: Range<Int>, text: String)] {
        (1...3).flatMap { count in
            words.indices.dropLast(count - 1).map { start in
                (start..<start + count, words[start..<start + count].joined(separator: "-"))
            }
        }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

import Formats

/// Properties of a host's name that may deceive a person.
enum HostRisks {
    /// In bytes. Longer hosts are cut where addresses are displayed, which hides the registrable domain at their end.
    private static let maxUsualLength = 50
    /// Labels before the registrable domain: `a.b.example.com` has two.
    private static let maxUsualLabels = 3

    static func warnings(for host: WebHost) -> [PayloadWarning] {
        let domain = host.registrableDomain
        let separator = host.labels.lazy.flatMap { LookAlikes.separators(in: $0) }.first
        let length = host.ascii.utf8.count
        let labels = host.isIPAddress ? 0 : host.subdomainLabels.count
        let warnings: [PayloadWarning?] = [
            hasMixedScripts(host)
                ? .mixedScript(host.ascii) : lookAlike(of: host).map { .lookAlike($0, leadsTo: domain) },
            separator.map { scalar, shown in
                let code = "U+" + scalar.value.padded(to: 4, radix: 16)
                return .lookAlikeSeparator(code, looksLike: shown, leadsTo: domain)
            },
            nameInside(host).map { .domainInside($0, leadsTo: domain) },
            length > maxUsualLength ? .longHost(length, leadsTo: domain) : nil,
            labels > maxUsualLabels ? .manyLabels(labels, leadsTo: domain) : nil,
            host.hasInvalidPunycode ? .invalidPunycode : nil,
        ]
        return warnings.compactMap { $0 }
    }

    /// Whether `host` may be taken for another one when its decoded form is shown.
    static func isDeceptive(_ host: WebHost) -> Bool {
        hasMixedScripts(host) || lookAlike(of: host) != nil
            || host.labels.contains { !LookAlikes.separators(in: $0).isEmpty }
    }

    /// Whether a label mixes letters of scripts that no language combines.
    private static func hasMixedScripts(_ host: WebHost) -> Bool {
        host.labels.contains { label in
            guard !label.isASCII else { return false }
            let scripts = Script.scripts(in: label)
            return scripts.count > 1 && !Script.allowedCombinations.contains { scripts.isSubset(of: $0) }
        }
    }

    /// The ASCII host that `host` looks like; nil for most.
    ///
    /// A label looks like another one when it consists of confusable letters of other scripts (whole-script confusables, UTS
    /// 39, 4.1) and its readers do not know the script, or when it holds a known name with digits, letter pairs or accents
    /// instead of letters (`paypa1`, `rnicrosoft`, `paypál`).
    private static func lookAlike(of host: WebHost) -> String? {
        guard !host.isIPAddress, let top = host.ascii.split(separator: ".").last, let unicode = host.labels.last
        else { return nil }
        let ownCount = KnownNames.isOwn(host) ? 0 : host.nameLabels.count
        var isFound = false
        let shown = host.labels.enumerated().map { index, label in
            var shown = LookAlikes.asciiLabel(label)
            if let ascii = shown, Script.isAtHome(label, below: top, unicode: unicode),
                // Names of one script throughout are nobody else's; those below a country's code may be.
                top != unicode || !KnownNames.hasName(ascii[...])
            {
                shown = nil
            }
            if shown == nil, index < ownCount { shown = KnownNames.imitated(by: label) }
            isFound = isFound || shown != nil
            return shown ?? String(label)
        }
        return isFound ? shown.joined(separator: ".") : nil
    }

    /// A domain or a known name, such as `google.com` or `sparkasse`, inside the name of another domain.
    private static func nameInside(_ host: WebHost) -> String? {
        guard !host.isIPAddress else { return nil }
        let labels = host.subdomainLabels
        for index in labels.indices.dropFirst()
        where wellKnownEndings.contains(String(labels[index])) && labels[index - 1] != "www" {
            return labels[index - 1] + "." + labels[index]
        }
        return KnownNames.isOwn(host) ? nil : domainOfAnotherName(host) ?? KnownNames.usedName(in: host)
    }

    /// `sparkasse.de` in `sparkasse.de.evil.example`, `paypal.com` in `paypal.com-verify.example`.
    private static func domainOfAnotherName(_ host: WebHost) -> String? {
        let labels = host.nameLabels
        for (label, next) in zip(labels, labels.dropFirst()) {
            let ending = next.prefix { $0 != "-" }
            if ending == "com", next.hasPrefix("com-"), label != "www" { return label + ".com" }
            let isEnding =
                wellKnownEndings.contains(String(ending))
                || ending.utf8.count == 2 && PublicSuffix.isListed(String(ending)) == true
            if isEnding, let name = KnownNames.lastName(in: label) { return "\(name).\(ending)" }
        }
        return nil
    }

    /// Labels that look like a top-level domain even inside a host name.
    private static let wellKnownEndings: Set<String> = ["com", "org", "net", "gov", "edu", "co", "gob", "gouv"]
}

import Formats

/// Properties of a web address that may deceive or surprise a person.
enum URLRisks {
    static func warnings(for address: WebAddress, text: String) -> [PayloadWarning] {
        let host = address.host
        let name = host.ascii.hasPrefix("www.") ? String(host.ascii.dropFirst(4)) : host.ascii
        let before: [PayloadWarning?] = [
            address.userinfo.map { .userinfo(String($0.prefix(60)), leadsTo: host.registrableDomain) },
            host.isIPAddress ? .ipHost(host.ascii, host.reach) : nil,
            address.port.map(PayloadWarning.port),
            shorteners.contains(name) ? .shortener(host.ascii) : nil,
        ]
        let after: [PayloadWarning?] = [
            host.isObscured || address.isObscured ? .obscured(host.ascii) : nil,
            doubleExtension(of: address.path).map(PayloadWarning.doubleExtension),
            text.hasHiddenCharacters ? .hiddenCharacters : nil,
        ]
        return (before + nameWarnings(for: host) + after).compactMap { $0 }
    }

    /// The last part of `path` when it has a document's ending before a program's: `invoice.pdf.exe`.
    static func doubleExtension(of path: String) -> String? {
        let last = path.utf8Slice.split(separator: UInt8(ascii: "/")).last ?? []
        let name = URIText.decoded(last.suffix(400))
        let parts = name.lowercased().split(separator: ".").map { $0.filter { !$0.isWhitespace } }
        guard parts.count >= 3, programEndings.contains(parts[parts.count - 1]),
            documentEndings.contains(parts[parts.count - 2])
        else { return nil }
        return name.singleLine(limit: 80)
    }

    private static let documentEndings: Set<String> = [
        "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "txt", "rtf", "csv", "jpg", "jpeg", "png",
        "gif",
        "bmp", "webp", "svg", "heic", "mp3", "mp4", "avi", "mov", "mkv", "zip", "html", "htm",
    ]

    /// Endings of what a desktop runs, or installs.
    private static let programEndings: Set<String> = [
        "exe", "scr", "com", "bat", "cmd", "pif", "msi", "vbs", "vbe", "js", "jse", "wsf", "ps1", "hta", "jar", "lnk",
        "cpl", "reg", "apk", "app", "dmg", "pkg", "command", "sh", "run", "desktop", "deb", "rpm", "appimage", "iso",
    ]

    /// Warnings about the characters and labels of a host.
    private static func nameWarnings(for host: WebHost) -> [PayloadWarning] {
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
            domainInside(host).map { .domainInside($0, leadsTo: domain) },
            length > maxUsualLength ? .longHost(length, leadsTo: domain) : nil,
            labels > maxUsualLabels ? .manyLabels(labels, leadsTo: domain) : nil,
            host.hasInvalidPunycode ? .invalidPunycode : nil,
        ]
        return warnings.compactMap { $0 }
    }

    /// Whether a label mixes letters of scripts that no language combines.
    static func hasMixedScripts(_ host: WebHost) -> Bool {
        host.labels.contains { label in
            let scripts = Script.scripts(in: label)
            return scripts.count > 1 && !Script.allowedCombinations.contains { scripts.isSubset(of: $0) }
        }
    }

    /// In bytes. Longer hosts are cut where addresses are displayed, which hides the registrable domain at their end.
    private static let maxUsualLength = 50
    /// Labels before the registrable domain: `a.b.example.com` has two.
    private static let maxUsualLabels = 3

    /// The ASCII host that `host` looks like, because a label consists of confusable letters of another script; else nil.
    ///
    /// Also nil under a top-level domain in another script, such as `.рф`, whose readers know the script.
    static func lookAlike(of host: WebHost) -> String? {
        guard let top = host.labels.last, top.utf8.allSatisfy({ $0 < 0x80 }) || LookAlikes.asciiLabel(top) != nil
        else { return nil }
        let shown = host.labels.map { LookAlikes.asciiLabel($0) }
        guard shown.contains(where: { $0 != nil }) else { return nil }
        return zip(host.labels, shown).map { $1 ?? String($0) }.joined(separator: ".")
    }

    /// A familiar-looking domain, such as `google.com`, among the subdomain labels of another domain.
    private static func domainInside(_ host: WebHost) -> String? {
        let labels = host.subdomainLabels
        guard !host.isIPAddress, labels.count >= 2 else { return nil }
        for index in labels.indices.dropFirst()
        where wellKnownEndings.contains(String(labels[index])) && labels[index - 1] != "www" {
            return labels[index - 1] + "." + labels[index]
        }
        return nil
    }

    /// Labels that look like a top-level domain even inside a host name.
    private static let wellKnownEndings: Set<String> = ["com", "org", "net", "gov", "edu", "co", "gob", "gouv"]

    /// URL shorteners.
    private static let shorteners = Set(DataTable.rows(PackageResources.shorteners_tsv).map { $0[0] })
}

/// The scripts that are confused with each other, by Unicode blocks, as the standard library does not provide a
/// character's script.
private enum Script: Hashable {
    case latin, greek, cyrillic, armenian, hebrew, arabic, devanagari, thai, georgian, hangul, cherokee, kana
    case bopomofo, han, other

    /// The combinations of the "highly restrictive" level of UTS 39, 5.2.
    static let allowedCombinations: [Set<Script>] = [
        [.latin, .han, .kana], [.latin, .han, .bopomofo], [.latin, .han, .hangul],
    ]

    static func scripts(in label: Substring) -> Set<Script> {
        var scripts: Set<Script> = []
        for scalar in label.unicodeScalars where scalar.properties.isAlphabetic {
            if let script = script(of: scalar.value) { scripts.insert(script) }
        }
        return scripts
    }

    private static func script(of value: UInt32) -> Script? {
        switch value {
        case 0x41...0x24F, 0x250...0x2AF, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF: .latin
        // Modifier letters and combining marks take the script of the letter before them.
        case 0x2B0...0x36F: nil
        case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
        case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: .cyrillic
        case 0x530...0x58F: .armenian
        case 0x590...0x5FF: .hebrew
        case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFE: .arabic
        case 0x900...0x97F, 0xA8E0...0xA8FF: .devanagari
        case 0xE00...0xE7F: .thai
        case 0x10A0...0x10FF, 0x1C90...0x1CBF, 0x2D00...0x2D2F: .georgian
        case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: .hangul
        case 0x13A0...0x13FF, 0xAB70...0xABBF: .cherokee
        // 々, 〆, ー and ゛ are used with every Japanese script.
        case 0x3005...0x3007, 0x303B, 0x3099...0x309C, 0x30FB...0x30FC: nil
        case 0x3041...0x30FF, 0x31F0...0x31FF: .kana
        case 0x3100...0x312F, 0x31A0...0x31BF: .bopomofo
        case 0x2E80...0x2FDF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: .han
        default: .other
        }
    }
}

import Formats

/// Properties of a web address that may deceive or surprise a person.
enum URLRisks {
    static func warnings(for address: WebAddress, text: String) -> [PayloadWarning] {
        let host = address.host
        let before: [PayloadWarning?] = [
            address.userinfo.map { .userinfo(String($0.prefix(60)), leadsTo: host.registrableDomain) },
            host.isIPAddress ? .ipHost(host.ascii, host.reach) : nil,
            address.port.map(PayloadWarning.port),
            isShortener(host) ? .shortener(host.ascii) : nil,
        ]
        let after: [PayloadWarning?] = [
            NestedAddress.host(in: address).map {
                .redirect(leadsTo: $0.registrableDomain, from: host.registrableDomain)
            },
            host.isObscured || address.isObscured ? .obscured(host.ascii) : nil,
            doubleExtension(of: address.path).map(PayloadWarning.doubleExtension),
            text.hasHiddenCharacters ? .hiddenCharacters : nil,
        ]
        return (before + HostRisks.warnings(for: host) + after).compactMap { $0 }
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

    /// Hosts that forward to others; hosts below them do, too.
    private static let shorteners = Set(DataTable.rows(PackageResources.shorteners_tsv).map { $0[0] })

    private static func isShortener(_ host: WebHost) -> Bool {
        let labels = host.ascii.split(separator: ".")
        return labels.indices.dropLast().contains { shorteners.contains(labels[$0...].joined(separator: ".")) }
    }
}

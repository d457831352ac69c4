import Formats

/// A link with a scheme that has no parser of its own, which an app or another program opens: `spotify:track:4uL`,
/// `opc.tcp://host:4840`, `com.example.app:/callback`. It is shown as it is written, and not opened from here.
enum AppLinkPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        let text = input.bytes.trimmed
        let link = text.after(prefix: "URL:")?.trimmed ?? text
        guard let scheme = scheme(of: link), RefusedScheme(link) == nil else { return nil }
        var list = FieldList()
        list.add("url", .address, link.text)
        list.add("scheme", .scheme, scheme)
        return Payload(input.content, .appLink, .asWritten(String(decoding: link.prefix(640), as: UTF8.self)), list)
    }

    /// The scheme in lower case (RFC 3986, 3.1); nil when `link` is no such link.
    ///
    /// Any word may stand before a colon, so one of these is needed: two slashes, the form of a private scheme (a domain in
    /// reverse and a slash; RFC 8252, 7.1), `web+` (HTML Standard, 8.3.1.3), or a scheme that is known to have no slashes.
    static func scheme(of link: ArraySlice<UInt8>) -> String? {
        let (head, rest) = link.cut(at: UInt8(ascii: ":"))
        guard let rest, 2...64 ~= head.count, head.first.map(ASCII.isLetter) == true,
            head.allSatisfy({ ASCII.isAlphanumeric($0) || "+-.".utf8.contains($0) }),
            !rest.isEmpty, link.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
        let scheme = head.text.lowercased()
        guard !withParsers.contains(scheme) else { return nil }
        if rest.starts(with: "//".utf8) { return rest.count > 2 ? scheme : nil }
        let isPrivate = head.contains(UInt8(ascii: ".")) && rest.first == UInt8(ascii: "/")
        return isPrivate || scheme.hasPrefix("web+") || withoutSlashes.contains(scheme) ? scheme : nil
    }

    /// What other parsers take; what they refuse is text.
    private static let withParsers: Set<String> = [
        "http", "https", "urlto", "mebkm", "mailto", "smtp", "matmsg", "tel", "sms", "smsto", "mms", "mmsto", "geo",
        "mecard", "bizcard", "wifi", "otpauth", "otpauth-migration", "fido", "mt", "x-hm", "dpp", "upi", "ticket",
    ]

    /// Schemes of IANA's registry and of common apps whose links have no `//`.
    private static let withoutSlashes: Set<String> = [
        "acct", "aim", "apt", "callto", "cid", "did", "dns", "doi", "facetime", "facetime-audio", "feed", "gtalk", "im",
        "ipn", "iris", "jabber", "magnet", "market", "mid", "ms-settings", "news", "ni", "nostr", "openpgp4fpr", "pres",
        "sgnl", "sip", "sips", "skype", "spotify", "steam", "stun", "stuns", "tag", "tg", "turn", "turns", "urn",
        "viber",
        "wpid", "xmpp",
    ]
}

import Formats

/// Finds an address inside the path, query or fragment of another, which may only lead on to it: `?url=https://evil.example`.
enum NestedAddress {
    /// Addresses are encoded again where they are handed on.
    private static let maximumDecodings = 3

    /// No more addresses are looked at.
    private static let maximumCount = 1000

    /// The first host inside `address` that belongs to somebody else.
    static func host(in address: WebAddress) -> WebHost? {
        var text = (address.path + "?" + (address.query ?? "") + "#" + (address.fragment ?? "")).utf8Slice
        for _ in 0..<maximumDecodings {
            if let host = written(in: text, besides: address.host) { return host }
            guard text.contains(UInt8(ascii: "%")) else { break }
            text = text.percentDecoded[...]
        }
        for item in URIText.items((address.query ?? "").utf8Slice) where redirectNames.contains(item.name) {
            if let host = WebAddress(bareDomain: item.value.utf8Slice)?.host, isOther(host, address.host) {
                return host
            }
        }
        return nil
    }

    /// Addresses with a scheme, and those with two slashes alone that are the value of a parameter.
    private static func written(in text: ArraySlice<UInt8>, besides own: WebHost) -> WebHost? {
        var index = text.startIndex
        var count = 0
        while count < maximumCount,
            let colon = text[index...].firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") })
        {
            index = colon + 1
            let isScheme = text[colon] == UInt8(ascii: ":")
            guard text[index...].starts(with: isScheme ? "/".utf8 : "//".utf8),
                !isScheme || endsWithScheme(text[..<colon])
            else { continue }
            count += 1
            let rest = text[index...].drop { $0 == UInt8(ascii: "/") }.prefix(1024)
            let authority = rest.prefix { $0 > 0x20 && !"/?#&\\\"'<>,;)".utf8.contains($0) }
            if let host = WebAddress(absolute: ArraySlice("https://".utf8) + authority)?.host, isOther(host, own) {
                return host
            }
        }
        return nil
    }

    private static func endsWithScheme(_ text: ArraySlice<UInt8>) -> Bool {
        text.suffix(5).after(prefix: "https") ?? text.suffix(4).after(prefix: "http") != nil
    }

    /// Whether it is a host of the world, and of another domain.
    private static func isOther(_ host: WebHost, _ own: WebHost) -> Bool {
        guard host.registrableDomain != own.registrableDomain else { return false }
        return host.isIPAddress || host.labels.count > 1
    }

    /// Parameters whose value is the address that follows.
    private static let redirectNames: Set<String> = [
        "continue", "dest", "destination", "forward", "go", "goto", "link", "next", "out", "r", "redir", "redirect",
        "redirect_uri", "redirect_url", "redirecturl", "return", "return_to", "return_url", "returnto", "returnurl",
        "rurl",
        "target", "to", "u", "uri", "url",
    ]
}

import Formats

/// A web address parsed as browsers do, so that the displayed host is the one that they connect to.
package struct WebAddress: Hashable, Sendable {
    /// `http` or `https`.
    package let scheme: String
    /// The part before `@`: a user name, or user name and password separated by a colon.
    package let userinfo: String?
    /// Normalised; see `WebHost`.
    package let host: WebHost
    /// The port; nil for the scheme's default.
    package let port: UInt16?
    /// From the first slash on, as written; may be empty.
    package let path: String
    /// The part after `?`; nil when there is no `?`.
    package let query: String?
    /// The part after `#`; nil when there is no `#`.
    package let fragment: String?
    /// Whether unusual slashes (backslashes, or not two of them) obscure where the host begins or ends.
    package let isObscured: Bool

    /// Parses an address with scheme; nil when `bytes` does not begin with `http:` or `https:` or is not valid.
    ///
    /// Backslashes count as slashes and any number of them may follow the scheme, as in the URL Standard
    /// (url.spec.whatwg.org, 4.4).
    package init?(absolute bytes: ArraySlice<UInt8>) {
        let secure = bytes.after(prefix: "https:")
        guard let rest = secure ?? bytes.after(prefix: "http:") else { return nil }
        let authority = rest.drop { Self.isSlash($0) }
        let slashes = rest[..<authority.startIndex]
        self.init(
            scheme: secure == nil ? "http" : "https", rest: authority,
            isObscured: !slashes.elementsEqual("//".utf8))
    }

    /// Parses an address without scheme, such as `example.com/x`, by the rule of `TopLevelDomain`. The scheme becomes `https`,
    /// as in browsers.
    ///
    /// - Parameter takesFileNames: whether what may be a file's name as well, such as `readme.md`, is an address.
    init?(bareDomain bytes: ArraySlice<UInt8>, takesFileNames: Bool = false) {
        let end = bytes.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        let authority = bytes[..<(end ?? bytes.endIndex)]
        guard authority.count <= 260, authority.contains(UInt8(ascii: ".")),
            authority.allSatisfy({ Self.isPlainHostByte($0) || $0 == UInt8(ascii: ":") }),
            // `opc.tcp://…` begins with a scheme (RFC 3986, 3.1), not with a host and an empty port.
            authority.last != UInt8(ascii: ":"),
            // Most words with a point in them end here, before a host is made of them.
            Self.mayEndInDomain(authority)
        else { return nil }
        self.init(scheme: "https", rest: bytes, isObscured: false)
        let hasPathOrPort = end != nil || port != nil
        guard !host.isIPAddress else { return nil }
        switch TopLevelDomain.reading(of: host.ascii, hasPathOrPort: hasPathOrPort) {
        case .domain: return
        case .fileName where takesFileNames: return
        case .fileName, .none: return nil
        }
    }

    private init?(scheme: String, rest: ArraySlice<UInt8>, isObscured: Bool) {
        // An address contains neither white space nor control characters.
        guard rest.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        let end = rest.firstIndex { Self.isSlash($0) || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        let authority = rest[..<(end ?? rest.endIndex)]
        var hostAndPort = authority
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            userinfo = authority[..<at].text
            hostAndPort = authority[(at + 1)...]
        } else {
            userinfo = nil
        }
        guard let (hostBytes, port) = Self.splitPort(hostAndPort), let host = WebHost(hostBytes) else { return nil }
        (self.scheme, self.host) = (scheme, host)
        self.port = port == (scheme == "https" ? 443 : 80) ? nil : port

        let (beforeFragment, fragment) = rest[authority.endIndex...].cut(at: UInt8(ascii: "#"))
        let (path, query) = beforeFragment.cut(at: UInt8(ascii: "?"))
        self.path = String(decoding: path.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
        self.query = query?.text
        self.fragment = fragment?.text
        self.isObscured = isObscured || authority.endIndex < rest.endIndex && path.first == UInt8(ascii: "\\")
    }

    /// The address to open, rebuilt from its parts in ASCII, so that every program finds the same host in it.
    package var url: String {
        var url = scheme + "://"
        if let userinfo { url += Self.encoded(userinfo, andAlso: "@/?#[]\\") + "@" }
        url += host.ascii
        if let port { url += ":\(port)" }
        url += Self.encoded(path)
        if let query { url += "?" + Self.encoded(query) }
        if let fragment { url += "#" + Self.encoded(fragment) }
        return url
    }

    /// The action that opens the address, with its warnings. `text` is the symbol's text.
    func openAction(_ text: String) -> PayloadAction { openAction(URLRisks.warnings(for: self, text: text)) }

    /// The same with warnings that are known.
    func openAction(_ warnings: [PayloadWarning]) -> PayloadAction {
        PayloadAction(
            title: .open(host.abbreviated), effect: .open(LinkTarget(url: url, host: host, warnings: warnings)))
    }

    /// Percent-encodes non-ASCII text and characters that are not allowed in an address, and those of `extra`; `%` stays.
    private static func encoded(_ part: String, andAlso extra: String = "") -> String {
        func isEncoded(_ byte: UInt8) -> Bool {
            byte <= 0x20 || byte >= 0x7F || "\"<>`{}|^\\".utf8.contains(byte) || extra.utf8.contains(byte)
        }
        return part.utf8.contains(where: isEncoded) ? URIText.encoded(part, where: isEncoded) : part
    }

    /// Splits host and port; nil when the port is not a number up to 65535.
    private static func splitPort(_ bytes: ArraySlice<UInt8>) -> (host: ArraySlice<UInt8>, port: UInt16?)? {
        var hostEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            hostEnd = bracket + 1
            guard hostEnd == bytes.endIndex || bytes[hostEnd] == UInt8(ascii: ":") else { return nil }
        }
        let digits = bytes[hostEnd...].dropFirst()
        guard !digits.isEmpty else { return (bytes[..<hostEnd], nil) }
        guard digits.count <= 16, digits.allSatisfy(ASCII.isDigit), let port = UInt16(digits.text) else { return nil }
        return (bytes[..<hostEnd], port)
    }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    /// Whether the last label is one of letters, as far as that is seen without decoding it.
    private static func mayEndInDomain(_ authority: ArraySlice<UInt8>) -> Bool {
        guard authority.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: ":") }) else { return true }
        let host = authority.last == UInt8(ascii: ".") ? authority.dropLast() : authority
        let top = host.suffix(from: (host.lastIndex(of: UInt8(ascii: ".")) ?? host.startIndex - 1) + 1)
        return top.count >= 2 && top.first.map(ASCII.isLetter) == true
    }

    private static func isPlainHostByte(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || "-.".utf8.contains(byte) || byte >= 0x80
    }
}

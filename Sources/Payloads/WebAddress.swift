/// A web address taken apart as browsers do it, so that the host shown is the host they go to.
public struct WebAddress: Hashable, Sendable {
    /// `http` or `https`.
    public let scheme: String
    /// What stands before `@`: a user name, with a password after a colon.
    public let userinfo: String?
    /// Where it leads.
    public let host: WebHost
    /// The port as written; nil when it is that of the scheme.
    public let port: UInt16?
    /// From the first slash on; empty when there is none.
    public let path: String
    /// What follows `?`.
    public let query: String?
    /// What follows `#`.
    public let fragment: String?
    /// Whether the scheme and its slashes are written in a form that hides the host (backslashes, none).
    public let isObscured: Bool

    /// The address that begins with `http:` or `https:`; nil when `bytes` are anything else.
    ///
    /// Backslashes count as slashes and any number of them may follow the scheme, as in the URL Standard
    /// (url.spec.whatwg.org, 4.4).
    init?(absolute bytes: ArraySlice<UInt8>) {
        let secure = bytes.after(prefix: "https:")
        guard let rest = secure ?? bytes.after(prefix: "http:") else { return nil }
        let authority = rest.drop { Self.isSlash($0) }
        let slashes = rest[..<authority.startIndex]
        self.init(
            scheme: secure == nil ? "http" : "https", rest: authority,
            isObscured: !slashes.elementsEqual("//".utf8))
    }

    /// An address written without its scheme, such as `example.com/x`: at least two labels, the last of
    /// which looks like a top-level domain. Taken as `https`, as browsers take it.
    init?(bareDomain bytes: ArraySlice<UInt8>) {
        let end = bytes.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        let authority = bytes[..<(end ?? bytes.endIndex)]
        guard authority.count <= 260, authority.contains(UInt8(ascii: ".")),
            authority.allSatisfy({ Self.isPlainHostByte($0) || $0 == UInt8(ascii: ":") })
        else { return nil }
        self.init(scheme: "https", rest: bytes, isObscured: false)
        let isEvident = end != nil || port != nil
        guard !host.isIPAddress, TopLevelDomain.isDomain(host.ascii, isEvident: isEvident) else { return nil }
    }

    private init?(scheme: String, rest: ArraySlice<UInt8>, isObscured: Bool) {
        // White space and controls never belong to an address; what is past them is not part of it.
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
        self.scheme = scheme
        self.host = host
        self.port = port == (scheme == "https" ? 443 : 80) ? nil : port

        let (beforeFragment, fragment) = rest[authority.endIndex...].cut(at: UInt8(ascii: "#"))
        let (path, query) = beforeFragment.cut(at: UInt8(ascii: "?"))
        self.path = String(decoding: path.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
        self.query = query?.text
        self.fragment = fragment?.text
        self.isObscured = isObscured || authority.endIndex < rest.endIndex && path.first == UInt8(ascii: "\\")
    }

    /// The address to open, rebuilt from its parts in ASCII: no reader can take it for another host.
    public var url: String {
        var url = scheme + "://"
        if let userinfo { url += Self.encoded(userinfo, andAlso: "@:/?#[]\\", except: ":") + "@" }
        url += host.ascii
        if let port { url += ":\(port)" }
        url += Self.encoded(path)
        if let query { url += "?" + Self.encoded(query) }
        if let fragment { url += "#" + Self.encoded(fragment) }
        return url
    }

    /// Opening it, with all that a person should see before. `text` is what the symbol said.
    func openAction(_ text: String) -> PayloadAction {
        PayloadAction(
            title: "Open \(host.brief)",
            effect: .open(LinkTarget(url: url, host: host, warnings: URLRisks.warnings(for: self, text: text))))
    }

    /// Percent-encodes what no address may hold, and non-ASCII text; `%` itself stays.
    private static func encoded(_ part: String, andAlso extra: String = "", except: String = "") -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let reserved = Set("\"<>`{}|^\\".utf8).union(extra.utf8).subtracting(except.utf8)
        var result: [UInt8] = []
        for byte in part.utf8 {
            if byte <= 0x20 || byte >= 0x7F || reserved.contains(byte) {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Host and port; nil for a port that is no number up to 65535.
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

    private static func isPlainHostByte(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte >= 0x80
    }
}

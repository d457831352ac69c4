import Foundation
import Frames

/// The address of a camera on the network: `http://…`, `https://…` or `rtsp://…`.
package struct NetworkAddress: Hashable, Sendable {
    /// What a camera is spoken to by.
    package enum Scheme: String, Hashable, Sendable {
        case http, https, rtsp

        /// The port where the address has none.
        var standardPort: Int {
            switch self {
            case .http: 80
            case .https: 443
            case .rtsp: 554
            }
        }
    }

    package let scheme: Scheme
    /// A name or a numeric address, IPv6 without brackets.
    package let host: String
    package let port: Int
    /// Path and query, percent-encoded; begins with `/`.
    let target: String
    /// The user's name and password; nil for none.
    let login: (user: String, password: String)?

    /// Reads an address.
    ///
    /// - Throws: `SourceError` in one line for any other scheme, and where the host is missing.
    package init(_ text: String) throws(SourceError) {
        guard text.utf8.count <= 2048, let parts = URLComponents(string: text),
            let scheme = parts.scheme.flatMap({ Scheme(rawValue: $0.lowercased()) }),
            let host = parts.host?.trimmingCharacters(in: CharacterSet(charactersIn: "[]")), !host.isEmpty,
            (1...65_535).contains(parts.port ?? scheme.standardPort)
        else {
            throw SourceError(
                "\(Self.withoutLogin(text).onOneLine) is not an address of a camera: use http://HOST/PATH, https:// or rtsp://"
            )
        }
        (self.scheme, self.host, port) = (scheme, host, parts.port ?? scheme.standardPort)
        let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        target = path + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
        login = parts.user.map { ($0, parts.password ?? "") }
    }

    /// Whether `text` begins as such an address does.
    static func begins(_ text: String) -> Bool {
        ["http://", "https://", "rtsp://"].contains { text.lowercased().hasPrefix($0) }
    }

    /// The whole address without user name and password.
    var withoutLogin: String { "\(scheme.rawValue)://\(authority)\(target)" }

    /// The address as scans carry it: without user name and password, and without the query, which often contains a key.
    package var name: String { String(withoutLogin.prefix { $0 != "?" }) }

    /// The host, with the port unless it is the scheme's own.
    package var title: String { authority.onOneLine }

    private var authority: String {
        (host.contains(":") ? "[\(host)]" : host) + (port == scheme.standardPort ? "" : ":\(port)")
    }

    /// `text` without what stands before an `@` in its authority, for messages.
    private static func withoutLogin(_ text: String) -> String {
        guard let start = text.range(of: "://")?.upperBound, let end = text[start...].lastIndex(of: "@") else {
            return text
        }
        return String(text[..<start] + text[text.index(after: end)...])
    }

    /// Whether both are the same address with the same login.
    package static func == (a: Self, b: Self) -> Bool {
        a.withoutLogin == b.withoutLogin && a.login?.user == b.login?.user && a.login?.password == b.login?.password
    }

    /// Hashes the address without its login.
    package func hash(into hasher: inout Hasher) { hasher.combine(withoutLogin) }
}

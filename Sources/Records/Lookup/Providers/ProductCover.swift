import Files
import Web

/// The picture of a product: its address, and one request for it.
///
///     if let cover = ProductCover(hit.facts) { let bytes = try cover.fetch(version: "quietzone 0.1.0") }
package struct ProductCover: Hashable, Sendable {
    package let address: String
    /// Who is asked for it: a host, with its port if that is not the usual one.
    package var server: String { [80, 443].contains(origin.port) ? origin.host : "\(origin.host):\(origin.port)" }

    private let origin: WebOrigin

    /// Hosts that others send on to. Source: the Cover Art Archive's API, and Open Library's covers API: both keep pictures at the
    /// Internet Archive, whose servers have names below archive.org.
    private static let redirects: [String: Set<String>] = [
        "coverartarchive.org": ["archive.org", ".archive.org"],
        "covers.openlibrary.org": ["archive.org", ".archive.org"],
    ]

    /// The cover of these facts; nil where they have none. An address without TLS is asked by TLS, but on this machine.
    package init?(_ facts: ProductFacts) {
        guard var address = facts[.cover], var origin = WebOrigin(address) else { return nil }
        if origin.scheme == "http", !origin.isLoopback {
            address = "https" + address.dropFirst("http".count)
            guard let secure = WebOrigin(address), secure.port == 443 else { return nil }
            origin = secure
        }
        (self.address, self.origin) = (address, origin)
    }

    /// Fetches the picture: at most 1 MiB, within 20 seconds, by redirects to known hosts only. Waits for the network.
    ///
    /// - Parameter version: the program's name and version, as in `quietzone 0.1.0`.
    /// - Returns: its bytes, in whatever format.
    /// - Throws: `UserError` in one line where there is no picture.
    package func fetch(version: String, by web: any WebFetching = WebClient()) throws(UserError) -> [UInt8] {
        var request = WebRequest(address: address, headers: ["Accept: image/jpeg, image/png"])
        request.userAgent = version.split(separator: " ").joined(separator: "/")
        let reach = WebReach(base: origin, hosts: Self.redirects[origin.host] ?? [])
        let answer: WebAnswer
        do throws(WebError) {
            answer = try web.fetch(request, within: reach)
        } catch {
            throw UserError("\(UserError.shown(server)): \(error.description)")
        }
        switch answer.status {
        case 200..<300: return answer.body
        case 404, 410: throw UserError("\(UserError.shown(server)) does not have it")
        default: throw UserError("\(UserError.shown(server)): answer \(answer.status)")
        }
    }
}

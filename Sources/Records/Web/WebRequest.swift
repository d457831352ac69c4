/// A request, without a body by default.
package struct WebRequest: Hashable, Sendable {
    package var address: String
    /// GET, POST, PUT, PATCH or DELETE.
    package var method = "GET"
    /// What is sent; nil for nothing.
    package var body: [UInt8]?
    /// Lines `Name: value`.
    package var headers: [String] = []
    /// Lines with secrets, which no other origin gets.
    package var secretHeaders: [String] = []
    package var userAgent = ""
    /// Seconds for the request with its redirects.
    package var seconds = 20
    /// The most bytes of an answer.
    package var maximumBytes = 1 << 20

    package init(address: String, headers: [String] = []) { (self.address, self.headers) = (address, headers) }
}

/// A whole answer.
package struct WebAnswer: Hashable, Sendable {
    package var status: Int
    /// By their names in lower case; of several of one name the last.
    package var headers: [String: String] = [:]
    package var body: [UInt8] = []

    package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// Takes a head apart; the status line and lines without a colon do not count.
    package static func headers(of head: some Sequence<UInt8>) -> [String: String] {
        var headers: [String: String] = [:]
        for line in String(decoding: Array(head), as: UTF8.self).split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[colon...].dropFirst().drop { $0 == " " || $0 == "\t" }
            headers[line[..<colon].lowercased()] = String(value)
        }
        return headers
    }
}

/// Why there is no answer.
package enum WebError: Error, Hashable, Sendable {
    /// No network, a time-out, a certificate that is not trusted, a connection that was cut; in libcurl's words.
    case unreachable(String)
    /// There was no connection: the server has not seen the request.
    case notSent(String)
    case tooLarge
    /// A redirect, or the address itself, leads to this host, which the server does not have.
    case elsewhere(String)
    case tooManyRedirects
    /// The program ends.
    case stopped
    case noLibrary
}

extension WebError: CustomStringConvertible {
    /// What is wrong, in a few words.
    package var description: String {
        switch self {
        case .unreachable(let words), .notSent(let words): words
        case .noLibrary: "libcurl is not installed (package libcurl4)"
        case .tooLarge: "its answer is longer than 1 MiB"
        case .elsewhere(let host):
            "it redirects to \(host.isEmpty ? "an invalid address" : host), which is not allowed"
        case .tooManyRedirects: "it redirects too often"
        case .stopped: "the program ends"
        }
    }
}

/// What sends requests. One thread at a time uses it.
package protocol WebFetching: Sendable {
    /// Sends a request, and follows redirects within `reach`.
    func fetch(_ request: WebRequest, within reach: WebReach) throws(WebError) -> WebAnswer
}

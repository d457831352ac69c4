/// A GET request.
struct WebRequest: Hashable, Sendable {
    var address: String
    /// Lines `Name: value`.
    var headers: [String] = []
    /// Lines with secrets, which no other origin gets.
    var secretHeaders: [String] = []
    var userAgent = ""
    /// Seconds for the request with its redirects.
    var seconds = 20
    /// The most bytes of an answer.
    var maximumBytes = 1 << 20
}

/// A whole answer.
struct WebAnswer: Hashable, Sendable {
    var status: Int
    /// By their names in lower case; of several of one name the last.
    var headers: [String: String] = [:]
    var body: [UInt8] = []

    /// Takes a head apart; the status line and lines without a colon do not count.
    static func headers(of head: some Sequence<UInt8>) -> [String: String] {
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
enum WebError: Error, Hashable, Sendable {
    /// No network, a time-out, a certificate that is not trusted, a connection that was cut; in libcurl's words.
    case unreachable(String)
    case tooLarge
    /// A redirect, or the address itself, leads to this host, which the provider does not have.
    case elsewhere(String)
    case tooManyRedirects
    /// The program ends.
    case stopped
    case noLibrary
}

/// What sends requests. One thread at a time uses it.
protocol WebFetching: Sendable {
    /// Sends a request, and follows redirects within `reach`.
    func fetch(_ request: WebRequest, within reach: WebReach) throws(WebError) -> WebAnswer
}

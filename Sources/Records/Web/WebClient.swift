import CLoaded
import Foundation
import Synchronization

/// Sends requests by libcurl: https with certificates that are checked, redirects only where `WebReach` allows, bounded in time and size.
// SAFETY: the handle is used under `lock`; `stopFlag` is an int that is only set, and read by libcurl's callback.
package final class WebClient: WebFetching, @unchecked Sendable {
    /// Redirects that are followed.
    package static let maximumRedirects = 4

    private let lock = Mutex<Void>(())
    private var http: OpaquePointer?
    // SAFETY: allocated here and freed by deinit, when no request runs any more.
    private let stopFlag = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

    /// One without a connection.
    package init() { stopFlag.initialize(to: 0) }

    deinit {
        if let http { qz_http_free(http) }
        stopFlag.deallocate()
    }

    /// Ends the request that is under way, within a second or so, and all that follow at once.
    package func stop() { stopFlag.pointee = 1 }

    /// Sends a request and waits for its answer; one at a time.
    package func fetch(_ request: WebRequest, within reach: WebReach) throws(WebError) -> WebAnswer {
        let result = lock.withLock { _ in Result { () throws(WebError) in try follow(request, within: reach) } }
        return try result.get()
    }

    private func follow(_ request: WebRequest, within reach: WebReach) throws(WebError) -> WebAnswer {
        let end = ContinuousClock.now + .seconds(request.seconds)
        var request = request
        guard var origin = WebOrigin(request.address) else { throw .elsewhere("") }
        for _ in 0...Self.maximumRedirects {
            guard reach.allows(origin) else { throw .elsewhere(origin.host) }
            let left = Int((end - .now) / .milliseconds(1))
            guard left > 0 else { throw .unreachable("Timeout was reached") }
            let answer = try send(request, milliseconds: left, allowsPlain: origin.scheme == "http")
            // What changes something is not sent on: nobody has agreed to do it elsewhere.
            guard request.body == nil, request.method == "GET", [301, 302, 303, 307, 308].contains(answer.status),
                let location = answer.headers["location"]
            else { return answer }
            guard
                let next = URL(string: location, relativeTo: URL(string: request.address))?.absoluteURL.absoluteString,
                let nextOrigin = WebOrigin(next)
            else { throw .elsewhere(String(location.prefix(60))) }
            if nextOrigin != origin { request.secretHeaders = [] }
            (request.address, origin) = (next, nextOrigin)
        }
        throw .tooManyRedirects
    }

    private func send(_ request: WebRequest, milliseconds: Int, allowsPlain: Bool) throws(WebError) -> WebAnswer {
        if stopFlag.pointee != 0 { throw .stopped }
        if http == nil { http = qz_http_new() }
        guard let http else { throw .noLibrary }
        var page = qz_http_page()
        // SAFETY: copies live until the call has returned, and it keeps no pointer.
        let copies = (request.headers + request.secretHeaders).map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        let headers = copies.map { $0.map { UnsafePointer($0) } } + [nil]
        let texts = [request.address, request.method, request.userAgent].map { (text: String) in strdup(text)! }
        defer { for text in texts { free(text) } }
        // Of an empty body there is no address.
        let body = request.body.map { $0 + [0] }
        let result = headers.withUnsafeBufferPointer { headers in
            func fetch(_ bytes: UnsafeRawPointer?) -> Int32 {
                var fetch = qz_http_fetch_request(
                    url: texts[0], method: texts[1], body: bytes, length: request.body?.count ?? 0,
                    headers: headers.baseAddress!, user_agent: texts[2], milliseconds: milliseconds,
                    maximum: request.maximumBytes, allows_plain: allowsPlain ? 1 : 0, stop: stopFlag)
                return qz_http_fetch(http, &fetch, &page)
            }
            return body.map { $0.withUnsafeBytes { fetch($0.baseAddress) } } ?? fetch(nil)
        }
        // SAFETY: qz_http_fetch allocated both by malloc, and says how long they are.
        defer {
            free(page.head)
            free(page.body)
        }
        switch Int(result) {
        case QZ_HTTP_ANSWERED:
            let head = UnsafeRawBufferPointer(start: page.head, count: page.head_length)
            let body = UnsafeRawBufferPointer(start: page.body, count: page.length)
            return WebAnswer(status: page.status, headers: WebAnswer.headers(of: head), body: Array(body))
        case QZ_HTTP_TOO_LARGE: throw .tooLarge
        case QZ_HTTP_STOPPED: throw .stopped
        case let result:
            let words = withUnsafeBytes(of: page.problem) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            throw result == QZ_HTTP_NOT_SENT ? .notSent(words) : .unreachable(words)
        }
    }
}

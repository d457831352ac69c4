import Synchronization

/// A web server of this machine alone that notes each request, and answers what the test says of it. Each connection has one request.
///
///     let server = try AnswerServer { request in .json("{}") }
///     server.address      // http://127.0.0.1:40001
package final class AnswerServer: Sendable {
    package struct Request: Sendable {
        package let method: String
        /// `/api/v3/product/1.json?fields=code`
        package let path: String
        /// By their names in lower case.
        package let headers: [String: String]
        package let body: [UInt8]
        /// Requests before this one.
        package let number: Int
    }

    /// What a request is answered.
    package enum Answer: Sendable {
        case status(Int, headers: [String], body: [UInt8])
        /// The same, whose body is shorter than its head says; then the connection is closed.
        case cut(body: [UInt8])
        /// A body that does not end.
        case endless
        /// Nothing, while the connection stays.
        case silence
        /// The connection is closed.
        case nothing

        /// A text with the type of JSON.
        package static func json(_ text: String, _ status: Int = 200, _ headers: [String] = []) -> Answer {
            .status(
                status, headers: ["Content-Type: application/json; charset=utf-8"] + headers, body: Array(text.utf8))
        }
    }

    private final class State: Sendable {
        let requests = Mutex<[Request]>([])
    }

    private let state = State()
    private let server: LoopbackServer

    package init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
        let state = state
        server = try LoopbackServer { connection in
            guard let line = connection.line() else { return }
            var headers: [String: String] = [:]
            while let header = connection.line(), !header.isEmpty {
                guard let colon = header.firstIndex(of: ":") else { continue }
                headers[header[..<colon].lowercased()] = String(header[colon...].dropFirst(2))
            }
            let words = line.split(separator: " ")
            let length = headers["content-length"].flatMap { Int($0) } ?? 0
            let body = connection.bytes(length) ?? []
            let request = state.requests.withLock { requests in
                let request = Request(
                    method: String(words.first ?? ""), path: words.count > 1 ? String(words[1]) : "", headers: headers,
                    body: body, number: requests.count)
                requests.append(request)
                return request
            }
            Self.send(answer(request), to: connection)
        }
    }

    /// Scheme, host and port.
    package var address: String { "http://127.0.0.1:\(server.port)" }
    /// What was asked, in order.
    package var requests: [Request] { state.requests.withLock { $0 } }

    private static func send(_ answer: Answer, to connection: LoopbackServer.Connection) {
        func head(_ status: Int, _ length: Int, _ headers: [String]) -> [UInt8] {
            let lines = ["HTTP/1.1 \(status) Words", "Content-Length: \(length)", "Connection: close"] + headers
            return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        }
        let json = ["Content-Type: application/json"]
        switch answer {
        case .status(let status, let headers, let body): connection.send(head(status, body.count, headers) + body)
        case .cut(let body): connection.send(head(200, body.count + 100, json) + body)
        case .endless:
            connection.send(head(200, 1 << 40, json))
            while connection.send([UInt8](repeating: 0x20, count: 65_536)) {}
        case .silence: connection.waitForEnd()
        case .nothing: break
        }
    }
}

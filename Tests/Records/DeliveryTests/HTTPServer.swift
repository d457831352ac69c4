import Foundation
import LoopbackServers
import Synchronization

/// A web server of this machine alone that notes what is asked, and answers what the test says, one answer after the other; the last
/// one for all that follow.
final class HTTPServer: Sendable {
    struct Request: Sendable {
        /// `POST /scans HTTP/1.1`.
        let line: String
        /// By their names in lower case.
        let headers: [String: String]
        let body: String
    }

    enum Answer: Sendable {
        /// A whole answer; the connection stays.
        case status(Int, headers: [String] = [], body: String = "")
        /// The same byte by byte.
        case piecemeal(Int, body: String)
        /// A whole answer, after which the connection is closed without a word.
        case last(Int)
        /// Any bytes, and the connection is closed.
        case raw(String)
        /// The connection is closed.
        case nothing
        /// No answer, and the connection stays.
        case silence
    }

    private final class State: Sendable {
        struct Fields {
            var requests: [Request] = []
            var connections = 0
            var answers: [Answer]
        }

        let fields: Mutex<Fields>

        init(_ answers: [Answer]) { fields = Mutex(Fields(answers: answers)) }

        /// Notes a request, and returns what is answered.
        func note(_ request: Request) -> Answer {
            fields.withLock { fields in
                fields.requests.append(request)
                return fields.answers.count > 1 ? fields.answers.removeFirst() : fields.answers[0]
            }
        }
    }

    private let state: State
    private let server: LoopbackServer

    /// A server that gives these answers, of which there is one at least.
    init(_ answers: Answer...) throws {
        let state = State(answers)
        self.state = state
        server = try LoopbackServer { connection in
            state.fields.withLock { $0.connections += 1 }
            while let request = HTTPServer.request(from: connection) {
                guard HTTPServer.send(state.note(request), to: connection) else { return }
            }
        }
    }

    /// An address of it.
    var address: String { "http://127.0.0.1:\(server.port)/scans?shop=1" }
    /// What was asked, in order.
    var requests: [Request] { state.fields.withLock { $0.requests } }
    /// How many connections there were.
    var connections: Int { state.fields.withLock { $0.connections } }

    private static func request(from connection: LoopbackServer.Connection) -> Request? {
        guard let line = connection.line() else { return nil }
        var headers: [String: String] = [:]
        while let header = connection.line(), !header.isEmpty {
            let parts = header.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        guard let body = connection.bytes(headers["content-length"].flatMap { Int($0) } ?? 0) else { return nil }
        return Request(line: line, headers: headers, body: String(decoding: body, as: UTF8.self))
    }

    /// Whether the connection goes on.
    private static func send(_ answer: Answer, to connection: LoopbackServer.Connection) -> Bool {
        func text(_ status: Int, _ headers: [String], _ body: String) -> String {
            let lines = ["HTTP/1.1 \(status) Words", "Content-Length: \(body.utf8.count)"] + headers
            return lines.map { $0 + "\r\n" }.joined() + "\r\n" + body
        }
        switch answer {
        case .status(let status, let headers, let body): return connection.send(text(status, headers, body))
        case .piecemeal(let status, let body):
            return text(status, [], body).utf8.allSatisfy { connection.send([$0]) }
        case .last(let status): connection.send(text(status, [], ""))
        case .raw(let text): connection.send(text)
        case .nothing: break
        case .silence: connection.waitForEnd()
        }
        return false
    }
}

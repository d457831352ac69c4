import Files
import Foundation
import Glibc
import History

/// Scans as lines of JSON into a Unix socket. The listener answers each with a line, so that one that was not taken is sent again;
/// an answer that begins with `error` is a no.
///
/// Whatever else the listener sends is not the answer to the next scan: after an error, a long answer and more than a line there is a
/// new connection.
final class SocketDestination: ItemDestination {
    private let path: String
    private let template: RecordTemplate?
    private let limit: Duration
    private var connection: Int32 = -1

    private static let longestAnswer = 1000

    init(_ settings: DestinationSettings, _: DeliveryOrigin) throws(DeliveryError) {
        path = settings.path
        guard path.hasPrefix("/"), path.fileNameBytes.count < 108 else {
            throw DeliveryError("unix: needs an absolute path of at most 107 bytes")
        }
        template = settings.template.map { RecordTemplate($0, encoding: .json) }
        limit = .seconds(settings.seconds)
    }

    deinit { disconnect() }

    func deliver(_ item: OutboxItem) throws(DeliveryError) -> String? {
        let deadline = ContinuousClock.now + limit
        if connection >= 0, isReady(POLLIN, until: .now) { disconnect() }
        try connect()
        var answer = Answer()
        do throws(DeliveryError) {
            try send(Array(item.text(by: template).utf8) + [0x0A], until: deadline)
            answer = try receive(until: deadline)
        } catch {
            disconnect()
            throw error
        }
        let isError = answer.line.lowercased().hasPrefix("error")
        if isError || !answer.isWhole { disconnect() }
        if isError { throw DeliveryError(answer.line, isPermanent: true) }
        return answer.line.isEmpty ? nil : answer.line
    }

    private func connect() throws(DeliveryError) {
        guard connection < 0 else { return }
        let made = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard made >= 0 else { throw failure() }
        // A listener that is busy is waited for.
        var time = timeval(tv_sec: Int(limit.components.seconds), tv_usec: 0)
        setsockopt(made, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.fileNameBytes) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(made, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            let failure = failure()
            close(made)
            throw failure
        }
        connection = made
    }

    private func disconnect() {
        if connection >= 0 { close(connection) }
        connection = -1
    }

    private func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws(DeliveryError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard isReady(POLLOUT, until: deadline) else { throw failure("no answer") }
            let count = rest.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { throw failure() }
            rest = rest.dropFirst(count)
        }
    }

    private struct Answer {
        var line = ""
        /// Whether the listener has sent this line and nothing else.
        var isWhole = true
    }

    private func receive(until deadline: ContinuousClock.Instant) throws(DeliveryError) -> Answer {
        var line: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: Self.longestAnswer + 1)
        while line.count <= Self.longestAnswer {
            guard isReady(POLLIN, until: deadline) else { throw failure("no answer") }
            let count = recv(connection, &piece, piece.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else {
                throw count == 0
                    ? DeliveryError("\(path.withVisibleBytes) was closed without an answer") : failure("no answer")
            }
            line += piece.prefix(count)
            if let end = line.firstIndex(of: 0x0A), end <= Self.longestAnswer {
                return Answer(line: String(decoding: line[..<end], as: UTF8.self), isWhole: end == line.count - 1)
            }
        }
        return Answer(line: String(decoding: line.prefix(Self.longestAnswer), as: UTF8.self), isWhole: false)
    }

    /// Waits until the connection can be read or written, or has ended.
    private func isReady(_ event: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let left = max(0, (deadline - .now) / .milliseconds(1))
            var wait = pollfd(fd: connection, events: Int16(event), revents: 0)
            let count = poll(&wait, 1, Int32(clamping: Int(left.rounded(.up))))
            if count >= 0 || errno != EINTR { return count > 0 }
        }
    }

    private func failure(_ words: String? = nil) -> DeliveryError { DeliveryError(path: path, words) }
}

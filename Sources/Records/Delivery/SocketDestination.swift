import Files
import Foundation
import Glibc
import History

/// Scans as lines of JSON into a Unix socket. Who listens answers each with a line, so that one that was not taken is sent again;
/// an answer that begins with `error` is a no.
final class SocketDestination: ItemDestination {
    private let path: String
    private let origin: DeliveryOrigin
    private let template: RecordTemplate?
    private let seconds: Int
    private var connection: Int32 = -1

    private static let longestAnswer = 1000

    init(_ settings: DestinationSettings, _ origin: DeliveryOrigin) throws(DeliveryError) {
        (path, self.origin) = (settings.path, origin)
        guard path.hasPrefix("/"), path.fileNameBytes.count < 108 else {
            throw DeliveryError("unix: wants a path from / on, of at most 107 bytes")
        }
        template = settings.template.map { RecordTemplate($0, encoding: .json) }
        seconds = settings.seconds
    }

    deinit { if connection >= 0 { close(connection) } }

    func deliver(_ item: OutboxItem) throws(DeliveryError) -> String? {
        try connect()
        let answer: String?
        do throws(DeliveryError) {
            try send(Array(origin.text(of: item, by: template).utf8) + [0x0A])
            answer = try receive()
        } catch {
            close(connection)
            connection = -1
            throw error
        }
        if let answer, answer.lowercased().hasPrefix("error") { throw DeliveryError(answer, isPermanent: true) }
        return answer
    }

    private func connect() throws(DeliveryError) {
        guard connection < 0 else { return }
        let made = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard made >= 0 else { throw failure() }
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(made, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
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

    private func send(_ bytes: [UInt8]) throws(DeliveryError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            rest = rest.dropFirst(count)
        }
    }

    private func receive() throws(DeliveryError) -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            if line.count == Self.longestAnswer {
                // The rest of it would be taken for the answer to the next scan.
                close(connection)
                connection = -1
                break
            }
            let count = recv(connection, &byte, 1, 0)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else {
                throw count == 0
                    ? DeliveryError("\(path.withVisibleBytes) was closed without an answer") : failure("no answer")
            }
            if byte == 0x0A { break }
            line.append(byte)
        }
        let text = String(decoding: line, as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    private func failure(_ words: String? = nil) -> DeliveryError { DeliveryError(path: path, words) }
}

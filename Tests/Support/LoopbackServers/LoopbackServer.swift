import Foundation
import Glibc

/// A server of this machine alone, which does with each connection what a test says, one after the other on a thread of its own.
///
///     let server = try LoopbackServer { connection in connection.send("hello\n") }
///     server.port
package final class LoopbackServer: Sendable {
    /// The port on 127.0.0.1, which the system has chosen; 0 for one at a path.
    package let port: UInt16
    private let listener: Int32

    package struct Failed: Error {
        let call: String
        let errno: Int32

        init(_ call: String) { (self.call, errno) = (call, Glibc.errno) }
    }

    /// A server on a port of 127.0.0.1.
    package init(_ handle: @escaping @Sendable (Connection) -> Void) throws {
        listener = try Self.listener(of: AF_INET)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let made = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { any in
                bind(made, any, length) == 0 && listen(made, 8) == 0 && getsockname(made, any, &length) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard isBound else { throw Failed("bind") }
        Self.accept(from: listener, handle)
    }

    /// A server at the Unix socket `path`, which is made.
    package init(path: String, _ handle: @escaping @Sendable (Connection) -> Void) throws {
        listener = try Self.listener(of: AF_UNIX)
        port = 0
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let made = listener
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { any in
                bind(made, any, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(made, 8) == 0
            }
        }
        guard isBound else { throw Failed("bind") }
        Self.accept(from: listener, handle)
    }

    /// Takes no connections from now on. The thread closes the socket once it has ended the connection it has.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func listener(of family: Int32) throws -> Int32 {
        let made = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard made >= 0 else { throw Failed("socket") }
        return made
    }

    private static func accept(from listener: Int32, _ handle: @escaping @Sendable (Connection) -> Void) {
        Thread.detachNewThread {
            while true {
                let descriptor = Glibc.accept(listener, nil, nil)
                if descriptor < 0, errno == EINTR { continue }
                guard descriptor >= 0 else { break }
                handle(Connection(descriptor: descriptor))
                // A child process that another test started meanwhile may have the descriptor as well.
                shutdown(descriptor, Int32(SHUT_RDWR))
                close(descriptor)
            }
            close(listener)
        }
    }

    /// A connection, which is closed when what handles it returns.
    package struct Connection {
        let descriptor: Int32

        /// The next byte; nil at the end.
        package func byte() -> UInt8? {
            var byte: UInt8 = 0
            while true {
                let count = recv(descriptor, &byte, 1, 0)
                if count < 0, errno == EINTR { continue }
                return count == 1 ? byte : nil
            }
        }

        /// The next `count` bytes; nil where the end comes before.
        package func bytes(_ count: Int) -> [UInt8]? {
            var bytes: [UInt8] = []
            while bytes.count < count {
                guard let byte = byte() else { return nil }
                bytes.append(byte)
            }
            return bytes
        }

        /// The next line, without its end; nil where there is none.
        package func line() -> String? {
            var line: [UInt8] = []
            while let byte = byte() {
                if byte == 0x0A { return String(decoding: line, as: UTF8.self) }
                if byte != 0x0D { line.append(byte) }
            }
            return nil
        }

        /// Sends all of it; false where the other end is gone.
        @discardableResult
        package func send(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        /// The same of a text.
        @discardableResult
        package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        /// Answers nothing, and returns when the other end has hung up.
        package func waitForEnd() { while byte() != nil {} }
    }
}

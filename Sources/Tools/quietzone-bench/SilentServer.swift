import Foundation
import Glibc

/// A port of this machine that takes connections and never answers.
final class SilentServer {
    let port: UInt16
    private let listener: Int32

    /// Listens on a free port.
    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
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
        guard isBound else { throw BenchError("no port on 127.0.0.1") }
        port = UInt16(bigEndian: address.sin_port)
    }

    /// Listens on a socket in the file system; there is no port.
    init(path: String) throws {
        port = 0
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let isShort = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard bytes.count < room.count else { return false }
            room.copyBytes(from: bytes)
            return true
        }
        let made = listener
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { any in
                bind(made, any, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(made, 8) == 0
            }
        }
        guard isShort, isBound else { throw BenchError("no socket at \(path)") }
    }

    deinit { close(listener) }
}

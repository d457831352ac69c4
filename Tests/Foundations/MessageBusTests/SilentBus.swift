import Foundation

/// A socket that accepts connections as a bus does, and says nothing, or the same bytes to everybody.
final class SilentBus: Sendable {
    let path: String
    private let descriptor: Int32

    /// - Parameter greeting: what each connection gets at once, over and over where `repeats` is true.
    init(_ folder: String, greeting: [UInt8] = [], repeats: Bool = false) {
        path = folder + "/silent"
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = path
        withUnsafeMutableBytes(of: &address.sun_path) { room in
            precondition(path.utf8.count < room.count, "the path of a socket is short")
            room.copyBytes(from: path.utf8)
        }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        precondition(bound == 0 && listen(descriptor, 8) == 0, "a socket can be made in a folder of the test")
        guard !greeting.isEmpty else { return }
        let listening = descriptor
        Thread.detachNewThread {
            let connection = accept(listening, nil, nil)
            guard connection >= 0 else { return }
            repeat {
                guard send(connection, greeting, greeting.count, Int32(MSG_NOSIGNAL)) > 0 else { break }
            } while repeats
            close(connection)
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }
}

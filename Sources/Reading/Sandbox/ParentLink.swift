import CLinux
import Glibc

/// A child's side of the socket.
struct ParentLink {
    private static let socket = Int32(qz_child_socket)
    /// Seconds of processor time until the parent first moves the limit on.
    static let firstSeconds: Int32 = 60

    /// Whether a parent has started this process.
    static var hasParent: Bool {
        var status = stat()
        return fstat(socket, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Says that this was not started by a parent, or that what the parent gave does not fit into memory, and ends.
    static func refuse() -> Never {
        let reason =
            hasParent
            ? "too little memory: raise the limit (ulimit -v unlimited)" : "this command is for internal use"
        let line = "quietzone: \(reason)\n"
        _ = write(STDERR_FILENO, line, line.utf8.count)
        exit(2)
    }

    /// What the parent says first: what this child is for. nil if it says anything else.
    func setUp() -> [UInt8]? { receive().flatMap { $0.kind == .setUp ? $0.payload : nil } }

    /// Drops all rights and tells the parent; false when it has ended.
    func seal() -> Bool { send(.ready, 0, Confinement.seal().bytes) }

    /// Drops all rights, then answers requests until the parent has ended.
    ///
    /// - Parameter answer: the answer's payload; nil for a request that makes no sense.
    /// - Returns: the exit status.
    func serve(_ answer: (Message) -> [UInt8]?) -> Int32 {
        guard seal() else { return 0 }
        while let request = nextRequest() {
            guard let reply = answer(request), send(.result, request.sequence, reply) else { return 2 }
        }
        return 0
    }

    /// The next request; nil when the parent has ended. What a test asks for is done before.
    func nextRequest() -> Message? {
        while let message = receive() {
            #if DEBUG
                if message.kind == .test {
                    guard ChildTest.run(message.payload) else { exit(2) }
                    continue
                }
            #endif
            return message
        }
        return nil
    }

    /// Sends a message; false when the parent has ended.
    func send(_ kind: Message.Kind, _ sequence: UInt32, _ payload: [UInt8]) -> Bool {
        let bytes = Message(kind: kind, sequence: sequence, payload: payload).bytes
        return qz_send_waiting(Self.socket, bytes, bytes.count) == 0
    }

    /// The next message; nil when the parent has ended.
    private func receive() -> Message? {
        guard let header = receive(Message.headerBytes).flatMap({ Message.Header($0) }),
            let payload = receive(header.length)
        else { return nil }
        return Message(kind: header.kind, sequence: header.sequence, payload: payload)
    }

    private func receive(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes {
                qz_receive(Self.socket, $0.baseAddress.map { $0 + filled }, count - filled, 1)
            }
            guard got > 0 else { return nil }
            filled += got
        }
        return bytes
    }
}

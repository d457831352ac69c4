import CLinux
import Decoding
import Files
import Frames
import Glibc

/// A running child: its pid, our end of the socket, and what it writes to standard error. Ending it leaves nothing.
struct ChildHandle: ~Copyable {
    let pid: Int32
    let socket: Int32
    private let errors: Int32

    /// Starts `program argument` with the socket's other end and what is in `given`. `title` is what messages call it.
    init(program: String, argument: String, given: [Int32], title: String) throws(FrameError) {
        LoopThread.mustNotWait(for: "the \(title)")
        var (ours, theirs): (Int32, Int32) = (-1, -1)
        var (reading, writing): (Int32, Int32) = (-1, -1)
        var result = qz_socket_pair(&ours, &theirs)
        if result == 0 { result = qz_pipe(&reading, &writing) }
        if result == 0 {
            let all = [theirs] + given
            result = qz_child_start(program, argument, all, Int32(all.count), writing)
        }
        for descriptor in [theirs, writing] where descriptor >= 0 { close(descriptor) }
        guard result > 0 else {
            for descriptor in [ours, reading] where descriptor >= 0 { close(descriptor) }
            throw FrameError(.unavailable, "the \(title) cannot be started: \(String(cString: strerror(-result)))")
        }
        pid = result
        socket = ours
        errors = reading
    }

    deinit {
        qz_child_end(pid)
        close(socket)
        close(errors)
    }

    /// Kills it, and returns in one line how it ended, which it may have done before.
    consuming func end() -> String {
        // Before reading: what it writes as it dies is wanted.
        let status = qz_child_end(pid)
        let said = lastWords
        close(socket)
        close(errors)
        discard self
        var line = "status unknown"
        if status >= 0 {
            let signal = qz_status_signal(status)
            line = signal == 0 ? "exit status \(qz_status_exit(status))" : "signal \(signal), \(Self.name(signal))"
        }
        return said.isEmpty ? line : "\(line): \(said)"
    }

    /// Whether it has ended, or sent something unrequested.
    var isDisturbed: Bool { qz_poll([socket], 1, 0) != 0 }

    private static func name(_ signal: Int32) -> String { strsignal(signal).map { String(cString: $0) } ?? "?" }

    /// The first line on its standard error, if any: printable ASCII, not long, for a log.
    private var lastWords: String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = max(0, read(errors, &bytes, bytes.count))
        let line = bytes[..<count].prefix { $0 != 0x0A }.prefix(200)
        return String(decoding: line.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}

import Foundation
import Synchronization

/// The program in a terminal of 120 × 40 cells that is its own, with a pipe for its frames. A thread reads what it draws and remembers when.
final class DoorProgram: Sendable {
    private struct Screen {
        var bytes: [UInt8] = []
        /// Where each piece ends, and when it came.
        var pieces: [(end: Int, time: ContinuousClock.Instant)] = []
        var isAnswered = false
    }

    private let child: pid_t
    private let master: Int32
    private let frames: Int32
    private let screen = Mutex(Screen())
    private let begin = Mutex(ContinuousClock.now)

    /// Starts it, with settings, history and events below `home`.
    init(_ program: String, _ arguments: [String], home: String) throws {
        let (master, slave) = try PseudoTerminal.open(columns: 120, rows: 40)
        defer { close(slave) }
        let name = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(slave)")
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw BenchError("no pipe") }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        // Opened by the first of a new session, it is that session's terminal: keys come from /dev/tty.
        posix_spawn_file_actions_addopen(&actions, 1, name, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        let child = try PseudoTerminal.start(program, arguments, home: home, &actions)
        (self.child, self.master, self.frames) = (child, master, ends[1])
        // A program that has ended is told by what it drew, not by a signal.
        signal(SIGPIPE, SIG_IGN)
        Thread.detachNewThread { [self] in watch() }
    }

    /// Writes bytes of its stream of frames, and waits until it has taken nearly all.
    func send(_ bytes: [UInt8]) {
        begin.withLock { $0 = .now }
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { write(frames, $0.baseAddress! + sent, bytes.count - sent) }
            guard count > 0 else { return }
            sent += count
        }
    }

    var lastBegin: ContinuousClock.Instant { begin.withLock { $0 } }

    func type(_ keys: String) { _ = keys.withCString { write(master, $0, strlen($0)) } }

    var mark: Int { screen.withLock { $0.bytes.count } }

    /// The end of its output, for messages.
    var tail: String { screen.withLock { String(decoding: $0.bytes.suffix(400), as: UTF8.self).debugDescription } }

    /// When a text was there whole; nil while it is not.
    func moment(of text: String, after mark: Int) -> ContinuousClock.Instant? {
        let wanted = Array(text.utf8)
        return screen.withLock { screen in
            guard let place = screen.bytes[mark...].firstRange(of: wanted) else { return nil }
            return screen.pieces.first { $0.end >= place.upperBound }?.time
        }
    }

    func end() {
        kill(child, SIGTERM)
        close(frames)
        waitpid(child, nil, 0)
        close(master)
    }

    private func watch() {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { return }
            let now = ContinuousClock.now
            let asks = screen.withLock { screen in
                screen.bytes += buffer.prefix(count)
                screen.pieces.append((screen.bytes.count, now))
                guard !screen.isAnswered, screen.bytes.contains(0x1B) else { return false }
                screen.isAnswered = true
                return true
            }
            // What the terminal is: it is asked once, at the start.
            if asks { type("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?62;22c") }
        }
    }
}

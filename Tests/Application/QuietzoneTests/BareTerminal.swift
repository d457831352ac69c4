import CLinux
import Foundation
import Glibc
import Testing

/// The program on a pseudo-terminal without an emulator. The test decides whether its output is read.
final class BareTerminal {
    let process = Process()
    private let master: Int32
    /// The program's end, for querying its modes.
    let slave: Int32
    /// All output read so far.
    private(set) var output: [UInt8] = []

    /// Runs `executable` with `arguments` on a terminal of this size.
    init(
        _ program: Program, _ arguments: [String], executable: String = Program.executable, columns: Int = 120,
        rows: Int = 40
    ) throws {
        var (master, slave): (Int32, Int32) = (-1, -1)
        try #require(qz_open_pty(Int32(columns), Int32(rows), &master, &slave) == 0)
        self.master = master
        self.slave = slave
        let handle = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.environment = program.environment.merging(
            ["TERM": "xterm-256color", "PATH": "/usr/bin:/bin"], uniquingKeysWith: { $1 })
        process.standardInput = handle
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        close(master)
        close(slave)
    }

    /// Types bytes.
    func type(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) } }

    /// Reads until `isEnough` is true, the program has ended or the time is over; returns whether `isEnough` became true.
    @discardableResult
    func read(seconds: Double = 120, until isEnough: (BareTerminal) -> Bool = { _ in false }) -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while ContinuousClock.now < end {
            if isEnough(self) { return true }
            guard qz_poll([master], 1, 10) & 1 != 0 else {
                if !process.isRunning { break }
                continue
            }
            let count = Glibc.read(master, &buffer, buffer.count)
            guard count > 0 else { break }
            output += buffer.prefix(count)
        }
        return isEnough(self)
    }

    /// Reads until the program has drawn `text`, has ended or the time is over; returns whether it has.
    ///
    /// Cells that are right already are not drawn again, so that a text may come in pieces: the whole screen is asked for again.
    func shows(_ text: String, seconds: Double = 120) -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end, process.isRunning {
            if read(seconds: 3, until: { $0.has(text) }) { return true }
            type("\u{C}")
        }
        return has(text)
    }

    /// Whether the output contains `text`.
    func has(_ text: String) -> Bool { last(text) != nil }

    /// The position of the last `text` in the output.
    func last(_ text: String) -> Int? {
        let wanted = Array(text.utf8)
        return output.withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress else { return nil }
            var (position, start): (Int?, Int) = (nil, 0)
            // The C library's functions, because the output is megabytes, and looked through at every read.
            while start + wanted.count <= bytes.count,
                let found = memchr(first + start, Int32(wanted[0]), bytes.count - wanted.count + 1 - start)
            {
                let index = UnsafeRawPointer(found) - first
                if memcmp(found, wanted, wanted.count) == 0 { position = index }
                start = index + 1
            }
            return position
        }
    }

    /// Whether the program has taken all that was typed.
    var hasTakenInput: Bool { qz_poll([slave], 1, 0) & 1 == 0 }

    /// Whether the program stands still, as after SIGTSTP.
    var isStopped: Bool {
        let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
        return status?.contains(") T ") == true
    }

    /// Whether the terminal's buffer is full.
    var isFull: Bool { qz_poll_with_output([], 0, slave, 0) & 1 << 7 == 0 }

    /// Waits until the program has ended, without reading; nil when it does not end.
    func end(within seconds: Double = 120) async throws -> Int32? {
        let end = ContinuousClock.now + .seconds(seconds)
        while process.isRunning, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(20)) }
        guard !process.isRunning else { return nil }
        return process.terminationReason == .uncaughtSignal
            ? 128 + process.terminationStatus : process.terminationStatus
    }

    /// The modes as three numbers.
    var modes: [tcflag_t] {
        var modes = termios()
        tcgetattr(slave, &modes)
        return [modes.c_iflag, modes.c_oflag, modes.c_lflag]
    }
}

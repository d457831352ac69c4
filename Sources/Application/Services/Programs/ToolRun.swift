import Formats
import CLinux
import Files
import Glibc

/// One run of another program, to its end: its arguments as they are, never through a shell; its time and what is kept of
/// its output are limited. It has no terminal of ours, no variable that holds a secret (`Programs.withhold`), and no signal is
/// blocked in it.
///
///     let ending = try ToolRun(["nmcli", "general"], limit: .seconds(5)).run()
///     ending.isSuccess, ending.lastLine
package struct ToolRun {
    /// What the program reads.
    package enum Input {
        /// These bytes, then the end.
        case bytes([UInt8])
        /// A terminal, on which each question that contains `prompt` is answered by `line`, at most three times. For programs
        /// that take a password from a terminal only.
        case answer(prompt: String, line: [UInt8])
    }

    /// How a run ended.
    package struct Ending {
        /// The exit status; nil when a signal or the limit of time ended it.
        package var status: Int32?
        package var hasTimedOut = false
        /// The first 64 KiB of what it wrote, standard output and standard error as they came. Untrusted.
        package var output: [UInt8] = []

        package var isSuccess: Bool { status == 0 }

        /// The output without what steers a terminal.
        package var text: String { Self.plain(output) }

        /// The last line that says something, without what steers a terminal; empty when there is none.
        package var lastLine: String {
            let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0.isWhitespace } }
            return lines.last { !$0.isEmpty }.map(String.init) ?? ""
        }

        /// Leaves out CSI sequences (ECMA-48, 5.4), which colour what programs print for people, and returns; the rest is
        /// filtered where it is shown.
        package static func plain(_ bytes: [UInt8]) -> String {
            var kept: [UInt8] = []
            var rest = bytes[...]
            while let byte = rest.popFirst() {
                if byte == 0x1B, rest.first == UInt8(ascii: "[") {
                    rest = rest.dropFirst().drop { !(0x40...0x7E).contains($0) }.dropFirst()
                } else if byte != 0x0D {
                    kept.append(byte)
                }
            }
            return String(decoding: kept, as: UTF8.self)
        }
    }

    /// The name, looked up in `PATH`, and the arguments.
    package var arguments: [String]
    /// What it reads; nothing by default.
    package var input = Input.bytes([])
    /// How long it may take; it is killed then, with all that it has started.
    package var limit: Duration

    package init(_ arguments: [String], input: Input = .bytes([]), limit: Duration) {
        (self.arguments, self.input, self.limit) = (arguments, input, limit)
    }

    private static let maximumOutput = 65_536
    private static let maximumAnswers = 3

    /// A program that ends without reading must not end this one, too.
    private static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

    /// Runs it. Blocks for as long as it takes: not for the loop's thread.
    ///
    /// - Throws: `UserError` when it cannot be started.
    package func run() throws -> Ending {
        LoopThread.mustNotWait(for: "a program")
        Self.ignoresBrokenPipes
        switch input {
        case .bytes(let bytes):
            let (reading, feed) = try pipe()
            let (output, writing) = try pipe()
            return try run(streams: (reading, writing), output: output, feed: feed, answers: Answers(pending: bytes))
        case .answer(let prompt, let line):
            var ends: (master: Int32, slave: Int32) = (-1, -1)
            let result = qz_open_pty(200, 24, &ends.master, &ends.slave)
            guard result == 0 else { throw trouble(-result) }
            let (master, slave) = (Descriptor(ends.master), Descriptor(ends.slave))
            let answers = Answers(prompt: Array(prompt.utf8), line: line, left: Self.maximumAnswers)
            return try run(streams: (slave, slave), output: master, feed: master, answers: answers)
        }
    }

    private func run(
        streams: (input: Descriptor, output: Descriptor), output: Descriptor, feed: Descriptor, answers: Answers
    ) throws -> Ending {
        // SAFETY: the copies live until the call has returned, and it keeps no pointer.
        let copies = arguments.map { strdup($0.fileSystemPath) }
        defer { for copy in copies { free(copy) } }
        let child = qz_tool_start(
            copies.map { UnsafePointer($0) } + [nil], streams.input.value, streams.output.value, streams.output.value)
        guard child > 0 else { throw trouble(-child) }
        streams.input.close()
        streams.output.close()
        for descriptor in [output, feed] { _ = fcntl(descriptor.value, F_SETFL, O_NONBLOCK) }
        return follow(child, output: output, feed: feed, answers: answers)
    }

    /// Reads what the program writes and writes what it reads until it has ended, or its time is over.
    private func follow(_ child: Int32, output: Descriptor, feed: Descriptor, answers: Answers) -> Ending {
        var ending = Ending()
        var answers = answers
        let deadline = ContinuousClock.now + limit
        while true {
            let status = qz_program_wait(child, 0)
            let isOver = ContinuousClock.now >= deadline
            if status == -EAGAIN, !isOver {
                let isFeeding = !answers.pending.isEmpty
                if !isFeeding, answers.prompt == nil { feed.close() }
                let ready = qz_poll_with_output([output.value], 1, isFeeding ? feed.value : -1, Self.slice)
                if ready & 1 << 7 != 0 { answers.write(to: feed) }
            }
            let isAtEnd = read(output, into: &ending, &answers)
            if status != -EAGAIN {
                ending.status = status >= 0 && status & 0x7F == 0 ? status >> 8 & 0xFF : nil
                return ending
            }
            if isOver {
                kill(-child, SIGKILL)
                _ = qz_program_wait(child, 1000)
                ending.hasTimedOut = true
                return ending
            }
            // It has closed its output, and may still be at work.
            if isAtEnd { _ = poll(nil, 0, Self.slice) }
        }
    }

    /// How long it is waited before the program's end is looked for, in milliseconds.
    private static let slice: Int32 = 20

    /// Takes what there is to read; returns whether that was the end.
    private func read(_ output: Descriptor, into ending: inout Ending, _ answers: inout Answers) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(output.value, &chunk, chunk.count)
            if count > 0 {
                ending.output += chunk[..<min(count, Self.maximumOutput - ending.output.count)]
                answers.heard(chunk[..<count])
            } else if count < 0, errno == EINTR {
                continue
            } else {
                // A terminal ends with EIO.
                return count == 0 || errno != EAGAIN
            }
        }
    }

    private func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
        var ends: (reading: Int32, writing: Int32) = (-1, -1)
        let result = qz_pipe(&ends.reading, &ends.writing)
        guard result == 0 else { throw trouble(-result) }
        // The program's ends block, as it expects.
        for descriptor in [ends.reading, ends.writing] { _ = fcntl(descriptor, F_SETFL, 0) }
        return (Descriptor(ends.reading), Descriptor(ends.writing))
    }

    private func trouble(_ error: Int32) -> UserError {
        let name = SafeText.visible(arguments[0])
        return UserError(
            error == ENOENT ? "\(name) is not installed" : "\(name) cannot be run: \(String(cString: strerror(error)))")
    }
}

/// What a program is given to read.
private struct Answers {
    /// What it has not taken yet.
    var pending: [UInt8] = []
    /// The end of the question that `line` answers; nil when nothing is waited for.
    var prompt: [UInt8]?
    var line: [UInt8] = []
    /// How many questions may still be answered.
    var left = 0
    /// The end of what was heard since the last answer.
    private var tail: [UInt8] = []

    init(pending: [UInt8]) { self.pending = pending }

    init(prompt: [UInt8], line: [UInt8], left: Int) {
        (self.prompt, self.line, self.left) = (prompt, line, left)
    }

    /// Answers a question that ends in these bytes.
    mutating func heard(_ bytes: ArraySlice<UInt8>) {
        guard let prompt, left > 0 else { return }
        tail += bytes
        if tail.firstRange(of: prompt) != nil {
            pending += line + [UInt8(ascii: "\n")]
            left -= 1
            tail = []
        } else {
            tail.removeFirst(max(0, tail.count - prompt.count))
        }
    }

    /// Writes as much as is taken now. A program that reads no more gets no more.
    mutating func write(to feed: Descriptor) {
        let count = pending.withUnsafeBytes { Glibc.write(feed.value, $0.baseAddress, $0.count) }
        if count >= 0 {
            pending.removeFirst(count)
        } else if errno != EAGAIN, errno != EINTR {
            pending = []
        }
    }
}

/// An open file that is closed once.
private final class Descriptor {
    package private(set) var value: Int32

    init(_ value: Int32) { self.value = value }

    deinit { close() }

    func close() {
        guard value >= 0 else { return }
        _ = Glibc.close(value)
        value = -1
    }
}

import CLinux
import Foundation
import Surface
import Synchronization
import Terminal

/// A `Terminal` on a pseudo-terminal, which another thread drains and answers for: one that shows pictures in pixels too, with
/// cells of 8 × 16 of them.
final class BenchTerminal {
    private let terminal: Terminal
    private let drain: Drain
    private let savedInput: Int32
    private let savedOutput: Int32

    init(columns: Int, rows: Int) throws {
        fflush(nil)
        let (master, slave) = try PseudoTerminal.open(columns: columns, rows: rows)
        savedInput = dup(0)
        savedOutput = dup(1)
        dup2(slave, 0)
        dup2(slave, 1)
        Foundation.close(slave)
        setenv("TERM", "xterm-256color", 1)
        let drain = Drain(descriptor: master)
        self.drain = drain
        Thread.detachNewThread { drain.run() }
        terminal = try Terminal(wantsColor: true)
    }

    var traits: TerminalTraits { terminal.traits }

    /// How many bytes it was sent until now.
    var received: Int { drain.received.withLock { $0 } }

    /// Whether a picture was not written whole: on a busy machine the other side reads late, and is taken for a slow link.
    private(set) var wasSlow = false

    /// Presents the canvas and waits until it has been written, for a second at most.
    func present(_ canvas: Canvas) {
        let end = ContinuousClock.now + .seconds(1)
        while !terminal.present(canvas) {
            guard ContinuousClock.now < end else { return wasSlow = true }
            // A link that is thought to be slow gets the picture in parts.
            usleep(UInt32(max(0, terminal.pause)) * 1000)
            finish()
        }
        finish()
    }

    private func finish() {
        while !terminal.isReady {
            _ = qz_poll_with_output([], 0, terminal.outputDescriptor, -1)
            terminal.send()
        }
    }

    /// Waits until the other side has read all that was written.
    func settle() {
        var before = -1
        while before != received {
            before = received
            usleep(50_000)
        }
    }

    /// Restores standard input and output.
    func close() {
        terminal.close()
        dup2(savedInput, 0)
        dup2(savedOutput, 1)
        Foundation.close(savedInput)
        Foundation.close(savedOutput)
    }
}

/// The other side of the pseudo-terminal.
final class Drain: Sendable {
    let received = Mutex(0)
    private let descriptor: Int32

    private static let answers = "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;16;8t\u{1B}[?62;4c"

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Reads until the program has closed its side; the first thing that comes is the question what the terminal is.
    func run() {
        var buffer = [UInt8](repeating: 0, count: 65536)
        var isAnswered = false
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return }
            received.withLock { $0 += count }
            guard !isAnswered else { continue }
            isAnswered = true
            _ = Self.answers.withCString { write(descriptor, $0, strlen($0)) }
        }
    }
}

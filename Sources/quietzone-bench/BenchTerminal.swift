import CLinux
import Foundation
import Surface
import Terminal

/// A `Terminal` on a pseudo-terminal, which another thread drains.
final class BenchTerminal {
    private let terminal: Terminal
    private let savedInput: Int32
    private let savedOutput: Int32

    init(columns: Int, rows: Int) throws {
        fflush(nil)
        var (master, slave): (Int32, Int32) = (-1, -1)
        guard qz_open_pty(Int32(columns), Int32(rows), &master, &slave) == 0 else {
            throw BenchError("no pseudo-terminal")
        }
        savedInput = dup(0)
        savedOutput = dup(1)
        dup2(slave, 0)
        dup2(slave, 1)
        Foundation.close(slave)
        setenv("TERM", "xterm-256color", 1)
        terminal = try Terminal(wantsColor: true)
        let reading = master
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 65536)
            while read(reading, &buffer, buffer.count) > 0 {}
        }
    }

    /// Presents the canvas and waits until it has been written.
    func present(_ canvas: Canvas) {
        terminal.present(canvas)
        while !terminal.isReady {
            _ = qz_poll_with_output([], 0, terminal.outputDescriptor, -1)
            terminal.send()
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

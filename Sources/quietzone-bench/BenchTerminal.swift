import Foundation
import Surface
import Terminal

/// The real terminal code on a pseudo-terminal that somebody reads as fast as it is written.
final class BenchTerminal {
    private let terminal: Terminal
    private let savedInput: Int32
    private let savedOutput: Int32
    private let master: Int32

    init(columns: Int, rows: Int) throws {
        fflush(nil)
        master = posix_openpt(O_RDWR | O_NOCTTY)
        guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else {
            throw BenchError("no pseudo-terminal")
        }
        let slave = open(name, O_RDWR | O_NOCTTY)
        guard slave >= 0 else { throw BenchError("no pseudo-terminal") }
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
        savedInput = dup(0)
        savedOutput = dup(1)
        dup2(slave, 0)
        dup2(slave, 1)
        close(slave)
        setenv("TERM", "xterm-256color", 1)
        terminal = try Terminal(wantsColor: true)
        let master = master
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 65536)
            while read(master, &buffer, buffer.count) > 0 {}
        }
    }

    func present(_ canvas: Canvas) { terminal.present(canvas) }

    /// Gives standard input and output back.
    func close() {
        terminal.close()
        dup2(savedInput, 0)
        dup2(savedOutput, 1)
        Foundation.close(savedInput)
        Foundation.close(savedOutput)
    }
}

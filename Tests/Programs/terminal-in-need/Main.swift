import CLinux
import Glibc
import Surface
import Terminal

/// `terminal-in-need stack`: takes the terminal of standard input and output, and exhausts its stack.
/// `terminal-in-need thread`: lets another thread do so.
/// `terminal-in-need draw`: draws a whole new screen a thousand times, as fast as it may, and ends.
@main
enum Main {
    static func main() throws {
        let terminal = try Terminal(wantsColor: true, wantsMouse: true)
        let (columns, rows) = terminal.size
        var canvas = Canvas(width: columns, height: rows)
        canvas.fill(canvas.bounds, "#")
        terminal.present(canvas)
        switch CommandLine.arguments.last {
        case "stack": print(exhaust(1))
        case "thread":
            var thread = pthread_t()
            pthread_create(&thread, nil, exhaustInThread, nil)
            pthread_join(thread, nil)
        default:
            var drawn = 0
            for step in 0..<1000 {
                canvas.fill(canvas.bounds, step.isMultiple(of: 2) ? "x" : "o")
                if terminal.present(canvas) { drawn += 1 }
            }
        }
        terminal.close()
    }

    /// Never returns: each call takes some hundred bytes, and the last one finds none.
    @inline(never) @discardableResult static func exhaust(_ depth: Int) -> Int {
        var room = (depth, depth, depth, depth, depth, depth, depth, depth)
        return withUnsafeMutableBytes(of: &room) { bytes in
            depth < 0 ? 0 : exhaust(depth &+ 1) &+ Int(bytes[depth & 63])
        }
    }
}

private func exhaustInThread(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    qz_signal_stack()
    Main.exhaust(1)
    return nil
}

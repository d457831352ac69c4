import CLinux
import Glibc
import Surface
import Terminal

/// `terminal-in-need stack`: takes over the terminal of standard input and output, and overflows its stack.
/// `terminal-in-need thread`: overflows the stack of another thread.
/// `terminal-in-need pairs`: draws letters in each pair of eight colours, frame after frame, and exits.
/// `terminal-in-need draw`: draws a completely new screen a thousand times, as fast as possible, and exits.
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
        case "pairs": drawPairs(on: terminal)
        default:
            var drawn = 0
            for step in 0..<1000 {
                canvas.fill(canvas.bounds, step.isMultiple(of: 2) ? "x" : "o")
                if terminal.present(canvas) { drawn += 1 }
            }
        }
        terminal.close()
    }

    /// Forty pairs per frame, some for ten frames and some for one. The character encodes the pair: U+0030 plus eight times the
    /// foreground plus the background.
    static func drawPairs(on terminal: Terminal) {
        var canvas = Canvas(width: terminal.size.columns, height: terminal.size.rows)
        for frame in 0..<100 {
            for y in 0..<4 {
                for x in 0..<canvas.width {
                    let pair = (y < 2 ? frame / 10 * 16 + x % 16 : frame * 5 + x % 24) % 64
                    let style = Style(.palette(UInt8(pair / 8)), on: .palette(UInt8(pair % 8)))
                    canvas.set(x, y, Character(Unicode.Scalar(UInt8(0x30 + pair))), style)
                }
            }
            while !terminal.present(canvas) { _ = qz_poll_with_output([], 0, terminal.outputDescriptor, 1000) }
        }
        while !terminal.isReady {
            _ = qz_poll_with_output([], 0, terminal.outputDescriptor, 1000)
            terminal.send()
        }
    }

    /// Recurses until the stack overflows; each call takes some hundred bytes.
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

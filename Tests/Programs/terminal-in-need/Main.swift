import CLinux
import Glibc
import Surface
import Terminal

/// `terminal-in-need stack`: takes over the terminal of standard input and output, and overflows its stack.
/// `terminal-in-need thread`: overflows the stack of another thread.
/// `terminal-in-need pairs`: draws letters in each pair of eight colours, frame after frame, and exits.
/// `terminal-in-need picture`: shows a picture in pixels where the terminal says that it can, draws over it, takes it away, and exits.
/// `terminal-in-need suspend`: gives the terminal back as for Ctrl-Z, takes it again, and exits.
/// `terminal-in-need notify`: waits until the window has lost the focus, asks for a notification, and exits.
/// `terminal-in-need colors`: waits until the background is light, draws `LIGHT`, and exits.
/// `terminal-in-need size`: waits until the terminal has 61 columns, draws its size and a cell's, and exits.
/// `terminal-in-need progress`: shows progress in the taskbar, and overflows its stack.
/// `terminal-in-need link`: shows an address as a link, the same without, then other characters in its place, and exits.
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
        case "picture": showPicture(on: terminal)
        case "notify":
            wait(for: terminal) { !$0.hasFocus }
            terminal.notify("one;\u{1B}]0;two\u{7}")
        case "colors":
            wait(for: terminal) { $0.traits.background == .light }
            canvas.write("LIGHT", x: 0, y: 0)
            show(canvas, on: terminal)
        case "size":
            wait(for: terminal) { $0.takeNewSize() && $0.size.columns == 61 }
            var small = Canvas(width: terminal.size.columns, height: terminal.size.rows)
            let cell = terminal.traits.cellPixels
            small.write(
                "\(small.width)×\(small.height), \(cell?.width ?? 0)×\(cell?.height ?? 0)", x: 0, y: 0)
            show(small, on: terminal)
        case "progress":
            terminal.show(.indeterminate)
            terminal.show(.percent(40))
            while !terminal.isReady { wait(for: terminal) }
            print(exhaust(1))
        case "link":
            canvas.write("see https://example.org/a now 日", x: 10, y: 5)
            canvas.link(14..<35, y: 5, to: "https://example.org/a")
            show(canvas, on: terminal)
            show(canvas, on: terminal)
            canvas.write("see https://example.org/a now 日", x: 10, y: 5)
            show(canvas, on: terminal)
            canvas.write("日本語日本語日本語日本語", x: 11, y: 5)
            show(canvas, on: terminal)
        case "suspend":
            terminal.suspend()
            terminal.resume()
            show(canvas, on: terminal)
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
            show(canvas, on: terminal)
        }
    }

    /// A picture of 40 × 40 pixels in 10 × 5 cells: each pixel 6 times its column. Then letters over it, then nothing.
    static func showPicture(on terminal: Terminal) {
        let (columns, rows) = terminal.size
        var canvas = Canvas(width: columns, height: rows)
        let luma = (0..<1600).map { UInt8($0 % 40 * 6) }
        let area = Rect(x: 3, y: 2, width: 10, height: 5)
        if let way = PictureProtocol.allCases.first(where: terminal.traits.pictures.contains),
            let picture = PlacedPicture(area: area, width: 40, height: 40, luma: luma, way: way)
        {
            canvas.place(picture)
        }
        show(canvas, on: terminal)
        canvas.write("over", x: 5, y: 3)
        show(canvas, on: terminal)
        show(Canvas(width: columns, height: rows), on: terminal)
    }

    private static func show(_ canvas: Canvas, on terminal: Terminal) {
        while !terminal.present(canvas) { wait(for: terminal) }
        while !terminal.isReady { wait(for: terminal) }
    }

    /// Takes what comes until `condition` holds, for 30 seconds at most.
    private static func wait(for terminal: Terminal, until condition: (Terminal) -> Bool) {
        for _ in 0..<300 {
            terminal.send()
            _ = terminal.inputs()
            if condition(terminal) { return }
            _ = qz_poll([terminal.inputDescriptor], 1, 100)
        }
    }

    private static func wait(for terminal: Terminal) {
        _ = qz_poll_with_output([], 0, terminal.outputDescriptor, 1000)
        terminal.send()
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

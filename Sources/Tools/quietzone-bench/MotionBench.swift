import ArgumentParser
import Capture
import Foundation
import Frames
import Preview
import Surface

/// Shows the same frames by our renderers, by `mpv --vo=tct` and by chafa, as far as these are installed.
struct MotionBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview-motion",
        abstract: "Bytes and processor time a frame of the demo, moving, at 200×60 cells, beside mpv and chafa.")

    @Argument(help: ArgumentHelp("How many frames, 30 a second.", valueName: "frames"))
    var count = 90

    @Option(help: "Only the renderer of this name, and no other program.")
    var only: String?

    mutating func validate() { count = max(2, count) }

    /// What a frame costs.
    private struct Cost {
        var name: String
        var bytes: Double
        var milliseconds: Double

        var line: String {
            name.column(44) + String(format: "%9.1f %9.2f", bytes / 1000, milliseconds)
        }
    }

    private static let (columns, rows) = (200, 60)
    private static let (width, height) = (640, 480)

    func run() throws {
        let pool = try FramePool(slots: count + 2)
        let scene = try DemoScene(width: Self.width, height: Self.height)
        let frames = try (0..<count).map { index in
            try pool.frame(Self.width, Self.height, number: index) { scene.render(at: Double(index) / 30, into: $0) }
        }
        var costs = try ours(frames, colors: "256 colours")
        setenv("COLORTERM", "truecolor", 1)
        costs += try ours(frames, colors: "any shade")
        unsetenv("COLORTERM")
        let others =
            only == nil ? try withTemporaryFolder { try mpvs(frames, $0) + chafas(frames, $0) } : []
        print(
            "A frame of the moving demo at \(Self.columns)×\(Self.rows) cells, the mean of \(count): kilobytes that the"
        )
        print("terminal is sent, and milliseconds of processor time from the frame to its bytes.\n")
        print("".column(44) + "       kB        ms")
        for cost in costs + others { print(cost.line) }
    }

    /// Each renderer that the terminal can show, from the frame to the bytes.
    private func ours(_ frames: [Frame], colors: String) throws -> [Cost] {
        let terminal = try BenchTerminal(columns: Self.columns, rows: Self.rows)
        defer { terminal.close() }
        // The terminal has no description of any shade.
        if colors == "any shade", terminal.traits.colorCount <= 256 { return [] }
        var costs: [Cost] = []
        for renderer in PreviewRenderers.all() where only == nil || only == renderer.name {
            var painter = PreviewPainter(on: terminal.traits)
            guard painter.choose(renderer.name) == nil else { continue }
            terminal.present(Canvas(width: Self.columns, height: Self.rows))
            let (bytes, start) = (terminal.received, ProcessorTime.now())
            for frame in frames {
                painter.adapt(to: frame)
                var canvas = Canvas(width: Self.columns, height: Self.rows)
                let mapping = PictureMapping(showing: frame.bounds, in: canvas.bounds)
                painter.draw(frame, by: mapping, style: (.plain, .plain), into: &canvas)
                terminal.present(canvas)
                guard !terminal.wasSlow else { throw BenchError("this machine is too busy for it: run it again") }
            }
            let time = ProcessorTime.now() - start
            terminal.settle()
            costs.append(
                Cost(
                    name: "\(renderer.title), \(colors)", bytes: Double(terminal.received - bytes) / Double(count),
                    milliseconds: time / Double(count)))
        }
        return costs
    }

    /// mpv draws half blocks. What it needs without drawing is taken off.
    private func mpvs(_ frames: [Frame], _ folder: String) throws -> [Cost] {
        guard MeasuredProcess.isInstalled("mpv") else {
            print("mpv is not installed, so it is not compared.")
            return []
        }
        let path = folder + "/frames.y4m"
        var movie = Data("YUV4MPEG2 W\(Self.width) H\(Self.height) F30:1 Ip A1:1 C420jpeg\n".utf8)
        for frame in frames {
            movie += Data("FRAME\n".utf8)
            frame.withLuma { luma in luma.withUnsafeBufferPointer { movie.append($0) } }
            movie += Data(repeating: 128, count: Self.width * Self.height / 2)
        }
        try movie.write(to: URL(fileURLWithPath: path))
        let common = ["mpv", "--no-config", "--no-audio", "--untimed", "--framedrop=no", "--really-quiet", path]
        let idle = try Self.run(common + ["--vo=null"])
        return try [("256 colours", ["--vo-tct-256=yes"]), ("any shade", [])].map { colors, options in
            let tct = common + ["--vo=tct", "--vo-tct-width=\(Self.columns)", "--vo-tct-height=\(Self.rows)"]
            let cost = try Self.run(tct + options)
            return Cost(
                name: "mpv --vo=tct, \(colors)", bytes: Double(cost.bytes) / Double(count),
                milliseconds: (cost.milliseconds - idle.milliseconds) / Double(count))
        }
    }

    /// chafa draws a picture; the time of its start, taken with the smallest one, is taken off.
    private func chafas(_ frames: [Frame], _ folder: String) throws -> [Cost] {
        guard MeasuredProcess.isInstalled("chafa") else {
            print("chafa is not installed, so it is not compared.")
            return []
        }
        let some = stride(from: 0, to: frames.count, by: max(1, frames.count / 10)).map { frames[$0] }
        let paths = try some.enumerated().map { index, frame in
            let path = "\(folder)/\(index).png"
            try Data(PictureFile.png(of: frame)).write(to: URL(fileURLWithPath: path))
            return path
        }
        let kinds = [("ascii", "256"), ("half", "256"), ("half", "full"), ("block", "256")]
        return try kinds.map { symbols, colors in
            let options = ["chafa", "--format=symbols", "--symbols=\(symbols)", "--colors=\(colors)", "--animate=off"]
            let size = "--size=\(Self.columns)x\(Self.rows)"
            let costs = try paths.map { try Self.run(options + [size, $0]) }
            let idle = try paths.map { try Self.run(options + ["--size=1x1", $0]) }
            let time = costs.reduce(0) { $0 + $1.milliseconds } - idle.reduce(0) { $0 + $1.milliseconds }
            return Cost(
                name: "chafa \(symbols), \(colors == "full" ? "any shade" : "256 colours")",
                bytes: Double(costs.reduce(0) { $0 + $1.bytes }) / Double(paths.count),
                milliseconds: time / Double(paths.count))
        }
    }

    /// Runs a program on a terminal, and returns how much it has written and its processor time.
    private static func run(_ arguments: [String]) throws -> (bytes: Int, milliseconds: Double) {
        let (master, slave) = try PseudoTerminal.open(columns: columns, rows: rows)
        let drain = Drain(descriptor: master)
        Thread.detachNewThread { drain.run() }
        let process = try MeasuredProcess("/usr/bin/env", arguments, output: slave, dropsErrors: true)
        close(slave)
        usleep(50_000)
        return (drain.received.withLock { $0 }, process.processorMilliseconds)
    }
}

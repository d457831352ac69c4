import CLinux
import CPixels
import Capture
import Decoding
import Foundation
import Frames
import Preview
import Sandbox
import Screens
import Surface
import Symbols

/// `make bench`: milliseconds a frame for each step of a frame's way, beside zbar alone, all in one run.
@main
struct Bench {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == DecoderChild.argument { DecoderChild.main() }
        if arguments.first == "soak" {
            return try Soak(frames: arguments.dropFirst().first.flatMap { Int($0) } ?? 50_000).run()
        }
        if arguments.first == "capture" {
            return try CaptureBench(frames: arguments.dropFirst().first.flatMap { Int($0) } ?? 300).run()
        }
        let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 60
        print("Milliseconds a frame: median (95th percentile) of \(rounds) frames of the demo scene, one thread.")
        print("zbar alone: every symbology, whole frame, on the same frames in the same run.\n")
        for (width, height) in [(640, 480), (1920, 1080)] {
            try measure(width: width, height: height, rounds: rounds)
        }
        try CaptureBench(frames: max(60, rounds)).run()
    }

    private static func measure(width: Int, height: Int, rounds: Int) throws {
        let scene = try DemoScene(width: width, height: height)
        let pool = FramePool(slots: 4)
        var jpegs: [[UInt8]] = []
        for round in 0..<rounds {
            jpegs.append(try jpeg(of: scene, at: DemoScene.loopSeconds * Double(round) / Double(rounds), pool: pool))
        }
        let reader = SymbolReader()
        let boxed = SymbolReader()
        let zbar = try PlainZBar()
        var capture = Series("capture: MJPEG to luma")
        var raw = Series("capture: YUYV to luma")
        let yuyv = [UInt8](repeating: 0x80, count: width * height * 2)
        var decode = Series("decode, live, whole frame")
        let process = try DecoderProcess()
        var inChild = Series("the same in a child process")
        var overhead = Series("  a frame there and back, unread")
        var inBox = Series("decode, live, interest box")
        var plain = Series("zbar alone, whole frame")
        var draw = Series("preview: 200×60 cells drawn")
        var present = Series("present: cells to a terminal")
        let terminal = try BenchTerminal(columns: 200, rows: 60)
        var screen = ScannerScreen()
        screen.sourceTitle = "bench"
        for round in 0..<rounds {
            var frame: Frame?
            capture.time { frame = try? decoded(jpegs[round], width: width, height: height, pool: pool, UInt64(round)) }
            raw.time {
                guard var draft = pool.draft(width: width, height: height) else { return }
                draft.withLuma { luma in
                    _ = qz_luma_samples(yuyv, yuyv.count, width * 2, 2, 0, luma.baseAddress, width, height)
                }
            }
            guard let frame else { throw BenchError("a frame could not be decoded") }
            var found: [Symbol] = []
            decode.time { found = reader.read(frame, effort: .live(budget: .milliseconds(30))).symbols }
            try inChild.time { _ = try process.read(frame, effort: .live(budget: .milliseconds(30))) }
            // No region, nothing to read: what is left is the copy, the messages and the way to the other process.
            let nothing = PixelRect(x: 0, y: 0, width: 0, height: 0)
            try overhead.time { _ = try process.read(frame, region: nothing) }
            let box = InterestBox.standard.pixels(width: width, height: height)
            inBox.time { _ = boxed.read(frame, region: box, effort: .live(budget: .milliseconds(30))) }
            plain.time { zbar.read(frame) }
            screen.symbols = found.enumerated().map {
                .init(number: $0.offset + 1, corners: $0.element.corners, isKept: true)
            }
            var canvas = Canvas(width: 200, height: 60)
            draw.time {
                screen.show(frame)
                ScreenStack(scanner: screen).render(into: &canvas, look: Look())
            }
            present.time { terminal.present(canvas) }
        }
        terminal.close()
        print("\(width)×\(height)")
        for series in [capture, raw, decode, inChild, overhead, inBox, plain, draw, present] {
            print("  \(series.line)")
        }
        let ratio = plain.median > 0 ? decode.median / plain.median : 0
        let mean = plain.mean > 0 ? decode.mean / plain.mean : 0
        print(String(format: "  decode over zbar alone: %.2f of the median, %.2f of the mean\n", ratio, mean))
    }

    private static func jpeg(of scene: DemoScene, at seconds: Double, pool: FramePool) throws -> [UInt8] {
        guard var draft = pool.draft(width: scene.width, height: scene.height) else { throw BenchError("no slot") }
        var result: [UInt8] = []
        draft.withLuma { luma in
            scene.render(at: seconds, into: luma)
            var out: UnsafeMutablePointer<UInt8>?
            var length = 0
            if qz_jpeg_write(luma.baseAddress, Int32(scene.width), Int32(scene.height), 85, &out, &length) == 0, let out
            {
                // SAFETY: qz_jpeg_write made `length` bytes there.
                result = Array(UnsafeBufferPointer(start: out, count: length))
                qz_jpeg_free(out)
            }
        }
        return result
    }

    private static func decoded(
        _ jpeg: [UInt8], width: Int, height: Int, pool: FramePool, _ sequence: UInt64
    ) throws -> Frame {
        guard var draft = pool.draft(width: width, height: height) else { throw BenchError("no slot") }
        let result = draft.withLuma { luma in
            qz_jpeg_luma(jpeg, jpeg.count, luma.baseAddress, Int32(width), Int32(height))
        }
        guard result == 0 else { throw BenchError("JPEG: \(result)") }
        return draft.finish(sequence: sequence)
    }
}

/// What went wrong with the measurement itself.
struct BenchError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

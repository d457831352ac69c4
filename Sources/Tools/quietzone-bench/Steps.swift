import ArgumentParser
import CPixels
import Capture
import Decoding
import Foundation
import Frames
import Sandbox
import Symbols

/// `make bench`: milliseconds for each step from a frame to its preview, beside zbar alone, and what capturing takes.
struct Steps: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "steps", abstract: "Milliseconds for each step from a frame to its symbols (the default).")

    @Argument(help: "Number of frames of each act of the demo.")
    var rounds = 60

    mutating func validate() { rounds = max(1, rounds) }

    func run() throws {
        print("Milliseconds of processor time a frame: median (95th percentile) of the demo at 30 frames a second,")
        print("the first \(rounds) frames of each of its \(DemoScene.acts) acts.")
        print(
            "zbar alone: as a new scanner is set up, whole frame, on every \(Self.framesBetweenZBar)th of the same frames.\n"
        )
        for (width, height) in [(640, 480), (1920, 1080)] {
            try measure(width: width, height: height)
        }
        try measureEmptyView()
        try CaptureBench.parse(["\(max(60, rounds))"]).run()
    }

    private static let framesPerSecond = 30.0
    /// zbar and the previews take the same time whatever the frames before showed: fewer frames are enough for them.
    private static let framesBetweenZBar = 8

    private func measure(width: Int, height: Int) throws {
        let scene = try DemoScene(width: width, height: height)
        let pool = try FramePool(slots: 4)
        let actSeconds = DemoScene.loopSeconds / Double(DemoScene.acts)
        let jpegs = try (0..<DemoScene.acts * rounds).map { round in
            let seconds = actSeconds * Double(round / rounds) + Double(round % rounds) / Self.framesPerSecond
            return try Self.jpeg(of: scene, at: seconds, pool: pool)
        }
        let reader = SymbolReader()
        let boxed = SymbolReader()
        let zbar = PlainZBar()
        var steps = StepSeries()
        let process = try DecoderProcess()
        var preview = PreviewSteps()
        for round in jpegs.indices {
            let frame = try Self.decoded(jpegs[round], width: width, height: height, pool: pool, round)
            var found: [Symbol] = []
            steps.decode.time { found = reader.read(frame, effort: .camera).symbols }
            try steps.inChild.time { _ = try process.read(frame, effort: .camera) }
            // An empty region leaves only the copy, the messages and the wake-up of the other process.
            let nothing = PixelRect(x: 0, y: 0, width: 0, height: 0)
            try steps.overhead.time { _ = try process.read(frame, region: nothing) }
            let box = InterestBox.standard.pixels(width: width, height: height)
            steps.inBox.time { _ = boxed.read(frame, region: box, effort: .camera) }
            guard round % Self.framesBetweenZBar == 0 else { continue }
            try steps.plain.time { try zbar.scan(frame) }
            preview.symbols.append(found.map(\.corners))
        }
        print("\(width)×\(height)")
        steps.report()
        try preview.measure { round in
            try Self.decoded(
                jpegs[round * Self.framesBetweenZBar], width: width, height: height, pool: pool, round)
        }
        steps.compare()
    }

    /// The number of frames after which a reader skips frames of a still view: a few more than `StillView.patience`.
    private static let framesUntilStill = 60
    /// The number of frames without a symbol after which frames take turns.
    private static let framesUntilTurns = 30

    /// Live frames without a symbol, each with new noise: what a camera sees most of the time. First a view that moves by three pixels a
    /// frame, then one that stays.
    private func measureEmptyView() throws {
        let (width, height) = (1920, 1080)
        let pool = try FramePool(slots: 2)
        let scene = EmptyScene(width: width, height: height, seed: 1)
        let (reader, boxed, zbar) = (SymbolReader(), SymbolReader(), PlainZBar())
        var first = Series("decode, live, whole, first second")
        var firstInBox = Series("decode, live, box, first second")
        var full = Series("  view moving, whole frame")
        var inBox = Series("  view moving, interest box")
        var still = Series("  view still, whole frame")
        var stillInBox = Series("  view still, interest box")
        var plain = Series("zbar alone, whole frame")
        var read = 0
        let framesMoving = Self.framesUntilTurns + rounds
        for round in 0..<framesMoving + Self.framesUntilStill + rounds {
            let shift = 3 * min(round, framesMoving)
            let frame = try pool.frame(width, height, number: round) {
                scene.render(round: round, shift: shift, into: $0)
            }
            let box = InterestBox.standard.pixels(width: width, height: height)
            let (whole, part) = (
                { read += reader.read(frame, effort: .camera).symbols.count },
                { read += boxed.read(frame, region: box, effort: .camera).symbols.count }
            )
            if round < Self.framesUntilTurns {
                first.time(whole)
                firstInBox.time(part)
                try plain.time { try zbar.scan(frame) }
            } else if round < framesMoving {
                full.time(whole)
                inBox.time(part)
            } else if round < framesMoving + Self.framesUntilStill {
                whole()
                part()
            } else {
                still.time(whole)
                stillInBox.time(part)
            }
        }
        print("\(width)×\(height), nothing in view: \(read) symbols read")
        for series in [first, firstInBox, plain] { print("  \(series.line)") }
        for series in [full, still] { print("  \(series.line)   goal: 5") }
        for series in [inBox, stillInBox] { print("  \(series.line)   goal: 3") }
        let means = [full, still].map(\.times.mean)
        print(String(format: "  still over moving: %.2f of the mean", means[1] / max(means[0], 1e-9)))
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
        _ jpeg: [UInt8], width: Int, height: Int, pool: FramePool, _ number: Int
    ) throws -> Frame {
        try pool.frame(width, height, number: number) { luma in
            let result = qz_jpeg_luma(jpeg, jpeg.count, luma.baseAddress, Int32(width), Int32(height))
            guard result == 0 else { throw BenchError("JPEG: \(result)") }
        }
    }
}

/// The times of all steps.
private struct StepSeries {
    var decode = Series("decode, live, whole frame")
    var inChild = Series("the same in a child, wall-clock", isWallClock: true)
    var overhead = Series("  a frame there and back, unread", isWallClock: true)
    var inBox = Series("decode, live, interest box")
    var plain = Series("zbar alone, whole frame")

    func report() {
        for series in [decode, inChild, overhead, inBox, plain] { print("  \(series.line)") }
    }

    /// Prints the ratio of decoding time to zbar's.
    func compare() {
        let ratio = plain.times.median > 0 ? decode.times.median / plain.times.median : 0
        let mean = plain.times.mean > 0 ? decode.times.mean / plain.times.mean : 0
        print(String(format: "  decode over zbar alone: %.2f of the median, %.2f of the mean\n", ratio, mean))
    }
}

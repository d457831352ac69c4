import ArgumentParser
import Capture
import Foundation
import Frames
import Sandbox
import Synchronization

/// `make bench ARGS="capture N"`: the processor time and the latency from a camera's buffer to luma, over N frames.
///
/// Runs `V4L2Camera` itself: poll, VIDIOC_DQBUF, conversion, VIDIOC_QBUF. Only the driver behind the system calls is
/// simulated (`BenchCamera`).
struct CaptureBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture", abstract: "A camera's way to luma beside libturbojpeg alone, and how late frames are.")

    @Argument(help: "How many frames.")
    var frames = 300

    private static let size = (width: 1920, height: 1080)
    /// Milliseconds that parsing in a confined child may add to a frame.
    private static let confinementGoal = 0.3
    /// Runs of each kind, alternating.
    private static let repetitions = 4
    /// Target CPU milliseconds per frame on a current laptop.
    private static let goals = (jpeg: 4.5, yuyv: 1.0)

    mutating func validate() { frames = max(1, frames) }

    func run() throws {
        let (width, height) = Self.size
        let (jpeg, yuyv) = try Self.pictures()
        try reportCPU(jpeg, yuyv, width, height)
        try reportLateness(jpeg, yuyv, width, height)
    }

    private func reportCPU(_ jpeg: [UInt8], _ yuyv: [UInt8], _ width: Int, _ height: Int) throws {
        let plain = try PlainTurboJPEG()
        var luma = [UInt8](repeating: 0, count: width * height)

        print(
            "Capture to luma at \(width)×\(height), CPU milliseconds a frame of the capture thread: median (p95) of \(frames)"
        )
        var mjpeg = Series("MJPEG, 4:2:2, \(jpeg.count / 1024) KiB")
        var turboJPEG = Series("libturbojpeg's own gray decode")
        let camera = try BenchCamera(format: "MJPG", width: width, height: height, frame: jpeg)
        try measureCPU(camera, into: &mjpeg) { _ in
            // Decoding the same bytes right afterwards exposes both to the same load.
            turboJPEG.time { _ = plain.gray(jpeg, into: &luma, width: width, height: height) }
        }
        print("  \(mjpeg.line)   goal \(Self.goals.jpeg)")
        print("  \(turboJPEG.line)")
        print(
            String(
                format: "  MJPEG over libturbojpeg alone: %.2f of the median",
                mjpeg.times.median / max(turboJPEG.times.median, 0.001)))
        var raw = Series("YUYV")
        try measureCPU(try BenchCamera(format: "YUYV", width: width, height: height, frame: yuyv), into: &raw) { _ in }
        print("  \(raw.line)   goal \(Self.goals.yuyv)")
        for (format, picture) in [("MJPG", jpeg), ("YUYV", yuyv)] {
            var kept = Series("\(format), with its bytes kept")
            let camera = try BenchCamera(format: format, width: width, height: height, frame: picture)
            try measureCPU(camera, keepsOriginals: true, into: &kept) { _ in }
            print("  \(kept.line)")
        }
    }

    private func reportLateness(_ jpeg: [UInt8], _ yuyv: [UInt8], _ width: Int, _ height: Int) throws {
        print("\nFrom a filled buffer to the frame in the mailbox, milliseconds of the wall clock, 30 frames a second")
        // Alternating runs of a few frames expose both to the same load.
        var here = Series("MJPG, parsed in this process")
        var confined = Series("MJPG, parsed in a confined child, as the program does")
        let parsing = ConfinedParsing(policy: ConfinementPolicy { print("  not confined: \($0)") })
        for _ in 0..<Self.repetitions {
            let camera = try BenchCamera(format: "MJPG", width: width, height: height, frame: jpeg)
            try measureLateness(camera, DirectParsing(), into: &here)
            try measureLateness(camera, parsing, into: &confined)
        }
        var unparsed = Series("YUYV")
        try measureLateness(
            try BenchCamera(format: "YUYV", width: width, height: height, frame: yuyv), parsing, into: &unparsed)
        for series in [here, confined, unparsed] { print("  \(series.line)") }
        print(
            String(
                format: "  what confinement adds to a frame: %.2f ms of the median   goal %.1f",
                confined.times.median - here.times.median, Self.confinementGoal))
    }

    /// Feeds `camera` a new frame as soon as one was delivered; `between` runs in between and is not measured.
    private func measureCPU(
        _ camera: BenchCamera, keepsOriginals: Bool = false, into series: inout Series, between: (Frame) -> Void
    ) throws {
        let parsing = DirectParsing()
        let stop = try Doorbell()
        try withoutActuallyEscaping(between) { between in
            // SAFETY: `run` delivers on the thread that calls it, and has returned before this does.
            nonisolated(unsafe) let unsafeBetween = between
            let times = Mutex<(last: Double?, taken: [Double])>((nil, []))
            camera.feed()
            try camera.source(parsing).run(
                FrameOutput(
                    pool: try FramePool(keepsOriginals: keepsOriginals),
                    deliver: { [frames] frame in
                        let now = ProcessorTime.now()
                        let count = times.withLock { times in
                            if let last = times.last { times.taken.append(now - last) }
                            return times.taken.count
                        }
                        if count >= frames { return stop.ring() }
                        unsafeBetween(frame)
                        times.withLock { $0.last = ProcessorTime.now() }
                        camera.feed()
                    },
                    report: { _ in }), until: stop)
            for time in times.withLock({ $0.taken }) { series.append(time) }
        }
    }

    /// Feeds `camera` 30 frames a second from another thread, and measures the age of each frame once it is posted.
    private func measureLateness(
        _ camera: BenchCamera, _ parsing: any PictureParsing, into series: inout Series
    ) throws {
        let stop = try Doorbell()
        let mailbox = Mailbox<Frame>()
        let times = Mutex<[Double]>([])
        let frames = max(10, frames / Self.repetitions)
        Thread.detachNewThread {
            for _ in 0..<frames {
                if stop.wait(milliseconds: 33) { return }
                camera.feed()
            }
        }
        try camera.source(parsing).run(
            FrameOutput(
                pool: try FramePool(),
                deliver: { frame in
                    mailbox.post(frame)
                    let late = (ContinuousClock.now - frame.timestamp) / .milliseconds(1)
                    let count = times.withLock { times in
                        times.append(late)
                        return times.count
                    }
                    if count >= frames { stop.ring() }
                },
                report: { _ in }), until: stop)
        for time in times.withLock({ $0 }) { series.append(time) }
    }

    /// The demo scene with sensor noise and some colour, as MJPEG and YUYV.
    private static func pictures() throws -> (jpeg: [UInt8], yuyv: [UInt8]) {
        let (width, height) = size
        let scene = try DemoScene(width: width, height: height)
        var luma = [UInt8](repeating: 0, count: width * height)
        luma.withUnsafeMutableBufferPointer { luma in
            scene.render(at: 3, into: luma)
            var noise: UInt32 = 1
            for i in luma.indices {
                noise = noise &* 1_664_525 &+ 1_013_904_223
                luma[i] = UInt8(clamping: Int(luma[i]) + Int(noise >> 28) - 8)
            }
        }
        let half = width / 2
        let blue = (0..<half * height).map { UInt8(128 + $0 % half * 20 / half) }
        let red = (0..<half * height).map { UInt8(118 + $0 / half * 20 / height) }
        var yuyv = [UInt8](repeating: 128, count: width * height * 2)
        for i in 0..<luma.count { yuyv[i * 2] = luma[i] }
        return (
            try PlainTurboJPEG.encode(luma: luma, chroma: (blue, red), width: width, height: height, quality: 85), yuyv
        )
    }
}

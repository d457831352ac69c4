import ArgumentParser
import Capture
import Decoding
import Encoding
import Foundation
import Frames
import Synchronization

/// `make bench ARGS=screen`: how long a code on a screen takes to be read, beside zbar on the same picture. Needs Xvfb and xsetroot.
struct ScreenBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen", abstract: "A code on an X11 screen of 1920×1080: milliseconds until it is read.")

    @Argument(help: "How many times.")
    var runs = 20

    private static let (width, height) = (1920, 1080)

    mutating func validate() { runs = max(1, runs) }

    func run() throws {
        try withTemporaryFolder { folder in
            let display = ":\(Int.random(in: 100...9999))"
            setenv("DISPLAY", display, 1)
            unsetenv("WAYLAND_DISPLAY")
            let server = Process()
            server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            server.arguments = ["Xvfb", display, "-screen", "0", "\(Self.width)x\(Self.height)x24", "-noreset"]
            server.standardError = FileHandle.nullDevice
            try server.run()
            defer {
                server.terminate()
                server.waitUntilExit()
            }
            try Self.bitmap().write(toFile: folder + "/code.xbm", atomically: true, encoding: .utf8)
            try show(folder + "/code.xbm")
            let pool = try FramePool(slots: 3)
            let (reader, zbar) = (SymbolReader(), PlainZBar())
            var (taken, whole, rival) = (Times(), Times(), Times())
            for _ in 0..<runs {
                let begun = ContinuousClock.now
                let frame = try Self.picture(pool)
                taken.append(WallClock.milliseconds(since: begun))
                guard reader.read(frame).symbols.first?.content.text == Self.text else { throw BenchError("not read") }
                whole.append(WallClock.milliseconds(since: begun))
                rival.append(try WallClock.milliseconds { try zbar.scan(frame) })
            }
            print("\(Self.width)×\(Self.height), milliseconds, median of \(runs)")
            print("  connecting and taking a picture".column(40) + String(format: "%8.1f", taken.median))
            print("  with reading it".column(40) + String(format: "%8.1f   goal: 200", whole.median))
            print("  zbar on the same picture".column(40) + String(format: "%8.1f", rival.median))
            print("  ratio".column(40) + String(format: "%8.2f", whole.median / rival.median))
        }
    }

    private static let text = "https://example.org/on-the-screen"

    /// Sets the background of the screen; the server may still be starting.
    private func show(_ path: String) throws {
        for _ in 0..<50 {
            if (try? MeasuredProcess("/usr/bin/env", ["xsetroot", "-bitmap", path], dropsErrors: true)) != nil {
                return
            }
            usleep(100_000)
        }
        throw BenchError("Xvfb and xsetroot (packages xvfb and x11-xserver-utils) are needed")
    }

    /// A code in the middle of an X bitmap of the screen's size. Programs read it line by line, and take hexadecimal numbers.
    private static func bitmap() throws -> String {
        let image = try SymbolEncoder.encode(text, as: .qrCode, quietZone: 4)
        let scale = 6
        let (left, top) = ((width - image.width * scale) / 2, (height - image.height * scale) / 2)
        var bytes: [String] = []
        for y in 0..<height {
            for start in stride(from: 0, to: width, by: 8) {
                var byte = 0
                for bit in 0..<8 {
                    let (x, row) = (start + bit - left, y - top)
                    guard x >= 0, row >= 0, x / scale < image.width, row / scale < image.height else { continue }
                    if image.isDark(x / scale, row / scale) { byte |= 1 << bit }
                }
                bytes.append("0x" + String(byte, radix: 16))
            }
        }
        return """
            #define code_width \(width)
            #define code_height \(height)
            static char code_bits[] = {
            \(bytes.joined(separator: ",\n"))};

            """
    }

    /// The first picture of the screen.
    private static func picture(_ pool: FramePool) throws -> Frame {
        let stop = try Doorbell()
        let first = Mutex<Frame?>(nil)
        let output = FrameOutput(
            pool: pool,
            deliver: { frame in
                first.withLock { if $0 == nil { $0 = frame } }
                stop.ring()
            }, report: { _ in })
        try ScreenSource(.whole, pacing: .live).run(output, until: stop)
        guard let frame = first.withLock({ $0.take() }) else { throw BenchError("no picture of the screen") }
        return frame
    }
}

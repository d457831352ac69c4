import CLinux
import CLoaded
import Files
import Frames
import Glibc

/// The screen of the desktop as a camera: what is shown in a mail, a web page or a video call can be read without a phone.
///
/// X11 is asked by libxcb, Wayland by `grim` where the compositor lets it, otherwise by the desktop's portal, which gives one
/// picture after asking the user.
package final class ScreenSource: StillSource {
    package let name = "screen"
    package let title = "Screen"
    package let pacing = FramePacing.live
    /// Whether one picture of the portal is enough.
    private let endsAfterOne: Bool
    private let region: ScreenRegion
    private let desktop: Desktop
    private let parsing: any PictureParsing
    private let bell = StillBell()

    /// How often the screen is looked at.
    private static let period = Duration.milliseconds(100)
    /// The most bytes of a screenshot: a frame in three colours.
    static let largestPicture = 3 * FramePool.largestArea + 64

    /// The screen, or a part of it; nothing is opened before `run`.
    ///
    /// - Parameter pacing: `complete` ends after one picture where the desktop gives single ones.
    package convenience init(
        _ region: ScreenRegion, pacing: FramePacing, parsing: any PictureParsing = DirectParsing()
    ) {
        self.init(region, pacing: pacing, parsing: parsing, desktop: .current)
    }

    init(_ region: ScreenRegion, pacing: FramePacing, parsing: any PictureParsing, desktop: Desktop) {
        (self.region, self.parsing, self.desktop) = (region, parsing, desktop)
        endsAfterOne = pacing == .complete
    }

    /// As `StillSource`: takes another picture where the desktop gives single ones.
    package func showAgain() { bell.ring() }

    /// Brings pictures of the screen until stopped.
    ///
    /// - Throws: `SourceError` where there is no screen, or no way to read it, with what to do.
    package func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        let sink = FrameSink(output, until: stop, pacing: .live)
        if desktop.hasWayland {
            try runOnWayland(sink, output.pool, until: stop)
        } else if desktop.hasX11 {
            try runOnX11(sink, until: stop)
        } else {
            throw SourceError(
                "there is no screen to read: neither WAYLAND_DISPLAY nor DISPLAY is set; start it in a terminal of the desktop"
            )
        }
    }

    // MARK: - X11

    private func runOnX11(_ sink: FrameSink, until stop: Doorbell) throws(SourceError) {
        let region =
            if self.region == .chosen {
                try select(["slop", "--format=%wx%h+%x+%y"], package: "slop", until: stop)
            } else {
                self.region
            }
        var isThere: Int32 = 0
        guard let screen = qz_screen_open(&isThere) else {
            throw SourceError(
                isThere == 0
                    ? "reading the screen needs libxcb, which is not installed: sudo apt install libxcb1"
                    : "the X server of DISPLAY does not answer: check DISPLAY and the permission to use it")
        }
        defer { qz_screen_close(screen) }
        try runUntilStopped(title) { () throws(StreamError) in
            var next = ContinuousClock.now
            repeat {
                var size: (width: Int32, height: Int32) = (0, 0)
                guard qz_screen_size(screen, &size.width, &size.height) == 0 else { throw Self.isGone }
                let part = try Self.visible(region, width: Int(size.width), height: Int(size.height))
                if var draft = try sink.draft(width: part.width, height: part.height) {
                    let result = draft.withLuma { luma in
                        qz_screen_luma(
                            screen, Int32(part.x), Int32(part.y), Int32(part.width), Int32(part.height),
                            luma.baseAddress!)
                    }
                    if result == -ENOTCONN { throw Self.isGone }
                    if result == -ENOTSUP { throw StreamError.malformed("it has no true colours") }
                    // -EINVAL: the screen has become smaller meanwhile.
                    if result == 0 { sink.deliver(draft, encoding: "X11") } else { sink.lost("the screen has changed") }
                }
                next = max(next + Self.period, .now)
                try sink.pause(until: next)
            } while true
        }
    }

    private static let isGone = StreamError.failed(SourceError("the X server has ended."))

    /// The part of `region` that is on a screen of this size.
    static func visible(
        _ region: ScreenRegion, width: Int, height: Int
    ) throws(StreamError) -> (x: Int, y: Int, width: Int, height: Int) {
        guard case .part(let x, let y, let partWidth, let partHeight) = region else { return (0, 0, width, height) }
        guard x < width, y < height else {
            throw .malformed("the region is not on the screen, which has \(width)×\(height) pixels")
        }
        return (x, y, min(partWidth, width - x), min(partHeight, height - y))
    }

    /// Lets the user draw a region with the mouse.
    private func select(
        _ arguments: [String], package: String, until stop: Doorbell
    ) throws(SourceError) -> ScreenRegion {
        guard
            let ending = try DesktopProgram.run(arguments, limit: 256, patience: .seconds(120), until: stop)
        else {
            throw SourceError(
                "choosing a region needs \(arguments[0]), which is not installed: sudo apt install \(package), or use screen:WIDTHxHEIGHT+X+Y"
            )
        }
        let text = String(decoding: ending.output.prefix { $0 != 0x0A }, as: UTF8.self)
        guard ending.isSuccess, let region = ScreenRegion.part(text) else {
            throw SourceError("no region of the screen was chosen\(ending.lastLine.map { ": \($0)" } ?? "")")
        }
        return region
    }

    // MARK: - Wayland

    private func runOnWayland(_ sink: FrameSink, _ pool: FramePool, until stop: Doorbell) throws(SourceError) {
        let region =
            if self.region == .chosen {
                try select(["slurp", "-f", "%wx%h+%x+%y"], package: "slurp", until: stop)
            } else {
                self.region
            }
        var arguments = ["grim", "-t", "ppm"]
        if case .part(let x, let y, let width, let height) = region {
            arguments += ["-g", "\(x),\(y) \(width)x\(height)"]
        }
        arguments.append("-")
        let parser = try parsing.parser(for: pool)
        var next = ContinuousClock.now
        while !stop.isRung {
            let ending = try DesktopProgram.run(arguments, limit: Self.largestPicture, until: stop)
            guard let ending, ending.isSuccess else {
                // Once it works it is the compositor's own fault.
                if let ending, sink.delivered > 0 {
                    throw SourceError("grim failed: \(ending.lastLine ?? "no reason given")")
                }
                return try runByPortal(sink, pool, grim: ending, until: stop)
            }
            try bring(ending.output, to: sink, by: parser)
            next = max(next + Self.period, .now)
            if stop.wait(milliseconds: Int(max(.zero, next - .now) / .milliseconds(1))) { return }
        }
    }

    private func bring(_ bytes: [UInt8], to sink: FrameSink, by parser: any PictureParser) throws(SourceError) {
        let title = title
        try runUntilStopped(title) { () throws(StreamError) in
            try sink.bring(
                UndecodedPicture { (draft) throws(SourceError) in
                    try parser.decode(bytes, name: title, channel: nil, into: &draft)
                })
        }
    }

    // MARK: - The portal

    /// Asks the desktop's portal for one picture, which it may ask the user about, and for another whenever it is asked for.
    private func runByPortal(
        _ sink: FrameSink, _ pool: FramePool, grim: DesktopProgram.Ending?, until stop: Doorbell
    ) throws(SourceError) {
        let reason = grim == nil ? "grim is not installed" : grim?.lastLine ?? "grim failed"
        let parser = try PictureFileParser(parsing, for: pool, until: stop)
        try runUntilStopped(title) { () throws(StreamError) in
            try bell.whileHeld { again throws(StreamError) in
                repeat {
                    let path: String
                    do throws(SourceError) { path = try ScreenshotPortal.picture(until: stop) } catch {
                        throw .failed(
                            SourceError("the screen cannot be read: \(reason); \(error.description)"))
                    }
                    // The portal leaves the file with the caller.
                    defer { unlink(path.fileSystemPath) }
                    let bytes: [UInt8]
                    do throws(SourceError) { bytes = try FileBytes.all(of: path) } catch { throw .failed(error) }
                    let region = region
                    let picture = UndecodedPicture { (draft) throws(SourceError) in
                        let parsed = try parser.decode(bytes, name: "Screen", channel: nil, into: &draft)
                        try Self.crop(&draft, to: region)
                        return parsed
                    }
                    if endsAfterOne {
                        try sink.bring(picture)
                        return
                    }
                    // What follows the frames of one picture was asked for.
                    var frames = FrameSink.stillFrames
                    try sink.hold(picture, again: again) {
                        defer { frames -= 1 }
                        return frames > 0
                    }
                } while true
            }
        }
    }

    /// Leaves the part of `draft` that `region` names.
    private static func crop(_ draft: inout FrameDraft, to region: ScreenRegion) throws(SourceError) {
        guard case .part = region else { return }
        let part: (x: Int, y: Int, width: Int, height: Int)
        do throws(StreamError) {
            part = try visible(region, width: draft.width, height: draft.height)
        } catch {
            throw SourceError("Screen: \(error.reason)")
        }
        let width = draft.width
        draft.withLuma { luma in
            for row in 0..<part.height {
                let source = UnsafeBufferPointer(
                    rebasing: luma[((part.y + row) * width + part.x)...].prefix(part.width))
                // Rows move forward, so that none is overwritten before it was moved.
                _ = memmove(luma.baseAddress! + row * part.width, source.baseAddress!, part.width)
            }
        }
        _ = draft.resize(width: part.width, height: part.height)
    }
}

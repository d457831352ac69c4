import Frames

/// A simulated camera: a moving scene of symbols, made without any file or network.
package final class DemoSource: FrameSource {
    package let name = "demo"
    package let title = "DEMO"
    /// Always `live`: it has its own frame rate.
    package let pacing = FramePacing.live
    private let width: Int
    private let height: Int

    /// Frames a second.
    static let rate = 30.0

    /// A demo of `width` × `height` pixels, 640 × 480 by default; each `run` begins with the first act.
    package init(width: Int = 640, height: Int = 480) { (self.width, self.height) = (width, height) }

    /// Delivers thirty frames a second; late ones are skipped.
    /// - Throws: `SourceError` for a size that no frame may have.
    package func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        let scene = try DemoScene(width: width, height: height)
        let sink = FrameSink(output, until: stop, pacing: pacing)
        let start = ContinuousClock.now
        var tick = 0.0
        try runUntilStopped(name) { () throws(StreamError) in
            while true {
                if var draft = try sink.draft(width: width, height: height) {
                    let seconds = tick / Self.rate
                    draft.withLuma { scene.render(at: seconds, into: $0) }
                    if output.colour.isWanted {
                        draft.chroma = draft.withLuma { DemoColours.chroma(of: $0, width: width) }
                    }
                    sink.deliver(draft, encoding: "GREY", framesPerSecond: Self.rate)
                }
                // After a slow frame some are skipped, none is drawn faster.
                let elapsed = start.duration(to: .now) / Duration.seconds(1)
                tick = max(tick + 1, (elapsed * Self.rate).rounded(.down))
                try sink.pause(until: start + .seconds(tick / Self.rate))
            }
        }
    }
}

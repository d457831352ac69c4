import CLinux
import Frames

/// What every source of this target does between a decoded picture and its readers: drafts, numbers, reports.
///
/// Used by one thread, that of the source's `run`.
package final class FrameSink {
    let output: FrameOutput
    private let stop: Doorbell
    private let pacing: FramePacing
    private var format: FrameFormat?
    private var sequence: UInt64 = 0
    /// How many frames were handed to the readers.
    private(set) var delivered = 0

    package init(_ output: FrameOutput, until stop: Doorbell, pacing: FramePacing) {
        (self.output, self.stop, self.pacing) = (output, stop, pacing)
    }

    /// A draft of a size that `FramePool` accepts.
    ///
    /// A complete source waits for a free slot; for a live one there is nil, and the loss is reported.
    /// - Throws: `stopped`, or `malformed` for a size that no frame may have.
    func draft(width: Int, height: Int) throws(StreamError) -> FrameDraft? {
        guard FramePool.accepts(width: width, height: height) else {
            throw .malformed("frames of \(width)×\(height) pixels are too large")
        }
        guard var draft = try draft(), draft.resize(width: width, height: height) else { return nil }
        return draft
    }

    /// The same of a size that shows as it is filled.
    func draft() throws(StreamError) -> FrameDraft? {
        while !stop.isRung {
            if let draft = output.pool.draft() { return draft }
            if pacing == .live {
                lost("no slot was free")
                return nil
            }
            // A pool does not signal free slots; readers hold one for milliseconds.
            if stop.wait(milliseconds: 2) { break }
        }
        throw .stopped
    }

    /// Delivers a filled draft, and reports its format when that has changed.
    @discardableResult
    package func deliver(
        _ draft: consuming FrameDraft, encoding: String, framesPerSecond: Double? = nil, origin: String? = nil,
        defect: String? = nil
    ) -> Frame {
        let current = FrameFormat(
            width: draft.width, height: draft.height, encoding: encoding, framesPerSecond: framesPerSecond)
        if format != current {
            format = current
            output.report(.streaming(current))
        }
        let frame = draft.finish(sequence: sequence, origin: origin, defect: defect)
        output.deliver(frame)
        sequence += 1
        delivered += 1
        return frame
    }

    /// Counts and reports a frame that could not be delivered.
    package func lost(_ reason: String) {
        output.report(.lostFrame(reason))
        sequence += 1
    }

    /// Reports a picture that could not be used.
    package func skipped(_ line: String) { output.report(.skipped(line)) }

    /// Waits; throws `stopped` when the doorbell is rung meanwhile.
    func pause(until instant: ContinuousClock.Instant) throws(StreamError) {
        if stop.wait(milliseconds: Self.milliseconds(until: instant)) { throw .stopped }
    }

    /// The same, but ends when `bell` is rung, and clears it; returns whether it was.
    func pause(until instant: ContinuousClock.Instant, or bell: Doorbell) throws(StreamError) -> Bool {
        _ = qz_poll([stop.descriptor, bell.descriptor], 2, Int32(clamping: Self.milliseconds(until: instant)))
        if stop.isRung { throw .stopped }
        return bell.clear()
    }

    private static func milliseconds(until instant: ContinuousClock.Instant) -> Int {
        max(0, Int((instant - .now) / .milliseconds(1)))
    }
}

import Frames
import Glibc

/// Moves frames from a streaming device to its readers, one thread, no allocation a frame.
struct FramePump: ~Copyable {
    private let device: V4L2Device
    private let buffers: CaptureBuffers
    private let stream: StreamFormat
    private let parsing: any PictureParsing
    private let patience: CameraPatience
    private let stills: StillRequest
    private var sequence: UInt64 = 0
    private var damagedSinceFrame = false
    /// The last frame's size in bytes, to notice a change of format.
    private var lastLength: Int?

    init(
        device: V4L2Device, buffers: consuming CaptureBuffers, stream: StreamFormat, parsing: any PictureParsing,
        patience: CameraPatience, stills: StillRequest
    ) {
        self.device = device
        self.buffers = buffers
        self.stream = stream
        self.parsing = parsing
        self.patience = patience
        self.stills = stills
    }

    var format: FrameFormat {
        FrameFormat(
            width: stream.format.width, height: stream.format.height,
            encoding: stream.format.pixelFormat.description, framesPerSecond: stream.format.framesPerSecond)
    }

    /// Delivers frames until `stop` is rung. A damaged frame is reported and skipped.
    ///
    /// - Throws: `CameraError.formatChanged` when frames come in another format: it has to be negotiated again.
    mutating func run(_ output: FrameOutput, until stop: Doorbell) throws(CameraError) {
        let converter = try converter(for: output.pool)
        converter.endEarly(at: stop)
        var allowed = patience.firstFrameMilliseconds
        var deadline = ContinuousClock.now + .milliseconds(allowed)
        while true {
            let left = deadline - ContinuousClock.now
            guard left > .zero else { throw .silent(milliseconds: allowed, damaged: damagedSinceFrame) }
            let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
            let ready = try device.poll(or: stop, milliseconds: Int32(clamping: milliseconds + 1))
            if ready & 1 << 1 != 0 { return }
            if ready & 1 << 16 != 0 { throw deathCause() }
            if ready & 1 << 8 != 0, device.takeSourceChange() { throw .formatChanged }
            guard ready & 1 != 0, try takeFrame(output, by: converter) else { continue }
            damagedSinceFrame = false
            allowed = patience.frameMilliseconds
            deadline = ContinuousClock.now + .milliseconds(allowed)
        }
    }

    private borrowing func converter(for pool: FramePool) throws(CameraError) -> any CameraConverter {
        do throws(SourceError) {
            guard let converter = try parsing.converter(of: CameraStream(stream, of: device), for: pool) else {
                throw SourceError("\(stream.format.pixelFormat) is not known")
            }
            return converter
        } catch {
            throw .unparsed(error)
        }
    }

    /// Takes the device's next frame; false when it was not usable.
    private mutating func takeFrame(
        _ output: FrameOutput, by converter: any CameraConverter
    ) throws(CameraError) -> Bool {
        let filled: CaptureBuffers.Filled
        do {
            guard let next = try buffers.dequeue() else { return false }
            filled = next
        } catch {
            // EIO is a passing fault by the kernel's own documentation; the deadline bounds it.
            guard error.isErrno(EIO) else { throw hasFormatChanged() ? .formatChanged : error }
            return lose(output, "read error")
        }
        if filled.isDamaged {
            try buffers.queue(filled)
            return lose(output, "damaged by the camera")
        }
        // Asked once for each new length, which for MJPEG would be with every frame.
        if stream.rowStride > 0, lastLength.map({ $0 != filled.length }) ?? false, hasFormatChanged() {
            throw .formatChanged
        }
        lastLength = filled.length
        guard var draft = output.pool.draft(width: stream.format.width, height: stream.format.height) else {
            try buffers.queue(filled)
            sequence += 1
            output.report(.lostFrame("no free frame"))
            // The camera works; the readers are late.
            return true
        }
        let timestamp = instant(of: filled)
        let keepsOriginal = output.pool.keepsOriginals
        let fault = buffers.withBytes(of: filled) { bytes in
            let fault = converter.convert(bytes, into: &draft)
            guard fault == nil else { return fault }
            let original = converter.original(of: bytes, in: draft)
            if output.colour.isWanted {
                draft.chroma = ChromaGrid(of: original, layout: converter.originalLayout)
            }
            if keepsOriginal { draft.keepOriginal(original, layout: converter.originalLayout) }
            if let taker = stills.take() {
                let layout = converter.originalLayout as? OriginalStream
                taker(layout.map { CameraStill(stream: $0.format, bytes: Array(original)) })
            }
            return fault
        }
        try buffers.queue(filled)
        if let fault {
            if hasFormatChanged() { throw .formatChanged }
            return lose(output, fault)
        }
        output.deliver(draft.finish(sequence: sequence, timestamp: timestamp))
        sequence += 1
        return true
    }

    private mutating func lose(_ output: FrameOutput, _ reason: String) -> Bool {
        sequence += 1
        damagedSinceFrame = true
        output.report(.lostFrame(reason))
        return false
    }

    /// Whether the device is set to another format than the negotiated one; false when it does not report its format.
    private borrowing func hasFormatChanged() -> Bool {
        guard let now = try? device.currentFormat() else { return false }
        return !now.liesLike(stream)
    }

    /// Why the poll failed: an unplugged device reports that when it is queried.
    private borrowing func deathCause() -> CameraError {
        do {
            _ = try device.capability()
            return .stopped
        } catch {
            return error == .notACamera ? .stopped : error
        }
    }

    /// When `filled` was captured. ContinuousClock counts suspended time too, so only the
    /// frame's age is taken from the kernel's clock.
    private func instant(of filled: CaptureBuffers.Filled) -> ContinuousClock.Instant {
        let now = ContinuousClock.now
        guard let caught = filled.monotonicTime else { return now }
        var clock = timespec()
        clock_gettime(CLOCK_MONOTONIC, &clock)
        let age = Duration.seconds(clock.tv_sec) + .nanoseconds(clock.tv_nsec) - caught
        return age > .zero && age < .seconds(5) ? now - age : now
    }
}

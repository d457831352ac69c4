import Services
import Scanning

/// Figures of the status line, smoothed so that they can be read.
struct FrameRate {
    private var times: [ContinuousClock.Instant] = []
    private var decodeMilliseconds: Double?
    private var lastDecoded: UInt64 = 0

    /// Notes a frame; the last two seconds count.
    mutating func count(at now: ContinuousClock.Instant) {
        times.append(now)
        times.removeAll { $0 < now - .seconds(2) }
    }

    /// Frames a second; nil until there are two.
    var perSecond: Double? {
        guard let first = times.first, let last = times.last, times.count > 1 else { return nil }
        let seconds = first.duration(to: last) / .seconds(1)
        return seconds > 0 ? Double(times.count - 1) / seconds : nil
    }

    /// The mean decoding time, weighted towards the newest frames, in milliseconds.
    mutating func meanDecode(_ view: ScanSession.View) -> Double? {
        guard view.decodedFrames != lastDecoded else { return decodeMilliseconds }
        lastDecoded = view.decodedFrames
        let newest = view.decodeTime / .milliseconds(1)
        decodeMilliseconds = decodeMilliseconds.map { $0 + (newest - $0) * 0.1 } ?? newest
        return decodeMilliseconds
    }
}

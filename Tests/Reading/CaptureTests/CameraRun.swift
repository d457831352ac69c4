import Capture
import Frames
import Synchronization

/// The frames and reports of a camera's run.
final class CameraRun: Sendable {
    struct Result {
        var frames: [(sequence: UInt64, luma: [UInt8])] = []
        var reports: [SourceReport] = []
        var error: SourceError?
        var lost: [String] { reports.compactMap { if case .lostFrame(let why) = $0 { why } else { nil } } }
        var format: FrameFormat? {
            reports.compactMap { if case .streaming(let format) = $0 { format } else { nil } }.last
        }
    }

    private let result = Mutex(Result())
    let stop: Doorbell

    init() throws { stop = try Doorbell() }

    /// Runs `camera` until it ends or has delivered `frames` frames; calls `whileRunning` at the first.
    func run(
        _ camera: V4L2Camera, frames: Int = .max, pool: FramePool? = nil,
        whileRunning: @escaping @Sendable () -> Void = {}
    ) throws -> Result {
        let output = FrameOutput(
            pool: try pool ?? FramePool(),
            deliver: { frame in
                let count = self.result.withLock { result in
                    let luma = frame.withLuma { span in (0..<span.count).map { span[$0] } }
                    result.frames.append((frame.sequence, luma))
                    return result.frames.count
                }
                if count == 1 { whileRunning() }
                if count >= frames { self.stop.ring() }
            },
            report: { report in self.result.withLock { $0.reports.append(report) } })
        do throws(SourceError) {
            try camera.run(output, until: stop)
        } catch {
            result.withLock { $0.error = error }
        }
        return result.withLock { $0 }
    }
}

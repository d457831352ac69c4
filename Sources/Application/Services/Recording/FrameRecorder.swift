import Dispatch
import Files
import Formats
import Foundation
import Frames
import Scanning
import Synchronization

/// Keeps the frames around each scan in a file, so that a code that was read wrongly can be looked at, replayed and reported.
///
/// The last second before a scan waits in memory, what follows it for half a second is written with it. Memory and file have
/// limits; the disk is written on a queue, and no frame waits for it. Frames of another size than the first go to a file of their own.
package final class FrameRecorder: ScanConsumer {
    /// How much is kept before and after a scan.
    private static let before = Duration.seconds(1)
    private static let after = Duration.milliseconds(500)
    /// Frames between these are left out: ten a second show what a reader saw.
    private static let interval = Duration.milliseconds(90)
    /// The most bytes of frames in memory: those before a scan, and those that wait for the disk.
    private static let maximumMemory = 96 << 20
    /// The most bytes of a file.
    package static let maximumFile = 256 << 20

    private struct Kept: Sendable {
        let luma: [UInt8]
        let width: Int
        let height: Int
        let time: Timestamp
        let instant: ContinuousClock.Instant
    }

    private struct State: Sendable {
        var ring: [Kept] = []
        /// Frames are written as they come until then.
        var end: ContinuousClock.Instant?
        var last: ContinuousClock.Instant?
        /// Bytes of frames that wait for the disk.
        var waiting = 0
    }

    private struct Output: Sendable {
        // SAFETY: used on the queue only.
        nonisolated(unsafe) var files: [FrameFile] = []
        var hasFailed = false
    }

    private let path: String
    private let fileLimit: Int
    private let warn: @Sendable (String) -> Void
    private let state = Mutex(State())
    private let output = Mutex(Output())
    private let queue = DispatchQueue(label: "recording")

    /// A recorder to `path`, which must not exist.
    ///
    /// - Parameters:
    ///   - fileLimit: the most bytes of a file.
    ///   - warn: takes the line that says why recording has ended.
    /// - Throws: `UserError` where the file exists, or its folder cannot be written to.
    package init(
        to path: String, fileLimit: Int = FrameRecorder.maximumFile, warn: @escaping @Sendable (String) -> Void
    ) throws(UserError) {
        (self.path, self.fileLimit, self.warn) = (path, fileLimit, warn)
        // The size of frames is not known yet; whether a file can be made is.
        _ = try FrameFile(at: path, width: 1, height: 1, limit: 0)
        unlink(path.fileSystemPath)
    }

    /// Takes a frame of the source.
    package func frameCame(_ frame: Frame) {
        let now = ContinuousClock.now
        let isWanted = state.withLock { state in
            if let last = state.last, now - last < Self.interval { return false }
            state.last = now
            return true
        }
        guard isWanted else { return }
        let luma = frame.withLuma { luma in luma.withUnsafeBytes { Array($0) } }
        let kept = Kept(
            luma: luma, width: frame.width, height: frame.height, time: Timestamp(Date()), instant: now)
        let written: [Kept] = state.withLock { state in
            if let end = state.end, now < end { return take([kept], &state) }
            state.end = nil
            state.ring.append(kept)
            var bytes = state.ring.reduce(0) { $0 + $1.luma.count }
            while let first = state.ring.first,
                now - first.instant > Self.before || (bytes > Self.maximumMemory / 2 && state.ring.count > 1)
            {
                bytes -= first.luma.count
                state.ring.removeFirst()
            }
            return []
        }
        write(written)
    }

    /// Writes what came before these scans, and from now on what comes after them.
    package func appeared(_ scans: inout AppearedScans, post: (ScanSession.Event) -> Void) {
        write(
            state.withLock { state in
                state.end = .now + Self.after
                defer { state.ring = [] }
                return take(state.ring, &state)
            })
    }

    /// The frames of `frames` that there is room for while they wait for the disk.
    private func take(_ frames: [Kept], _ state: inout State) -> [Kept] {
        frames.filter { frame in
            guard state.waiting + frame.luma.count <= Self.maximumMemory / 2 else { return false }
            state.waiting += frame.luma.count
            return true
        }
    }

    private func write(_ frames: [Kept]) {
        if frames.isEmpty { return }
        queue.async { [self] in
            for frame in frames {
                write(frame)
                state.withLock { $0.waiting -= frame.luma.count }
            }
        }
    }

    private func write(_ frame: Kept) {
        output.withLock { output in
            if output.hasFailed { return }
            do {
                var file = output.files.first { $0.width == frame.width && $0.height == frame.height }
                if file == nil {
                    let name = output.files.isEmpty ? path : Self.path(path, of: frame.width, frame.height)
                    let new = try FrameFile(at: name, width: frame.width, height: frame.height, limit: fileLimit)
                    output.files.append(new)
                    file = new
                }
                try file?.add(frame.luma, at: frame.time)
            } catch {
                output.hasFailed = true
                warn("Recording has ended: \(error)")
            }
        }
    }

    /// `scan.y4m` of another size is `scan-640x480.y4m`.
    static func path(_ path: String, of width: Int, _ height: Int) -> String {
        let size = "-\(width)x\(height)"
        let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let dot = path[name...].lastIndex(of: "."), dot > name else { return path + size }
        return "\(path[..<dot])\(size)\(path[dot...])"
    }

    /// Writes what waits, and closes the files. Called after the last session; waits for the disk.
    package func finish() {
        queue.sync {
            output.withLock { output in
                do {
                    for file in output.files { try file.close() }
                } catch {
                    warn("\(error)")
                }
                output.files = []
            }
        }
    }
}

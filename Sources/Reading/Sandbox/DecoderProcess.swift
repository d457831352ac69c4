import CLinux
import Decoding
import Foundation
import Frames

/// Reads frames in a child process without other rights, so that no picture can compromise this process.
///
/// The child is this same program, which has to call `DecoderChild.main()` when its first argument is
/// `DecoderChild.argument`. A child that crashes, hangs or talks nonsense costs the frame that it was reading: that
/// frame is reported as lost and never sent again, and another child takes its place, after growing pauses when one after
/// the other dies.
///
/// Used by one thread. The child ends with this object, and with the thread that made it.
package final class DecoderProcess: FrameReader {
    /// How long a child may take before it counts as hung, by wall-clock time; up to four times as long where
    /// the machine is so busy that the child hardly ran.
    package struct Patience: Hashable, Sendable {
        /// For a live frame. Default: 1 s.
        package var live = Duration.seconds(1) * ConfinedChild.slowness
        /// For a picture by normal effort. Default: 20 s.
        package var normal = Duration.seconds(20) * ConfinedChild.slowness
        /// For a picture by thorough effort. Default: 120 s.
        package var thorough = Duration.seconds(120) * ConfinedChild.slowness
        /// For a child to be ready. Default: 10 s.
        package var start = Duration.seconds(10) * ConfinedChild.slowness

        /// The defaults; ten times as long in debug builds.
        package init() {}
    }

    /// How often something happened.
    package struct Counts: Hashable, Sendable {
        /// Children started.
        package var started: UInt64 = 0
        /// Frames that were lost, for whatever cause.
        package var lost: UInt64 = 0
    }

    package var counts: Counts { Counts(started: child.startedCount, lost: lost) }
    /// The running child's pid; nil while there is none.
    package var pid: Int32? { child.pid }
    /// What the child that was started last has given away; nil before it was ready.
    package var confinement: Confinement? { child.confinement }

    private let options: ReaderOptions
    private let patience: Patience
    private let log: @Sendable (String) -> Void
    private let plane: FrameMemory
    private let child: ConfinedChild
    private var lost: UInt64 = 0
    private var killers = CrashFingerprints()
    private var forgets = false
    #if DEBUG
        /// What the next read asks of the child before the frame. Tests only.
        var nextTest: ChildTest? {
            get { child.nextTest }
            set { child.nextTest = newValue }
        }
    #endif

    /// A reader whose child is being started.
    ///
    /// - Parameters:
    ///   - policy: the child's executable, and what is asked of its confinement.
    ///   - log: takes a line for each child that had to be replaced; called on the reading thread.
    /// - Throws: `FrameError` (`unavailable`) when there is no memory to share. A child that cannot be started is reported
    ///   by each `read`.
    package init(
        options: ReaderOptions = ReaderOptions(), patience: Patience = Patience(),
        policy: ConfinementPolicy = ConfinementPolicy(), log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(FrameError) {
        (self.options, self.patience, self.log) = (options, patience, log)
        do throws(SourceError) {
            plane = try FrameMemory(byteCount: FramePool.largestArea, othersMayWrite: false)
        } catch {
            throw FrameError(.unavailable, error.description)
        }
        guard let json = try? JSONEncoder().encode(options) else {
            throw FrameError(.unavailable, "the decoder's options cannot be written")
        }
        child = ConfinedChild(
            title: "decoder", argument: DecoderChild.argument, given: [plane.descriptor], setUp: Array(json),
            patience: .init(start: patience.start, longest: patience.longest), policy: policy, log: log)
        // Early, so that it is ready when the first frame comes; a failure is repeated, and reported, there.
        child.startEarly()
    }

    /// Reads `frame` in the child.
    ///
    /// - Throws: `FrameError`: `died`, `hung` or `garbled` once for a frame; `known` for a frame that did so before;
    ///   `unavailable` when no child could be had in time. A live frame does not wait for a child that is held back.
    package func read(
        _ frame: Frame, region: PixelRect? = nil, effort: Effort = .normal
    ) throws(FrameError) -> ReadResult {
        do throws(FrameError) {
            return try attempt(frame, region: region, effort: effort)
        } catch {
            lost += 1
            throw error
        }
    }

    /// From now on a read ends, and its child with it, as soon as `bell` rings.
    package func endEarly(at bell: Doorbell) { child.stopBell = bell }

    /// This reader, whose child treats the next frame as the first.
    package func forgetting() -> any FrameReader {
        forgets = true
        return self
    }

    private func attempt(_ frame: Frame, region: PixelRect?, effort: Effort) throws(FrameError) -> ReadResult {
        if killers.contains(frame, region: region, effort: effort) {
            throw FrameError(.known, "the decoder crashed on this picture before: it is skipped")
        }
        try child.becomeReady(waits: !effort.isLive)
        frame.withLuma { luma in
            luma.withUnsafeBytes { bytes in
                // SAFETY: a frame has at most `largestArea` bytes, which is the size of the mapping.
                if let source = bytes.baseAddress { plane.base.copyMemory(from: source, byteCount: bytes.count) }
            }
        }
        let request = ReadRequest(
            width: frame.width, height: frame.height, region: region, effort: effort, forgets: forgets)
        forgets = false
        do throws(FrameError) {
            let reply = try child.ask(.read, request.bytes, within: patience.duration(for: effort))
            let result = try? JSONDecoder().decode(ReadResult.self, from: Data(reply))
            guard let result, result.isPlausible else { throw child.garbled }
            child.succeeded()
            return result
        } catch {
            // Stopped: not a failure of the child.
            if child.isStopped { throw error }
            killers.insert(frame, region: region, effort: effort, wasLate: error.cause == .hung)
            throw child.replaced(after: error)
        }
    }
}

extension DecoderProcess.Patience {
    fileprivate func duration(for effort: Effort) -> Duration {
        switch effort {
        case .live: live
        case .normal: normal
        case .thorough: thorough
        }
    }

    fileprivate var longest: Duration { max(live, normal, thorough) }
}

extension Effort {
    fileprivate var isLive: Bool { if case .live = self { true } else { false } }
}

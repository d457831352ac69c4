import Dispatch
import Files
import Foundation
import Places
import Synchronization

/// Follows a source of positions on a thread of its own, and opens it again when it fails.
///
///     let watch = PositionWatch(source) { state in … }    // called on that thread
///     watch.stop()
package final class PositionWatch: Sendable {
    /// What is known of this machine's position.
    package enum State: Sendable, Hashable {
        case position(Position)
        /// The source works, and does not know where it is.
        case noFix
        /// Why the source cannot be used, in a line.
        case failed(String)
    }

    private let isStopped = Mutex(false)

    /// How long `stop` may take to be noticed.
    private static let step = Duration.seconds(1)
    /// Pauses before a source is opened again, in seconds; the last one stays.
    private static let pauses = [1, 2, 5, 10, 30]
    /// How often a position that does not change is reported.
    private static let repetition = Duration.seconds(5)

    /// Begins to follow `source`.
    ///
    /// - Parameter changed: called on the watch's thread with each report.
    package init(_ source: PositionSource, _ changed: @escaping @Sendable (State) -> Void) {
        Thread.detachNewThread { [weak self] in
            var failures = 0
            while self?.isRunning ?? false {
                let problem: String
                do throws(UserError) {
                    let stream = try PositionStream(source)
                    let reported = try Self.follow(stream, changed) { self?.isRunning ?? false }
                    if reported { failures = 0 }
                    problem = "\(source.title) has ended"
                } catch {
                    problem = error.description
                }
                guard self?.isRunning ?? false else { return }
                changed(.failed(problem))
                let pause = Self.pauses[min(failures, Self.pauses.count - 1)]
                failures += 1
                for _ in 0..<pause where self?.isRunning ?? false { Thread.sleep(forTimeInterval: 1) }
            }
        }
    }

    /// Reports until the source ends or nobody wants it any more.
    ///
    /// - Returns: whether there was a report.
    private static func follow(
        _ stream: PositionStream, _ changed: (State) -> Void, while isRunning: () -> Bool
    ) throws(UserError) -> Bool {
        var last: Position?
        var hasReported = false
        while isRunning() {
            switch try stream.next(until: .now + step) {
            case .position(let position):
                last = position
                // A file is read to its end: its last position counts.
                if !stream.isFile { changed(.position(position)) }
                hasReported = true
            case .noFix:
                last = nil
                if !stream.isFile { changed(.noFix) }
                hasReported = true
            case nil:
                guard stream.isLasting else { continue }
                changed(last.map(State.position) ?? .noFix)
                Thread.sleep(forTimeInterval: repetition / .seconds(1))
            }
        }
        return hasReported
    }

    private var isRunning: Bool { !isStopped.withLock { $0 } }

    /// Ends the watch within a second or two; nothing waits for it.
    package func stop() { isStopped.withLock { $0 = true } }

    deinit { stop() }
}

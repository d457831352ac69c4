import Foundation
import Glibc
import Synchronization

/// Lines for a reader that may be slow: written by a thread of their own, so that a full pipe holds no frame up.
///
/// Where capture may wait (pictures, streams) nothing is dropped; of a camera the oldest lines go when more than `capacity` wait,
/// and that is told once the reader has caught up.
package final class OutputQueue: Sendable {
    private struct State {
        var lines: [[UInt8]] = []
        var dropped = 0
        var isClosed = false
        var isWriting = false
        var isBroken = false
    }

    private let state = Mutex(State())
    private let hasLines = DispatchSemaphore(value: 0)
    private let hasRoom = DispatchSemaphore(value: 0)
    private let isEmpty = DispatchSemaphore(value: 0)
    private let capacity: Int
    private let waits: Bool
    private let write: @Sendable ([UInt8]) -> Bool
    private let onBroken: @Sendable () -> Void
    private let complain: @Sendable (String) -> Void

    /// - Parameters:
    ///   - capacity: lines that wait at most; default 10,000.
    ///   - waits: whether who adds a line waits for room, so that none is dropped.
    ///   - onBroken: called once on another thread when the reader has gone.
    ///   - write: writes a line, however long that takes, and returns whether somebody reads; by default to standard output.
    package init(
        capacity: Int = 10_000, waits: Bool, complain: @escaping @Sendable (String) -> Void,
        onBroken: @escaping @Sendable () -> Void = {},
        write: @escaping @Sendable ([UInt8]) -> Bool = { Output.isWritten($0) }
    ) {
        self.capacity = capacity
        self.waits = waits
        self.write = write
        self.onBroken = onBroken
        self.complain = complain
        Thread.detachNewThread { self.run() }
    }

    /// Whether the reader has gone: lines go nowhere.
    package var isBroken: Bool { state.withLock(\.isBroken) }

    /// Adds a line, with its end.
    package func add(_ line: [UInt8]) {
        while true {
            let isAdded = state.withLock { state in
                if state.isBroken { return true }
                if state.lines.count >= capacity {
                    if waits { return false }
                    state.lines.removeFirst(state.lines.count - capacity + 1)
                    state.dropped += 1
                }
                state.lines.append(line)
                return true
            }
            if isAdded { break }
            hasRoom.wait()
        }
        hasLines.signal()
    }

    /// Waits until all lines were written, for `patience` at most.
    ///
    /// - Returns: how many lines were not written.
    @discardableResult
    package func finish(atMost patience: Duration) -> Int {
        state.withLock { $0.isClosed = true }
        hasLines.signal()
        _ = isEmpty.wait(timeout: .now() + patience / .seconds(1))
        return state.withLock { $0.lines.count + ($0.isWriting ? 1 : 0) }
    }

    private func breakOff() {
        state.withLock { ($0.isBroken, $0.lines) = (true, []) }
        onBroken()
    }

    private func run() {
        while true {
            hasLines.wait()
            let (line, isClosed) = state.withLock { state -> ([UInt8]?, Bool) in
                let line = state.lines.isEmpty ? nil : state.lines.removeFirst()
                state.isWriting = line != nil
                return (line, state.isClosed && state.lines.isEmpty)
            }
            if let line {
                if !write(line) { breakOff() }
                if waits { hasRoom.signal() }
            }
            let dropped = state.withLock { state -> Int in
                state.isWriting = false
                guard state.lines.isEmpty || isClosed else { return 0 }
                defer { state.dropped = 0 }
                return state.dropped
            }
            if dropped > 0 {
                complain("\(dropped) \(dropped == 1 ? "line was" : "lines were") dropped: the reader is too slow")
            }
            if isClosed, state.withLock({ $0.lines.isEmpty }) {
                isEmpty.signal()
                return
            }
        }
    }
}

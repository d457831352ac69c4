import Dispatch
import Symbols
import Synchronization

/// Hands each scan to a closure on a queue of its own, one after the other: however long that takes, no frame waits for it.
///
/// No scan is dropped: those that were not handed on yet wait in memory, without their frames.
package final class QueuedConsumer: ScanConsumer {
    private let queue: DispatchQueue
    private let group = DispatchGroup()
    private let waiting = Mutex(0)
    private let consume: @Sendable (Scan) -> Void

    /// Scans go to `consume`, on one thread at a time; `label` names the queue in debuggers.
    package init(label: String, consume: @escaping @Sendable (Scan) -> Void) {
        queue = DispatchQueue(label: label)
        self.consume = consume
    }

    /// Puts each scan into the queue.
    package func appeared(_ scans: inout AppearedScans, post: (ScanSession.Event) -> Void) {
        for scan in scans.elements.map(\.scan) {
            waiting.withLock { $0 += 1 }
            queue.async(group: group) { [self] in
                consume(scan)
                waiting.withLock { $0 -= 1 }
            }
        }
    }

    /// Waits until every scan was consumed, after the session.
    ///
    /// - Returns: how many were not within `patience`, with the one that `consume` was at; 0 when all were.
    package func finish(atMost patience: Duration) -> Int {
        _ = group.wait(timeout: .now() + patience / .seconds(1))
        return waiting.withLock { $0 }
    }
}

import Dispatch
import Symbols

/// Hands each scan to a closure on a queue of its own, one after the other: however long that takes, no frame waits for it.
///
/// No scan is dropped: those that were not handed on yet wait in memory, without their frames.
public final class QueuedConsumer: ScanConsumer {
    private let queue: DispatchQueue
    private let group = DispatchGroup()
    private let consume: @Sendable (Scan) -> Void

    /// Scans go to `consume`, on one thread at a time; `label` names the queue in debuggers.
    public init(label: String, consume: @escaping @Sendable (Scan) -> Void) {
        queue = DispatchQueue(label: label)
        self.consume = consume
    }

    /// Puts each scan into the queue.
    public func appeared(_ scans: inout AppearedScans, post: (ScanSession.Event) -> Void) {
        for scan in scans.elements.map(\.scan) {
            queue.async(group: group) { [consume] in consume(scan) }
        }
    }

    /// Waits until every scan was consumed, after the session.
    ///
    /// - Returns: whether that was so within `patience`.
    @discardableResult
    public func finish(atMost patience: Duration) -> Bool {
        group.wait(timeout: .now() + patience / .seconds(1)) == .success
    }
}

import Frames
import Synchronization

/// Reports of a thread to the loop, the oldest first.
final class Reports<Report: Sendable>: Sendable {
    private let waiting = Mutex<[Report]>([])
    private let doorbell: Doorbell

    /// More than the loop ever leaves; beyond that the oldest go.
    private static var maximumWaiting: Int { 100 }

    /// - Parameter doorbell: rung with each report.
    init(_ doorbell: Doorbell) { self.doorbell = doorbell }

    func add(_ report: Report) {
        waiting.withLock { waiting in
            if waiting.count >= Self.maximumWaiting { waiting.removeFirst() }
            waiting.append(report)
        }
        doorbell.ring()
    }

    /// What was reported since the last time.
    func take() -> [Report] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}

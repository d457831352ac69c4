import Frames
import Screens
import Synchronization

/// Notices from tasks that run beside the event loop, to it.
final class Mail: Sendable {
    private let waiting = Mutex<[Notice]>([])
    private let doorbell: Doorbell

    /// Rings `doorbell` for each notice.
    init(doorbell: Doorbell) { self.doorbell = doorbell }

    /// Leaves a notice for the loop.
    func post(_ notice: Notice) {
        waiting.withLock { $0.append(notice) }
        doorbell.ring()
    }

    /// The notices since the last call.
    func take() -> [Notice] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}

import Capture
import Frames
import Screens
import Synchronization

/// News from tasks that run beside the event loop, to it.
final class Mail: Sendable {
    /// One piece of news.
    enum Letter: Sendable {
        /// A line for the user.
        case notice(Notice)
        /// The picture that was asked for is saved, or could not be.
        case pictureSaved(Notice)
        /// This scan is no longer in the history, with a line that says so.
        case deleted(Int64, Notice)
        /// A camera of the switch with this number streams, after opening it took so long.
        case opened(V4L2Camera, switching: Int, after: Duration)
        /// The camera of the switch with this number cannot be opened.
        case refused(CameraRefusal, switching: Int)
    }

    private let waiting = Mutex<[Letter]>([])
    private let doorbell: Doorbell

    /// Rings `doorbell` for each letter.
    init(doorbell: Doorbell) { self.doorbell = doorbell }

    /// Leaves a notice for the loop.
    func post(_ notice: Notice) { post(.notice(notice)) }

    /// Leaves a letter for the loop.
    func post(_ letter: Letter) {
        waiting.withLock { $0.append(letter) }
        doorbell.ring()
    }

    /// The letters since the last call.
    func take() -> [Letter] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}

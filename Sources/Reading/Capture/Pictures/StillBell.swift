import Frames
import Synchronization

/// Wakes a source that holds a picture, from any thread.
final class StillBell: Sendable {
    private let bell = Mutex<Doorbell?>(nil)

    /// Wakes the source; nothing happens where it holds none.
    func ring() { bell.withLock { $0 }?.ring() }

    /// Lets `body` wait for it.
    func whileHeld<Value>(_ body: (Doorbell) throws(StreamError) -> Value) throws(StreamError) -> Value {
        let doorbell: Doorbell
        do throws(SourceError) { doorbell = try Doorbell() } catch { throw .failed(error) }
        bell.withLock { $0 = doorbell }
        defer { bell.withLock { $0 = nil } }
        return try body(doorbell)
    }
}

import CLinux
import Glibc

/// An eventfd: any thread rings it, a poll on `descriptor` wakes until it is cleared.
package final class Doorbell: Sendable {
    /// The descriptor to poll for input. Owned by this object.
    package let descriptor: Int32

    /// - Throws: `SourceError` when the process has no descriptors left.
    package init() throws(SourceError) {
        descriptor = qz_eventfd()
        guard descriptor >= 0 else {
            throw SourceError("cannot make an eventfd: \(String(cString: strerror(-descriptor)))")
        }
    }

    deinit { close(descriptor) }

    /// Wakes whoever polls.
    package func ring() { _ = qz_eventfd_ring(descriptor) }

    /// Clears the bell; returns whether it had been rung.
    @discardableResult
    package func clear() -> Bool { qz_eventfd_clear(descriptor) == 1 }

    /// Whether it has been rung and not cleared.
    package var isRung: Bool { qz_poll([descriptor], 1, 0) & 1 != 0 }

    /// Waits until it is rung, at most `milliseconds`; returns whether it was.
    package func wait(milliseconds: Int) -> Bool { qz_poll([descriptor], 1, Int32(clamping: milliseconds)) & 1 != 0 }
}

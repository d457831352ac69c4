import CLinux
import Frames
import Glibc

/// Notices that cameras come and go, without polling: the device folder is watched by inotify(7).
package final class CameraWatch: Sendable {
    /// The descriptor to poll for input. Owned by this object.
    package let descriptor: Int32

    /// How long to wait after a change before cameras are listed: udev makes a node, then its links, then its
    /// permissions, and one camera has several nodes.
    package static let settling = Duration.milliseconds(250)

    /// Watches the device folder of `system`.
    ///
    /// - Throws: `SourceError` when inotify(7) is not available.
    package init(_ system: CameraSystem) throws(SourceError) {
        let paths = system.paths
        descriptor = qz_watch_open(paths.devices)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(-descriptor))
            throw SourceError("Cannot watch \(paths.devices) for cameras: \(reason).")
        }
    }

    deinit { close(descriptor) }

    /// Reads the pending events; returns whether one may concern a camera.
    package func takeChanges() -> Bool { qz_watch_take(descriptor) == 1 }
}

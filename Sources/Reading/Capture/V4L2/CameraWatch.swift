import Files
import Frames
import Glibc

extension CameraList {
    /// How long to wait after a change before cameras are listed: udev makes a node, then its links, then its
    /// permissions, and one camera has several nodes.
    package static let settling = Duration.milliseconds(250)

    /// Watches the device folder of `system` for cameras that come, go or become accessible.
    ///
    /// - Throws: `SourceError` when inotify(7) is not available.
    package static func watch(_ system: CameraSystem) throws(SourceError) -> FileWatch {
        let folder = system.paths.devices
        // IN_ATTRIB: udev makes the node first and gives it to its group afterwards.
        let events = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | Int32(IN_ONLYDIR)
        guard let watch = FileWatch(in: folder, for: events, where: { $0.hasPrefix("video") || $0.hasPrefix("v4l") })
        else { throw SourceError("Cannot watch \(folder) for cameras: \(String(cString: strerror(errno))).") }
        return watch
    }
}

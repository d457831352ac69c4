import CLinux

// SAFETY: the table is never written after it was made, its functions may be called by several threads
// (qz_v4l2.h), and `owner` keeps it alive.
/// The system calls that cameras are used through: the kernel's, or those of a camera scripted by a test.
package struct V4L2Calls: @unchecked Sendable {
    let table: UnsafePointer<qz_v4l2_ops>
    private let owner: AnyObject?

    package static let system = V4L2Calls(table: qz_v4l2_system(), owner: nil)

    /// Calls through `table`, which `owner` keeps in place and unchanged.
    package init(table: UnsafePointer<qz_v4l2_ops>, owner: AnyObject?) {
        (self.table, self.owner) = (table, owner)
    }
}

/// What cameras are found and used through: this machine, or what a test has in its place.
package struct CameraSystem: Sendable {
    let calls: V4L2Calls
    let paths: CameraPaths

    package static let machine = CameraSystem(calls: .system, paths: CameraPaths())

    package init(calls: V4L2Calls, paths: CameraPaths = CameraPaths()) { (self.calls, self.paths) = (calls, paths) }
}

/// Where devices, what is known of them, and processes are looked up; tests bring their own folders.
package struct CameraPaths: Sendable, Hashable {
    /// Holds `video0`, … and `v4l/by-id`, `v4l/by-path`; default `/dev`.
    package var devices: String
    /// Holds `class/video4linux`; default `/sys`.
    package var system: String
    /// Holds a folder for each process; default `/proc`.
    package var processes: String

    package init(devices: String = "/dev", system: String = "/sys", processes: String = "/proc") {
        (self.devices, self.system, self.processes) = (devices, system, processes)
    }
}

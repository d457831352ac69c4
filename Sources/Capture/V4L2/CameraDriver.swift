import CLinux

// SAFETY: the table is never written after it was made, its functions may be called by several threads
// (qz_v4l2.h), and `owner` keeps it alive.
/// The system calls that cameras are used through: the kernel's, or those of a camera scripted by a test.
public struct CameraDriver: @unchecked Sendable {
    let calls: UnsafePointer<qz_v4l2_ops>
    private let owner: AnyObject?

    /// The kernel's calls.
    public static let system = CameraDriver(calls: qz_v4l2_system(), owner: nil)

    /// A driver that calls through `calls`, which `owner` keeps in place and unchanged.
    package init(calls: UnsafePointer<qz_v4l2_ops>, owner: AnyObject?) {
        self.calls = calls
        self.owner = owner
    }
}

/// Where devices, what is known of them, and processes are looked up; tests bring their own folders.
public struct CameraPaths: Sendable, Hashable {
    /// Holds `video0`, … and `v4l/by-id`, `v4l/by-path`; default `/dev`.
    public var devices: String
    /// Holds `class/video4linux`; default `/sys`.
    public var system: String
    /// Holds a folder for each process; default `/proc`.
    public var processes: String

    /// The folders of this machine where nothing else is given.
    public init(devices: String = "/dev", system: String = "/sys", processes: String = "/proc") {
        self.devices = devices
        self.system = system
        self.processes = processes
    }
}

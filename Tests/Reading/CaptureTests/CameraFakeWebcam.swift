import CameraFakes
import CLinux

@testable import Capture

/// A webcam with controls of every type.
extension FakeCamera {
    static func webcam() -> [Control] {
        [
            .init(id: 0x0098_0001, name: "User Controls", type: V4L2_CTRL_TYPE_CTRL_CLASS),
            .init(id: 0x0098_0900, name: "Brightness", range: -64...64, value: 3),
            .init(
                id: 0x0098_0918, name: "Power Line Frequency", type: V4L2_CTRL_TYPE_MENU, range: 0...3, value: 1,
                items: [0: "Disabled", 1: "50 Hz", 3: "Auto"]),
            .init(id: 0x009A_0001, name: "Camera Controls", type: V4L2_CTRL_TYPE_CTRL_CLASS),
            .init(
                id: 0x009A_090A, name: "Focus, Absolute", range: 0...250, step: 5,
                flags: UInt32(V4L2_CTRL_FLAG_INACTIVE), value: 100),
            .init(id: 0x009A_090C, name: "Focus, Automatic Continuous", type: V4L2_CTRL_TYPE_BOOLEAN, value: 1),
            .init(id: 0x009A_090D, name: "Zoom, Absolute", range: 100...400, value: 100),
            .init(
                id: 0x009A_0910, name: "Privacy", type: V4L2_CTRL_TYPE_BOOLEAN, flags: UInt32(V4L2_CTRL_FLAG_READ_ONLY)),
            .init(
                id: 0x009C_0901, name: "LED Mode", type: V4L2_CTRL_TYPE_MENU, range: 0...2,
                items: [0: "Off", 1: "Flash", 2: "Torch"]),
            .init(id: 0x009F_0001, name: "Huge", type: V4L2_CTRL_TYPE_INTEGER64, range: 0...(1 << 40), value: 1 << 33),
            .init(id: 0x009F_0002, name: "Backwards", type: V4L2_CTRL_TYPE_STRING),
        ]
    }

    /// The controls of the camera, as a stream has them.
    func controls() throws -> CameraControls {
        CameraControls(device: try V4L2Device(path: "/dev/video90", calls: calls), title: "Fake Camera")
    }

    /// The value that the driver has.
    func value(_ id: CameraControl.ID) -> Int64? {
        state.withLock { $0.controls.first { $0.id == id.rawValue }?.value }
    }
}

import CLinux
import Frames

/// The part of the picture that a camera's own automatic modes look at: a rectangle, and a mask of the modes.
///
/// uvcvideo has both from Linux 6.15 on (UVC 1.5, 4.2.2.1.20). Older headers do not name them, so they are asked for by
/// their numbers: linux/uvcvideo.h, linux/v4l2-controls.h.
struct RegionOfInterest {
    private static let rectangleID: UInt32 = 0x0098_1AE1
    private static let modesID: UInt32 = 0x0098_1AE2
    private static let rectangleType: UInt32 = 0x0107
    private static let largestValue: UInt32 = 0x0F03_0000
    /// V4L2_UVC_REGION_OF_INTEREST_AUTO_EXPOSURE and _FOCUS.
    private static let (exposure, focus): (Int64, Int64) = (1, 8)

    private let device: V4L2Device
    /// All that the camera sees, in pixels of its sensor.
    private let whole: v4l2_rect
    /// The modes that can be bound to the rectangle.
    private let modes: Int64

    /// The region of `device`; nil if there is none that steers the focus.
    init?(of device: V4L2Device) {
        var rectangle = v4l2_query_ext_ctrl()
        rectangle.id = Self.rectangleID
        var modes = v4l2_query_ext_ctrl()
        modes.id = Self.modesID
        let (calls, descriptor) = (device.calls.table, device.descriptor)
        guard qz_v4l2_query_ext_ctrl(calls, descriptor, &rectangle) >= 0, rectangle.type == Self.rectangleType,
            rectangle.flags & UInt32(V4L2_CTRL_FLAG_DISABLED | V4L2_CTRL_FLAG_READ_ONLY) == 0,
            qz_v4l2_query_ext_ctrl(calls, descriptor, &modes) >= 0, modes.maximum & Self.focus != 0
        else { return nil }
        var whole = v4l2_rect()
        guard
            qz_v4l2_get_rectangle(calls, descriptor, Self.rectangleID, Self.largestValue, &whole) >= 0
                || qz_v4l2_get_rectangle(
                    calls, descriptor, Self.rectangleID, UInt32(V4L2_CTRL_WHICH_DEF_VAL), &whole) >= 0,
            1...65536 ~= whole.width, 1...65536 ~= whole.height, abs(Int(whole.left)) <= 65536,
            abs(Int(whole.top)) <= 65536
        else { return nil }
        (self.device, self.whole) = (device, whole)
        self.modes = modes.maximum & (Self.focus | Self.exposure)
    }

    /// The region to be restored.
    struct Setting {
        fileprivate var rectangle: v4l2_rect
        fileprivate var modes: Int64
    }

    /// What it is now.
    func current() throws(CameraError) -> Setting {
        var setting = Setting(rectangle: v4l2_rect(), modes: 0)
        try device.call("VIDIOC_G_EXT_CTRLS") {
            qz_v4l2_get_rectangle($0, $1, Self.rectangleID, UInt32(V4L2_CTRL_WHICH_CUR_VAL), &setting.rectangle)
        }
        try device.call("VIDIOC_G_EXT_CTRLS") { qz_v4l2_get_control($0, $1, Self.modesID, 0, &setting.modes) }
        return setting
    }

    /// Restores an earlier setting.
    func restore(_ setting: Setting) throws(CameraError) {
        var (rectangle, modes) = (setting.rectangle, setting.modes)
        try device.call("VIDIOC_S_EXT_CTRLS") { qz_v4l2_set_rectangle($0, $1, Self.rectangleID, &rectangle) }
        try device.call("VIDIOC_S_EXT_CTRLS") { qz_v4l2_set_control($0, $1, Self.modesID, 0, &modes) }
    }

    /// Lets focus and exposure look at `part` only, in shares of the picture.
    func look(at part: InterestBox) throws(CameraError) {
        let pixels = part.pixels(width: Int(whole.width), height: Int(whole.height))
        try restore(
            Setting(
                rectangle: v4l2_rect(
                    left: whole.left + Int32(pixels.x), top: whole.top + Int32(pixels.y),
                    width: UInt32(max(1, pixels.width)), height: UInt32(max(1, pixels.height))),
                modes: modes))
    }
}

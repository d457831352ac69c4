import Files
import CLinux

/// Where a camera faces, by the driver, the firmware and the bus, else by its name.
extension CameraList {
    /// Whether the camera at `node` faces the user, so that its picture is mirrored.
    ///
    /// - Parameter orientation: the value of V4L2_CID_CAMERA_ORIENTATION; nil if there is no such control.
    static func facesUser(_ node: String, title: String, orientation: Int?, paths: CameraPaths) -> Bool {
        switch orientation {
        case Int(V4L2_CAMERA_ORIENTATION_FRONT): return true
        case Int(V4L2_CAMERA_ORIENTATION_BACK), Int(V4L2_CAMERA_ORIENTATION_EXTERNAL): return false
        default: break
        }
        let words = title.lowercased()
        // The name before the bus: a phone's or tablet's rear camera is built in as well.
        if ["rear", "back camera", "world-facing", "world facing"].contains(where: words.contains) { return false }
        if let device = parentDevice(of: node, paths: paths) {
            // Whether its USB port can be reached (Documentation/ABI/testing/sysfs-bus-usb). A camera plugged in has the
            // place of the port, which may be a computer's front.
            let port = firstLine(of: "\(device)/removable")
            if port == "removable" { return false }
            if port != "unknown" {
                // ACPI's _PLD (sysfs-devices-physical_location).
                switch firstLine(of: "\(device)/physical_location/panel") {
                case "front": return true
                case "back", "top", "bottom", "left", "right": return false
                default: break
                }
            }
            if port == "fixed" { return true }
        }
        let fronts = [
            "front", "user-facing", "user facing", "integrated", "built-in", "builtin", "internal", "laptop",
            "facetime",
        ]
        return fronts.contains(where: words.contains)
    }

    /// The folder in sysfs of the device that the camera at `node` belongs to: for USB the device, not its interface;
    /// nil if there is none.
    static func parentDevice(of node: String, paths: CameraPaths) -> String? {
        guard let device = Folder.resolved("\(sysfs(node, paths))/device") else { return nil }
        guard firstLine(of: "\(device)/bInterfaceNumber") != nil else { return device }
        return Folder.resolved("\(device)/..")
    }
}

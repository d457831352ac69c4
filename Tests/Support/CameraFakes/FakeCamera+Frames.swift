import Capture

/// Frames of the fake camera, and the camera itself.
extension FakeCamera {
    /// A luma plane with a different value for each pixel.
    package static func ramp(_ width: Int, _ height: Int, from first: Int = 0) -> [UInt8] {
        (0..<width * height).map { UInt8(truncatingIfNeeded: $0 &* 3 &+ first) }
    }

    /// Puts `luma` into a frame: `step` bytes a sample at `offset`, `padding` bytes a row, `tail` bytes of chroma.
    package static func packed(
        _ luma: [UInt8], width: Int, step: Int = 1, offset: Int = 0, padding: Int = 0, tail: Int = 0
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        for row in stride(from: 0, to: luma.count, by: width) {
            for x in 0..<width { for byte in 0..<step { bytes.append(byte == offset ? luma[row + x] : 0x77) } }
            bytes += [UInt8](repeating: 0x55, count: padding)
        }
        return bytes + [UInt8](repeating: 0x80, count: tail)
    }

    /// A camera with this driver that no other program uses.
    package func camera(request: CameraFormatRequest = .automatic, patience: Int = 2000) -> V4L2Camera {
        V4L2Camera(
            device: .fake, request: request,
            system: CameraSystem(calls: calls, paths: CameraPaths(processes: "/nonexistent")),
            patience: CameraPatience(firstFrameMilliseconds: patience, frameMilliseconds: patience))
    }
}

extension CameraDevice {
    /// A camera that a fake stands for.
    package static let fake = CameraDevice(
        name: "usb-fake-index0", title: "Fake Camera", node: "/dev/video90", path: "/dev/video90", bus: "usb-fake-1",
        driver: "fake")
}

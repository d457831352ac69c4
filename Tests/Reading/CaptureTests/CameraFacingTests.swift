import CameraFakes
import CLinux
import Foundation
import Testing

@testable import Capture

@Suite struct CameraFacingTests {
    /// Whether a camera of this name on USB faces the user.
    private func faces(
        _ title: String, removable: String? = nil, panel: String? = nil, orientation: Int? = nil
    ) throws -> Bool {
        let folders = try Folders()
        try folders.node(0, name: title)
        try folders.write("01\n", to: "sys/devices/usb1/1-3/1-3:1.0/bInterfaceNumber")
        if let removable { try folders.write(removable + "\n", to: "sys/devices/usb1/1-3/removable") }
        if let panel { try folders.write(panel + "\n", to: "sys/devices/usb1/1-3/physical_location/panel") }
        try folders.link("sys/class/video4linux/video0/device", to: "../../../devices/usb1/1-3/1-3:1.0")
        let fake = FakeCamera {
            if let orientation {
                $0.controls = [
                    .init(
                        id: CameraControl.ID.cameraOrientation.rawValue, name: "Camera Orientation",
                        type: V4L2_CTRL_TYPE_MENU, range: 0...2, flags: UInt32(V4L2_CTRL_FLAG_READ_ONLY),
                        value: Int64(orientation), items: [0: "Front", 1: "Back", 2: "External"])
                ]
            }
        }
        return try #require(
            CameraList.available(in: CameraSystem(calls: fake.calls, paths: folders.paths)).first
        ).facesUser
    }

    @Test func theDriversWordCounts() throws {
        #expect(try faces("Rear Camera", orientation: 0))
        #expect(try !faces("Integrated Camera", removable: "fixed", panel: "front", orientation: 1))
        #expect(try !faces("Integrated Camera", orientation: 2))
    }

    @Test func thenThePortAndTheFirmware() throws {
        #expect(try faces("HD Camera", removable: "fixed"))
        #expect(try faces("HD Camera", removable: "fixed", panel: "front"))
        #expect(try !faces("HD Camera", removable: "fixed", panel: "back"))
        #expect(try !faces("Rear Camera", removable: "fixed"))
        // Plugged into a port at the front of the computer.
        #expect(try !faces("HD Webcam", removable: "removable", panel: "front"))
        #expect(try !faces("HD Webcam", removable: "unknown", panel: "front"))
    }

    @Test(arguments: [
        ("Integrated Camera", true), ("Integrated_Webcam_HD", true), ("FaceTime HD Camera", true),
        ("Front Camera", true), ("User Facing: 5M", true), ("USB2.0 HD UVC WebCam", false), ("C920", false),
        ("vcam UVC 0", false), ("Built-in iSight", true), ("Surface Camera Front", true),
        ("Surface Camera Rear", false),
    ])
    func thenTheName(title: String, expected: Bool) throws {
        #expect(try faces(title) == expected)
    }

    @Test func aCameraThatCannotBeOpenedIsTakenForAnyOther() throws {
        let folders = try Folders()
        try folders.node(0, name: "Integrated Camera")
        let fake = FakeCamera { $0.openErrno = EBUSY }
        #expect(
            CameraList.available(in: CameraSystem(calls: fake.calls, paths: folders.paths)).map(\.facesUser) == [false])
        #expect(
            CameraList.undiscovered(
                "\(folders.paths.devices)/video0", in: CameraSystem(calls: .system, paths: folders.paths)
            ).facesUser)
    }
}

import Files
import CameraFakes
import CLinux
import Foundation
import Frames
import Testing

@testable import Capture

/// A temporary /dev, /sys and /proc.
final class Folders: Sendable {
    let root: URL
    var paths: CameraPaths {
        CameraPaths(devices: root.path + "/dev", system: root.path + "/sys", processes: root.path + "/proc")
    }

    init() throws {
        // The real path, as links are resolved before the comparison.
        let base = Folder.resolved(FileManager.default.temporaryDirectory.path) ?? "/tmp"
        root = URL(fileURLWithPath: base).appendingPathComponent("cameras-\(UUID().uuidString)")
        for folder in ["dev/v4l/by-id", "dev/v4l/by-path", "sys/class/video4linux", "proc"] {
            try FileManager.default.createDirectory(
                at: root.appendingPathComponent(folder), withIntermediateDirectories: true)
        }
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func node(_ number: Int, name: String? = nil, index: Int = 0) throws {
        try write("", to: "dev/video\(number)")
        if let name { try write(name + "\n", to: "sys/class/video4linux/video\(number)/name") }
        try write("\(index)\n", to: "sys/class/video4linux/video\(number)/index")
    }

    func write(_ text: String, to path: String) throws {
        let file = root.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func link(_ path: String, to target: String) throws {
        let file = root.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
    }
}

@Suite struct CameraListTests {
    private let metadata = UInt32(V4L2_CAP_META_CAPTURE) | UInt32(V4L2_CAP_STREAMING)

    @Test func namesCamerasByIdThenByPathThenByNode() throws {
        let folders = try Folders()
        for number in [10, 2, 0] { try folders.node(number, name: "Cam \(number)") }
        try folders.link("dev/v4l/by-id/usb-Acme_Cam_1-video-index0", to: "../../video0")
        try folders.link("dev/v4l/by-path/pci-0-usb-0:1:1.0-video-index0", to: "../../video0")
        try folders.link("dev/v4l/by-path/pci-0-usb-0:2:1.0-video-index0", to: "../../video2")
        let fake = FakeCamera()
        let found = CameraList.available(in: CameraSystem(calls: fake.calls, paths: folders.paths))
        let dev = folders.paths.devices
        #expect(
            found.map(\.name) == [
                "usb-Acme_Cam_1-video-index0", "pci-0-usb-0:2:1.0-video-index0", "\(dev)/video10",
            ])
        #expect(found.map(\.node) == ["\(dev)/video0", "\(dev)/video2", "\(dev)/video10"])
        #expect(found.map(\.path).first == "\(dev)/v4l/by-id/usb-Acme_Cam_1-video-index0")
        #expect(found.map(\.title) == ["Cam 0", "Cam 2", "Cam 10"])
        #expect(found.allSatisfy { $0.bus == "usb-fake-1" })
        #expect(found.allSatisfy { $0.driver == "fake" })
        #expect(found.allSatisfy { $0.problem == nil })
        #expect(fake.isReleased)
    }

    @Test func dropsMetadataNodesDuplicatesAndWhatIsNoCamera() throws {
        let folders = try Folders()
        for number in 0...2 { try folders.node(number, name: "Cam") }
        try folders.link("dev/video7", to: "video0")
        try folders.link("dev/video8", to: "gone")
        try folders.write("", to: "dev/videodev")
        try folders.write("", to: "dev/vbi0")
        let fake = FakeCamera {
            $0.capabilitiesAt["\(folders.paths.devices)/video1"] = metadata
            $0.openErrnos["\(folders.paths.devices)/video2"] = ENOENT
        }
        let found = CameraList.available(in: CameraSystem(calls: fake.calls, paths: folders.paths))
        #expect(found.map(\.node) == ["\(folders.paths.devices)/video0"])
    }

    @Test func aFileThatIsNoDeviceIsNoCamera() throws {
        let folders = try Folders()
        try folders.node(0, name: "Cam")
        #expect(CameraList.available(in: CameraSystem(calls: .system, paths: folders.paths)).isEmpty)
    }

    @Test func listsCamerasThatCannotBeOpenedWithTheReason() throws {
        let folders = try Folders()
        try folders.node(0, name: "Locked", index: 0)
        try folders.node(1, name: "Locked", index: 1)
        let fake = FakeCamera { $0.openErrno = EACCES }
        let found = CameraList.available(in: CameraSystem(calls: fake.calls, paths: folders.paths))
        #expect(found.map(\.title) == ["Locked"])
        #expect(found.first?.problem?.hasPrefix("No permission to open \(folders.paths.devices)/video0") == true)
    }

    @Test func showsNamesOnlyAsSafeText() throws {
        let folders = try Folders()
        try folders.node(0, name: "\u{1B}[31mEvil\u{202E} Cam\u{9B}\(String(repeating: "x", count: 200))")
        try folders.node(1, name: "Integrated Camera: Integrated C")
        let found = CameraList.available(in: CameraSystem(calls: FakeCamera().calls, paths: folders.paths))
        #expect(found.map(\.title).first?.hasPrefix("[31mEvil Camxxx") == true)
        #expect(found.map(\.title.count).max() == 80)
        #expect(found.map(\.title).last == "Integrated Camera")
    }

    @Test func readsWhatTheUSBPortCarries() throws {
        let folders = try Folders()
        for (number, speed) in [(0, "480"), (1, "5000"), (2, "12")] {
            try folders.node(number, name: "Cam \(number)")
            try folders.write(speed + "\n", to: "sys/devices/usb\(number)/speed")
            try folders.write("", to: "sys/devices/usb\(number)/1:1.0/driver")
            try folders.link(
                "sys/class/video4linux/video\(number)/device", to: "../../../devices/usb\(number)/1:1.0")
        }
        try folders.node(3, name: "Loop")
        let found = CameraList.available(in: CameraSystem(calls: FakeCamera().calls, paths: folders.paths))
        #expect(found.map(\.busBytesPerSecond) == [24_576_000, nil, 1_000_000, nil])
    }

    @Test func findsTheCameraThatIsMeant() throws {
        let cameras = ["HD Webcam", "Microscope", "HD Scanner"].enumerated().map {
            CameraDevice(name: "usb-\($0.offset)", title: $0.element, node: "/dev/video9\($0.offset)", path: "")
        }
        #expect(CameraList.camera("usb-1", among: cameras)?.title == "Microscope")
        #expect(CameraList.camera("/dev/video92", among: cameras)?.title == "HD Scanner")
        #expect(CameraList.camera("hd webcam", among: cameras)?.title == "HD Webcam")
        #expect(CameraList.camera("micro", among: cameras)?.title == "Microscope")
        #expect(CameraList.camera("HD", among: cameras) == nil)
        #expect(CameraList.camera("", among: cameras) == nil)
        #expect(CameraList.camera("none", among: cameras) == nil)
    }

    @Test func listsTheFormatsOfACamera() throws {
        let fake = FakeCamera {
            $0.offers = [.init(fourCC: "YUYV", sizes: [(640, 480)], rates: [30, 15]), .init(fourCC: "MJPG")]
        }
        let formats = try CameraList.formats(of: .fake, in: CameraSystem(calls: fake.calls, paths: CameraPaths()))
        #expect(formats.map(\.description) == ["640x480 YUYV 30/s", "640x480 YUYV 15/s", "16x8 MJPG 30/s"])
        #expect(fake.isReleased)
    }
}

@Suite struct CameraDiagnosisTests {
    @Test func namesTheProgramsThatHoldACamera() throws {
        let folders = try Folders()
        try folders.node(0)
        try folders.link("proc/4242/fd/7", to: "\(folders.paths.devices)/video0")
        try folders.write("cheese\n", to: "proc/4242/comm")
        try folders.link("proc/4243/fd/0", to: "/dev/null")
        try folders.write("sh\n", to: "proc/4243/comm")
        try folders.link("proc/\(getpid())/fd/3", to: "\(folders.paths.devices)/video0")
        try folders.write("4242 (cheese)\n", to: "proc/uptime")
        let node = "\(folders.paths.devices)/video0"
        #expect(DeviceHolder.holding(node, paths: folders.paths) == [DeviceHolder(program: "cheese", pid: 4242)])
        let diagnosis = CameraDiagnosis(path: node, title: "Cam", paths: folders.paths)
        #expect(
            diagnosis.explain(.call("VIDIOC_S_FMT", errno: EBUSY)).description
                == "\(node) is in use by cheese (pid 4242). Close it, or choose another camera.")
    }

    @Test func namesTheGroupThatOwnsTheNode() throws {
        let folders = try Folders()
        try folders.node(0)
        let node = "\(folders.paths.devices)/video0"
        let diagnosis = CameraDiagnosis(path: node, title: "Cam", paths: folders.paths)
        // Root can change the file's group to any; other users only to one of their own.
        let group = getgid() == 0 ? 1 : getgid()
        try #require(chown(node, uid_t.max, group) == 0)
        chmod(node, 0o660)
        let name = try #require(getgrgid(group).map { String(cString: $0.pointee.gr_name) })
        #expect(
            diagnosis.explain(.call("open", errno: EACCES)).description
                == "No permission to open \(node), which belongs to group \(name). "
                + "Run `sudo usermod -aG \(name) $USER`, then log in again.")
        chmod(node, 0o600)
        #expect(
            diagnosis.explain(.call("open", errno: EACCES)).description.hasPrefix(
                "No permission to open \(node), which only root can open."))
    }

    @Test func everyFaultIsOneLine() {
        let diagnosis = CameraDiagnosis(
            path: "/nonexistent/video0", title: "Cam", paths: CameraPaths(processes: "/none"))
        let faults: [CameraError] =
            [EINTR, EAGAIN, EIO, ENODEV, EBUSY, EACCES, EPERM, EINVAL, ENOSPC, ENOTTY, EMFILE, ENOENT].flatMap {
                [.call("open", errno: $0), .call("VIDIOC_DQBUF", errno: $0)]
            } + [
                .notACamera, .noCapture(driver: "uvcvideo"), .noCapture(driver: "v4l2 loopback"), .noFormat([]),
                .stopped,
                .silent(milliseconds: 2000, damaged: true), .formatNotOffered(.automatic, offered: []),
            ]
        for fault in faults {
            let line = diagnosis.explain(fault).description
            #expect(line.hasSuffix("."), "\(fault)")
            #expect(!line.contains("\n"), "\(fault)")
        }
    }
}

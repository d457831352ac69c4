import CameraFakes
import CLinux
import Foundation
import Frames
import Glibc
import Testing

@testable import Capture

private let lit: Int64 = 2

/// A camera `video0` of an image processor with a media controller and sub-devices, as plain files and a fake.
private struct Pipeline: Sendable {
    let folders: Folders
    let fake: FakeCamera
    var camera: String { "\(folders.paths.devices)/video0" }

    init() throws {
        folders = try Folders()
        try folders.node(0, name: "Cam")
        try folders.write("isp\n", to: "sys/devices/isp/media0/model")
        try folders.link("sys/class/video4linux/video0/device", to: "../../../devices/isp")
        fake = FakeCamera {
            $0.offers = [.init(fourCC: "GREY")]
            $0.events = [.frame([UInt8](repeating: 9, count: 128)), .silence]
        }
    }

    func path(_ number: Int) -> String { "\(folders.paths.devices)/v4l-subdev\(number)" }

    /// Adds `v4l-subdev<number>`, node 81:<number> of `device`, with the menu of its LED.
    func add(_ number: Int, of device: String, modes: [Int64: String] = [0: "Off", 1: "Flash", 2: "Torch"]) throws {
        try folders.write("\(device)\n", to: "sys/devices/\(device)/name")
        try folders.write("81:\(number)\n", to: "sys/class/video4linux/v4l-subdev\(number)/dev")
        try folders.link("sys/class/video4linux/v4l-subdev\(number)/device", to: "../../../devices/\(device)")
        let control = FakeCamera.Control(
            id: CameraControl.ID.flashLEDMode.rawValue, name: "LED Mode", type: V4L2_CTRL_TYPE_MENU,
            range: 0...(modes.keys.max() ?? 0), items: modes)
        fake.state.withLock { $0.controlsAt[path(number)] = modes.isEmpty ? [] : [control] }
    }

    func found() -> CameraControls? {
        FlashNode.open(of: camera, in: CameraSystem(calls: fake.calls, paths: folders.paths))
    }

    func mode(_ number: Int) -> Int64? { fake.state.withLock { $0.controlsAt[path(number)]?.first?.value } }

    func run(_ whileRunning: @escaping @Sendable (CameraControls) -> Void) throws -> CameraRun.Result {
        let device = CameraDevice(name: "cam", title: "Cam", node: camera, path: camera)
        let source = V4L2Camera(device: device, system: CameraSystem(calls: fake.calls, paths: folders.paths))
        return try CameraRun().run(source, frames: 1) { if let controls = source.controls { whileRunning(controls) } }
    }
}

private let errnos = [EINTR, EAGAIN, EIO, ENODEV, EBUSY, EACCES, EINVAL, ENOSPC, ENOTTY]

@Suite struct FlashNodeTests {
    @Test func aSubdeviceOfTheCamerasOwnDeviceIsItsLight() throws {
        let pipeline = try Pipeline()
        try pipeline.add(0, of: "isp", modes: [:])
        try pipeline.add(1, of: "isp2")
        try pipeline.add(2, of: "isp/flash", modes: [0: "Off", 1: "Flash"])
        #expect(pipeline.found() == nil, "no LED, another device's, no torch")
        try pipeline.add(3, of: "isp/flash")
        #expect(pipeline.found()?.title == "v4l-subdev3")
        #expect(pipeline.fake.isReleased)
    }

    @Test func theMediaControllerListsOneOnAnotherBus() throws {
        let pipeline = try Pipeline()
        try pipeline.add(4, of: "i2c-1/1-0030")
        // A sensor is left alone.
        try pipeline.add(3, of: "i2c-1/1-0010")
        pipeline.fake.state.withLock {
            $0.entities = [(qz_MEDIA_ENT_F_FLASH + 1, 81, 3), (qz_MEDIA_ENT_F_FLASH, 81, 4)]
        }
        #expect(pipeline.found()?.title == "v4l-subdev4")
        #expect(pipeline.fake.isReleased)
    }

    @Test func aCameraWithoutSubdevicesIsNotAskedForAny() throws {
        let pipeline = try Pipeline()
        #expect(pipeline.found() == nil)
        #expect(pipeline.fake.state.withLock { $0.pathOf.isEmpty })
    }

    @Test func isLitByTheTorchAndPutOutWithTheCamera() throws {
        let pipeline = try Pipeline()
        try pipeline.add(1, of: "isp")
        let result = try pipeline.run { controls in
            #expect((try? controls.isTorchOn()) == false)
            #expect(throws: Never.self) { try controls.torch(true) }
            #expect((try? controls.isTorchOn()) == true)
            #expect(pipeline.mode(1) == lit)
            #expect(throws: Never.self) { try controls.torch(false) }
            #expect(pipeline.mode(1) == 0)
            #expect(throws: Never.self) { try controls.torch(true) }
            #expect(pipeline.mode(1) == lit)
        }
        #expect(result.error == nil)
        #expect(pipeline.mode(1) == 0)
        #expect(pipeline.fake.isReleased)
    }

    @Test func theCamerasOwnTorchComesFirst() throws {
        let pipeline = try Pipeline()
        try pipeline.add(1, of: "isp")
        pipeline.fake.state.withLock { $0.controls = $0.controlsAt[pipeline.path(1)] ?? [] }
        _ = try pipeline.run { controls in
            #expect(throws: Never.self) { try controls.torch(true) }
            #expect(pipeline.mode(1) == 0)
            #expect(pipeline.fake.state.withLock { $0.controls[0].value } == lit)
        }
        #expect(pipeline.fake.isReleased)
    }

    @Test(arguments: errnos) func aNodeThatCannotBeUsedIsNoLightAndNoLoss(_ errno: Int32) throws {
        for place in ["media0", "v4l-subdev1"] {
            let pipeline = try Pipeline()
            try pipeline.add(1, of: place == "media0" ? "i2c-1/1-0030" : "isp")
            pipeline.fake.state.withLock {
                $0.entities = [(qz_MEDIA_ENT_F_FLASH, 81, 1)]
                $0.openErrnos["\(pipeline.folders.paths.devices)/\(place)"] = errno == EINTR ? EIO : errno
            }
            let result = try pipeline.run { #expect((try? $0.isTorchOn()) == nil) }
            #expect(result.error == nil)
            #expect(result.frames.count == 1)
            #expect(pipeline.fake.isReleased)
        }
    }

    @Test(arguments: errnos) func callsThatFailCostTheLightOnlyAndSaySo(_ errno: Int32) throws {
        let pipeline = try Pipeline()
        try pipeline.add(1, of: "i2c-1/1-0030")
        let isInterrupted = errno == EINTR
        pipeline.fake.state.withLock { state in
            state.entities = [(qz_MEDIA_ENT_F_FLASH, 81, 1)]
            state.failures[qz_MEDIA_IOC_ENUM_ENTITIES] = [errno]
        }
        let unlisted = try pipeline.run { #expect((try? $0.isTorchOn()) == (isInterrupted ? false : nil)) }
        #expect(unlisted.error == nil)
        #expect(pipeline.fake.isReleased)

        pipeline.fake.state.withLock { $0.events = [.frame([UInt8](repeating: 9, count: 128)), .silence] }
        let refused = try pipeline.run { controls in
            pipeline.fake.state.withLock { $0.failures[qz_VIDIOC_S_EXT_CTRLS] = [errno] }
            do throws(SourceError) {
                try controls.torch(true)
                #expect(isInterrupted)
                #expect(pipeline.mode(1) == lit)
            } catch {
                #expect(!isInterrupted)
                #expect(!error.description.isEmpty)
                #expect(!error.description.contains("\n"))
            }
        }
        #expect(refused.error == nil)
        #expect(pipeline.mode(1) == 0)
        #expect(pipeline.fake.isReleased)
    }
}

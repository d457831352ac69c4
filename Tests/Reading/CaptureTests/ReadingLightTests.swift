import CameraFakes
import CLinux
import Frames
import Glibc
import Testing

@testable import Capture

private func value(_ fake: FakeCamera, _ id: CameraControl.ID) -> Int64? {
    fake.state.withLock { $0.controls.first { $0.id == id.rawValue }?.value }
}

/// The exposure controls of uvcvideo, without the control `missing`.
private func webcam(without missing: CameraControl.ID? = nil, time: Int64 = 400) -> FakeCamera {
    FakeCamera {
        $0.controls = [
            .init(
                id: 0x0098_0918, name: "Power Line Frequency", type: V4L2_CTRL_TYPE_MENU, range: 0...2, value: 1,
                items: [0: "Disabled", 1: "50 Hz", 2: "60 Hz"]),
            .init(id: CameraControl.ID.gain.rawValue, name: "Gain", range: 0...100, value: 20),
            .init(
                id: CameraControl.ID.exposureMode.rawValue, name: "Auto Exposure", type: V4L2_CTRL_TYPE_MENU,
                range: 0...3, value: 3, items: [1: "Manual Mode", 3: "Aperture Priority Mode"]),
            .init(
                id: CameraControl.ID.exposureTime.rawValue, name: "Exposure Time, Absolute", range: 3...2047,
                value: time),
            .init(
                id: CameraControl.ID.exposurePriority.rawValue, name: "Exposure, Dynamic Framerate",
                type: V4L2_CTRL_TYPE_BOOLEAN, value: 1),
        ].filter { $0.id != missing?.rawValue }
        $0.offers = [.init(fourCC: "GREY")]
        $0.events = [.frame([UInt8](repeating: 9, count: 128)), .silence]
    }
}

private func open(_ fake: FakeCamera) throws -> CameraControls {
    CameraControls(device: try V4L2Device(path: "/dev/video90", calls: fake.calls), title: "Fake Camera")
}

@Suite struct ReadingLightTests {
    @Test func shortensTheExposureRaisesTheGainAndPutsBothBack() throws {
        let fake = webcam()
        let controls = try open(fake)
        #expect(!controls.isReadingLightOn)
        #expect(try controls.readingLightOn() == .amplified(seconds: 0.004))
        #expect(value(fake, .exposureMode) == 1)
        #expect(value(fake, .exposureTime) == 40)
        // A tenth of the light is left: nine tenths of the gain's range.
        #expect(value(fake, .gain) == 92)
        #expect(value(fake, .exposurePriority) == 0)
        #expect(value(fake, CameraControl.ID(rawValue: 0x0098_0918)) == 1)
        #expect(controls.isReadingLightOn)
        #expect(try controls.readingLightOn() == .amplified(seconds: 0.004))
        controls.readingLightOff()
        #expect(!controls.isReadingLightOn)
        #expect(value(fake, .exposureMode) == 3)
        #expect(value(fake, .exposureTime) == 400)
        #expect(value(fake, .gain) == 20)
        #expect(value(fake, .exposurePriority) == 1)
        controls.readingLightOff()
        #expect(value(fake, .gain) == 20)
    }

    @Test func aShortExposureStaysAndNeedsNoGain() throws {
        let fake = webcam(time: 10)
        #expect(try open(fake).readingLightOn() == .amplified(seconds: 0.001))
        #expect(value(fake, .exposureTime) == 10)
        #expect(value(fake, .gain) == 20)
    }

    @Test func saysWhatTheCameraLacks() throws {
        let dark = webcam(without: .gain)
        #expect(try open(dark).readingLightOn() == .darker(seconds: 0.004))
        let none = webcam(without: .exposureTime)
        let controls = try open(none)
        #expect(throws: SourceError("This camera has no exposure time that can be set.")) {
            try controls.readingLightOn()
        }
        #expect(!controls.isReadingLightOn)
        #expect(value(none, .exposurePriority) == 1)
    }

    @Test func whatFailsHalfwayIsPutBack() throws {
        let fake = webcam()
        // The time stays inactive, as where the driver has no manual mode.
        fake.state.withLock { state in
            for index in state.controls.indices where state.controls[index].id == CameraControl.ID.exposureTime.rawValue
            {
                state.controls[index].flags = UInt32(V4L2_CTRL_FLAG_INACTIVE)
            }
        }
        let controls = try open(fake)
        #expect(throws: SourceError.self) { try controls.readingLightOn() }
        #expect(value(fake, .exposureMode) == 3)
        #expect(value(fake, .exposurePriority) == 1)
        #expect(!controls.isReadingLightOn)
    }

    @Test func isOnFromTheBeginningWhereItIsRememberedAndOffAtTheEnd() throws {
        let fake = webcam()
        let camera = V4L2Camera(
            device: .fake, readsInLight: true,
            system: CameraSystem(calls: fake.calls, paths: CameraPaths(system: "/nonexistent")))
        let result = try CameraRun().run(camera, frames: 1) {
            #expect(camera.controls?.isReadingLightOn == true)
            #expect(value(fake, .exposureTime) == 40)
        }
        #expect(result.error == nil)
        #expect(value(fake, .exposureMode) == 3)
        #expect(value(fake, .exposureTime) == 400)
        #expect(value(fake, .gain) == 20)
        #expect(value(fake, .exposurePriority) == 1)
    }
}

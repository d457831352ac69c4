import CameraFakes
import Dispatch
import CLinux
import Frames
import Glibc
import Synchronization
import Testing

@testable import Capture

@Suite struct CameraIntentTests {
    @Test func locksAndReleasesTheFocus() throws {
        let fake = FakeCamera { $0.controls = FakeCamera.webcam() }
        let controls = try fake.controls()
        #expect(try controls.isFocusAutomatic() == true)
        try controls.focus(.locked)
        #expect(fake.value(.focusAutomatic) == 0)
        try controls.focus(.automatic)
        #expect(try controls.isFocusAutomatic() == true)
    }

    @Test func movesTheLensAfterEndingAutomaticFocus() throws {
        let fake = FakeCamera { $0.controls = FakeCamera.webcam() }
        let controls = try fake.controls()
        #expect(try controls.moveFocus(by: 1).value == 115)
        #expect(fake.value(.focusAutomatic) == 0)
        #expect(fake.value(.focusAbsolute) == 115)
        #expect(try controls.moveFocus(by: -2).value == 85)
        #expect(try controls.moveFocus(by: -100).value == 0)
        #expect(try controls.moveFocus(by: .max).value == 250)
    }

    @Test func zoomsAndReturnsTheFactor() throws {
        let fake = FakeCamera { $0.controls = FakeCamera.webcam() }
        let controls = try fake.controls()
        #expect(try controls.zoom(by: 1).factor == 1.15)
        #expect(try controls.zoom(by: 100).factor == 4)
        #expect(try controls.zoom(by: -100).value == 100)
    }

    @Test func lightsTheTorchAndPutsItOutWhenClosed() throws {
        let fake = FakeCamera { $0.controls = FakeCamera.webcam() }
        let controls = try fake.controls()
        #expect(try controls.isTorchOn() == false)
        try controls.torch(true)
        #expect(fake.value(.flashLEDMode) == 2)
        controls.close()
        #expect(fake.value(.flashLEDMode) == 0)
        #expect(fake.isReleased)
        #expect(throws: SourceError("Fake Camera is not open.")) { try controls.torch(true) }
    }

    @Test func aCallUnderWayEndsBeforeTheCameraIsClosedAndNoneFollows() async throws {
        let fake = FakeCamera { $0.controls = FakeCamera.webcam() }
        let controls = try fake.controls()
        let (isCalled, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let calls = DispatchGroup()
        DispatchQueue.global().async(group: calls) {
            try? controls.whileOpen {
                isCalled.signal()
                mayGoOn.wait()
                try controls.torch(true)
            }
        }
        #expect(isCalled.wait(timeout: .now() + 120) == .success)
        DispatchQueue.global().async(group: calls) { controls.close() }
        let end = ContinuousClock.now + .seconds(120)
        while !controls.isClosing.load(ordering: .acquiring), ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(throws: SourceError("Fake Camera is not open.")) {
            // It does not wait for the running call.
            mayGoOn.signal()
            try controls.whileOpen { try controls.torch(true) }
        }
        #expect(calls.wait(timeout: .now() + 120) == .success)
        #expect(fake.value(.flashLEDMode) == 0, "what was lit while it was closed is put out")
        #expect(fake.isReleased)
    }

    @Test func aPermanentLightStaysLit() throws {
        let fake = FakeCamera { $0.controls = FakeCamera.webcam() }
        let controls = CameraControls(
            device: try V4L2Device(path: "/dev/video90", calls: fake.calls), title: "Fake Camera", restores: false)
        try controls.set(.flashLEDMode, to: 2)
        controls.close()
        #expect(fake.value(.flashLEDMode) == 2)
        #expect(fake.isReleased)
    }

    @Test func aTorchIsNoSettingThatIsPutBackAtOpening() throws {
        let fake = FakeCamera { $0.controls = FakeCamera.webcam() }
        let controls = try fake.controls()
        try controls.apply(["led_mode": 2, "brightness": 9])
        #expect(fake.value(.flashLEDMode) == 0)
        #expect(fake.value(.init(rawValue: 0x0098_0900)) == 9)
        let lights = try controls.list().filter { !$0.isSetting }.map(\.key)
        #expect(lights == ["led_mode"])
    }

    @Test func leavesATorchAloneThatItDidNotLight() throws {
        let fake = FakeCamera { $0.controls = FakeCamera.webcam() }
        fake.state.withLock { state in
            for index in state.controls.indices where state.controls[index].name == "LED Mode" {
                state.controls[index].value = 2
            }
        }
        try fake.controls().close()
        #expect(fake.value(.flashLEDMode) == 2)
    }

    @Test func saysWhatACameraDoesNotHave() throws {
        let controls = try FakeCamera().controls()
        #expect(throws: SourceError("This camera has no automatic focus.")) { try controls.focus(.locked) }
        #expect(throws: SourceError("This camera has no zoom control.")) { try controls.zoom(by: 1) }
        #expect(throws: SourceError("This camera has no torch.")) { try controls.torch(true) }
        #expect(throws: SourceError("This camera has no focus control: its lens is fixed or automatic.")) {
            try controls.moveFocus(by: 1)
        }
        #expect(try controls.isFocusAutomatic() == nil)
        #expect(try controls.isTorchOn() == nil)
    }

    @Test func aFlashWithoutTorchIsNoTorch() throws {
        let fake = FakeCamera {
            $0.controls = [
                .init(
                    id: 0x009C_0901, name: "LED Mode", type: V4L2_CTRL_TYPE_MENU, range: 0...1,
                    items: [0: "Off", 1: "Flash"])
            ]
        }
        #expect(throws: SourceError("This camera has no torch.")) { try fake.controls().torch(true) }
    }

    @Test func controlsAreThereWhileTheCameraRunsAndTheTorchGoesOutWithIt() throws {
        let fake = FakeCamera {
            $0.controls = FakeCamera.webcam()
            $0.offers = [.init(fourCC: "GREY")]
            $0.events = [.frame([UInt8](repeating: 9, count: 128)), .silence]
        }
        let camera = V4L2Camera(device: .fake, system: CameraSystem(calls: fake.calls))
        #expect(camera.controls == nil)
        let result = try CameraRun().run(camera, frames: 1) {
            #expect(throws: Never.self) { try #require(camera.controls).torch(true) }
            #expect(fake.value(.flashLEDMode) == 2)
        }
        #expect(result.error == nil)
        #expect(camera.controls == nil)
        #expect(fake.value(.flashLEDMode) == 0)
        #expect(fake.isReleased)
    }

    @Test func controlsOfAnUnpluggedCameraAreLetGo() throws {
        let fake = FakeCamera {
            $0.controls = FakeCamera.webcam()
            $0.offers = [.init(fourCC: "GREY")]
            $0.events = [.frame([UInt8](repeating: 9, count: 128)), .unplug]
        }
        let camera = V4L2Camera(device: .fake, system: CameraSystem(calls: fake.calls))
        _ = try CameraRun().run(camera) { _ = try? camera.controls?.torch(true) }
        #expect(camera.controls == nil)
        #expect(fake.isReleased)
    }
}

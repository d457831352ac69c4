import Dispatch
import CLinux
import Frames
import Glibc
import Testing

@testable import Capture

private let inactive = UInt32(V4L2_CTRL_FLAG_INACTIVE)

private func webcam() -> [FakeCamera.Control] {
    [
        .init(id: 0x0098_0001, name: "User Controls", type: V4L2_CTRL_TYPE_CTRL_CLASS),
        .init(id: 0x0098_0900, name: "Brightness", range: -64...64, value: 3),
        .init(
            id: 0x0098_0918, name: "Power Line Frequency", type: V4L2_CTRL_TYPE_MENU, range: 0...3, value: 1,
            items: [0: "Disabled", 1: "50 Hz", 3: "Auto"]),
        .init(id: 0x009A_0001, name: "Camera Controls", type: V4L2_CTRL_TYPE_CTRL_CLASS),
        .init(id: 0x009A_090A, name: "Focus, Absolute", range: 0...250, step: 5, flags: inactive, value: 100),
        .init(id: 0x009A_090C, name: "Focus, Automatic Continuous", type: V4L2_CTRL_TYPE_BOOLEAN, value: 1),
        .init(id: 0x009A_090D, name: "Zoom, Absolute", range: 100...400, value: 100),
        .init(id: 0x009A_0910, name: "Privacy", type: V4L2_CTRL_TYPE_BOOLEAN, flags: UInt32(V4L2_CTRL_FLAG_READ_ONLY)),
        .init(
            id: 0x009C_0901, name: "LED Mode", type: V4L2_CTRL_TYPE_MENU, range: 0...2,
            items: [0: "Off", 1: "Flash", 2: "Torch"]),
        .init(id: 0x009F_0001, name: "Huge", type: V4L2_CTRL_TYPE_INTEGER64, range: 0...(1 << 40), value: 1 << 33),
        .init(id: 0x009F_0002, name: "Backwards", type: V4L2_CTRL_TYPE_STRING),
    ]
}

private func open(_ fake: FakeCamera) throws -> CameraControls {
    CameraControls(device: try V4L2Device(path: "/dev/video90", driver: fake.driver), title: "Fake Camera")
}

private func value(_ fake: FakeCamera, _ id: CameraControl.ID) -> Int64? {
    fake.state.withLock { $0.controls.first { $0.id == id.rawValue }?.value }
}

@Suite struct CameraControlTests {
    @Test func listsControlsWithTheirRangesAndFlags() throws {
        let fake = FakeCamera { $0.controls = webcam() }
        let controls = try open(fake)
        let list = try controls.list()
        #expect(
            list.map(\.key) == [
                "brightness", "power_line_frequency", "focus_absolute", "focus_automatic_continuous", "zoom_absolute",
                "privacy", "led_mode", "huge",
            ])
        let brightness = try #require(list.first)
        #expect(brightness.category == "User Controls")
        #expect(brightness.kind == .integer)
        #expect(brightness.value == 3)
        #expect(brightness.range == -64...64)
        #expect(brightness.step == 1)
        #expect(brightness.fraction == 67.0 / 128)
        #expect(list[1].items.map(\.title) == ["Disabled", "50 Hz", "Auto"])
        #expect(list[1].items.map(\.value) == [0, 1, 3])
        #expect(list[2].isInactive)
        #expect(list[2].category == "Camera Controls")
        #expect(list[3].kind == .boolean)
        #expect(list[5].isReadOnly)
        #expect(list[7].value == 1 << 33)
    }

    @Test func clampsValuesToRangeAndStep() throws {
        let fake = FakeCamera { $0.controls = webcam() }
        let controls = try open(fake)
        #expect(try controls.set(CameraControl.ID(rawValue: 0x0098_0900), to: 1000).value == 64)
        #expect(try controls.set(CameraControl.ID(rawValue: 0x0098_0900), to: .min).value == -64)
        try controls.focus(.locked)
        #expect(try controls.set(.focusAbsolute, to: 113).value == 115)
        #expect(try controls.set(.focusAbsolute, to: 112).value == 110)
        #expect(try controls.set(.focusAbsolute, to: .max).value == 250)
        #expect(try controls.set(CameraControl.ID(rawValue: 0x009F_0001), to: 1 << 34).value == 1 << 34)
    }

    @Test func aRangeOfAllNumbersDoesNotTrap() {
        let control = CameraControl(
            id: .zoomAbsolute, name: "All", category: "", kind: .integer, range: Int.min...Int.max, step: 7,
            defaultValue: 0,
            value: 1)
        #expect(control.clamped(.max) == .max)
        #expect(control.clamped(5) == 5)
        #expect(control.keyStep == 7)
        #expect(control.fraction.map { $0 > 0.4 && $0 < 0.6 } == true)
    }

    @Test func saysWhyAControlCannotBeSet() throws {
        let fake = FakeCamera { $0.controls = webcam() }
        let controls = try open(fake)
        func reason(_ id: UInt32, _ value: Int) -> String? {
            do throws(SourceError) {
                try controls.set(CameraControl.ID(rawValue: id), to: value)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(reason(0x009A_0910, 1) == "Privacy cannot be changed on this camera.")
        #expect(reason(0x009A_090A, 1) == "Focus, Absolute cannot be changed now: an automatic mode holds it.")
        #expect(reason(0x0098_0918, 2) == "Power Line Frequency has no choice 2.")
        #expect(reason(0x0098_0999, 2) == "This camera has no such control.")
        for (errno, expected) in [
            (EBUSY, "Brightness cannot be set: it is held by something else."),
            (EIO, "Brightness cannot be set: Input/output error."),
            (ENODEV, "Fake Camera (/dev/video90) was unplugged. Plug it in again."),
        ] {
            fake.state.withLock { $0.failures = [qz_VIDIOC_S_EXT_CTRLS: [errno]] }
            #expect(reason(0x0098_0900, 5) == expected)
        }
    }

    @Test func survivesADriverWhoseListGoesRound() throws {
        let fake = FakeCamera { $0.controls = webcam() }
        fake.state.withLock { $0.alwaysFailing = [qz_VIDIOC_QUERY_EXT_CTRL: ENOTTY] }
        #expect(try open(fake).list().isEmpty)
        fake.state.withLock { $0.alwaysFailing = [qz_VIDIOC_QUERY_EXT_CTRL: EIO] }
        #expect(throws: SourceError.self) { try open(fake).list() }
        fake.state.withLock { $0.alwaysFailing = [qz_VIDIOC_G_EXT_CTRLS: EIO, qz_VIDIOC_QUERYMENU: EINVAL] }
        #expect(try open(fake).list().allSatisfy { $0.value == nil && $0.items.isEmpty })
    }
}

@Suite struct CameraIntentTests {
    @Test func locksAndReleasesTheFocus() throws {
        let fake = FakeCamera { $0.controls = webcam() }
        let controls = try open(fake)
        #expect(try controls.isFocusAutomatic() == true)
        try controls.focus(.locked)
        #expect(value(fake, .focusAutomatic) == 0)
        try controls.focus(.automatic)
        #expect(try controls.isFocusAutomatic() == true)
    }

    @Test func movesTheLensAfterEndingAutomaticFocus() throws {
        let fake = FakeCamera { $0.controls = webcam() }
        let controls = try open(fake)
        #expect(try controls.moveFocus(by: 1).value == 115)
        #expect(value(fake, .focusAutomatic) == 0)
        #expect(value(fake, .focusAbsolute) == 115)
        #expect(try controls.moveFocus(by: -2).value == 85)
        #expect(try controls.moveFocus(by: -100).value == 0)
        #expect(try controls.moveFocus(by: .max).value == 250)
    }

    @Test func zoomsAndTellsTheFactor() throws {
        let fake = FakeCamera { $0.controls = webcam() }
        let controls = try open(fake)
        #expect(try controls.zoom(by: 1).factor == 1.15)
        #expect(try controls.zoom(by: 100).factor == 4)
        #expect(try controls.zoom(by: -100).value == 100)
    }

    @Test func lightsTheTorchAndPutsItOutWhenClosed() throws {
        let fake = FakeCamera { $0.controls = webcam() }
        let controls = try open(fake)
        #expect(try controls.isTorchOn() == false)
        try controls.torch(true)
        #expect(value(fake, .flashLEDMode) == 2)
        controls.close()
        #expect(value(fake, .flashLEDMode) == 0)
        #expect(fake.isReleased)
        #expect(throws: SourceError("Fake Camera is not open.")) { try controls.torch(true) }
    }

    @Test func aCallUnderWayEndsBeforeTheCameraIsClosedAndNoneFollows() async throws {
        let fake = FakeCamera { $0.controls = webcam() }
        let controls = try open(fake)
        let (isCalled, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let calls = DispatchGroup()
        DispatchQueue.global().async(group: calls) {
            try? controls.whileOpen {
                isCalled.signal()
                mayGoOn.wait()
                try controls.torch(true)
            }
        }
        #expect(isCalled.wait(timeout: .now() + 5) == .success)
        DispatchQueue.global().async(group: calls) { controls.close() }
        try await Task.sleep(for: .milliseconds(50))
        #expect(throws: SourceError("Fake Camera is not open.")) {
            // It does not wait for the call under way.
            mayGoOn.signal()
            try controls.whileOpen { try controls.torch(true) }
        }
        #expect(calls.wait(timeout: .now() + 5) == .success)
        #expect(value(fake, .flashLEDMode) == 0, "what was lit while it was closed is put out")
        #expect(fake.isReleased)
    }

    @Test func whatIsLitForGoodStaysLit() throws {
        let fake = FakeCamera { $0.controls = webcam() }
        let controls = CameraControls(
            device: try V4L2Device(path: "/dev/video90", driver: fake.driver), title: "Fake Camera", restores: false)
        try controls.set(.flashLEDMode, to: 2)
        controls.close()
        #expect(value(fake, .flashLEDMode) == 2)
        #expect(fake.isReleased)
    }

    @Test func aTorchIsNoSettingThatIsPutBackAtOpening() throws {
        let fake = FakeCamera { $0.controls = webcam() }
        let controls = try open(fake)
        try controls.apply(["led_mode": 2, "brightness": 9])
        #expect(value(fake, .flashLEDMode) == 0)
        #expect(value(fake, .init(rawValue: 0x0098_0900)) == 9)
        let lights = try controls.list().filter { !$0.isSetting }.map(\.key)
        #expect(lights == ["led_mode"])
    }

    @Test func leavesATorchAloneThatItDidNotLight() throws {
        let fake = FakeCamera { $0.controls = webcam() }
        fake.state.withLock { state in
            for index in state.controls.indices where state.controls[index].name == "LED Mode" {
                state.controls[index].value = 2
            }
        }
        try open(fake).close()
        #expect(value(fake, .flashLEDMode) == 2)
    }

    @Test func saysWhatACameraDoesNotHave() throws {
        let controls = try open(FakeCamera())
        #expect(throws: SourceError("This camera has no automatic focus.")) { try controls.focus(.locked) }
        #expect(throws: SourceError("This camera has no zoom control.")) { try controls.zoom(by: 1) }
        #expect(throws: SourceError("This camera has no torch.")) { try controls.torch(true) }
        #expect(throws: SourceError("This camera has no focus control: its lens is fixed or moves by itself.")) {
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
        #expect(throws: SourceError("This camera has no torch.")) { try open(fake).torch(true) }
    }

    @Test func controlsAreThereWhileTheCameraRunsAndTheTorchGoesOutWithIt() throws {
        let fake = FakeCamera {
            $0.controls = webcam()
            $0.offers = [.init(fourCC: "GREY")]
            $0.events = [.frame([UInt8](repeating: 9, count: 128)), .silence]
        }
        let camera = V4L2Camera(device: .fake, driver: fake.driver)
        #expect(camera.controls == nil)
        let result = try CameraRun().run(camera, frames: 1) {
            #expect(throws: Never.self) { try #require(camera.controls).torch(true) }
            #expect(value(fake, .flashLEDMode) == 2)
        }
        #expect(result.error == nil)
        #expect(camera.controls == nil)
        #expect(value(fake, .flashLEDMode) == 0)
        #expect(fake.isReleased)
    }

    @Test func controlsOfAnUnpluggedCameraAreLetGo() throws {
        let fake = FakeCamera {
            $0.controls = webcam()
            $0.offers = [.init(fourCC: "GREY")]
            $0.events = [.frame([UInt8](repeating: 9, count: 128)), .unplug]
        }
        let camera = V4L2Camera(device: .fake, driver: fake.driver)
        _ = try CameraRun().run(camera) { _ = try? camera.controls?.torch(true) }
        #expect(camera.controls == nil)
        #expect(fake.isReleased)
    }
}

@Suite struct CameraSettingTests {
    @Test func whatWasSetIsPutBackWhenTheCameraIsClosed() throws {
        let fake = FakeCamera { $0.controls = webcam() }
        let controls = try open(fake)
        try controls.moveFocus(by: 2)
        try controls.zoom(by: 3)
        try controls.set(CameraControl.ID(rawValue: 0x0098_0900), to: 50)
        try controls.set(CameraControl.ID(rawValue: 0x0098_0900), to: 60)
        controls.close()
        #expect(value(fake, .focusAutomatic) == 1)
        #expect(value(fake, .focusAbsolute) == 100)
        #expect(value(fake, .zoomAbsolute) == 100)
        #expect(value(fake, CameraControl.ID(rawValue: 0x0098_0900)) == 3)
        #expect(fake.isReleased)
    }

    @Test func whatIsSetForGoodStays() throws {
        let fake = FakeCamera { $0.controls = webcam() }
        let device = try V4L2Device(path: "/dev/video90", driver: fake.driver)
        let controls = CameraControls(device: device, title: "Fake Camera", restores: false)
        try controls.zoom(by: 3)
        controls.close()
        #expect(value(fake, .zoomAbsolute) == 145)
    }

    @Test func rememberedValuesAreAppliedModesFirst() throws {
        let fake = FakeCamera { $0.controls = webcam() }
        let controls = try open(fake)
        try controls.apply([
            "focus_absolute": 205, "focus_automatic_continuous": 0, "brightness": 9999, "gone": 1, "privacy": 1,
            "power_line_frequency": 2,
        ])
        #expect(value(fake, .focusAutomatic) == 0)
        #expect(value(fake, .focusAbsolute) == 205)
        // Out of range is clamped; a choice that is not there and what is read-only are left alone.
        #expect(value(fake, CameraControl.ID(rawValue: 0x0098_0900)) == 64)
        #expect(value(fake, CameraControl.ID(rawValue: 0x0098_0918)) == 1)
        controls.close()
        #expect(value(fake, .focusAutomatic) == 1)
        #expect(value(fake, .focusAbsolute) == 100)
    }

    @Test func resetTakesTheDriversDefaults() throws {
        let fake = FakeCamera { $0.controls = webcam() }
        let controls = try open(fake)
        let changed = try controls.reset()
        #expect(Set(changed.map(\.key)).isSuperset(of: ["brightness", "power_line_frequency"]))
        #expect(value(fake, CameraControl.ID(rawValue: 0x0098_0900)) == -64)
        #expect(try controls.list().allSatisfy { $0.refusal != nil || $0.value == $0.defaultValue })
    }

    @Test func valuesAreSpelledAsPeopleDo() throws {
        let all = try open(FakeCamera { $0.controls = webcam() }).list()
        func spelled(_ key: String, _ text: String?) -> Int? { all.first { $0.key == key }?.value(spelled: text) }
        #expect(spelled("brightness", "-64") == -64)
        #expect(spelled("brightness", "65") == nil)
        #expect(spelled("brightness", "12a") == nil)
        #expect(spelled("brightness", nil) == nil)
        #expect(spelled("focus_automatic_continuous", "OFF") == 0)
        #expect(spelled("focus_automatic_continuous", "1") == 1)
        #expect(spelled("focus_automatic_continuous", "2") == nil)
        #expect(spelled("power_line_frequency", "50 hz") == 1)
        #expect(spelled("power_line_frequency", "3") == 3)
        #expect(spelled("power_line_frequency", "2") == nil)
    }

    @Test func aControlIsSummedUpInALine() throws {
        let all = try open(FakeCamera { $0.controls = webcam() }).list()
        let lines = all.map(\.summary)
        #expect(lines[0] == "brightness = 3  (-64…64, default -64)")
        #expect(lines[1] == "power_line_frequency = 50 Hz  (0 Disabled, 1 50 Hz, 3 Auto)")
        #expect(lines[2] == "focus_absolute = 100  (0…250 step 5, default 0) inactive")
        #expect(lines[3] == "focus_automatic_continuous = on  (default off)")
        #expect(lines[5] == "privacy = off  (default off) read-only")
    }
}

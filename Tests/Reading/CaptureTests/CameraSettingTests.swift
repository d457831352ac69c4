import CameraFakes
import CLinux
import Frames
import Glibc
import Testing

@testable import Capture

@Suite struct CameraSettingTests {
    @Test func whatWasSetIsPutBackWhenTheCameraIsClosed() throws {
        let fake = FakeCamera { $0.controls = FakeCamera.webcam() }
        let controls = try fake.controls()
        try controls.moveFocus(by: 2)
        try controls.zoom(by: 3)
        try controls.set(CameraControl.ID(rawValue: 0x0098_0900), to: 50)
        try controls.set(CameraControl.ID(rawValue: 0x0098_0900), to: 60)
        controls.close()
        #expect(fake.value(.focusAutomatic) == 1)
        #expect(fake.value(.focusAbsolute) == 100)
        #expect(fake.value(.zoomAbsolute) == 100)
        #expect(fake.value(CameraControl.ID(rawValue: 0x0098_0900)) == 3)
        #expect(fake.isReleased)
    }

    @Test func permanentSettingsStay() throws {
        let fake = FakeCamera { $0.controls = FakeCamera.webcam() }
        let device = try V4L2Device(path: "/dev/video90", calls: fake.calls)
        let controls = CameraControls(device: device, title: "Fake Camera", restores: false)
        try controls.zoom(by: 3)
        controls.close()
        #expect(fake.value(.zoomAbsolute) == 145)
    }

    @Test func rememberedValuesAreAppliedModesFirst() throws {
        let fake = FakeCamera { $0.controls = FakeCamera.webcam() }
        let controls = try fake.controls()
        try controls.apply([
            "focus_absolute": 205, "focus_automatic_continuous": 0, "brightness": 9999, "gone": 1, "privacy": 1,
            "power_line_frequency": 2,
        ])
        #expect(fake.value(.focusAutomatic) == 0)
        #expect(fake.value(.focusAbsolute) == 205)
        // Values out of range are clamped; missing menu items and read-only controls are ignored.
        #expect(fake.value(CameraControl.ID(rawValue: 0x0098_0900)) == 64)
        #expect(fake.value(CameraControl.ID(rawValue: 0x0098_0918)) == 1)
        controls.close()
        #expect(fake.value(.focusAutomatic) == 1)
        #expect(fake.value(.focusAbsolute) == 100)
    }

    @Test func resetTakesTheDriversDefaults() throws {
        let fake = FakeCamera { $0.controls = FakeCamera.webcam() }
        let controls = try fake.controls()
        let changed = try controls.reset()
        #expect(Set(changed.map(\.key)).isSuperset(of: ["brightness", "power_line_frequency"]))
        #expect(fake.value(CameraControl.ID(rawValue: 0x0098_0900)) == -64)
        #expect(try controls.list().allSatisfy { $0.refusal != nil || $0.value == $0.defaultValue })
    }

    @Test func valuesAreSpelledAsPeopleDo() throws {
        let all = try FakeCamera { $0.controls = FakeCamera.webcam() }.controls().list()
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
        let all = try FakeCamera { $0.controls = FakeCamera.webcam() }.controls().list()
        let lines = all.map(\.summary)
        #expect(lines[0] == "brightness = 3  (-64…64, default -64)")
        #expect(lines[1] == "power_line_frequency = 50 Hz  (0 Disabled, 1 50 Hz, 3 Auto)")
        #expect(lines[2] == "focus_absolute = 100  (0…250 step 5, default 0) inactive")
        #expect(lines[3] == "focus_automatic_continuous = on  (default off)")
        #expect(lines[5] == "privacy = off  (default off) read-only")
    }
}

import CameraFakes
import Dispatch
import CLinux
import Frames
import Glibc
import Testing

@testable import Capture

@Suite struct CameraControlTests {
    @Test func listsControlsWithTheirRangesAndFlags() throws {
        let fake = FakeCamera { $0.controls = FakeCamera.webcam() }
        let controls = try fake.controls()
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
        let fake = FakeCamera { $0.controls = FakeCamera.webcam() }
        let controls = try fake.controls()
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
        #expect(control.fraction.map { $0 > 0.4 } == true)
        #expect(control.fraction.map { $0 < 0.6 } == true)
    }

    @Test func saysWhyAControlCannotBeSet() throws {
        let fake = FakeCamera { $0.controls = FakeCamera.webcam() }
        let controls = try fake.controls()
        func reason(_ id: UInt32, _ value: Int) -> String? {
            do throws(SourceError) {
                try controls.set(CameraControl.ID(rawValue: id), to: value)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(reason(0x009A_0910, 1) == "Privacy cannot be changed on this camera.")
        #expect(reason(0x009A_090A, 1) == "Focus, Absolute cannot be changed now: an automatic mode controls it.")
        #expect(reason(0x0098_0918, 2) == "Power Line Frequency has no choice 2.")
        #expect(reason(0x0098_0999, 2) == "This camera has no such control.")
        for (errno, expected) in [
            (EBUSY, "Brightness cannot be set: something else controls it."),
            (EIO, "Brightness cannot be set: Input/output error."),
            (ENODEV, "Fake Camera (/dev/video90) was unplugged. Plug it in again."),
        ] {
            fake.state.withLock { $0.failures = [qz_VIDIOC_S_EXT_CTRLS: [errno]] }
            #expect(reason(0x0098_0900, 5) == expected)
        }
    }

    @Test func survivesADriverWhoseListGoesRound() throws {
        let fake = FakeCamera { $0.controls = FakeCamera.webcam() }
        fake.state.withLock { $0.alwaysFailing = [qz_VIDIOC_QUERY_EXT_CTRL: ENOTTY] }
        #expect(try fake.controls().list().isEmpty)
        fake.state.withLock { $0.alwaysFailing = [qz_VIDIOC_QUERY_EXT_CTRL: EIO] }
        #expect(throws: SourceError.self) { try fake.controls().list() }
        fake.state.withLock { $0.alwaysFailing = [qz_VIDIOC_G_EXT_CTRLS: EIO, qz_VIDIOC_QUERYMENU: EINVAL] }
        let controls = try fake.controls().list()
        #expect(controls.allSatisfy { $0.value == nil })
        #expect(controls.allSatisfy { $0.items.isEmpty })
    }
}

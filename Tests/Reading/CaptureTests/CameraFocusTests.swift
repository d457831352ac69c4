import CameraFakes
import CLinux
import Frames
import Glibc
import Testing

@testable import Capture

private let rectangleType = v4l2_ctrl_type(rawValue: 0x0107)
private let rectangleID: UInt32 = 0x0098_1AE1
private let modesID: UInt32 = 0x0098_1AE2

private let automatic = FakeCamera.Control(
    id: CameraControl.ID.focusAutomatic.rawValue, name: "Focus, Automatic Continuous", type: V4L2_CTRL_TYPE_BOOLEAN,
    value: 1)
private let lens = FakeCamera.Control(
    id: CameraControl.ID.focusAbsolute.rawValue, name: "Focus, Absolute", range: 0...250, step: 5,
    flags: UInt32(V4L2_CTRL_FLAG_INACTIVE), value: 100)
private let button = FakeCamera.Control(
    id: CameraControl.ID.autoFocusStart.rawValue, name: "Auto Focus, Start", type: V4L2_CTRL_TYPE_BUTTON)
private let range = FakeCamera.Control(
    id: CameraControl.ID.autoFocusRange.rawValue, name: "Auto Focus, Range", type: V4L2_CTRL_TYPE_MENU, range: 0...3,
    value: 1, items: [0: "Auto", 1: "Normal", 2: "Macro", 3: "Infinity"])
private let region: [FakeCamera.Control] = [
    .init(
        id: rectangleID, name: "Region of Interest Rectangle", type: rectangleType,
        rectangle: v4l2_rect(left: 1, top: 2, width: 3, height: 4),
        whole: v4l2_rect(left: 0, top: 0, width: 4000, height: 3000)),
    .init(id: modesID, name: "Region of Interest Auto", type: V4L2_CTRL_TYPE_BITMASK, range: 0...9, value: 4),
]

/// The controls of a camera that can focus in every way.
let focusingControls: [FakeCamera.Control] = [automatic, lens, button, range] + region

@Suite struct CameraFocusTests {
    private func controls(_ fake: FakeCamera) throws -> CameraControls {
        CameraControls(device: try V4L2Device(path: "/dev/video90", calls: fake.calls), title: "Fake Camera")
    }

    private func abilities(_ list: [FakeCamera.Control]) throws -> CameraFocus {
        try controls(FakeCamera { $0.controls = list }).focusAbilities()
    }

    @Test func theBestMeansIsTaken() throws {
        #expect(try abilities([]) == CameraFocus(isContinuous: false))
        #expect(try abilities([automatic]) == CameraFocus(isContinuous: true))
        #expect(try abilities([automatic, lens]) == CameraFocus(isContinuous: true, once: .sweep, near: .sweep))
        #expect(
            try abilities([automatic, lens, button]) == CameraFocus(isContinuous: true, once: .camera, near: nil))
        #expect(
            try abilities([automatic, lens, button, range] + region)
                == CameraFocus(isContinuous: true, once: .region, near: .camera))
        // Nothing focuses in that region.
        #expect(try abilities(region) == CameraFocus(isContinuous: false))
    }

    @Test func aRegionThatDoesNotSteerTheFocusIsNone() throws {
        var exposureOnly = region
        exposureOnly[1].range = 0...1
        #expect(try abilities([automatic, lens] + exposureOnly).once == .sweep)
        var absurd = region
        absurd[0].whole = v4l2_rect(left: 0, top: 0, width: 0, height: .max)
        #expect(try abilities([automatic, lens] + absurd).once == .sweep)
    }

    @Test func theRegionIsTheSensorsAndIsPutBack() throws {
        let fake = FakeCamera { $0.controls = [automatic] + region }
        func now() -> (rectangle: [Int], modes: Int64) {
            fake.state.withLock { state in
                let rectangle = state.controls[1].rectangle
                return (
                    [Int(rectangle.left), Int(rectangle.top), Int(rectangle.width), Int(rectangle.height)],
                    state.controls[2].value
                )
            }
        }
        let controls = try controls(fake)
        try controls.setFocusRegion(InterestBox(x: 0.5, y: 0.25, width: 0.25, height: 0.5))
        #expect(now().rectangle == [2000, 750, 1000, 1500])
        #expect(now().modes == 9)
        try controls.setFocusRegion(InterestBox(x: 0, y: 0, width: 0.5, height: 0.5))
        try controls.setFocusRegion(nil)
        #expect(now().rectangle == [1, 2, 3, 4])
        #expect(now().modes == 4)
        try controls.setFocusRegion(InterestBox(x: 0, y: 0, width: 0.5, height: 0.5))
        controls.close()
        #expect(now().rectangle == [1, 2, 3, 4])
        #expect(now().modes == 4)
        #expect(fake.isReleased)
    }

    @Test func aCameraWithoutARegionIgnoresIt() throws {
        let fake = FakeCamera { $0.controls = [automatic, lens] }
        try controls(fake).setFocusRegion(.standard)
        #expect(!fake.state.withLock { $0.log.contains(qz_VIDIOC_S_EXT_CTRLS) })
    }

    @Test func nearIsTheCamerasOwnRangeWhereItHasOne() throws {
        let fake = FakeCamera { $0.controls = [automatic, range] }
        func value() -> Int64 { fake.state.withLock { $0.controls[1].value } }
        let controls = try controls(fake)
        try controls.setFocusNear(true)
        #expect(value() == 2)
        try controls.setFocusNear(false)
        #expect(value() == 0)
        try controls.setFocusNear(true)
        controls.close()
        #expect(value() == 1)
    }

    @Test func theNearHalfOfALensIsItsUpperOne() throws {
        let fake = FakeCamera { $0.controls = [lens] }
        #expect(try controls(fake).lens()?.nearRange == 125...250)
        var control = try #require(try controls(fake).lens())
        control.range = Int.min...Int.max
        #expect(control.nearRange.upperBound == .max)
    }

    @Test func itIsSummedUpInALine() {
        #expect(CameraFocus(isContinuous: false).summary == "fixed")
        #expect(
            CameraFocus(isContinuous: true, once: .sweep, near: .sweep).summary
                == "continuous, on a part of the picture by sweeping the lens, near only")
    }
}

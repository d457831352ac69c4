import CameraFakes
import CLinux
import Frames
import Glibc
import Scanning
import Testing

@testable import Capture

/// The expected result of a call that always fails.
private enum Outcome { case refused, streams }

/// One call of a camera's run, and the expected effect of its failure.
private struct ForcedCall: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let outcome: @Sendable (Int32) -> Outcome
    /// Makes the next `count` of these calls fail; nil: all of them.
    let force: @Sendable (inout FakeCamera.State, Int32, Int?) -> Void

    init(
        _ name: String, _ outcome: Outcome, force: @escaping @Sendable (inout FakeCamera.State, Int32, Int?) -> Void
    ) {
        testDescription = name
        self.outcome = { _ in outcome }
        self.force = force
    }

    init(_ name: String, _ request: UInt, _ outcome: Outcome, where isSo: @escaping @Sendable (Int32) -> Bool) {
        testDescription = name
        self.outcome = { isSo($0) ? outcome : .refused }
        force = { state, errno, count in
            if let count {
                state.failures[request] = Array(repeating: errno, count: count)
            } else {
                state.alwaysFailing[request] = errno
            }
        }
    }

    init(_ name: String, _ request: UInt, _ outcome: Outcome) {
        self.init(name, request, outcome) { _ in true }
    }

    static let all: [ForcedCall] = [
        ForcedCall("open", .refused) { $0.openFailures = Array(repeating: $1, count: $2 ?? 100_000) },
        ForcedCall("VIDIOC_QUERYCAP", qz_VIDIOC_QUERYCAP, .refused),
        ForcedCall("VIDIOC_S_FMT", qz_VIDIOC_S_FMT, .refused),
        ForcedCall("VIDIOC_REQBUFS", qz_VIDIOC_REQBUFS, .refused),
        ForcedCall("VIDIOC_QUERYBUF", qz_VIDIOC_QUERYBUF, .refused),
        ForcedCall("mmap", .refused) { state, errno, count in
            // mmap(2) is never interrupted.
            if errno != EINTR { state.mapFailures = Array(repeating: errno, count: count ?? 100_000) }
        },
        ForcedCall("VIDIOC_QBUF", qz_VIDIOC_QBUF, .refused),
        ForcedCall("VIDIOC_STREAMON", qz_VIDIOC_STREAMON, .refused),
        ForcedCall("poll", .refused) { $0.pollFailures = Array(repeating: $1, count: $2 ?? 100_000) },
        ForcedCall("VIDIOC_DQBUF", qz_VIDIOC_DQBUF, .refused),
        ForcedCall("VIDIOC_STREAMOFF", qz_VIDIOC_STREAMOFF, .streams),
        // EINVAL ends the list, and ENOTTY means that the driver has none; the current format is used then.
        ForcedCall("VIDIOC_ENUM_FMT", qz_VIDIOC_ENUM_FMT, .streams) { $0 == EINVAL || $0 == ENOTTY },
        // Likewise when sizes cannot be enumerated. The other calls are optional.
        ForcedCall("VIDIOC_ENUM_FRAMESIZES", qz_VIDIOC_ENUM_FRAMESIZES, .streams),
        ForcedCall("VIDIOC_TRY_FMT", .streams) { state, errno, count in
            state.enumeratesSizes = false
            state.failures[qz_VIDIOC_TRY_FMT] = Array(repeating: errno, count: count ?? 1000)
        },
        ForcedCall("VIDIOC_G_FMT", .streams) { state, errno, count in
            state.failures[qz_VIDIOC_G_FMT] = Array(repeating: errno, count: count ?? 1000)
            // Called when frames change their length.
            state.events.insert(.frame([UInt8](repeating: 1, count: 100)), at: 0)
            state.events.insert(.frame([UInt8](repeating: 1, count: 200)), at: 0)
        },
        ForcedCall("VIDIOC_ENUM_FRAMEINTERVALS", qz_VIDIOC_ENUM_FRAMEINTERVALS, .streams),
        ForcedCall("VIDIOC_G_PARM", qz_VIDIOC_G_PARM, .streams),
        ForcedCall("VIDIOC_S_PARM", qz_VIDIOC_S_PARM, .streams),
        ForcedCall("VIDIOC_QUERY_EXT_CTRL", qz_VIDIOC_QUERY_EXT_CTRL, .streams),
        ForcedCall("VIDIOC_QUERYMENU", qz_VIDIOC_QUERYMENU, .streams),
        ForcedCall("VIDIOC_G_EXT_CTRLS", qz_VIDIOC_G_EXT_CTRLS, .streams),
        ForcedCall("VIDIOC_S_EXT_CTRLS", qz_VIDIOC_S_EXT_CTRLS, .streams),
        ForcedCall("VIDIOC_SUBSCRIBE_EVENT", qz_VIDIOC_SUBSCRIBE_EVENT, .streams),
        ForcedCall("VIDIOC_DQEVENT", .streams) { state, errno, count in
            state.failures[qz_VIDIOC_DQEVENT] = Array(repeating: errno, count: count ?? 3)
            state.events.insert(.reformat(FakeCamera.Offer(fourCC: "GREY", rates: [30, 15]), isTold: true), at: 0)
        },
    ]
}

private let errnos = [EINTR, EAGAIN, EIO, ENODEV, EBUSY, EACCES, EINVAL, ENOSPC, ENOTTY]

/// Every call to a camera fails with every errno.
@Suite struct CameraErrnoTests {
    private func fake() -> FakeCamera {
        FakeCamera {
            $0.offers = [.init(fourCC: "GREY", rates: [30, 15])]
            $0.set = (FourCC("GREY")!.rawValue, 16, 8, 0)
            $0.controls = [
                .init(id: 0x0098_0900, name: "Brightness", range: -64...64, value: 3),
                .init(
                    id: 0x0098_0918, name: "Power Line Frequency", type: V4L2_CTRL_TYPE_MENU, range: 0...1, value: 1,
                    items: [0: "Disabled", 1: "50 Hz"]),
            ]
            $0.events = [.frame([UInt8](repeating: 7, count: 128)), .silence]
        }
    }

    private func camera(_ fake: FakeCamera, patience: Int) -> V4L2Camera {
        V4L2Camera(
            device: .fake, controlValues: ["brightness": 9, "power_line_frequency": 0],
            system: CameraSystem(calls: fake.calls, paths: CameraPaths(processes: "/nonexistent")),
            patience: CameraPatience(firstFrameMilliseconds: patience, frameMilliseconds: patience))
    }

    @Test(arguments: ForcedCall.all, errnos) fileprivate func aFailingCallCostsNoMoreThanItMust(
        _ call: ForcedCall, errno: Int32
    ) throws {
        let fake = fake()
        let isInterrupted = errno == EINTR
        // EINTR is retried; other errors remain.
        fake.state.withLock { call.force(&$0, errno, isInterrupted ? 2 : nil) }
        // Only a silent camera is waited for.
        let isSilent = call.testDescription == "VIDIOC_DQBUF" && (errno == EAGAIN || errno == EIO)
        let result = try CameraRun().run(camera(fake, patience: isSilent ? 150 : 60000), frames: 1)
        if isInterrupted || call.outcome(errno) == .streams {
            #expect(result.error == nil)
            #expect(result.frames.count == 1)
        } else {
            let line = try #require(result.error?.description)
            #expect(result.frames.isEmpty)
            #expect(!line.isEmpty)
            #expect(!line.contains("\n"))
        }
        #expect(fake.isReleased)
    }

    @Test(arguments: ForcedCall.all, errnos) fileprivate func aCallThatFailsOnceIsGotOver(
        _ call: ForcedCall, errno: Int32
    ) throws {
        let fake = fake()
        fake.state.withLock { call.force(&$0, errno, 1) }
        let doorbell = try Doorbell()
        var options = ScanSession.Options()
        options.reopens = true
        options.reopeningPause = .milliseconds(1)
        let session = try ScanSession(options: options, doorbell: doorbell)
        let camera = camera
        try session.start(opening: { () throws(SourceError) in camera(fake, 60000) })
        let end = ContinuousClock.now + .seconds(60)
        var hasPicture = false
        while !hasPicture, ContinuousClock.now < end {
            doorbell.clear()
            hasPicture = session.takePreview() != nil
            if !hasPicture { _ = doorbell.wait(milliseconds: 100) }
        }
        session.stop()
        #expect(hasPicture)
        #expect(fake.isReleased)
    }

    @Test(
        arguments: [
            qz_VIDIOC_QUERY_EXT_CTRL, qz_VIDIOC_QUERYMENU, qz_VIDIOC_G_EXT_CTRLS, qz_VIDIOC_S_EXT_CTRLS,
        ], errnos)
    func controlsSayInALineWhatFailed(request: UInt, errno: Int32) throws {
        let fake = fake()
        let controls = CameraControls(
            device: try V4L2Device(path: "/dev/video90", calls: fake.calls), title: "Fake Camera")
        fake.state.withLock { state in
            if errno == EINTR {
                state.failures[request] = [errno, errno]
            } else {
                state.alwaysFailing[request] = errno
            }
        }
        let brightness = CameraControl.ID(rawValue: 0x0098_0900)
        let calls: [() throws -> Void] = [
            { _ = try controls.list() }, { try controls.set(brightness, to: 5) }, { _ = try controls.focusAbilities() },
            { try controls.apply(["brightness": 7]) }, { try controls.reset() }, { try controls.moveFocus(by: 1) },
            { try controls.setFocusRegion(.standard) }, { try controls.setFocusNear(true) },
        ]
        for call in calls {
            do { try call() } catch {
                let line = "\(error)"
                #expect(error is SourceError)
                #expect(!line.isEmpty)
                #expect(!line.contains("\n"))
            }
        }
        if errno == EINTR { #expect(try controls.set(brightness, to: 5).value == 5) }
        controls.close()
        #expect(fake.isReleased)
    }

    /// Every way in which controls are set, all of them undone when the camera is closed.
    @Test(
        arguments: [
            qz_VIDIOC_QUERY_EXT_CTRL, qz_VIDIOC_QUERYMENU, qz_VIDIOC_G_EXT_CTRLS, qz_VIDIOC_S_EXT_CTRLS,
        ], errnos)
    func whateverCallFailsOnceTheCamerasOwnValuesAreBackAtTheEnd(request: UInt, errno: Int32) throws {
        let brightness = CameraControl.ID(rawValue: 0x0098_0900)
        let calls: [(CameraControls) throws -> Void] = [
            { try $0.setFocusRegion(.standard) }, { try $0.setFocusNear(true) }, { try $0.focus(.locked) },
            { _ = try $0.moveFocus(by: 1) }, { _ = try $0.set(.autoFocusStart, to: 1) },
            { _ = try $0.readingLightOn() },
            { try $0.torch(true) }, { _ = try $0.set(brightness, to: 5) }, { try $0.apply(["gain": 9]) },
        ]
        for (number, call) in calls.enumerated() {
            for position in 0..<6 {
                let fake = FakeCamera {
                    $0.controls =
                        focusingControls + [
                            .init(id: brightness.rawValue, name: "Brightness", range: -64...64, value: 3),
                            .init(id: CameraControl.ID.gain.rawValue, name: "Gain", range: 0...99, value: 4),
                            .init(
                                id: CameraControl.ID.exposureMode.rawValue, name: "Auto Exposure",
                                type: V4L2_CTRL_TYPE_MENU, range: 0...3, value: 3, items: [1: "Manual", 3: "Aperture"]),
                            .init(
                                id: CameraControl.ID.exposureTime.rawValue, name: "Exposure Time, Absolute",
                                range: 1...2000, value: 300),
                            .init(
                                id: CameraControl.ID.flashLEDMode.rawValue, name: "LED Mode", type: V4L2_CTRL_TYPE_MENU,
                                range: 0...2, items: [0: "Off", 2: "Torch"]),
                        ]
                }
                func values() -> [[Int64]] {
                    fake.state.withLock { state in
                        state.controls.filter { $0.type != V4L2_CTRL_TYPE_BUTTON }.map {
                            [$0.value, Int64($0.rectangle.left), Int64($0.rectangle.width)]
                        }
                    }
                }
                let before = values()
                let controls = CameraControls(
                    device: try V4L2Device(path: "/dev/video90", calls: fake.calls), title: "Fake Camera")
                fake.state.withLock { $0.failures[request] = Array(repeating: 0, count: position) + [errno] }
                do { try call(controls) } catch {
                    #expect(error is SourceError)
                    #expect(errno != EINTR)
                    #expect(!"\(error)".contains("\n"))
                }
                // A control that fails when it is restored stays changed.
                fake.state.withLock { $0.failures = [:] }
                controls.close()
                #expect(values() == before, "call \(number), failing at \(position)")
                #expect(fake.isReleased, "call \(number), failing at \(position)")
            }
        }
    }
}

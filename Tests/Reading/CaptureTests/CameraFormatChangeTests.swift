import CameraFakes
import CLinux
import Frames
import Glibc
import Testing

@testable import Capture

private func camera(_ fake: FakeCamera, request: CameraFormatRequest = .automatic) -> V4L2Camera {
    V4L2Camera(
        device: .fake, request: request,
        system: CameraSystem(calls: fake.calls, paths: CameraPaths(processes: "/nonexistent")),
        patience: CameraPatience(firstFrameMilliseconds: 60000, frameMilliseconds: 60000))
}

private func frame(_ count: Int) -> FakeCamera.Event { .frame([UInt8](repeating: 7, count: count)) }

@Suite struct CameraFormatChangeTests {
    private let small = FakeCamera.Offer(fourCC: "GREY")
    private let large = FakeCamera.Offer(fourCC: "GREY", sizes: [(32, 16)])

    private func sizes(_ result: CameraRun.Result) -> [Int] { result.frames.map(\.luma.count) }

    @Test(arguments: [true, false]) func isNegotiatedAnewInTheSameRun(isTold: Bool) throws {
        let fake = FakeCamera {
            $0.offers = [small]
            // Without an event, a frame of another length reveals it; that frame is lost.
            $0.events = [frame(128), .reformat(large, isTold: isTold), frame(512), frame(512), .silence]
        }
        let result = try CameraRun().run(camera(fake), frames: isTold ? 3 : 2)
        #expect(result.error == nil)
        #expect(sizes(result) == (isTold ? [128, 512, 512] : [128, 512]))
        let formats = result.reports.compactMap { if case .streaming(let format) = $0 { format.width } else { nil } }
        #expect(formats == [16, 32])
        #expect(fake.isReleased)
    }

    @Test func aPictureThatDoesNotFitIsNoChangeOfTheFormat() throws {
        let fake = FakeCamera {
            $0.offers = [small]
            $0.events = [frame(128), frame(100), frame(128), frame(4000), .silence]
        }
        let result = try CameraRun().run(camera(fake), frames: 3)
        #expect(sizes(result) == [128, 128, 128])
        #expect(result.lost == ["short: 100 bytes"])
    }

    @Test func aJPEGOfAnotherSizeIsTakenForAChangeOnlyWhenTheDeviceSaysSo() throws {
        let fake = FakeCamera {
            $0.offers = [.init(fourCC: "MJPG")]
            $0.events = [frame(50), .reformat(small, isTold: false), frame(60), frame(128), .silence]
        }
        let result = try CameraRun().run(camera(fake), frames: 1)
        #expect(sizes(result) == [128])
        #expect(result.lost == ["damaged JPEG"])
    }

    @Test func aDriverThatEndsTheStreamWithItIsAskedToo() throws {
        let fake = FakeCamera {
            $0.offers = [small]
            $0.events = [frame(128), .reformat(large, isTold: false), .failure(EPIPE), frame(512), .silence]
        }
        #expect(sizes(try CameraRun().run(camera(fake), frames: 2)) == [128, 512])
    }

    @Test func oneThatNeverRestsIsGivenUpInALine() throws {
        let fake = FakeCamera {
            $0.offers = [small]
            $0.events = (0..<50).map { .reformat($0 % 2 == 0 ? large : small, isTold: true) }
        }
        let result = try CameraRun().run(camera(fake))
        #expect(
            result.error?.description == "Fake Camera (/dev/video90) keeps changing the format of its pictures.")
        #expect(fake.isReleased)
    }

    @Test func aWishThatIsNoLongerMetIsSaid() throws {
        let fake = FakeCamera {
            $0.offers = [small]
            $0.events = [frame(128), .reformat(large, isTold: true), .silence]
        }
        let result = try CameraRun().run(camera(fake, request: CameraFormatRequest(width: 16, height: 8)))
        #expect(result.error?.description.contains("does not offer 16x8") == true)
        #expect(fake.isReleased)
    }
}

@Suite struct CameraOpeningAheadTests {
    private func fake() -> FakeCamera {
        FakeCamera {
            $0.offers = [.init(fourCC: "GREY")]
            $0.events = [frame(128), .silence]
        }
    }

    @Test func theRunGoesOnWithWhatWasOpened() throws {
        let fake = fake()
        let camera = camera(fake)
        try camera.open()
        #expect(fake.state.withLock { $0.isStreaming })
        #expect(camera.controls == nil)
        let result = try CameraRun().run(camera, frames: 1)
        #expect(result.frames.count == 1)
        #expect(fake.state.withLock { $0.log.filter { $0 == qz_VIDIOC_STREAMON }.count } == 1)
        #expect(fake.isReleased)
    }

    @Test func onlyARunTakesTheSettings() throws {
        let fake = fake()
        fake.state.withLock { $0.controls = [.init(id: 0x0098_0900, name: "Brightness", range: 0...99, value: 3)] }
        @Sendable func brightness() -> Int64 { fake.state.withLock { $0.controls[0].value } }
        let camera = V4L2Camera(
            device: .fake, controlValues: ["brightness": 50], system: CameraSystem(calls: fake.calls))
        try camera.open()
        #expect(brightness() == 3)
        _ = try CameraRun().run(camera, frames: 1) { #expect(brightness() == 50) }
        #expect(brightness() == 3)
        #expect(fake.isReleased)
    }

    @Test func whatIsNeverRunIsLetGo() throws {
        let fake = fake()
        do {
            let camera = camera(fake)
            try camera.open()
            #expect(!fake.isReleased)
        }
        #expect(fake.isReleased)
    }

    @Test(arguments: [
        (qz_VIDIOC_STREAMON, ENOSPC, true), (qz_VIDIOC_S_FMT, EBUSY, true), (qz_VIDIOC_REQBUFS, EBUSY, true),
        (qz_VIDIOC_STREAMON, EIO, false), (qz_VIDIOC_QUERYCAP, ENODEV, false),
    ])
    func tellsWhetherAnotherCameraMayBeInTheWay(request: UInt, errno: Int32, isContention: Bool) throws {
        let fake = fake()
        fake.state.withLock { $0.alwaysFailing = [request: errno] }
        let refusal = #expect(throws: CameraOpeningError.self) { try camera(fake).open() }
        #expect(refusal?.isContention == isContention)
        #expect(fake.isReleased)
    }
}

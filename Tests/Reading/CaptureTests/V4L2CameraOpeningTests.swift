import CameraFakes
import CLinux
import Frames
import Glibc
import Testing

@testable import Capture

@Suite struct V4L2CameraOpeningTests {
    private func failure(_ configure: (inout FakeCamera.State) -> Void) throws -> String {
        let fake = FakeCamera(configure)
        let result = try CameraRun().run(fake.camera())
        #expect(fake.isReleased)
        return result.error?.description ?? "no error"
    }

    @Test(arguments: [qz_VIDIOC_S_FMT, qz_VIDIOC_REQBUFS, qz_VIDIOC_STREAMON])
    func saysThatAnotherProgramStreams(request: UInt) throws {
        let line = try failure { $0.alwaysFailing = [request: EBUSY] }
        #expect(
            line == "/dev/video90 is in use by another program (`sudo fuser -v /dev/video90` names it). "
                + "Close it, or choose another camera.")
    }

    @Test func saysThatThereIsNoCamera() throws {
        #expect(
            try failure { $0.openErrno = ENOENT }
                == "There is no /dev/video90. `quietzone cameras` lists the cameras.")
        #expect(try failure { $0.openErrno = ENXIO }.hasPrefix("The camera at /dev/video90 is no longer connected."))
        #expect(
            try failure { $0.alwaysFailing = [qz_VIDIOC_QUERYCAP: ENOTTY] }.hasPrefix("/dev/video90 is not a camera."))
        #expect(
            try failure { $0.capabilities = UInt32(V4L2_CAP_STREAMING) }.hasPrefix("/dev/video90 provides no video."))
    }

    @Test func saysWhichFormatsCannotBeRead() throws {
        #expect(
            try failure { $0.offers = [.init(fourCC: "H264"), .init(fourCC: "HSV3")] }
                == "/dev/video90 offers no picture format that can be read (only H264, HSV3).")
        #expect(try failure { $0.offers = [] } == "/dev/video90 offers no picture format that can be read.")
    }

    @Test func saysThatTheBusIsFull() throws {
        #expect(
            try failure { $0.alwaysFailing = [qz_VIDIOC_STREAMON: ENOSPC] }.hasPrefix(
                "The USB bus has too little bandwidth"))
    }

    @Test func triesTheNextFormatWhenTheBusIsFull() throws {
        let fake = FakeCamera {
            $0.offers = [.init(fourCC: "YUYV"), .init(fourCC: "GREY")]
            $0.failures = [qz_VIDIOC_STREAMON: [ENOSPC]]
            $0.events = [.frame(FakeCamera.ramp(16, 8)), .silence]
        }
        let result = try CameraRun().run(fake.camera(), frames: 1)
        #expect(result.format?.encoding == "GREY")
        #expect(result.frames.map(\.luma) == [FakeCamera.ramp(16, 8)])
        #expect(fake.isReleased)
    }

    @Test func takesTheNextFormatWhenNothingReadsTheFirst() throws {
        let fake = FakeCamera {
            $0.offers = [.init(fourCC: "H264", sizes: [(64, 32)]), .init(fourCC: "GREY")]
            $0.events = [.frame(FakeCamera.ramp(16, 8)), .silence]
        }
        #expect(try CameraRun().run(fake.camera(), frames: 1).format?.encoding == "GREY")
    }

    @Test func worksWithADriverThatListsNoSizesAndTakesNoRate() throws {
        let fake = FakeCamera {
            $0.offers = [.init(fourCC: "GREY", sizes: [(16, 8)])]
            $0.enumeratesSizes = false
            $0.alwaysFailing = [qz_VIDIOC_G_PARM: ENOTTY, qz_VIDIOC_S_PARM: ENOTTY]
            $0.events = [.frame(FakeCamera.ramp(16, 8)), .silence]
        }
        let result = try CameraRun().run(fake.camera(), frames: 1)
        #expect(result.format == FrameFormat(width: 16, height: 8, encoding: "GREY", framesPerSecond: nil))
    }

    @Test func worksWithADriverThatOnlyReportsItsCurrentFormat() throws {
        let fake = FakeCamera {
            $0.offers = [.init(fourCC: "GREY", sizes: [(16, 8)])]
            $0.set = (FourCC("GREY")!.rawValue, 16, 8, 0)
            $0.alwaysFailing = [qz_VIDIOC_ENUM_FMT: ENOTTY]
            $0.events = [.frame(FakeCamera.ramp(16, 8)), .silence]
        }
        #expect(try CameraRun().run(fake.camera(), frames: 1).frames.count == 1)
    }

    @Test func honoursAWish() throws {
        let fake = FakeCamera {
            $0.offers = [
                .init(fourCC: "YUYV", sizes: [(64, 32), (16, 8)], rates: [30, 15]),
                .init(fourCC: "GREY", sizes: [(64, 32), (16, 8)], rates: [30, 15]),
            ]
            $0.events = [.frame(FakeCamera.ramp(16, 8)), .silence]
        }
        let request = CameraFormatRequest(width: 16, height: 8, framesPerSecond: 15, pixelFormat: FourCC("GREY"))
        let result = try CameraRun().run(fake.camera(request: request), frames: 1)
        #expect(result.format == FrameFormat(width: 16, height: 8, encoding: "GREY", framesPerSecond: 15))
    }

    @Test func saysWhatIsOfferedInsteadOfAWish() throws {
        let fake = FakeCamera()
        let request = CameraFormatRequest(width: 640, height: 480)
        #expect(
            try CameraRun().run(fake.camera(request: request)).error?.description
                == "/dev/video90 does not offer 640x480. It offers 16x8 YUYV.")
        #expect(fake.isReleased)
    }
}

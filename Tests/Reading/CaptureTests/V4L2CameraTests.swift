import CameraFakes
import CLinux
import Frames
import Glibc
import Synchronization
import Testing

@testable import Capture

@Suite struct V4L2CameraTests {
    static let luma = FakeCamera.ramp(16, 8)

    @Test(arguments: [
        ("YUYV", FakeCamera.packed(luma, width: 16, step: 2)),
        ("UYVY", FakeCamera.packed(luma, width: 16, step: 2, offset: 1)),
        ("NV12", FakeCamera.packed(luma, width: 16, tail: 64)), ("GREY", luma),
    ])
    func streamsRawFormats(fourCC: String, frame: [UInt8]) throws {
        let fake = FakeCamera {
            $0.offers = [.init(fourCC: fourCC)]
            $0.events = [.frame(frame), .frame(frame), .silence]
        }
        let result = try CameraRun().run(fake.camera(), frames: 2)
        #expect(result.error == nil)
        #expect(result.frames.map(\.luma) == [Self.luma, Self.luma])
        #expect(result.frames.map(\.sequence) == [0, 1])
        #expect(result.format == FrameFormat(width: 16, height: 8, encoding: fourCC, framesPerSecond: 30))
        #expect(fake.isReleased)
    }

    @Test func respectsThePaddingOfRows() throws {
        let fake = FakeCamera {
            $0.offers = [.init(fourCC: "YUYV", padding: 12)]
            $0.events = [.frame(FakeCamera.packed(Self.luma, width: 16, step: 2, padding: 12)), .silence]
        }
        let result = try CameraRun().run(fake.camera(), frames: 1)
        #expect(result.frames.map(\.luma) == [Self.luma])
        #expect(fake.isReleased)
    }

    @Test func convertsOtherFormatsThroughLibv4l() throws {
        // Grey as RGB: libv4lconvert returns limited-range luma, 16 to 235.
        let grey = [UInt8](repeating: 200, count: 16 * 8 * 3)
        let fake = FakeCamera {
            $0.offers = [.init(fourCC: "RGB3")]
            $0.events = [.frame(grey), .frame(grey, bytesUsed: 100), .frame(grey), .silence]
        }
        let result = try CameraRun().run(fake.camera(), frames: 2)
        #expect(result.frames.count == 2)
        #expect(result.frames.allSatisfy { frame in frame.luma.allSatisfy { abs(Int($0) - 188) <= 2 } })
        #expect(result.lost == ["not convertible"])
        #expect(fake.isReleased)
    }

    @Test func skipsFramesThatTheCameraCallsDamaged() throws {
        let good = FakeCamera.packed(Self.luma, width: 16, step: 2)
        let fake = FakeCamera {
            $0.events = [.frame(good, flags: UInt32(V4L2_BUF_FLAG_ERROR)), .frame(good), .silence]
        }
        let result = try CameraRun().run(fake.camera(), frames: 1)
        #expect(result.lost == ["damaged by the camera"])
        #expect(result.frames.map(\.sequence) == [1])
        #expect(fake.isReleased)
    }

    @Test func skipsShortFramesAndNeverReadsPastTheirEnd() throws {
        let good = FakeCamera.packed(Self.luma, width: 16, step: 2)
        let fake = FakeCamera {
            $0.events = [
                .frame(good, bytesUsed: good.count - 2), .frame(good, bytesUsed: 0),
                // More than is mapped: the frame is read up to the end of the mapping.
                .frame(good, bytesUsed: 1 << 30), .silence,
            ]
        }
        let result = try CameraRun().run(fake.camera(), frames: 1)
        #expect(result.lost == ["short: 254 bytes", "empty"])
        #expect(result.frames.map(\.luma) == [Self.luma])
    }

    @Test func aReaderThatHoldsEveryFrameCostsFramesOnly() throws {
        let good = FakeCamera.packed(Self.luma, width: 16, step: 2)
        let fake = FakeCamera { $0.events = [.frame(good), .frame(good), .unplug] }
        let pool = try FramePool(slots: 1)
        let held = pool.draft(width: 16, height: 8)?.finish(sequence: 0)
        let result = try CameraRun().run(fake.camera(), pool: pool)
        #expect(held != nil)
        #expect(result.lost == ["no free frame", "no free frame"])
        #expect(result.frames.isEmpty)
    }

    @Test func saysThatItWasUnplugged() throws {
        let fake = FakeCamera { $0.events = [.frame(FakeCamera.packed(Self.luma, width: 16, step: 2)), .unplug] }
        let result = try CameraRun().run(fake.camera())
        #expect(result.frames.count == 1)
        #expect(result.error?.description == "Fake Camera (/dev/video90) was unplugged. Plug it in again.")
        #expect(fake.isReleased)
    }

    @Test func saysThatItWasUnpluggedWhenADequeueFailsFirst() throws {
        let fake = FakeCamera { $0.events = [.failure(ENODEV), .silence] }
        let result = try CameraRun().run(fake.camera())
        #expect(result.error?.description == "Fake Camera (/dev/video90) was unplugged. Plug it in again.")
        #expect(fake.isReleased)
    }

    @Test func tellsAStoppedStreamFromAnUnpluggedCamera() throws {
        let fake = FakeCamera { $0.events = [.halt] }
        let result = try CameraRun().run(fake.camera())
        #expect(result.error?.description == "Fake Camera (/dev/video90) stopped sending pictures.")
        #expect(fake.isReleased)
    }

    @Test func goesOnAfterPassingReadErrors() throws {
        let good = FakeCamera.packed(Self.luma, width: 16, step: 2)
        let fake = FakeCamera {
            $0.events = [.failure(EIO), .failure(EAGAIN), .failure(EINTR), .frame(good), .silence]
        }
        let result = try CameraRun().run(fake.camera(), frames: 1)
        #expect(result.lost == ["read error"])
        #expect(result.frames.count == 1)
    }

    @Test func givesUpACameraThatSendsNothing() throws {
        let fake = FakeCamera { $0.events = [.silence] }
        let started = ContinuousClock.now
        let result = try CameraRun().run(fake.camera(patience: 600))
        #expect(ContinuousClock.now - started >= .milliseconds(600))
        #expect(result.error?.description.hasPrefix("Fake Camera (/dev/video90) sent no picture for 1 s.") == true)
        #expect(fake.isReleased)
    }

    @Test func givesUpACameraThatSendsOnlyDamage() throws {
        let good = FakeCamera.packed(Self.luma, width: 16, step: 2)
        let fake = FakeCamera {
            $0.events = Array(repeating: .frame(good, flags: UInt32(V4L2_BUF_FLAG_ERROR)), count: 5) + [.silence]
        }
        let result = try CameraRun().run(fake.camera(patience: 300))
        #expect(result.error?.description.contains("sent only damaged pictures") == true)
        #expect(fake.isReleased)
    }

    @Test func endsWithTheStopBellNotWithItsPatience() throws {
        let fake = FakeCamera { $0.events = [.frame(FakeCamera.packed(Self.luma, width: 16, step: 2)), .silence] }
        // The bell rings at the first frame, which is also the last.
        let rung = Mutex(ContinuousClock.now)
        let result = try CameraRun().run(fake.camera(patience: 120_000), frames: 1) { rung.withLock { $0 = .now } }
        #expect(ContinuousClock.now - rung.withLock { $0 } < .seconds(60))
        #expect(result.error == nil)
        #expect(fake.isReleased)
    }

    @Test func aBellRungBeforeTheStartEndsItToo() throws {
        let fake = FakeCamera { $0.events = [.silence] }
        let run = try CameraRun()
        run.stop.ring()
        let result = try run.run(fake.camera())
        #expect(result.error == nil)
        #expect(result.frames.isEmpty)
        #expect(fake.isReleased)
    }

    @Test func takesFewerBuffersThanAskedFor() throws {
        let good = FakeCamera.packed(Self.luma, width: 16, step: 2)
        let fake = FakeCamera {
            $0.maxBuffers = 2
            $0.events = Array(repeating: .frame(good), count: 6) + [.silence]
        }
        let result = try CameraRun().run(fake.camera(), frames: 6)
        #expect(result.frames.count == 6)
        #expect(fake.isReleased)
    }

    @Test func refusesADriverThatGrantsNoBuffer() throws {
        let fake = FakeCamera { $0.maxBuffers = 0 }
        let result = try CameraRun().run(fake.camera())
        #expect(result.error?.description.hasPrefix("VIDIOC_REQBUFS failed on /dev/video90") == true)
        #expect(fake.isReleased)
    }

    /// Every request between opening and the first frame fails in turn.
    @Test(arguments: [
        qz_VIDIOC_S_FMT, qz_VIDIOC_REQBUFS, qz_VIDIOC_QUERYBUF, qz_VIDIOC_QBUF, qz_VIDIOC_STREAMON, qz_VIDIOC_ENUM_FMT,
        qz_VIDIOC_QUERYCAP,
    ])
    func releasesEverythingWhicheverCallFails(request: UInt) throws {
        for errno in [EIO, ENODEV, EBUSY, EACCES, ENOMEM] {
            let fake = FakeCamera { $0.failures = [request: [errno]] }
            let result = try CameraRun().run(fake.camera())
            #expect(result.error != nil)
            #expect(fake.isReleased, "errno \(errno)")
        }
    }

    @Test func releasesEverythingWhenALaterBufferFails() throws {
        for request in [qz_VIDIOC_QUERYBUF, qz_VIDIOC_QBUF] {
            let fake = FakeCamera { $0.failures = [request: [0, 0, EIO]] }
            #expect(try CameraRun().run(fake.camera()).error != nil)
            #expect(fake.isReleased)
        }
        let unmappable = FakeCamera { $0.mapErrno = ENOMEM }
        #expect(try CameraRun().run(unmappable.camera()).error?.description.hasPrefix("mmap failed") == true)
        #expect(unmappable.isReleased)
    }

    @Test func leavesNothingBehindOver200Rounds() throws {
        let good = FakeCamera.packed(Self.luma, width: 16, step: 2)
        let fake = FakeCamera()
        let camera = fake.camera()
        for round in 0..<200 {
            fake.state.withLock {
                $0.isGone = false
                $0.events = [.frame(good), round % 2 == 0 ? .unplug : .failure(ENODEV)]
            }
            let result = try CameraRun().run(camera)
            #expect(result.frames.count == 1)
            #expect(result.error != nil)
            #expect(fake.isReleased)
        }
    }
}

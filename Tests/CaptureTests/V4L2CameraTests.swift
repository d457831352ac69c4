import CLinux
import Frames
import Glibc
import Synchronization
import Testing

@testable import Capture

/// A luma plane with a value of its own in each place.
private func ramp(_ width: Int, _ height: Int, from first: Int = 0) -> [UInt8] {
    (0..<width * height).map { UInt8(truncatingIfNeeded: $0 &* 3 &+ first) }
}

/// Puts `luma` into a frame: `step` bytes a sample at `offset`, `padding` bytes a row, `tail` bytes of chroma.
private func packed(
    _ luma: [UInt8], width: Int, step: Int = 1, offset: Int = 0, padding: Int = 0, tail: Int = 0
) -> [UInt8] {
    var bytes: [UInt8] = []
    for row in stride(from: 0, to: luma.count, by: width) {
        for x in 0..<width { for byte in 0..<step { bytes.append(byte == offset ? luma[row + x] : 0x77) } }
        bytes += [UInt8](repeating: 0x55, count: padding)
    }
    return bytes + [UInt8](repeating: 0x80, count: tail)
}

private func camera(_ fake: FakeCamera, wish: CameraFormatWish = .automatic, patience: Int = 2000) -> V4L2Camera {
    V4L2Camera(
        device: .fake, wish: wish, driver: fake.driver, paths: CameraPaths(processes: "/nonexistent"),
        patience: CameraPatience(firstFrameMilliseconds: patience, frameMilliseconds: patience))
}

@Suite struct V4L2CameraTests {
    static let luma = ramp(16, 8)

    @Test(arguments: [
        ("YUYV", packed(luma, width: 16, step: 2)), ("UYVY", packed(luma, width: 16, step: 2, offset: 1)),
        ("NV12", packed(luma, width: 16, tail: 64)), ("GREY", luma),
    ])
    func streamsRawFormats(fourCC: String, frame: [UInt8]) throws {
        let fake = FakeCamera {
            $0.offers = [.init(fourCC: fourCC)]
            $0.events = [.frame(frame), .frame(frame), .silence]
        }
        let result = try CameraRun().run(camera(fake), frames: 2)
        #expect(result.error == nil)
        #expect(result.frames.map(\.luma) == [Self.luma, Self.luma])
        #expect(result.frames.map(\.sequence) == [0, 1])
        #expect(result.format == FrameFormat(width: 16, height: 8, encoding: fourCC, framesPerSecond: 30))
        #expect(fake.isReleased)
    }

    @Test func respectsThePaddingOfRows() throws {
        let fake = FakeCamera {
            $0.offers = [.init(fourCC: "YUYV", padding: 12)]
            $0.events = [.frame(packed(Self.luma, width: 16, step: 2, padding: 12)), .silence]
        }
        let result = try CameraRun().run(camera(fake), frames: 1)
        #expect(result.frames.map(\.luma) == [Self.luma])
        #expect(fake.isReleased)
    }

    @Test func convertsOtherFormatsThroughLibv4l() throws {
        // Grey as RGB: libv4lconvert's luma is that of studio swing, 16 to 235.
        let grey = [UInt8](repeating: 200, count: 16 * 8 * 3)
        let fake = FakeCamera {
            $0.offers = [.init(fourCC: "RGB3")]
            $0.events = [.frame(grey), .frame(grey, bytesUsed: 100), .frame(grey), .silence]
        }
        let result = try CameraRun().run(camera(fake), frames: 2)
        #expect(result.frames.count == 2)
        #expect(result.frames.allSatisfy { frame in frame.luma.allSatisfy { abs(Int($0) - 188) <= 2 } })
        #expect(result.lost == ["not convertible"])
        #expect(fake.isReleased)
    }

    @Test func skipsFramesThatTheCameraCallsDamaged() throws {
        let good = packed(Self.luma, width: 16, step: 2)
        let fake = FakeCamera {
            $0.events = [.frame(good, flags: UInt32(V4L2_BUF_FLAG_ERROR)), .frame(good), .silence]
        }
        let result = try CameraRun().run(camera(fake), frames: 1)
        #expect(result.lost == ["damaged by the camera"])
        #expect(result.frames.map(\.sequence) == [1])
        #expect(fake.isReleased)
    }

    @Test func skipsShortFramesAndNeverReadsPastTheirEnd() throws {
        let good = packed(Self.luma, width: 16, step: 2)
        let fake = FakeCamera {
            $0.events = [
                .frame(good, bytesUsed: good.count - 2), .frame(good, bytesUsed: 0),
                // More than is mapped: a driver's lie, read up to the end of the mapping.
                .frame(good, bytesUsed: 1 << 30), .silence,
            ]
        }
        let result = try CameraRun().run(camera(fake), frames: 1)
        #expect(result.lost == ["short: 254 bytes", "empty"])
        #expect(result.frames.map(\.luma) == [Self.luma])
    }

    @Test func aReaderThatHoldsEveryFrameCostsFramesOnly() throws {
        let good = packed(Self.luma, width: 16, step: 2)
        let fake = FakeCamera { $0.events = [.frame(good), .frame(good), .unplug] }
        let pool = FramePool(slots: 1)
        let held = pool.draft(width: 16, height: 8)?.finish(sequence: 0)
        let result = try CameraRun().run(camera(fake), pool: pool)
        #expect(held != nil)
        #expect(result.lost == ["no free frame", "no free frame"])
        #expect(result.frames.isEmpty)
    }

    @Test func saysThatItWasUnplugged() throws {
        let fake = FakeCamera { $0.events = [.frame(packed(Self.luma, width: 16, step: 2)), .unplug] }
        let result = try CameraRun().run(camera(fake))
        #expect(result.frames.count == 1)
        #expect(result.error?.description == "Fake Camera (/dev/video90) was unplugged. Plug it in again.")
        #expect(fake.isReleased)
    }

    @Test func saysThatItWasUnpluggedWhenADequeueTellsFirst() throws {
        let fake = FakeCamera { $0.events = [.failure(ENODEV), .silence] }
        let result = try CameraRun().run(camera(fake))
        #expect(result.error?.description == "Fake Camera (/dev/video90) was unplugged. Plug it in again.")
        #expect(fake.isReleased)
    }

    @Test func tellsAStoppedStreamFromAnUnpluggedCamera() throws {
        let fake = FakeCamera { $0.events = [.halt] }
        let result = try CameraRun().run(camera(fake))
        #expect(result.error?.description == "Fake Camera (/dev/video90) stopped sending pictures.")
        #expect(fake.isReleased)
    }

    @Test func goesOnAfterPassingReadErrors() throws {
        let good = packed(Self.luma, width: 16, step: 2)
        let fake = FakeCamera {
            $0.events = [.failure(EIO), .failure(EAGAIN), .failure(EINTR), .frame(good), .silence]
        }
        let result = try CameraRun().run(camera(fake), frames: 1)
        #expect(result.lost == ["read error"])
        #expect(result.frames.count == 1)
    }

    @Test func givesUpACameraThatSendsNothing() throws {
        let fake = FakeCamera { $0.events = [.silence] }
        let started = ContinuousClock.now
        let result = try CameraRun().run(camera(fake, patience: 600))
        #expect(ContinuousClock.now - started >= .milliseconds(600))
        #expect(result.error?.description.hasPrefix("Fake Camera (/dev/video90) sent no picture for 1 s.") == true)
        #expect(fake.isReleased)
    }

    @Test func givesUpACameraThatSendsOnlyDamage() throws {
        let good = packed(Self.luma, width: 16, step: 2)
        let fake = FakeCamera {
            $0.events = Array(repeating: .frame(good, flags: UInt32(V4L2_BUF_FLAG_ERROR)), count: 5) + [.silence]
        }
        let result = try CameraRun().run(camera(fake, patience: 300))
        #expect(result.error?.description.contains("sent only damaged pictures") == true)
        #expect(fake.isReleased)
    }

    @Test func endsWithin50MillisecondsOfTheStopBell() throws {
        let fake = FakeCamera { $0.events = [.frame(packed(Self.luma, width: 16, step: 2)), .silence] }
        // The bell is rung at the first frame, when nothing more will come.
        let rung = Mutex(ContinuousClock.now)
        let result = try CameraRun().run(camera(fake), frames: 1) { rung.withLock { $0 = .now } }
        #expect(ContinuousClock.now - rung.withLock { $0 } < .milliseconds(50))
        #expect(result.error == nil)
        #expect(fake.isReleased)
    }

    @Test func aBellRungBeforeTheStartEndsItToo() throws {
        let fake = FakeCamera { $0.events = [.silence] }
        let run = try CameraRun()
        run.stop.ring()
        let result = run.run(camera(fake))
        #expect(result.error == nil)
        #expect(result.frames.isEmpty)
        #expect(fake.isReleased)
    }

    @Test func takesFewerBuffersThanAskedFor() throws {
        let good = packed(Self.luma, width: 16, step: 2)
        let fake = FakeCamera {
            $0.mostBuffers = 2
            $0.events = Array(repeating: .frame(good), count: 6) + [.silence]
        }
        let result = try CameraRun().run(camera(fake), frames: 6)
        #expect(result.frames.count == 6)
        #expect(fake.isReleased)
    }

    @Test func refusesADriverThatGrantsNoBuffer() throws {
        let fake = FakeCamera { $0.mostBuffers = 0 }
        let result = try CameraRun().run(camera(fake))
        #expect(result.error?.description.hasPrefix("VIDIOC_REQBUFS failed on /dev/video90") == true)
        #expect(fake.isReleased)
    }

    /// Every request between opening and the first frame, each made to fail in its turn.
    @Test(arguments: [
        qz_VIDIOC_S_FMT, qz_VIDIOC_REQBUFS, qz_VIDIOC_QUERYBUF, qz_VIDIOC_QBUF, qz_VIDIOC_STREAMON, qz_VIDIOC_ENUM_FMT,
        qz_VIDIOC_QUERYCAP,
    ])
    func releasesEverythingWhicheverCallFails(request: UInt) throws {
        for errno in [EIO, ENODEV, EBUSY, EACCES, ENOMEM] {
            let fake = FakeCamera { $0.failures = [request: [errno]] }
            let result = try CameraRun().run(camera(fake))
            #expect(result.error != nil)
            #expect(fake.isReleased, "errno \(errno)")
        }
    }

    @Test func releasesEverythingWhenALaterBufferFails() throws {
        for request in [qz_VIDIOC_QUERYBUF, qz_VIDIOC_QBUF] {
            let fake = FakeCamera { $0.failures = [request: [0, 0, EIO]] }
            #expect(try CameraRun().run(camera(fake)).error != nil)
            #expect(fake.isReleased)
        }
        let unmappable = FakeCamera { $0.mapErrno = ENOMEM }
        #expect(try CameraRun().run(camera(unmappable)).error?.description.hasPrefix("mmap failed") == true)
        #expect(unmappable.isReleased)
    }

    @Test func leavesNothingBehindOver200Rounds() throws {
        let good = packed(Self.luma, width: 16, step: 2)
        let fake = FakeCamera()
        let camera = camera(fake)
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

@Suite struct V4L2CameraOpeningTests {
    private func failure(_ configure: (inout FakeCamera.State) -> Void) throws -> String {
        let fake = FakeCamera(configure)
        let result = try CameraRun().run(camera(fake))
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
                == "There is no /dev/video90. `quietzone cameras` lists the cameras that are there.")
        #expect(try failure { $0.openErrno = ENXIO }.hasPrefix("There is no camera behind /dev/video90 any more."))
        #expect(try failure { $0.alwaysFailing = [qz_VIDIOC_QUERYCAP: ENOTTY] }.hasPrefix("/dev/video90 is no camera."))
        #expect(try failure { $0.capabilities = UInt32(V4L2_CAP_STREAMING) }.hasPrefix("/dev/video90 gives no video."))
    }

    @Test func saysWhichFormatsCannotBeRead() throws {
        #expect(
            try failure { $0.offers = [.init(fourCC: "H264"), .init(fourCC: "HSV3")] }
                == "/dev/video90 offers no picture format that can be read (only H264, HSV3).")
        #expect(try failure { $0.offers = [] } == "/dev/video90 offers no picture format that can be read.")
    }

    @Test func saysThatTheBusIsFull() throws {
        #expect(try failure { $0.alwaysFailing = [qz_VIDIOC_STREAMON: ENOSPC] }.hasPrefix("The USB bus has no room"))
    }

    @Test func triesTheNextFormatWhenTheBusIsFull() throws {
        let fake = FakeCamera {
            $0.offers = [.init(fourCC: "YUYV"), .init(fourCC: "GREY")]
            $0.failures = [qz_VIDIOC_STREAMON: [ENOSPC]]
            $0.events = [.frame(ramp(16, 8)), .silence]
        }
        let result = try CameraRun().run(camera(fake), frames: 1)
        #expect(result.format?.encoding == "GREY")
        #expect(result.frames.map(\.luma) == [ramp(16, 8)])
        #expect(fake.isReleased)
    }

    @Test func takesTheNextFormatWhenNothingReadsTheFirst() throws {
        let fake = FakeCamera {
            $0.offers = [.init(fourCC: "H264", sizes: [(64, 32)]), .init(fourCC: "GREY")]
            $0.events = [.frame(ramp(16, 8)), .silence]
        }
        #expect(try CameraRun().run(camera(fake), frames: 1).format?.encoding == "GREY")
    }

    @Test func worksWithADriverThatTellsNoSizesAndTakesNoRate() throws {
        let fake = FakeCamera {
            $0.offers = [.init(fourCC: "GREY", sizes: [(16, 8)])]
            $0.enumeratesSizes = false
            $0.alwaysFailing = [qz_VIDIOC_G_PARM: ENOTTY, qz_VIDIOC_S_PARM: ENOTTY]
            $0.events = [.frame(ramp(16, 8)), .silence]
        }
        let result = try CameraRun().run(camera(fake), frames: 1)
        #expect(result.format == FrameFormat(width: 16, height: 8, encoding: "GREY", framesPerSecond: nil))
    }

    @Test func worksWithADriverThatOnlyTellsWhatItIsSetTo() throws {
        let fake = FakeCamera {
            $0.offers = [.init(fourCC: "GREY", sizes: [(16, 8)])]
            $0.set = (FourCC("GREY")!.rawValue, 16, 8, 0)
            $0.alwaysFailing = [qz_VIDIOC_ENUM_FMT: ENOTTY]
            $0.events = [.frame(ramp(16, 8)), .silence]
        }
        #expect(try CameraRun().run(camera(fake), frames: 1).frames.count == 1)
    }

    @Test func honoursAWish() throws {
        let fake = FakeCamera {
            $0.offers = [
                .init(fourCC: "YUYV", sizes: [(64, 32), (16, 8)], rates: [30, 15]),
                .init(fourCC: "GREY", sizes: [(64, 32), (16, 8)], rates: [30, 15]),
            ]
            $0.events = [.frame(ramp(16, 8)), .silence]
        }
        let wish = CameraFormatWish(width: 16, height: 8, framesPerSecond: 15, pixelFormat: FourCC("GREY"))
        let result = try CameraRun().run(camera(fake, wish: wish), frames: 1)
        #expect(result.format == FrameFormat(width: 16, height: 8, encoding: "GREY", framesPerSecond: 15))
    }

    @Test func saysWhatIsOfferedInsteadOfAWish() throws {
        let fake = FakeCamera()
        let wish = CameraFormatWish(width: 640, height: 480)
        #expect(
            try CameraRun().run(camera(fake, wish: wish)).error?.description
                == "/dev/video90 does not offer 640x480. It offers 16x8 YUYV.")
        #expect(fake.isReleased)
    }
}

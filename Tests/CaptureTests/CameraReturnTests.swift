import CLinux
import Frames
import Glibc
import Scanning
import Synchronization
import Testing

@testable import Capture

/// A scan session over a fake camera, observed from outside.
private final class Watched {
    let session: ScanSession
    let doorbell: Doorbell

    init(_ fake: FakeCamera, pause: Duration) throws {
        doorbell = try Doorbell()
        var options = ScanSession.Options()
        options.reopens = true
        options.reopeningPause = pause
        session = try ScanSession(options: options, doorbell: doorbell) { _ in nil }
        try session.start(opening: { () throws(SourceError) in
            V4L2Camera(
                device: .fake, driver: fake.driver, paths: CameraPaths(processes: "/nonexistent"),
                patience: CameraPatience(firstFrameMilliseconds: 60000, frameMilliseconds: 60000))
        })
    }

    deinit { session.stop() }

    /// Waits until `isSeen` finds what it wants among the events and frames; nil after a minute.
    func wait<R>(_ isSeen: ([ScanSession.Event], Frame?) -> R?) -> R? {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            doorbell.clear()
            if let result = isSeen(session.drainEvents(), session.takePreview()) { return result }
            _ = doorbell.wait(milliseconds: 100)
        }
        return nil
    }
}

private func picture(_ value: UInt8) -> FakeCamera.Event { .frame([UInt8](repeating: value, count: 128)) }

@Suite struct CameraReturnTests {
    private func fake(_ events: [FakeCamera.Event]) -> FakeCamera {
        FakeCamera {
            $0.offers = [.init(fourCC: "GREY")]
            $0.events = events
        }
    }

    /// Puts an unplugged fake in again, with these events to come.
    private func plug(_ fake: FakeCamera, _ events: [FakeCamera.Event]) {
        fake.state.withLock { state in
            state.isGone = false
            state.events = events
        }
    }

    @Test func nothingIsLeftBehindBy200ReplugsAndEveryOneIsTakenAgain() throws {
        let fake = fake([picture(0), .unplug])
        let watched = try Watched(fake, pause: .seconds(3600))
        for round in 0..<200 {
            let reason = watched.wait { events, _ -> String? in
                for case .interrupted(let error) in events { return error.description }
                return nil
            }
            #expect(reason == "Fake Camera (/dev/video90) was unplugged. Plug it in again." || round > 0)
            _ = try #require(reason, "round \(round) was not noticed")
            #expect(fake.isReleased, "round \(round)")
            plug(fake, [picture(UInt8(round + 1 & 0xFF)), round == 199 ? .silence : .unplug])
            watched.session.reopenNow()
        }
        #expect(watched.wait { _, frame in frame?.withLuma { $0[0] == 200 } } == true)
        watched.session.stop()
        #expect(fake.isReleased)
    }

    @Test func aFrameFromBeforeIsNoSignOfLife() throws {
        let fake = fake([picture(1), .unplug])
        let watched = try Watched(fake, pause: .seconds(3600))
        var framesAfter = 0
        _ = watched.wait { events, frame -> Bool? in
            for case .interrupted in events {
                framesAfter += frame == nil ? 0 : 1
                return true
            }
            return nil
        }
        #expect(framesAfter == 0)
        #expect(watched.session.view.symbols.isEmpty && watched.session.source == nil)
    }

    @Test func aCameraThatIsBusyIsTakenWhenItIsFree() throws {
        let fake = fake([picture(7), .silence])
        fake.state.withLock { $0.openErrno = EBUSY }
        let watched = try Watched(fake, pause: .milliseconds(1))
        #expect(
            watched.wait { events, _ -> Bool? in
                for case .interrupted(let error) in events { return error.description.contains("in use") }
                return nil
            } == true)
        fake.state.withLock { $0.openErrno = 0 }
        #expect(watched.wait { _, frame in frame?.withLuma { $0[0] == 7 } } == true)
    }

    @Test func stoppingDoesNotWaitForThePause() throws {
        let fake = fake([.unplug])
        let watched = try Watched(fake, pause: .seconds(3600))
        _ = watched.wait { events, _ in events.isEmpty ? nil : true }
        watched.session.stop()
        #expect(fake.isReleased)
    }
}

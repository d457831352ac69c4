import CameraFakes
import CLinux
import Foundation
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
        session = try ScanSession(options: options, doorbell: doorbell)
        try session.start(opening: { () throws(SourceError) in
            V4L2Camera(
                device: .fake, system: CameraSystem(calls: fake.calls, paths: CameraPaths(processes: "/nonexistent")),
                patience: CameraPatience(firstFrameMilliseconds: 60000, frameMilliseconds: 60000))
        })
    }

    deinit { session.stop() }

    /// Waits until `isSeen` is true for the events and frames; nil after a minute.
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

/// The open descriptors and threads of the process.
private func held() -> [Int] {
    ["fd", "task"].map { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\($0)").count) ?? -1 }
}

/// The minimum within a tenth of a second: the decoding thread releases the last frame, and with it its pool's memory, a
/// little later.
private func heldAtRest() -> [Int] {
    (0..<100).map { _ in
        usleep(1000)
        return held()
    }.reduce(held()) { zip($0, $1).map(min) }
}

/// Waits until the process has no more than `before`: the kernel lists a thread for a moment after it was joined.
private func isBack(to before: [Int]) -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    func isNoMore() -> Bool { zip(held(), before).allSatisfy { $0 <= $1 } }
    while !isNoMore(), ContinuousClock.now < end { usleep(1000) }
    return isNoMore()
}

@Suite struct CameraReturnTests {
    private func fake(_ events: [FakeCamera.Event]) -> FakeCamera {
        FakeCamera {
            $0.offers = [.init(fourCC: "GREY")]
            $0.events = events
        }
    }

    /// Plugs the fake in again, with these events.
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

    /// In a separate process, where no other test opens descriptors or starts threads.
    @Test func theProcessHoldsNoMoreAfter200ReplugsAnd200Sessions() async {
        await #expect(processExitsWith: .success) {
            let events: [FakeCamera.Event] = [picture(1), .unplug]
            let fake = FakeCamera {
                $0.offers = [.init(fourCC: "GREY")]
                $0.events = events
            }
            var first: [Int] = []
            do {
                let watched = try Watched(fake, pause: .seconds(3600))
                for round in 0..<200 {
                    let isLost: Bool? = watched.wait { events, _ in
                        for case .interrupted in events { return true }
                        return nil
                    }
                    precondition(isLost == true && fake.isReleased, "round \(round)")
                    if round == 5 { first = heldAtRest() }
                    fake.state.withLock { state in
                        state.isGone = false
                        state.events = events
                    }
                    if round == 199 { precondition(isBack(to: first), "\(first) became \(held())") }
                    watched.session.reopenNow()
                }
            }
            for round in 0..<200 {
                let fake = FakeCamera {
                    $0.offers = [.init(fourCC: "GREY")]
                    $0.events = [picture(1), .silence]
                }
                do {
                    let watched = try Watched(fake, pause: .seconds(3600))
                    precondition(watched.wait { _, frame in frame.map { _ in true } } == true, "session \(round)")
                }
                precondition(fake.isReleased, "session \(round)")
                if round == 5 { first = heldAtRest() }
            }
            precondition(isBack(to: first), "\(first) became \(held())")
        }
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
        #expect(watched.session.view.symbols.isEmpty)
        #expect(watched.session.source == nil)
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

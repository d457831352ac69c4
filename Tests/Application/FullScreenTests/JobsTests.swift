@testable import FullScreen
import Dispatch
import Frames
import Testing

@Suite struct JobsTests {
    /// Waits until `isDone`, handling finished jobs meanwhile.
    private func settle(_ jobs: Jobs, until isDone: () -> Bool) async throws {
        for _ in 0..<6000 where !isDone() {
            try await Task.sleep(for: .milliseconds(10))
            jobs.followUp()
        }
        try #require(isDone())
    }

    @Test func whatFollowsIsRunByTheLoopOnly() async throws {
        let bell = try Doorbell()
        let jobs = Jobs(doorbell: bell)
        var results: [Int] = []
        jobs.run {
            6 * 7
        } then: {
            results.append((try? $0.get()) ?? 0)
        }
        for _ in 0..<6000 where !bell.isRung { try await Task.sleep(for: .milliseconds(10)) }
        #expect(results.isEmpty, "nothing follows before the loop asks")
        #expect(bell.isRung)
        try await settle(jobs) { !results.isEmpty }
        #expect(results == [42])
        jobs.followUp()
        #expect(results == [42], "once")
    }

    /// What the desktop is notified of: the user of a short one is still there.
    @Test(arguments: [(4, false), (5, true)])
    func theEndOfALongJobIsKnown(seconds: Int, isLong: Bool) async throws {
        var now = ContinuousClock.now
        let jobs = Jobs(doorbell: try Doorbell(), now: { now })
        var ends: [Bool] = []
        jobs.run {
        } then: { _ in
            ends.append(jobs.endsLongJob)
        }
        now += .seconds(seconds)
        try await settle(jobs) { !ends.isEmpty }
        #expect(ends == [isLong])
        #expect(!jobs.endsLongJob)
    }

    /// What the taskbar shows: work that is over in a moment does not flash there.
    @Test(arguments: [(400, true, false), (500, true, true), (500, false, false)])
    func workThatTakesAWhileIsUnderWay(milliseconds: Int, isWork: Bool, isShown: Bool) async throws {
        var now = ContinuousClock.now
        let jobs = Jobs(doorbell: try Doorbell(), now: { now })
        let gate = DispatchSemaphore(value: 0)
        var isDone = false
        jobs.run(isWork: isWork) {
            gate.wait()
        } then: { _ in
            isDone = true
        }
        #expect(!jobs.areWorking)
        now += .milliseconds(milliseconds)
        #expect(jobs.areWorking == isShown)
        gate.signal()
        try await settle(jobs) { isDone }
        #expect(!jobs.areWorking)
    }

    @Test func aFailureIsHandedOn() async throws {
        struct Failure: Error {}
        let jobs = Jobs(doorbell: try Doorbell())
        var failure: (any Error)?
        jobs.run {
            throw Failure()
        } then: { (result: Result<Int, any Error>) in
            if case .failure(let error) = result { failure = error }
        }
        try await settle(jobs) { failure != nil }
        #expect(failure is Failure)
    }

    @Test func jobsOfAQueueComeOneAfterTheOther() async throws {
        let jobs = Jobs(doorbell: try Doorbell())
        let queue = DispatchQueue(label: "test")
        var order: [Int] = []
        for i in 0..<20 {
            jobs.run(on: queue) {
                i
            } then: {
                order.append((try? $0.get()) ?? -1)
            }
        }
        try await settle(jobs) { order.count == 20 }
        #expect(order == Array(0..<20))
    }

    @Test func whatWasForwardedComesAsOftenAsItWasSent() async throws {
        let jobs = Jobs(doorbell: try Doorbell())
        var lines: [String] = []
        var pictures = 0
        let forward = jobs.forward { lines.append($0) }
        let once = jobs.forward(once: true) { (_: Int) in pictures += 1 }
        DispatchQueue.global().async {
            forward("one")
            forward("two")
            once(1)
            once(2)
        }
        try await settle(jobs) { lines.count == 2 && pictures == 1 }
        #expect(lines == ["one", "two"])
        #expect(pictures == 1)
    }
}

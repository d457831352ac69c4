@testable import FullScreen
import Frames
import Glibc
import Testing

@Suite struct EventLoopTests {
    @Test func handlersOfWhatIsReadyAreCalledInTheirOrder() throws {
        let (first, second) = (try Doorbell(), try Doorbell())
        let loop = EventLoop()
        var calls: [String] = []
        loop.add(first.descriptor) {
            calls.append("first")
            first.clear()
        }
        loop.add(second.descriptor) {
            calls.append("second")
            second.clear()
        }
        #expect(loop.wait(milliseconds: 0) == .timedOut)
        second.ring()
        #expect(loop.wait(milliseconds: 1000) == .ready)
        #expect(calls == ["second"])
        second.ring()
        first.ring()
        #expect(loop.wait(milliseconds: 1000) == .ready)
        #expect(calls == ["second", "first", "second"])
    }

    @Test func aHangUpComesBeforeAllElse() throws {
        let bell = try Doorbell()
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let loop = EventLoop()
        var (hasHungUp, hasRung) = (false, false)
        loop.add(bell.descriptor) { hasRung = true }
        loop.add(ends[0], onHangUp: { hasHungUp = true }) {}
        bell.ring()
        close(ends[1])
        #expect(loop.wait(milliseconds: 1000) == .hungUp)
        #expect(hasHungUp)
        #expect(!hasRung)
    }

    @Test func anOutputThatTakesBytesEndsTheWait() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        #expect(EventLoop().wait(milliseconds: 10_000, output: ends[1]) == .ready)
    }
}

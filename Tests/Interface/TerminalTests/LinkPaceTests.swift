import Testing

@testable import Terminal

@Suite struct LinkPaceTests {
    private let start = ContinuousClock.now

    private func after(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    /// A link that is full and takes `bytes` every 20 ms from `begin` on.
    private func full(_ pace: inout LinkPace, bytes: Int, from begin: Int, times: Int = 10) {
        pace.took(22_000, isFull: true, at: after(begin))
        for step in 1...times { pace.took(bytes, isFull: step < times, at: after(begin + 20 * step)) }
    }

    @Test func aTerminalThatTakesEverythingHasNoLimit() {
        var pace = LinkPace()
        for step in 0..<100 { pace.took(100_000, isFull: false, at: after(step * 33)) }
        #expect(pace.budget(at: after(4000)) == nil)
        #expect(pace.pause(at: after(4000)) == .zero)
    }

    @Test func aSlowOneGetsAsMuchAsItTakesInAMoment() throws {
        var pace = LinkPace()
        full(&pace, bytes: 2000, from: 0)
        #expect(pace.rate == 100_000)
        #expect(pace.budget(at: after(210)) == 2500)
        // What it holds has to be gone first.
        #expect(pace.pause(at: after(200)) >= .milliseconds(180))
        #expect(pace.pause(at: after(600)) == .zero)
        pace.took(2500, isFull: false, at: after(600))
        #expect((pace.pause(at: after(600)) / .milliseconds(1)).rounded() == 15)
    }

    @Test func aTerminalThatWasStoppedGoesOnAsFastAsEver() {
        var pace = LinkPace()
        pace.took(22_000, isFull: true, at: after(0))
        pace.took(3000, isFull: true, at: after(5000))
        #expect(pace.rate == nil, "that says nothing yet")
        for step in 0..<10 { pace.took(200_000, isFull: true, at: after(5030 + 30 * step)) }
        #expect(pace.budget(at: after(6000)) == nil)
    }

    @Test func aFasterPaceIsTriedLessAndLessOften() throws {
        var pace = LinkPace()
        full(&pace, bytes: 2000, from: 0)
        #expect(pace.budget(at: after(1000)) == 2500)
        let at2300 = pace.budget(at: after(2300))
        #expect(try #require(at2300) > 3000, "after two seconds")
        full(&pace, bytes: 2000, from: 2500)
        let at5500 = pace.budget(at: after(5500))
        #expect(try #require(at5500) < 3000)
        let at60000 = pace.budget(at: after(60_000))
        #expect(try #require(at60000) > 3000)
        // Where nothing holds it up, there is no limit in the end.
        for step in 0..<40 { _ = pace.budget(at: after(100_000 + step * 31_000)) }
        #expect(pace.budget(at: after(2_000_000)) == nil)
    }
}

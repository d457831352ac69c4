import Formats
import Places
import Testing

@testable import Services

/// The time between positions goes by their own times, as long as these can be believed.
@Suite struct PositionClockTests {
    private func position(at milliseconds: Int64?) throws -> Position {
        Position(
            try #require(GeoPoint(latitude: 1, longitude: 2)), accuracy: 5,
            time: milliseconds.map { Timestamp(milliseconds: $0) }, source: "test")
    }

    @Test func timesOfPositionsCount() throws {
        var clock = PositionClock()
        let now = ContinuousClock.now
        #expect(clock.seconds(of: try position(at: 5_000), at: now) == 0)
        #expect(clock.seconds(of: try position(at: 7_500), at: now) == 2.5)
        #expect(clock.seconds(of: try position(at: 3_607_500), at: now) == 3602.5)
    }

    /// A clock that stands, goes back or jumps, and none at all: this machine's counts.
    @Test(arguments: [5_000, 4_000, 3_700_000, nil] as [Int64?])
    func otherwiseTheTimeOfThisMachineCounts(next: Int64?) throws {
        var clock = PositionClock()
        let now = ContinuousClock.now
        _ = clock.seconds(of: try position(at: 5_000), at: now)
        #expect(clock.seconds(of: try position(at: next), at: now + .seconds(3)) == 3)
    }
}

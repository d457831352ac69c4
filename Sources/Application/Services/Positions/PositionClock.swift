import Formats
import Places

/// The time between positions, which a log has, too.
///
/// It goes by the times that positions have. Where that clock stands, goes back or jumps by more than an hour, the time that
/// passed on this machine counts.
package struct PositionClock {
    private var seconds = 0.0
    private var last: (time: Timestamp?, instant: ContinuousClock.Instant)?

    /// The longest step in seconds that is believed.
    private static let longestStep = 3600.0

    package init() {}

    /// The seconds from the first position to this one.
    package mutating func seconds(of position: Position, at instant: ContinuousClock.Instant = .now) -> Double {
        defer { last = (position.time, instant) }
        guard let last else { return 0 }
        var step = (instant - last.instant) / .seconds(1)
        if let time = position.time, let former = last.time {
            let measured = Double(time.milliseconds - former.milliseconds) / 1000
            if measured > 0, measured <= Self.longestStep { step = measured }
        }
        seconds += max(0, step)
        return seconds
    }
}

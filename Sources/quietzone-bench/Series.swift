import Foundation

/// Times of one step.
struct Series {
    private let name: String
    private var milliseconds: [Double] = []

    init(_ name: String) { self.name = name }

    /// Runs `body` and notes how long it took.
    mutating func time(_ body: () throws -> Void) rethrows {
        let clock = ContinuousClock()
        let start = clock.now
        try body()
        milliseconds.append(start.duration(to: clock.now) / .milliseconds(1))
    }

    /// Runs `body` and notes what it took of `clock`.
    mutating func time(_ clock: CPUClock, _ body: () -> Void) {
        let start = clock.milliseconds
        body()
        note(clock.milliseconds - start)
    }

    /// Notes a time that was measured elsewhere.
    mutating func note(_ time: Double) { milliseconds.append(time) }

    /// Half of the times are shorter.
    var median: Double { percentile(0.5) }

    /// The arithmetic mean.
    var mean: Double { milliseconds.isEmpty ? 0 : milliseconds.reduce(0, +) / Double(milliseconds.count) }

    private func percentile(_ share: Double) -> Double {
        let sorted = milliseconds.sorted()
        return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }

    /// The name, the median and the 95th percentile.
    var line: String {
        name.padding(toLength: 32, withPad: " ", startingAt: 0)
            + String(format: "%8.2f  (%.2f)", median, percentile(0.95))
    }
}

import Foundation

/// Milliseconds of many runs of one thing.
struct Times {
    private var milliseconds: [Double]

    init(_ milliseconds: [Double] = []) { self.milliseconds = milliseconds }

    mutating func append(_ time: Double) { milliseconds.append(time) }

    /// Half of the times are shorter.
    var median: Double { percentile(0.5) }

    /// The arithmetic mean; 0 of none.
    var mean: Double { milliseconds.isEmpty ? 0 : milliseconds.reduce(0, +) / Double(milliseconds.count) }

    /// The time that this share of the times, 0…1, stays below; 0 of none.
    func percentile(_ share: Double) -> Double {
        let sorted = milliseconds.sorted()
        return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
}

/// Times of one step, by the clock on the wall.
struct Series {
    private let name: String
    private(set) var times = Times()

    init(_ name: String) { self.name = name }

    /// Runs `body` and notes how long it took.
    mutating func time(_ body: () throws -> Void) rethrows {
        let clock = ContinuousClock()
        let start = clock.now
        try body()
        times.append(start.duration(to: clock.now) / .milliseconds(1))
    }

    /// The name, the median and the 95th percentile.
    var line: String {
        name.padding(toLength: 32, withPad: " ", startingAt: 0)
            + String(format: "%8.2f  (%.2f)", times.median, times.percentile(0.95))
    }
}

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

/// Times of one step.
struct Series {
    private let name: String
    private let isWallClock: Bool
    private(set) var times = Times()

    /// - Parameter isWallClock: whether wall-clock time counts, as it must where another process does the work;
    ///   by default the processor time of this thread does, whatever else the machine is doing.
    init(_ name: String, isWallClock: Bool = false) {
        self.name = name
        self.isWallClock = isWallClock
    }

    /// Runs `body` and notes how long it took.
    mutating func time(_ body: () throws -> Void) rethrows {
        let start = ContinuousClock.now
        let spent = try ProcessorTime.milliseconds(of: body)
        times.append(isWallClock ? start.duration(to: .now) / .milliseconds(1) : spent)
    }

    /// Notes a time that was measured elsewhere.
    mutating func note(_ milliseconds: Double) { times.append(milliseconds) }

    /// The name, the median and the 95th percentile.
    var line: String {
        name.padding(toLength: 36, withPad: " ", startingAt: 0)
            + String(format: "%8.2f  (%.2f)", times.median, times.percentile(0.95))
    }
}

import Foundation

/// A sample of times in milliseconds, with its statistics.
struct Times {
    private var milliseconds: [Double]

    init(_ milliseconds: [Double] = []) { self.milliseconds = milliseconds }

    mutating func append(_ time: Double) { milliseconds.append(time) }

    var median: Double { percentile(0.5) }

    /// The arithmetic mean; 0 without any times.
    var mean: Double { milliseconds.isEmpty ? 0 : milliseconds.reduce(0, +) / Double(milliseconds.count) }

    /// The time that a fraction, 0...1, of the times stays below; 0 without any times.
    func percentile(_ fraction: Double) -> Double {
        let sorted = milliseconds.sorted()
        return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * fraction))]
    }
}

/// The times of one step, with its name.
struct Series {
    private let name: String
    private let isWallClock: Bool
    private(set) var times = Times()

    /// - Parameter isWallClock: measures wall-clock time, for work in another process. Default: the processor time of this
    ///   thread, which does not depend on the machine's load.
    init(_ name: String, isWallClock: Bool = false) { (self.name, self.isWallClock) = (name, isWallClock) }

    /// Runs `body` and appends the time it took.
    mutating func time(_ body: () throws -> Void) rethrows {
        let start = ContinuousClock.now
        let spent = try ProcessorTime.milliseconds(of: body)
        times.append(isWallClock ? start.duration(to: .now) / .milliseconds(1) : spent)
    }

    /// Appends a time that was measured elsewhere.
    mutating func append(_ milliseconds: Double) { times.append(milliseconds) }

    /// The name, the median and the 95th percentile.
    var line: String {
        name.padding(toLength: 36, withPad: " ", startingAt: 0)
            + String(format: "%8.2f  (%.2f)", times.median, times.percentile(0.95))
    }
}

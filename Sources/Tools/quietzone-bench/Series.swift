import Foundation

/// A sample of times in milliseconds, with its statistics.
struct Times {
    private var milliseconds: [Double]

    init(_ milliseconds: [Double] = []) { self.milliseconds = milliseconds }

    /// The wall-clock times of so many runs.
    init(of runs: Int, _ body: () throws -> Void) rethrows {
        milliseconds = try (0..<runs).map { _ in try WallClock.milliseconds(of: body) }
    }

    mutating func append(_ time: Double) { milliseconds.append(time) }

    var count: Int { milliseconds.count }

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

    mutating func time(_ body: () throws -> Void) rethrows {
        times.append(
            try isWallClock ? WallClock.milliseconds(of: body) : ProcessorTime.milliseconds(of: body))
    }

    mutating func append(_ milliseconds: Double) { times.append(milliseconds) }

    /// The name, the median and the 95th percentile.
    var line: String {
        name.column(36) + String(format: "%8.2f  (%.2f)", times.median, times.percentile(0.95))
    }
}

/// The time that passes for everybody.
enum WallClock {
    /// Runs `body` and returns the milliseconds until it has ended.
    static func milliseconds(of body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try body()
        return milliseconds(since: start)
    }

    /// The milliseconds from `start` until now.
    static func milliseconds(since start: ContinuousClock.Instant) -> Double {
        start.duration(to: .now) / .milliseconds(1)
    }
}

extension String {
    /// The cell of a table: the text at its left, cut off where it is longer than `width` characters.
    func column(_ width: Int) -> String { padding(toLength: width, withPad: " ", startingAt: 0) }

    /// The cell of a table: the text at its right; longer ones stay whole.
    func right(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

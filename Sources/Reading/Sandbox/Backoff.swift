/// How long to wait before the next child when they die one after the other.
struct Backoff {
    private var failures = 0
    private var end = ContinuousClock.now

    /// Deaths in a row that are made good at once: pictures that kill a decoder come in groups.
    static let free = 3
    private static let shortest = Duration.milliseconds(250)
    private static let doublings = 4

    var isOver: Bool { ContinuousClock.now >= end }

    var left: Duration { ContinuousClock.now.duration(to: end) }

    /// A child read a frame.
    mutating func succeeded() { failures = 0 }

    /// A child died, or none could be started.
    mutating func failed(now: ContinuousClock.Instant = .now) {
        failures += 1
        end = now + Self.delay(after: failures)
    }

    /// Nothing at first, then 250 ms, doubled up to 4 s.
    static func delay(after failures: Int) -> Duration {
        failures <= free ? .zero : shortest * (1 << min(failures - free - 1, doublings))
    }
}

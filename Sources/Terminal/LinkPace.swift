/// How fast a terminal takes what is drawn: over a slow link no more is sent than it takes in a moment, so that what a key asks
/// for is not behind a picture.
///
/// What a link holds cannot be asked for (a pseudoterminal answers TIOCOUTQ with 0), but it can be told from how much it takes while it
/// is full. A value without a clock.
struct LinkPace {
    /// Bytes a second; nil as long as the terminal takes everything at once.
    private(set) var rate: Double?
    /// Bytes that the link is thought to hold, and when that was so.
    private var held = 0.0
    private var at: ContinuousClock.Instant?
    /// Since when the link is full, and the bytes that it has taken since.
    private var full: (since: ContinuousClock.Instant, bytes: Int)?
    /// When a faster pace is tried, and how long after that the next time.
    private var nextTry: ContinuousClock.Instant?
    private var tryPause = Self.shortestPause
    private var isTrying = false

    /// What is sent at a time: as much as the link takes in this time.
    private static let portion = 0.025
    /// As long as it takes for this the link counts as empty.
    private static let rest = 0.010
    /// A link that takes so much a second holds nothing up.
    private static let fast = 4e6
    private static let slowest = 2000.0
    /// Bytes that Linux holds for a pseudoterminal that nobody reads, measured: 22 kB.
    private static let buffer = 22_000.0
    /// The shortest time over which a rate is measured.
    private static let window = 0.020
    private static let shortestPause = Duration.seconds(2)
    private static let longestPause = Duration.seconds(30)

    /// The terminal has taken `count` bytes; whether it takes no more now.
    mutating func took(_ count: Int, isFull: Bool, at now: ContinuousClock.Instant) {
        decay(to: now)
        if rate != nil { held += Double(count) }
        if let (since, bytes) = full {
            let seconds = since.duration(to: now) / .seconds(1)
            if seconds >= Self.window {
                measure(Double(bytes + count) / seconds)
                full = nil
            } else {
                full = (since, bytes + count)
            }
        }
        guard isFull else { return full = nil }
        if full == nil { full = (now, 0) }
        if rate != nil {
            held = max(held, Self.buffer)
            // That was too fast.
            if isTrying { tryPause = min(tryPause * 2, Self.longestPause) }
            isTrying = false
        }
        nextTry = now + tryPause
    }

    private mutating func measure(_ sample: Double) {
        guard sample < Self.fast else { return self = LinkPace() }
        // The newest counts most: a terminal that was stopped goes on as fast as ever.
        rate = max(Self.slowest, rate.map { ($0 + 3 * sample) / 4 } ?? sample)
    }

    private mutating func decay(to now: ContinuousClock.Instant) {
        if let rate, let at { held = max(0, held - rate * (at.duration(to: now) / .seconds(1))) }
        at = now
    }

    /// How many bytes may be drawn now; nil for any number.
    mutating func budget(at now: ContinuousClock.Instant) -> Int? {
        guard let rate else { return nil }
        if let nextTry, now >= nextTry {
            self.nextTry = now + tryPause
            self.rate = rate * 1.5
            isTrying = true
            if rate * 1.5 > Self.fast { self = LinkPace() }
        }
        return self.rate.map { Int(max(200, $0 * Self.portion)) }
    }

    /// How long until more should be drawn.
    mutating func pause(at now: ContinuousClock.Instant) -> Duration {
        decay(to: now)
        guard let rate else { return .zero }
        return .seconds(max(0, held / rate - Self.rest))
    }
}

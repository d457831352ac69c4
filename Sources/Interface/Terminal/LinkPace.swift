/// How fast a terminal takes what is drawn: over a slow link no more is sent than it takes in a moment, so that what a key asks
/// for is not behind a picture.
///
/// What a link holds cannot be asked for (a pseudoterminal answers TIOCOUTQ with 0), but it can be told from how much it takes while it
/// is full. A value without a clock.
struct LinkPace {
    /// Bytes a second; nil as long as the terminal takes everything at once.
    private(set) var rate: Double?
    /// The rate that was measured, of which `rate` is more while a faster pace is tried.
    private var proven = 0.0
    /// Bytes that the link is thought to hold, and when that was so.
    private var held = 0.0
    private var at: ContinuousClock.Instant?
    /// Since when the link is full, or was last measured, and the bytes that it has taken since.
    private var full: (since: ContinuousClock.Instant, bytes: Int)?
    /// Bytes a second of the last times, since the link is full.
    private var samples: [Double] = []
    /// When a faster pace is tried, how long that takes where it does not fail, and how long after a failure it is tried again.
    private var nextTry: ContinuousClock.Instant?
    private var failurePause = Self.shortestPause
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
    private static let window = 0.050
    /// So many of them make a rate, the best of the newest: a terminal that stood still for a moment, or whose machine is busy, is
    /// not slow.
    private static let neededSamples = 3
    private static let newestSamples = 4
    private static let tryPause = Duration.milliseconds(250)
    private static let shortestPause = Duration.seconds(2)
    private static let longestPause = Duration.seconds(30)

    /// The terminal has taken `count` bytes; whether it takes no more now.
    mutating func took(_ count: Int, isFull: Bool, at now: ContinuousClock.Instant) {
        decay(to: now)
        if rate != nil { held = min(held + Double(count), Self.buffer) }
        if let (since, bytes) = full {
            let seconds = since.duration(to: now) / .seconds(1)
            full = (since, bytes + count)
            if seconds >= Self.window {
                add(Double(bytes + count) / seconds)
                full = (now, 0)
            }
        }
        guard isFull else {
            (full, samples) = (nil, [])
            return
        }
        let isNewlyFull = full == nil
        full = full ?? (now, 0)
        guard rate != nil else { return }
        if isNewlyFull { held = max(held, Self.buffer) }
        // That was too fast.
        if isTrying {
            failurePause = min(failurePause * 2, Self.longestPause)
        } else if isNewlyFull, samples.isEmpty {
            proven = max(Self.slowest, proven * 0.8)
        }
        rate = proven
        isTrying = false
        nextTry = now + failurePause
    }

    private mutating func add(_ sample: Double) {
        samples = (samples + [sample]).suffix(Self.newestSamples)
        guard samples.count >= Self.neededSamples, let best = samples.max() else { return }
        guard best < Self.fast else { return self = LinkPace() }
        // It is full while it is measured.
        held = Self.buffer
        proven = max(Self.slowest, best)
        rate = proven
    }

    private mutating func decay(to now: ContinuousClock.Instant) {
        if let rate, let at { held = max(0, held - rate * (at.duration(to: now) / .seconds(1))) }
        at = now
    }

    /// How many bytes may be drawn now; nil for any number.
    mutating func budget(at now: ContinuousClock.Instant) -> Int? {
        guard let rate else { return nil }
        if let nextTry, now >= nextTry {
            self.nextTry = now + Self.tryPause
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

import Symbols

/// A symbol that is in view, followed from frame to frame.
public struct TrackedSymbol: Hashable, Sendable, Identifiable {
    /// Never used again by the same tracker.
    public let id: UInt64
    /// A small number to show beside the symbol, 1 or more; stays while the symbol is in view, then free for others.
    public let number: Int
    /// What it says; an add-on that is read later joins it.
    public internal(set) var content: SymbolContent
    /// Where it is, in frame pixels: the newest corners, smoothed while the symbol is held still.
    public var corners: Quadrilateral
    /// When it was first seen, before enough frames agreed.
    public let firstSeen: ContinuousClock.Instant
    /// When it was last seen.
    public var lastSeen: ContinuousClock.Instant
    /// Whether it came into view in this very frame.
    public var isNew: Bool

    /// The symbol as it is now.
    public var symbol: Symbol { Symbol(content: content, corners: corners) }
}

/// What a tracker reports after a frame.
public struct TrackerUpdate: Hashable, Sendable {
    /// The symbols in view, by their numbers.
    public var visible: [TrackedSymbol] = []
    /// Those that this frame showed and too few frames agree on yet, the first seen first: a misread may be among them.
    public var awaiting: [TrackedSymbol] = []
    /// Those that are a scan: they came into view in this frame and had not been there shortly before. Each is in
    /// `visible` too.
    public var appeared: [TrackedSymbol] = []

    /// Nothing in view.
    public init() {}
}

import Symbols

/// A symbol that is in view, followed from frame to frame.
package struct TrackedSymbol: Hashable, Sendable, Identifiable {
    /// Never used again by the same tracker.
    package let id: UInt64
    /// A small number to show beside the symbol, 1 or more; stays while the symbol is in view, then free for others.
    package let number: Int
    /// What it says; an add-on that is read later joins it.
    package internal(set) var content: SymbolContent
    /// Where it is, in frame pixels: the newest corners, smoothed while the symbol is held still.
    package var corners: Quadrilateral
    /// When it was first seen, before enough frames agreed.
    package let firstSeen: ContinuousClock.Instant
    package var lastSeen: ContinuousClock.Instant
    /// Whether it came into view in this very frame.
    package var isNew: Bool

    package var symbol: Symbol { Symbol(content: content, corners: corners) }
}

/// What a tracker reports after a frame.
package struct TrackerUpdate: Hashable, Sendable {
    /// The symbols in view, by their numbers.
    package var visible: [TrackedSymbol] = []
    /// Those that this frame showed and too few frames agree on yet, the first seen first: a misread may be among them.
    package var awaiting: [TrackedSymbol] = []
    /// Those that are a scan: they came into view in this frame and had not been there shortly before. Each is in
    /// `visible` too.
    package var appeared: [TrackedSymbol] = []

    package init() {}
}

import Symbols

/// One symbol as the tracker knows it, before and after it is shown.
struct Track: Sendable {
    /// What makes two sightings the same symbol, beside their place.
    struct Key: Hashable, Sendable {
        let symbology: Symbology
        let bytes: [UInt8]
        let part: SequencePart?

        init(_ content: SymbolContent) {
            symbology = content.symbology.unstacked
            bytes = content.bytes
            part = content.part
        }

        var canMisread: Bool { symbology.traits.dimension == .linear }
    }

    var shown: TrackedSymbol
    /// Frames that showed it.
    var sightings = 1
    /// Sightings since the last miss.
    var streak = 1
    /// Frames in a row that could have shown it and did not.
    var misses = 0
    var isVisible = false
    /// Whether it is a new scan when it comes back, however soon.
    var countsAgain = false
    /// Whether only frames that every engine looked at ever showed it.
    var needsCompleteFrames: Bool

    init(shown: TrackedSymbol, needsCompleteFrames: Bool) {
        (self.shown, self.needsCompleteFrames) = (shown, needsCompleteFrames)
    }

    /// Takes another sighting. An add-on is not read in every frame; the last one that was stays.
    mutating func see(_ symbol: Symbol, at time: ContinuousClock.Instant, isComplete: Bool) {
        let corners = symbol.corners
        if let addOn = symbol.content.addOn { shown.content.addOn = addOn }
        // Held still, corners jitter by a pixel or two: half of the old place calms them. Moved, they follow at once.
        let moved = shown.corners.center.distance(to: corners.center)
        let isStill = moved < max(2, shown.corners.diameter * 0.02)
        shown.corners = isStill ? shown.corners.halfway(to: corners) : corners
        shown.lastSeen = time
        shown.isNew = false
        sightings += 1
        streak += 1
        misses = 0
        if !isComplete { needsCompleteFrames = false }
    }

    mutating func miss() {
        misses += 1
        streak = 0
    }

    /// Whether the middle of one lies within the bounds of the other, or close: a place may be one scan line.
    func isAtPlace(of other: Track) -> Bool {
        let (a, b) = (shown.corners, other.shown.corners)
        // Labels of a sheet stand closer above each other than they are wide.
        if let gap = a.gap(below: b), gap > 0.15 { return false }
        return a.boundsContain(b.center) || b.boundsContain(a.center)
            || a.center.distance(to: b.center) < max(a.diameter, b.diameter) / 4
    }
}

extension Quadrilateral {
    /// How far apart two linear symbols lie along their bars, as a share of the higher one's height; nil when one of them is
    /// hardly more than a scan line, or they are not read the same way.
    fileprivate func gap(below other: Quadrilateral) -> Double? {
        func middle(_ a: Point, _ b: Point) -> Point { Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2) }
        let (left, right) = (middle(topLeft, bottomLeft), middle(topRight, bottomRight))
        let length = left.distance(to: right)
        guard length > 0 else { return nil }
        let axis = Point(x: -(right.y - left.y) / length, y: (right.x - left.x) / length)
        func extent(_ quad: Quadrilateral) -> (top: Double, bottom: Double) {
            // The middles of the upper and of the lower side: ends of tilted ones reach further.
            let (a, b) = (middle(quad.topLeft, quad.topRight), middle(quad.bottomLeft, quad.bottomRight))
            let (v, w) = (a.x * axis.x + a.y * axis.y, b.x * axis.x + b.y * axis.y)
            return (min(v, w), max(v, w))
        }
        let (mine, others) = (extent(self), extent(other))
        let heights = [mine.bottom - mine.top, others.bottom - others.top]
        guard heights.min()! >= max(6, 0.03 * length) else { return nil }
        return (max(mine.top, others.top) - min(mine.bottom, others.bottom)) / heights.max()!
    }

    fileprivate func halfway(to other: Quadrilateral) -> Quadrilateral {
        func middle(_ a: Point, _ b: Point) -> Point { Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2) }
        return Quadrilateral(
            topLeft: middle(topLeft, other.topLeft), topRight: middle(topRight, other.topRight),
            bottomRight: middle(bottomRight, other.bottomRight), bottomLeft: middle(bottomLeft, other.bottomLeft))
    }
}

/// For each of `seen` the index of the one of `known` that it continues, the closest pairs first.
///
/// First within a symbol's own size; then what is left, however far it moved. Each is used once.
func nearestPairs(_ known: [Quadrilateral], _ seen: [Quadrilateral]) -> [Int: Int] {
    var matched: [Int: Int] = [:]
    var openKnown = Set(known.indices)
    var openSeen = Set(seen.indices)
    let knownCenters = known.map(\.center)
    let seenCenters = seen.map(\.center)
    for reach in [known.map(\.diameter), nil] {
        // Of hundreds of equal labels all moving far in one frame, which is which no longer matters.
        if reach == nil && openKnown.count * openSeen.count > 10_000 { break }
        var pairs: [(known: Int, seen: Int, distance: Double)] = []
        for k in openKnown {
            for s in openSeen {
                let distance = knownCenters[k].distance(to: seenCenters[s])
                if let reach, distance > reach[k] { continue }
                pairs.append((k, s, distance))
            }
        }
        for pair in pairs.sorted(by: { ($0.distance, $0.known, $0.seen) < ($1.distance, $1.known, $1.seen) })
        where openKnown.contains(pair.known) && openSeen.contains(pair.seen) {
            matched[pair.seen] = pair.known
            openKnown.remove(pair.known)
            openSeen.remove(pair.seen)
        }
        if openKnown.isEmpty || openSeen.isEmpty { break }
    }
    return matched
}

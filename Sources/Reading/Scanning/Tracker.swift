import Symbols

/// Follows symbols over the frames of one source, and reports each once when it appears.
///
/// A value without a clock: time is passed in. A symbol's identity is its symbology, its bytes and its place; the
/// same content at two places at once is two symbols. Cost grows with the number of symbols in view.
package struct Tracker: Sendable {
    /// When a symbol is believed, and when it has gone.
    package struct Options: Hashable, Sendable {
        /// A symbol that comes back within this time after it was last seen is not a new scan. Default: 5 s.
        package var reappearanceInterval: Duration = .seconds(5)
        /// A symbol has gone when as many frames that could have shown it did not …. Default: 5.
        package var missesToVanish = 5
        /// … and it was not seen for this long. Default: 600 ms.
        package var timeToVanish: Duration = .milliseconds(600)
        /// Sightings that are to agree may lie this far apart. Default: 3 s, because an engine that takes turns may
        /// look once a second.
        package var agreementInterval: Duration = .seconds(3)
        /// Whether frames are unrelated pictures: each symbol is then believed at once, and every frame begins
        /// with an empty view. Default: false.
        package var isStills = false

        package init() {}
    }

    private let options: Options
    /// By content, so that a frame's symbols find their tracks without a search through all.
    private var tracks: [Track.Key: [Track]] = [:]
    /// When symbols that have gone were last seen, by content.
    private var gone: [Track.Key: [ContinuousClock.Instant]] = [:]
    private var numbers = NumberPool()
    private var nextID: UInt64 = 0

    /// A tracker that has seen nothing, or remembers what `former` had in view: what comes back within the reappearance
    /// interval is not a new scan.
    package init(options: Options = Options(), after former: Tracker? = nil) {
        self.options = options
        guard let former else { return }
        gone = former.gone
        for (key, known) in former.tracks {
            for track in known where track.isVisible { gone[key, default: []].append(track.shown.lastSeen) }
        }
        nextID = former.nextID
    }

    /// What is in view, or was a moment ago, is a new scan when it comes back, however soon.
    package mutating func countAgain() {
        gone = [:]
        for key in tracks.keys {
            for index in tracks[key]?.indices ?? 0..<0 { tracks[key]?[index].countsAgain = true }
        }
    }

    /// Gives tracks to come other ids than those of `other`, which followed frames of the same session.
    mutating func continueIDs(of other: Tracker) { nextID = max(nextID, other.nextID) }

    /// Takes what was decoded in one frame.
    ///
    /// - Parameters:
    ///   - time: when the frame was caught; not before that of the frame before.
    ///   - isComplete: whether every engine looked at the frame. What only complete frames ever showed is not missed
    ///     by the others. Default: true.
    ///   - isThorough: whether the frame was read with everything that may help, so that no other has to agree. Default: false.
    package mutating func update(
        _ symbols: [Symbol], at time: ContinuousClock.Instant, isComplete: Bool = true, isThorough: Bool = false
    ) -> TrackerUpdate {
        if options.isStills { startAnew() }
        forget(at: time)
        var keys: [Track.Key] = []
        var seen: [Track.Key: [Symbol]] = [:]
        for symbol in symbols {
            let key = Track.Key(symbol.content)
            if seen[key] == nil { keys.append(key) }
            seen[key, default: []].append(symbol)
        }
        for key in keys { match(seen[key] ?? [], key, at: time, isComplete: isComplete) }
        miss(at: time, isComplete: isComplete)

        var update = TrackerUpdate()
        let atOnce = options.isStills || isThorough
        for key in keys { believe(key, at: time, atOnce: atOnce, &update.appeared) }
        for track in tracks.values.joined() {
            if track.isVisible {
                update.visible.append(track.shown)
            } else if track.shown.lastSeen == time {
                update.awaiting.append(track.shown)
            }
        }
        update.visible.sort { $0.number < $1.number }
        update.awaiting.sort { $0.id < $1.id }
        return update
    }

    private mutating func startAnew() {
        tracks = [:]
        gone = [:]
        numbers = NumberPool()
    }

    /// Gives each sighting of one content to the nearest track of it; what is left over starts a track.
    private mutating func match(
        _ seen: [Symbol], _ key: Track.Key, at time: ContinuousClock.Instant, isComplete: Bool
    ) {
        var known = tracks[key] ?? []
        let matched = nearestPairs(known.map(\.shown.corners), seen.map(\.corners))
        for (s, symbol) in seen.enumerated() {
            if let t = matched[s] {
                known[t].see(symbol, at: time, isComplete: isComplete)
            } else {
                let shown = TrackedSymbol(
                    id: nextID, number: numbers.take(), content: symbol.content, corners: symbol.corners,
                    firstSeen: time, lastSeen: time, isNew: false)
                known.append(Track(shown: shown, needsCompleteFrames: isComplete))
                nextID += 1
            }
        }
        tracks[key] = known
    }

    /// Counts misses and drops the tracks that have gone.
    private mutating func miss(at time: ContinuousClock.Instant, isComplete: Bool) {
        for (key, list) in tracks {
            var kept: [Track] = []
            for var track in list {
                if track.shown.lastSeen != time {
                    track.shown.isNew = false
                    if isComplete || !track.needsCompleteFrames { track.miss() }
                }
                if hasGone(track, at: time) {
                    numbers.free(track.shown.number)
                    if track.isVisible, !track.countsAgain { gone[key, default: []].append(track.shown.lastSeen) }
                } else {
                    kept.append(track)
                }
            }
            tracks[key] = kept.isEmpty ? nil : kept
        }
    }

    private func hasGone(_ track: Track, at time: ContinuousClock.Instant) -> Bool {
        let unseen = time - track.shown.lastSeen
        guard track.isVisible else { return unseen > options.agreementInterval }
        // Complete frames are rare in a live view; two of them say enough.
        let most = track.needsCompleteFrames ? min(2, options.missesToVanish) : options.missesToVanish
        return track.misses >= most && unseen >= options.timeToVanish
    }

    /// Shows the tracks of one content that enough frames agree on. Each is a scan, unless one of this content went
    /// shortly before.
    private mutating func believe(
        _ key: Track.Key, at time: ContinuousClock.Instant, atOnce: Bool, _ scans: inout [TrackedSymbol]
    ) {
        for i in tracks[key]?.indices ?? 0..<0 {
            guard let track = tracks[key]?[i], !track.isVisible, track.shown.lastSeen == time else { continue }
            let needed = atOnce ? 1 : key.symbology.traits.framesToAgree
            guard track.sightings >= needed, atOnce || !isDisputed(track, key) else { continue }
            tracks[key]?[i].isVisible = true
            tracks[key]?[i].shown.isNew = true
            if gone[key]?.isEmpty ?? true {
                if let shown = tracks[key]?[i].shown { scans.append(shown) }
            } else {
                // One comes back for each that went: of two equal labels, the second is a separate scan.
                gone[key]?.removeFirst()
            }
        }
    }

    /// Whether another content at the same place was seen about as often: a misread that flickers in must not
    /// become a scan beside, or before, the right content. Linear symbologies only; the others correct errors.
    private func isDisputed(_ track: Track, _ key: Track.Key) -> Bool {
        guard key.canMisread else { return false }
        return tracks.contains { other, rivals in
            guard other.canMisread, other != key else { return false }
            return rivals.contains { rival in
                guard track.isAtPlace(of: rival) else { return false }
                guard rival.isVisible else { return track.sightings <= 2 * rival.sightings }
                return min(rival.misses, track.streak) < Self.framesThatEndADispute
            }
        }
    }

    /// When as many frames in a row show the one and not the other, which was in view, they have been swapped.
    private static let framesThatEndADispute = 4

    /// Drops what went too long ago to come back.
    private mutating func forget(at time: ContinuousClock.Instant) {
        guard !gone.isEmpty else { return }
        gone = gone.compactMapValues { times in
            let recent = times.filter { time - $0 <= options.reappearanceInterval }
            return recent.isEmpty ? nil : recent
        }
    }
}

/// Hands out the smallest free number from 1.
private struct NumberPool: Sendable {
    private var free: Set<Int> = []
    private var highest = 0

    mutating func take() -> Int {
        if let smallest = free.min() {
            free.remove(smallest)
            return smallest
        }
        highest += 1
        return highest
    }

    mutating func free(_ number: Int) { free.insert(number) }
}

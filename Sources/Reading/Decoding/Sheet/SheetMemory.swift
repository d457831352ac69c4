import Symbols

/// What a live reader remembers of a sheet from frame to frame, so that frames add up: places where something was read,
/// which are read again a few at a time, and places where nothing was, which wait.
struct SheetMemory {
    /// A symbol that was read in one of the last frames.
    struct Known {
        var symbol: Symbol
        /// The last frame that it was read in.
        var seen: Int
        /// The last frame that it was looked for in, where it had been.
        var tried: Int
    }

    /// The symbols of the last frames.
    private(set) var known: [Known] = []
    /// The next strip of rows to look along.
    var strip = 0
    private var byContent: [SymbolContent: [Int]] = [:]
    private var failures: [Spot: (count: Int, until: Int)] = [:]
    private var islands = Pause()
    private var rows = Pause()
    /// The last frame with a new symbol; before the first one, too long ago to count.
    private var lastNew = -Self.framesOfGrowing - 1

    /// Where an island is, about.
    private struct Spot: Hashable {
        let x: Int
        let y: Int
        let side: Int

        /// Pixels by which a hand's tremor may move it.
        private static let pixels = 12

        init(_ island: Islands.Island) {
            x = Int(island.center.x) / Self.pixels
            y = Int(island.center.y) / Self.pixels
            side = island.side / Self.pixels
        }
    }

    /// What finds nothing waits ever longer: 1, 2, then 4 frames.
    private struct Pause {
        var next = 0
        private var length = 1
        /// Twice the longest wait, in frames.
        /// Not measured: what comes into view is found within a seventh of a second at 30 frames a second.
        private static let longest = 8

        mutating func note(_ found: Bool, at frame: Int) {
            length = found ? 1 : min(Self.longest, length * 2)
            next = frame + (found ? 1 : length / 2)
        }
    }

    /// Fewer symbols are not a sheet: looks at whole frames read them.
    static let minSymbols = 4
    /// A symbol that was not read in this many frames may be gone.
    /// Not measured: two thirds of a second at 30 frames a second.
    private static let framesKept = 20
    /// For this many frames after a new symbol there may be more.
    /// Not measured: a tenth of a second at 30 frames a second.
    private static let framesOfGrowing = 3
    /// An island in which nothing was found waits twice as many frames each time, up to 2 to the power of this.
    /// Not measured: half a second at 30 frames a second.
    private static let longestWait = 4
    /// Islands remembered, after which those that wait no longer are forgotten. Not measured: a bound on memory.
    private static let maximumFailures = 2000
    /// By how much the places of one symbol in two frames overlap, at least.
    /// Not measured: a hand's tremor moves it by less than half of its side.
    private static let minOverlap = 0.3

    /// Whether there are enough symbols to read a few of them in each frame.
    var isSheet: Bool { known.count >= Self.minSymbols }

    /// Whether new symbols were found in the last frames: then there may be more.
    func isGrowing(at frame: Int) -> Bool { frame - lastNew <= Self.framesOfGrowing }

    /// Whether islands are looked at in frame `frame`.
    func looksAtIslands(at frame: Int) -> Bool { frame >= islands.next }
    /// Whether rows are looked along in frame `frame`.
    func looksAlongRows(at frame: Int) -> Bool { frame >= rows.next }

    /// Whether nothing was found in `island` a short time ago.
    func failed(_ island: Islands.Island, at frame: Int) -> Bool {
        failures[Spot(island)].map { $0.until > frame } ?? false
    }

    mutating func noteIslands(found: Bool, failed: [Islands.Island], at frame: Int) {
        for island in failed {
            let count = min(Self.longestWait, (failures[Spot(island)]?.count ?? 0) + 1)
            failures[Spot(island)] = (count, frame + 1 << count)
        }
        if failures.count > Self.maximumFailures { failures = failures.filter { $0.value.until > frame } }
        islands.note(found || !failed.isEmpty, at: frame)
    }

    mutating func noteRows(found: Bool, at frame: Int) { rows.note(found, at: frame) }

    /// The indices of the known symbols that were not read in this frame, those not tried for longest first.
    func waiting(read: [Reading]) -> [Int] {
        var isRead = [Bool](repeating: false, count: known.count)
        for reading in read {
            if let index = index(of: reading.symbol) { isRead[index] = true }
        }
        return known.indices.filter { !isRead[$0] }.sorted { (known[$0].tried, $0) < (known[$1].tried, $1) }
    }

    mutating func noteTried(_ index: Int, at frame: Int) { known[index].tried = frame }

    /// Takes what was read in a frame.
    mutating func update(_ symbols: [Symbol], at frame: Int) {
        for symbol in symbols {
            if let index = index(of: symbol) {
                known[index] = Known(symbol: symbol, seen: frame, tried: frame)
            } else {
                byContent[symbol.content, default: []].append(known.count)
                known.append(Known(symbol: symbol, seen: frame, tried: frame))
                lastNew = frame
            }
        }
        let kept = known.filter { frame - $0.seen < Self.framesKept }
        guard kept.count < known.count else { return }
        known = kept
        byContent = Dictionary(grouping: known.indices) { known[$0].symbol.content }
    }

    /// Which of the known symbols `symbol` is, seen again.
    private func index(of symbol: Symbol) -> Int? {
        let place = Place(symbol.corners)
        return byContent[symbol.content]?.first { place.overlap(Place(known[$0].symbol.corners)) > Self.minOverlap }
    }
}

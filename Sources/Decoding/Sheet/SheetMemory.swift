import Frames
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
    private var lastNew = -10

    /// Where an island is, about.
    private struct Spot: Hashable {
        let x: Int
        let y: Int
        let side: Int

        init(_ island: Islands.Island) {
            x = Int(island.center.x) / 12
            y = Int(island.center.y) / 12
            side = island.side / 12
        }
    }

    /// What finds nothing waits ever longer: 1, 2, 4, 8 frames.
    private struct Pause {
        var next = 0
        private var length = 1

        mutating func note(_ found: Bool, at frame: Int) {
            length = found ? 1 : min(8, length * 2)
            next = frame + (found ? 1 : length / 2)
        }
    }

    /// Fewer symbols are no sheet: looks at whole frames read them.
    /// Not measured.
    static let minSymbols = 4
    /// A symbol that was not read in this many frames may be gone.
    /// Not measured: two thirds of a second at 30 frames a second.
    private static let framesKept = 20

    /// Whether there are enough symbols to read a few of them in each frame.
    var isSheet: Bool { known.count >= Self.minSymbols }

    /// Whether new symbols were found in the last frames: then there may be more.
    func isGrowing(at frame: Int) -> Bool { frame - lastNew <= 3 }

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
            let count = min(4, (failures[Spot(island)]?.count ?? 0) + 1)
            failures[Spot(island)] = (count, frame + 1 << count)
        }
        if failures.count > 2000 { failures = failures.filter { $0.value.until > frame } }
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

    /// The known symbol that `symbol` is, seen again.
    private func index(of symbol: Symbol) -> Int? {
        let place = Place(symbol.corners)
        return byContent[symbol.content]?.first { place.overlap(Place(known[$0].symbol.corners)) > 0.3 }
    }
}

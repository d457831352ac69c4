import Symbols

/// The picture of a frame that scans were seen in. It is let go when none of them can be kept.
public protocol PictureOfScans: AnyObject, Sendable {
    /// These scans, by their numbers, are kept: shall be quick, and may be called more than once.
    func link(_ ids: [Int64])
}

/// Hands scans to whoever keeps them, and those that could not be kept again and again until they are.
struct Keeping {
    private struct Waiting {
        let scan: Scan
        let track: UInt64
        /// Whether it came with the newest frame, so that its picture may still follow.
        var isNew = true
        var picture: (any PictureOfScans)?
    }

    /// Scans that wait at most; with a full disk at a busy counter that is hours.
    private static let mostWaiting = 10_000
    private static let pause = Duration.seconds(2)
    /// Pictures that wait with their scans, at most: each may hold some megabytes.
    private static let mostPictures = 4

    private let keeper: ScanSession.Keeper
    private var waiting: [Waiting] = []
    private var nextTry = ContinuousClock.now

    /// Tracks in view whose scan could not be kept yet.
    private(set) var unkept: Set<UInt64> = []
    /// The numbers under which scans of tracks in view are kept.
    private(set) var ids: [UInt64: Int64] = [:]

    init(keep: @escaping ScanSession.Keeper) { keeper = keep }

    /// Keeps a scan now if it can be, and tells what came of it.
    mutating func keep(_ scan: Scan, of track: UInt64, at time: ContinuousClock.Instant) -> ScanSession.Event {
        do {
            guard let id = try keeper(scan) else { return .seen(scan) }
            ids[track] = id
            return .kept(scan, id: id)
        } catch {
            unkept.insert(track)
            if waiting.count < Self.mostWaiting { waiting.append(Waiting(scan: scan, track: track)) }
            nextTry = time + Self.pause
            return .notKept(scan, reason: "\(error)")
        }
    }

    /// Tries those that wait, the oldest first, every two seconds; one that still fails ends the round.
    mutating func retry(at time: ContinuousClock.Instant) -> [ScanSession.Event] {
        guard !waiting.isEmpty, time >= nextTry else { return [] }
        nextTry = time + Self.pause
        var events: [ScanSession.Event] = []
        while let next = waiting.first {
            guard let id = try? keeper(next.scan) else { break }
            waiting.removeFirst()
            next.picture?.link([id])
            if unkept.remove(next.track) != nil { ids[next.track] = id }
            events.append(.kept(next.scan, id: id))
        }
        return events
    }

    /// Links `picture` to those scans of the newest frame that could not be kept, as soon as they are.
    mutating func await(_ picture: any PictureOfScans) {
        let held = Set(waiting.compactMap { $0.picture.map(ObjectIdentifier.init) }).count
        for index in waiting.indices where waiting[index].isNew {
            if held < Self.mostPictures { waiting[index].picture = picture }
        }
    }

    /// Forgets the tracks that are no longer in view; their scans still wait.
    mutating func forget(allBut visible: [UInt64]) {
        for index in waiting.indices.reversed() {
            guard waiting[index].isNew else { break }
            waiting[index].isNew = false
        }
        unkept.formIntersection(visible)
        let visible = Set(visible)
        ids = ids.filter { visible.contains($0.key) }
    }
}

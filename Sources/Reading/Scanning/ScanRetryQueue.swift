import Symbols
import Synchronization

/// A scan with what held for it at its moment, until it is kept: what holds by then may be something else.
package protocol PendingScan: Sendable {
    /// What was read, where and when.
    var scan: Scan { get }
    /// What came of it where nothing is to be written; nil if it is to be kept.
    var settled: ScanFate? { get }
    /// Keeps it. Runs on the decoding thread; the screen says "kept" only after it returned.
    ///
    /// - Throws: why it cannot be kept yet; it is tried again.
    func keep() throws -> ScanFate
}

/// Keeps scans, and tries those that could not be kept again and again until they are.
///
/// It outlives sessions: what one could not keep the next one tries again, and `waiting` is left when the program ends.
/// One session at a time uses it; `waiting` may be asked for on any thread.
package final class ScanRetryQueue: ScanConsumer {
    /// Takes a scan as it is to be kept, at the moment of the scan.
    package typealias Taker = @Sendable (Scan) -> any PendingScan

    private struct Waiting {
        let pending: any PendingScan
        /// The track of the session under way that it came from; nil for one of an earlier session.
        var track: UInt64?
        /// Whether it came with the newest frame, so that its picture may still follow.
        var isNew = true
        var picture: (any ScanSnapshot)?
    }

    private struct State {
        var waiting: [Waiting] = []
        var nextTry = ContinuousClock.now
        var reason = ""
        var unkept: Set<UInt64> = []
        var ids: [UInt64: Int64] = [:]

        mutating func wait(for pending: any PendingScan, of track: UInt64) {
            unkept.insert(track)
            waiting.append(Waiting(pending: pending, track: track))
        }
    }

    private static let pause = Duration.seconds(2)
    /// Pictures that wait with their scans, at most: each may hold several megabytes.
    private static let maxPictures = 4

    private let take: Taker
    private let state = Mutex(State())

    package init(take: @escaping Taker) { self.take = take }

    /// The scans that could not be kept yet, the oldest first.
    package var waiting: [Scan] { state.withLock { $0.waiting.map(\.pending.scan) } }

    /// Tracks in view whose scan could not be kept yet.
    var unkept: Set<UInt64> { state.withLock { $0.unkept } }
    /// The numbers under which scans of tracks in view are kept.
    var ids: [UInt64: Int64] { state.withLock { $0.ids } }

    /// Forgets which tracks scans came from: those of another session have the same numbers.
    package func beginSession() {
        state.withLock { state in
            for index in state.waiting.indices {
                state.waiting[index].track = nil
                state.waiting[index].isNew = false
            }
            state.unkept = []
            state.ids = [:]
        }
    }

    /// Keeps each scan, or lets it wait, and posts what became of it.
    package func appeared(_ scans: inout AppearedScans, post: (ScanSession.Event) -> Void) {
        for (index, element) in scans.elements.enumerated() {
            let fate = keep(element.scan, of: element.track, at: .now)
            scans.setFate(fate, at: index)
            post(.scan(element.scan, fate))
        }
    }

    /// Forgets the tracks that are no longer in view; their scans still wait.
    package func finishFrame(tracksInView tracks: [UInt64]) {
        state.withLock { state in
            for index in state.waiting.indices.reversed() {
                guard state.waiting[index].isNew else { break }
                state.waiting[index].isNew = false
            }
            state.unkept.formIntersection(tracks)
            let visible = Set(tracks)
            state.ids = state.ids.filter { visible.contains($0.key) }
        }
    }

    /// Tries those that wait when two seconds have passed since the last try, and posts `keptLater` for each that is kept.
    package func catchUp(at time: ContinuousClock.Instant?, post: (ScanSession.Event) -> Void) {
        for event in retry(at: time) { post(event) }
    }

    /// Which symbols in view are kept, and which wait.
    package func describe(in view: inout ScanSession.View) {
        view.unkept = unkept
        view.keptIDs = ids
    }

    /// Keeps a scan now if it can be, and returns what came of it.
    func keep(_ scan: Scan, of track: UInt64, at time: ContinuousClock.Instant) -> ScanFate {
        let pending = take(scan)
        if let fate = pending.settled { return fate }
        // A history that is held or on a full disk takes a while to say so: not for each scan.
        let reason = state.withLock { state -> String? in
            guard !state.waiting.isEmpty, time < state.nextTry else { return nil }
            state.wait(for: pending, of: track)
            return state.reason
        }
        if let reason { return .waiting(reason: reason) }
        do {
            let fate = try pending.keep()
            // A content that several symbols hold together follows the scan of the last one's own content.
            state.withLock { if $0.ids[track] == nil { $0.ids[track] = fate.id } }
            return fate
        } catch {
            state.withLock {
                $0.wait(for: pending, of: track)
                $0.nextTry = time + Self.pause
                $0.reason = "\(error)"
            }
            return .waiting(reason: "\(error)")
        }
    }

    /// Tries those that wait, the oldest first; one that still fails ends the round.
    ///
    /// - Parameter time: now: nothing is tried within two seconds of the last time; nil tries at once.
    func retry(at time: ContinuousClock.Instant?) -> [ScanSession.Event] {
        var events: [ScanSession.Event] = []
        if let time {
            let isDue = state.withLock { state in
                guard !state.waiting.isEmpty, time >= state.nextTry else { return false }
                state.nextTry = time + Self.pause
                return true
            }
            guard isDue else { return [] }
        }
        while let next = state.withLock({ $0.waiting.first }) {
            let fate: ScanFate
            do { fate = try next.pending.keep() } catch { break }
            state.withLock { state in
                state.waiting.removeFirst()
                if let track = next.track, state.unkept.remove(track) != nil { state.ids[track] = fate.id }
            }
            guard let id = fate.id else { continue }
            next.picture?.link([id])
            events.append(.scan(next.pending.scan, .keptLater(id: id)))
        }
        return events
    }

    /// Tries those that wait once more, after the last session.
    ///
    /// - Returns: those that still cannot be kept.
    package func finish() -> [any PendingScan] {
        _ = retry(at: nil)
        return state.withLock { $0.waiting.map(\.pending) }
    }

    /// Links `picture` to those scans of the newest frame that could not be kept, as soon as they are.
    func attach(_ picture: any ScanSnapshot) {
        state.withLock { state in
            let held = Set(state.waiting.compactMap { $0.picture.map(ObjectIdentifier.init) }).count
            guard held < Self.maxPictures else { return }
            for index in state.waiting.indices where state.waiting[index].isNew {
                state.waiting[index].picture = picture
            }
        }
    }
}

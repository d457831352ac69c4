import Symbols
import Synchronization

import struct Foundation.Date

/// A scan with what held for it at its moment, until it is kept: what holds by then may be something else.
package protocol PendingScan: Sendable {
    /// What was read, where and when.
    var scan: Scan { get }
    /// What came of it where nothing is to be written; nil where it is to be kept.
    var settled: ScanRetryQueue.Outcome? { get }
    /// Keeps it. Runs on the decoding thread; the screen says "kept" only after it returned.
    ///
    /// - Throws: why it cannot be kept yet; it is tried again.
    func keep() throws -> ScanRetryQueue.Outcome
}

/// Keeps scans, and tries those that could not be kept again and again until they are.
///
/// It outlives sessions: what one could not keep the next one tries again, and `waiting` is left when the program ends.
/// One session at a time uses it; `waiting` may be asked for on any thread.
package final class ScanRetryQueue: ScanConsumer {
    /// What became of a scan that could be kept.
    package enum Outcome: Sendable, Hashable {
        /// It is kept under this number.
        case kept(id: Int64)
        /// It counts on the scan of this number, of which there are so many now.
        case counted(id: Int64, quantity: Int)
        /// It was scanned before: the scan of this number, of that time.
        case known(id: Int64, since: Date)
        /// Such scans are not to be kept.
        case leftOut
        /// It names what the next scans belong to: a field of that name.
        case field(name: String)
    }

    /// Keeps a scan. Runs on the decoding thread; the screen says "kept" only after it returned.
    package typealias Keeper = @Sendable (Scan) throws -> Outcome

    /// Takes a scan as it is to be kept, at the moment of the scan.
    package typealias Taker = @Sendable (Scan) -> any PendingScan

    /// A scan that is kept the same way at any time.
    private struct Plain: PendingScan {
        let scan: Scan
        let keeper: Keeper
        var settled: Outcome? { nil }

        func keep() throws -> Outcome { try keeper(scan) }
    }

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
        /// Why the last one could not be kept.
        var reason = ""
        var unkept: Set<UInt64> = []
        var ids: [UInt64: Int64] = [:]
    }

    private static let pause = Duration.seconds(2)
    /// Pictures that wait with their scans, at most: each may hold several megabytes.
    private static let maxPictures = 4

    private let take: Taker
    private let state = Mutex(State())

    /// Keeps by `keep`.
    package init(keep: @escaping Keeper) { take = { Plain(scan: $0, keeper: keep) } }

    /// Keeps what `take` makes of each scan.
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

    /// Keeps each scan, or lets it wait, and posts `kept` or `notKept` for it.
    package func appeared(_ scans: inout AppearedScans, post: (ScanSession.Event) -> Void) {
        for (index, element) in scans.elements.enumerated() {
            let event = keep(element.scan, of: element.track, at: .now)
            switch event {
            case .kept(_, let id), .counted(_, let id, _), .known(_, let id, _):
                scans.setRecord(.kept(id: id), at: index)
            case .leftOut, .field: scans.setRecord(.leftOut, at: index)
            default: scans.setRecord(.waiting, at: index)
            }
            post(event)
        }
    }

    /// Forgets the tracks that are no longer in view; their scans still wait.
    package func finishFrame(tracksInView tracks: [UInt64]) { forget(allBut: tracks) }

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
    func keep(_ scan: Scan, of track: UInt64, at time: ContinuousClock.Instant) -> ScanSession.Event {
        let pending = take(scan)
        if let outcome = pending.settled { return outcome.event(of: scan) }
        // A history that is held or on a full disk takes a while to say so: not for each scan.
        let reason = state.withLock { state -> String? in
            guard !state.waiting.isEmpty, time < state.nextTry else { return nil }
            state.unkept.insert(track)
            state.waiting.append(Waiting(pending: pending, track: track))
            return state.reason
        }
        if let reason { return .notKept(scan, reason: reason) }
        do {
            let outcome = try pending.keep()
            state.withLock { $0.ids[track] = outcome.id }
            return outcome.event(of: scan)
        } catch {
            state.withLock {
                $0.unkept.insert(track)
                $0.waiting.append(Waiting(pending: pending, track: track))
                $0.nextTry = time + Self.pause
                $0.reason = "\(error)"
            }
            return .notKept(scan, reason: "\(error)")
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
            let outcome: Outcome
            do { outcome = try next.pending.keep() } catch { break }
            state.withLock { state in
                state.waiting.removeFirst()
                if let track = next.track, state.unkept.remove(track) != nil { state.ids[track] = outcome.id }
            }
            guard let id = outcome.id else { continue }
            next.picture?.link([id])
            events.append(.keptLater(next.pending.scan, id: id))
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

    /// Forgets the tracks that are no longer in view; their scans still wait.
    func forget(allBut visible: [UInt64]) {
        state.withLock { state in
            for index in state.waiting.indices.reversed() {
                guard state.waiting[index].isNew else { break }
                state.waiting[index].isNew = false
            }
            state.unkept.formIntersection(visible)
            let visible = Set(visible)
            state.ids = state.ids.filter { visible.contains($0.key) }
        }
    }
}

extension ScanRetryQueue.Outcome {
    /// The scan's number; nil where there is none.
    fileprivate var id: Int64? {
        switch self {
        case .kept(let id), .counted(let id, _), .known(let id, _): id
        case .leftOut, .field: nil
        }
    }

    fileprivate func event(of scan: Scan) -> ScanSession.Event {
        switch self {
        case .kept(let id): .kept(scan, id: id)
        case .counted(let id, let quantity): .counted(scan, id: id, quantity: quantity)
        case .known(let id, let time): .known(scan, id: id, since: time)
        case .leftOut: .leftOut(scan)
        case .field(let name): .field(scan, name: name)
        }
    }
}

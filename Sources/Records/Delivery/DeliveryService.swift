import Files
import Foundation
import Glibc
import History
import Synchronization

/// How a destination is.
package struct DestinationState: Sendable, Hashable {
    package let name: String
    package var waiting = 0
    /// Items that are not tried any more.
    package var dead = 0
    /// Why the last try failed; nil after one that did not.
    package var problem: String?
    /// When it is tried again; nil if nothing is put off.
    package var nextTry: Date?
    /// Whether another program is delivering for this history.
    package var isElsewhere = false
    /// Items that were delivered in this run.
    package var delivered = 0
}

/// What a delivery has to tell.
package enum DeliveryNews: Sendable {
    /// A destination has answered to a scan.
    case answered(destination: String, scan: Int64, line: String)
    /// An item is put aside.
    case gaveUp(destination: String, scan: Int64, problem: String)
}

/// Delivers what the outbox of a history holds: a thread for each destination, at least once, in order, over restarts.
///
/// A failure that may pass is tried again after 1 s, 2 s, 4 s … up to 5 minutes, each shortened by chance so that stations do not
/// come together; one that cannot pass, or the last of `tries`, puts the item aside. Of several programs with one history one
/// delivers to a destination; another goes on when that one has ended.
package final class DeliveryService: Sendable {
    private struct State {
        var destinations: [String: DestinationState] = [:]
        var isStopped = false
        var news: [DeliveryNews] = []
        /// Rises with each call of `wake`.
        var wakes = 0
        /// `wakes` at the start of the last round that each destination has ended, by name.
        var rounds: [String: Int] = [:]

        /// Whether a destination has ended a round that began after `wakes` had this value.
        func hasEndedRound(_ name: String, since wakes: Int) -> Bool { rounds[name].map { $0 >= wakes } ?? false }
    }

    private let history: HistoryStore
    private let settings: [DestinationSettings]
    private let kinds: [DestinationKind]
    private let lockFolder: String
    private let onNews: @Sendable () -> Void
    private let state = Mutex(State())
    /// Signalled when `state` changes: what threads sleep on.
    private let changed = MonotonicCondition()
    private let running = DispatchGroup()

    private static let shortestPause = 1.0
    private static let longestPause = 300.0
    /// How long a thread sleeps before it looks for what others have put there.
    private static let slice = 1.0

    /// A service that does nothing before `start`.
    ///
    /// - Parameters:
    ///   - kinds: what addresses can be of.
    ///   - lockFolder: where programs agree on who delivers.
    ///   - onNews: called on any thread when `takeNews` has something, or a state has changed.
    package init(
        _ history: HistoryStore, to settings: [DestinationSettings], kinds: [DestinationKind] = DestinationKinds.all,
        lockFolder: String, onNews: @escaping @Sendable () -> Void = {}
    ) {
        self.history = history
        self.settings = settings
        self.kinds = kinds
        self.lockFolder = lockFolder
        self.onNews = onNews
        history.destinations = settings.map(\.name)
        state.withLock { state in
            for setting in settings { state.destinations[setting.name] = DestinationState(name: setting.name) }
        }
    }

    /// Begins to deliver.
    package func start() {
        for setting in settings {
            running.enter()
            Thread.detachNewThread { [self] in
                run(setting)
                running.leave()
            }
        }
    }

    /// Something was put into the outbox.
    package func wake() { _ = wakeMark() }

    /// The number of this call of `wake`.
    private func wakeMark() -> Int {
        change { state in
            state.wakes += 1
            return state.wakes
        }
    }

    /// Ends when the deliveries that are under way have, after `patience` at most; what waits is delivered by the next start.
    ///
    /// - Parameter drains: whether what can be delivered at once is delivered before; default false.
    package func stop(atMost patience: Duration, drains: Bool = false) {
        let end = ContinuousClock.now + patience
        if drains {
            let mark = wakeMark()
            waitUntil(end) { state in
                state.destinations.values.allSatisfy {
                    state.hasEndedRound($0.name, since: mark) || $0.nextTry != nil || $0.isElsewhere
                }
            }
        }
        change { $0.isStopped = true }
        _ = running.wait(timeout: .now() + max(0, (end - .now) / .seconds(1)))
    }

    /// Waits until nothing waits for any destination, also for those that are tried again; for `patience` at most.
    package func waitUntilDelivered(atMost patience: Duration) {
        let mark = wakeMark()
        waitUntil(ContinuousClock.now + patience) { state in
            state.destinations.values.allSatisfy { state.hasEndedRound($0.name, since: mark) && $0.waiting == 0 }
        }
    }

    /// How each destination is, by name.
    package var states: [DestinationState] {
        state.withLock { $0.destinations.values.sorted { $0.name < $1.name } }
    }

    /// What there is to tell since the last call.
    package func takeNews() -> [DeliveryNews] {
        state.withLock { state in
            defer { state.news = [] }
            return state.news
        }
    }

    // MARK: - One destination

    private func run(_ settings: DestinationSettings) {
        let lock = DeliveryLock(folder: lockFolder, name: settings.name, of: history.path)
        var destination: (any Destination)?
        var failures = 0
        var chance = SystemRandomNumberGenerator()
        while !state.withLock(\.isStopped) {
            let wakes = state.withLock(\.wakes)
            guard lock.take() else {
                update(settings.name) { $0.isElsewhere = true }
                try? count(settings.name)
                endRound(settings.name, of: wakes)
                sleep(Self.slice, unlessWokenFrom: nil)
                continue
            }
            update(settings.name) { ($0.isElsewhere, $0.nextTry) = (false, nil) }
            do throws(DeliveryError) {
                let made: any Destination
                if let destination { made = destination } else { made = try make(settings) }
                destination = made
                if try deliverAll(settings, made) { failures = 0 }
                endRound(settings.name, of: wakes)
                sleep(Self.slice, unlessWokenFrom: wakes)
            } catch {
                failures += 1
                let longest = min(Self.longestPause, Self.shortestPause * pow(2, Double(min(failures, 20) - 1)))
                let pause = longest * Double.random(in: 0.5...1, using: &chance)
                update(settings.name) {
                    ($0.problem, $0.nextTry) = (error.description, Date() + pause)
                }
                onNews()
                endRound(settings.name, of: wakes)
                sleep(pause, unlessWokenFrom: nil)
            }
        }
        lock.release()
    }

    private func endRound(_ name: String, of wakes: Int) { change { $0.rounds[name] = wakes } }

    private func make(_ settings: DestinationSettings) throws(DeliveryError) -> any Destination {
        guard let kind = kinds.first(where: { $0.schemes.contains(settings.scheme) }) else {
            throw DeliveryError("there is no way to deliver to \(settings.scheme):")
        }
        let origin = try outbox { () throws(HistoryError) in try history.origin() }
        return try kind.make(settings, DeliveryOrigin(origin))
    }

    /// What the history refuses is a failure that may pass.
    private func outbox<T>(_ body: () throws(HistoryError) -> T) throws(DeliveryError) -> T {
        do { return try body() } catch { throw DeliveryError(error.description) }
    }

    /// Delivers until nothing waits.
    ///
    /// - Returns: whether anything was delivered.
    /// - Throws: why the next one cannot be delivered now.
    private func deliverAll(_ settings: DestinationSettings, _ destination: any Destination) throws(DeliveryError)
        -> Bool
    {
        var hasDelivered = false
        while !state.withLock(\.isStopped) {
            let items = try outbox { () throws(HistoryError) in
                try history.outbox(for: settings.name, limit: destination.batch)
            }
            try count(settings.name)
            guard !items.isEmpty else { break }
            do throws(DeliveryError) {
                try deliver(items, settings, destination)
            } catch  where error.isPermanent && items.count > 1 {
                // One of them is not taken: the others are.
                for item in items { try deliver([item], settings, destination) }
            }
            hasDelivered = true
        }
        return hasDelivered
    }

    private func deliver(
        _ items: [OutboxItem], _ settings: DestinationSettings, _ destination: any Destination
    ) throws(DeliveryError) {
        do throws(DeliveryError) {
            let answer = try destination.deliver(items)
            try outbox { () throws(HistoryError) in try history.removeFromOutbox(items) }
            update(settings.name) {
                $0.delivered += items.count
                ($0.problem, $0.nextTry) = (nil, nil)
            }
            if let answer, settings.showsAnswer, let last = items.last {
                tell(.answered(destination: settings.name, scan: last.scan, line: answer))
            }
        } catch {
            let isLast = settings.tries > 0 && items[0].tries + 1 >= settings.tries
            if error.isPermanent, items.count > 1 { throw error }
            let givesUp = error.isPermanent || isLast
            // Of a batch that failed only the first was tried as often.
            let (failed, problem) = (givesUp ? [items[0]] : items, error.description)
            try outbox { () throws(HistoryError) in
                try history.noteFailure(failed, problem: problem, isDead: givesUp)
            }
            guard givesUp else { throw error }
            tell(.gaveUp(destination: settings.name, scan: items[0].scan, problem: error.description))
        }
    }

    private func count(_ name: String) throws(DeliveryError) {
        let counts = try outbox { () throws(HistoryError) in try history.outboxCounts() }
        let count = counts.first { $0.destination == name }
        update(name) { ($0.waiting, $0.dead) = (count?.waiting ?? 0, count?.dead ?? 0) }
    }

    private func update(_ name: String, _ change: (inout DestinationState) -> Void) {
        let hasChanged = self.change { state in
            let before = state.destinations[name]
            change(&state.destinations[name, default: DestinationState(name: name)])
            return state.destinations[name] != before
        }
        if hasChanged { onNews() }
    }

    private func tell(_ news: DeliveryNews) {
        state.withLock { $0.news.append(news) }
        onNews()
    }

    /// Sleeps for `seconds`, until the service is stopped, or until `wake` is called again.
    ///
    /// - Parameter wakes: the calls of `wake` that were seen; nil to sleep through them.
    private func sleep(_ seconds: Double, unlessWokenFrom wakes: Int?) {
        waitUntil(ContinuousClock.now + .seconds(seconds)) { state in
            state.isStopped || (wakes != nil && state.wakes != wakes)
        }
    }

    /// Changes the state and wakes the threads that wait for it.
    private func change<T>(_ body: (inout State) -> T) -> T {
        // Under the condition's lock, or a thread that has just looked at the state would miss the signal.
        changed.lock()
        defer { changed.unlock() }
        defer { changed.broadcast() }
        return state.withLock { body(&$0) }
    }

    /// Waits until the state fulfils `condition`, or until `end`.
    private func waitUntil(_ end: ContinuousClock.Instant, _ condition: (State) -> Bool) {
        changed.lock()
        defer { changed.unlock() }
        while !state.withLock({ condition($0) }) {
            let left = (end - .now) / .seconds(1)
            guard left > 0 else { return }
            _ = changed.wait(seconds: left)
        }
    }
}

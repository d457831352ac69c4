import Delivery
import Foundation
import Lookup
import Synchronization

/// Looks numbers up on a thread of its own: no caller waits for a disk or the network. What cannot be asked now stays in the queue, over
/// restarts.
///
///     let worker = LookupWorker(onNews: { doorbell.ring() }) { try Lookups.engine(settings) }
///     worker.ask(number)                       // on any thread, at once
///     for news in worker.takeNews() { … }      // when onNews was called
///     worker.stop(atMost: .seconds(1))
package final class LookupWorker: Sendable {
    /// What became known of a number.
    package struct News: Sendable, Hashable {
        package let number: ProductNumber
        package let answer: LookupAnswer
    }

    /// What callers want.
    private enum Request {
        case recall(ProductNumber)
        case ask(ProductNumber)
        case change(ProductNumber, @Sendable (inout OwnProduct) -> Void)
        case drop(ProductNumber)
        case retry
    }

    private struct State {
        var requests: [Request] = []
        var news: [News] = []
        var queue: [QueuedLookup] = []
        /// Why nothing can be looked up; nil while it can.
        var problem: String?
        var isStopped = false
        var engine: LookupEngine?
    }

    /// The longest sleep: other programs may have put numbers into the queue.
    private static let longestSleep = 30.0

    private let state = Mutex(State())
    private let changed = MonotonicCondition()
    private let running = DispatchGroup()
    private let onNews: @Sendable () -> Void

    /// A worker that looks up from now on what the queue holds.
    ///
    /// - Parameters:
    ///   - onNews: called on the worker's thread when `takeNews`, `queue` or `problem` has something new.
    ///   - engine: makes the engine, on that thread.
    package init(
        onNews: @escaping @Sendable () -> Void = {}, engine: @escaping @Sendable () throws -> LookupEngine
    ) {
        self.onNews = onNews
        running.enter()
        Thread.detachNewThread { [self] in
            do {
                run(try engine())
            } catch {
                state.withLock { $0.problem = "\(error)" }
                onNews()
            }
            running.leave()
        }
    }

    /// Looks a number up, soon: the answer is news, also where it is known already.
    package func ask(_ number: ProductNumber) { take(.ask(number)) }

    /// Finds what is known of a number without asking anybody: the answer is news.
    package func recall(_ number: ProductNumber) { take(.recall(number)) }

    /// Changes what the user says of a product: its answer then is news.
    package func change(_ number: ProductNumber, _ change: @escaping @Sendable (inout OwnProduct) -> Void) {
        take(.change(number, change))
    }

    /// Takes a number out of the queue.
    package func drop(_ number: ProductNumber) { take(.drop(number)) }

    /// Asks providers at once that were put off after a failure.
    package func retryNow() { take(.retry) }

    private func take(_ request: Request) {
        state.withLock { $0.requests.append(request) }
        wake()
    }

    /// Answers since the last call, in order.
    package func takeNews() -> [News] {
        state.withLock { state in
            defer { state.news = [] }
            return state.news
        }
    }

    /// What waits, and why; as it was after the last step.
    package var queue: [QueuedLookup] { state.withLock { $0.queue } }

    /// Why nothing can be looked up; nil while it can.
    package var problem: String? { state.withLock { $0.problem } }

    /// Ends, for `patience` at most; a request that is under way is cut off, and sent again by the next start.
    package func stop(atMost patience: Duration) {
        state.withLock { state in
            state.isStopped = true
            state.engine?.stop()
        }
        wake()
        _ = running.wait(timeout: .now() + max(0, patience / .seconds(1)))
    }

    private func wake() {
        changed.lock()
        changed.broadcast()
        changed.unlock()
    }

    private func run(_ engine: LookupEngine) {
        state.withLock { $0.engine = engine }
        while !state.withLock({ $0.isStopped }) {
            do {
                let seconds = try round(engine)
                sleep(seconds)
            } catch {
                // A full disk, a file that another program holds: that may pass.
                state.withLock { $0.problem = "\(error)" }
                onNews()
                sleep(Self.longestSleep)
            }
        }
        state.withLock { $0.engine = nil }
    }

    /// Takes what was asked, then does one step.
    ///
    /// - Returns: seconds until there is something to do.
    private func round(_ engine: LookupEngine) throws -> Double {
        let requests = state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
        if !requests.isEmpty { engine.openNewIndexes() }
        let news = try requests.compactMap { try answer($0, engine) }
        if !requests.isEmpty { try tell(news, engine) }
        switch try engine.step() {
        case .finished(let number):
            try tell([News(number: number, answer: try engine.answer(for: number))], engine)
            return 0
        case .asked:
            try tell([], engine)
            return 0
        case .waiting(let seconds): return min(seconds, Self.longestSleep)
        case .idle: return Self.longestSleep
        }
    }

    /// Does what a request says.
    ///
    /// - Returns: what is known of its number then; nil if it has none.
    private func answer(_ request: Request, _ engine: LookupEngine) throws -> News? {
        let number: ProductNumber
        switch request {
        case .recall(let recalled): number = recalled
        case .ask(let asked):
            number = asked
            if try engine.answer(for: number) == .askable { try engine.ask(number) }
        case .change(let changed, let change):
            number = changed
            try engine.setOwn(number, change)
        case .drop(let dropped):
            number = dropped
            _ = try engine.drop([number])
        case .retry:
            try engine.retryNow()
            return nil
        }
        return News(number: number, answer: try engine.answer(for: number))
    }

    private func tell(_ news: [News], _ engine: LookupEngine) throws {
        let queue = try engine.queue(limit: 200)
        state.withLock { state in
            state.news += news
            (state.queue, state.problem) = (queue, nil)
        }
        onNews()
    }

    private func sleep(_ seconds: Double) {
        guard seconds > 0 else { return }
        changed.lock()
        // What was asked before the lock was taken has woken nobody.
        let isAsked = state.withLock { !$0.requests.isEmpty || $0.isStopped }
        if !isAsked { _ = changed.wait(seconds: seconds) }
        changed.unlock()
    }
}

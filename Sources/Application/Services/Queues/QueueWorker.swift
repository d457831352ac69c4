import Delivery
import Foundation
import Synchronization

/// Work whose queue is on a disk: what callers ask for is written there, and done one after the other, over restarts.
package protocol QueuedWork: Sendable {
    /// What callers ask for.
    associatedtype Request: Sendable
    /// What callers learn.
    associatedtype News: Sendable
    /// What waits.
    associatedtype Item: Sendable, Equatable

    /// Takes requests, in order, without the network.
    func take(_ requests: [Request]) throws -> [News]
    /// Does what comes next.
    func step() throws -> QueueStep<News>
    /// What waits, and why.
    func queue() throws -> [Item]
    /// Cuts off the request that is under way, and refuses later ones; any thread may call it.
    func stop()
}

/// What one step of queued work has done.
package enum QueueStep<News: Sendable>: Sendable {
    /// Something; there may be more to do.
    case done([News])
    /// Nothing: there is nothing to do for this many seconds.
    case pause(seconds: Double)
}

/// Does queued work on a thread of its own: no caller waits for a disk or the network.
///
///     let worker = QueueWorker(onNews: { doorbell.ring() }) { LookupWork(try Lookups.engine(settings)) }
///     worker.ask(number)                       // on any thread, at once
///     for news in worker.takeNews() { … }      // when onNews was called
///     worker.stop(atMost: .seconds(1))
package final class QueueWorker<Work: QueuedWork>: Sendable {
    package typealias News = Work.News

    private struct State {
        var requests: [Work.Request] = []
        var news: [Work.News] = []
        var queue: [Work.Item] = []
        /// Why nothing can be done; nil while it can.
        var problem: String?
        var isStopped = false
        var work: Work?
    }

    private let state = Mutex(State())
    private let changed = MonotonicCondition()
    private let running = DispatchGroup()
    private let onNews: @Sendable () -> Void

    /// A worker that does from now on what its queue holds.
    ///
    /// - Parameters:
    ///   - onNews: called on the worker's thread when `takeNews`, `queue` or `problem` has something new.
    ///   - work: makes the work, on that thread.
    package init(onNews: @escaping @Sendable () -> Void = {}, work: @escaping @Sendable () throws -> Work) {
        self.onNews = onNews
        running.enter()
        Thread.detachNewThread { [self] in
            do {
                run(try work())
            } catch {
                state.withLock { $0.problem = "\(error)" }
                onNews()
            }
            running.leave()
        }
    }

    /// Takes a request; what comes of it is news.
    package func take(_ request: Work.Request) {
        state.withLock { $0.requests.append(request) }
        wake()
    }

    /// What is new since the last call, in order.
    package func takeNews() -> [Work.News] {
        state.withLock { state in
            defer { state.news = [] }
            return state.news
        }
    }

    /// What waits, and why; as it was after the last step.
    package var queue: [Work.Item] { state.withLock { $0.queue } }

    /// Why nothing can be done; nil while it can.
    package var problem: String? { state.withLock { $0.problem } }

    /// Ends, for `patience` at most. What was asked for is still written to the queue.
    ///
    /// - Parameter grace: how long what is under way may go on before it is cut off; default not at all.
    package func stop(atMost patience: Duration, grace: Duration = .zero) {
        retire()
        let end = ContinuousClock.now + patience
        if grace > .zero, running.wait(timeout: .now() + min(grace, patience) / .seconds(1)) == .success { return }
        state.withLock { $0.work }?.stop()
        _ = running.wait(timeout: .now() + max(0, (end - .now) / .seconds(1)))
    }

    /// Ends when the request under way is done; does not wait for that. What was asked for is still written to the queue.
    package func retire() {
        state.withLock { $0.isStopped = true }
        wake()
    }

    private func wake() {
        changed.lock()
        changed.broadcast()
        changed.unlock()
    }

    private func run(_ work: Work) {
        state.withLock { $0.work = work }
        while !state.withLock({ $0.isStopped }) {
            do {
                sleep(try round(work))
            } catch {
                // A full disk, a file that another program holds: that may pass.
                state.withLock { $0.problem = "\(error)" }
                onNews()
                sleep(longestSleep)
            }
        }
        // What was asked for last waits for the next start.
        _ = try? work.take(takeRequests())
        let queue = try? work.queue()
        state.withLock { ($0.work, $0.queue) = (nil, queue ?? $0.queue) }
    }

    /// The longest sleep: other programs may have written to the queue.
    private var longestSleep: Double { 30 }

    private func takeRequests() -> [Work.Request] {
        state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
    }

    /// Takes what was asked for, then does one step.
    ///
    /// - Returns: seconds until there is something to do.
    private func round(_ work: Work) throws -> Double {
        let requests = takeRequests()
        // Even before a slow step, callers learn what became of what they asked for.
        if !requests.isEmpty { report(try work.take(requests), work) }
        switch try work.step() {
        case .done(let news):
            report(news, work)
            return 0
        case .pause(let seconds):
            report([], work)
            return min(seconds, longestSleep)
        }
    }

    private func report(_ news: [Work.News], _ work: Work) {
        // News must not be lost with a queue that cannot be read.
        let queue = try? work.queue()
        let isNew = state.withLock { state in
            let isNew = !news.isEmpty || queue != nil && state.queue != queue || state.problem != nil
            state.news += news
            (state.queue, state.problem) = (queue ?? state.queue, nil)
            return isNew
        }
        if isNew { onNews() }
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

import CLinux
import Dispatch
import Foundation
import Frames
import Screens
import Synchronization

/// What runs beside the event loop, and what follows from it on the loop's thread.
///
///     jobs.run { try history.export(format, to: file) } then: { result in show(result) }
///
/// Used by the loop's thread only, but for `forward`, whose result any thread may call.
final class Jobs {
    /// What has ended and was not followed up yet.
    private final class Finished: Sendable {
        let results = Mutex<[(number: Int, value: any Sendable)]>([])
        let doorbell: Doorbell

        init(doorbell: Doorbell) { self.doorbell = doorbell }

        func add(_ number: Int, _ value: any Sendable) {
            results.withLock { $0.append((number, value)) }
            doorbell.ring()
        }
    }

    private let finished: Finished
    /// What wakes the loop.
    var doorbell: Doorbell { finished.doorbell }
    /// What follows each job that is under way, by its number.
    private var continuations: [Int: (any Sendable) -> Void] = [:]
    /// The numbers of continuations that are called more than once.
    private var repeated: Set<Int> = []
    private var count = 0
    /// Until when keys wait for the jobs that hold them, by their numbers.
    private var holds: [Int: ContinuousClock.Instant] = [:]
    /// The numbers of jobs that the user waits for.
    private var works: Set<Int> = []
    /// When the jobs that are under way began, by their numbers.
    private var begins: [Int: ContinuousClock.Instant] = [:]
    /// Whether what runs now follows from a job that took so long that the user may be elsewhere.
    private(set) var endsLongJob = false
    private let now: () -> ContinuousClock.Instant

    /// Nobody turns to another window for less.
    private static let longJob = Duration.seconds(5)
    /// Work that takes less is not shown to be under way.
    private static let shortWork = Duration.milliseconds(500)
    /// How long keys wait for a job at most: longer would be felt.
    private static let longestHold = Duration.milliseconds(150)

    /// Rings `doorbell` whenever something has ended.
    init(doorbell: Doorbell, now: @escaping () -> ContinuousClock.Instant = { .now }) {
        finished = Finished(doorbell: doorbell)
        self.now = now
    }

    /// Whether keys wait: what those before them have asked for will be there in a moment.
    var holdKeys: Bool { !holds.isEmpty && holds.values.contains { now() < $0 } }

    /// Whether something that the user waits for has been under way for a while.
    var areWorking: Bool { works.contains { begins[$0].map { now() - $0 >= Self.shortWork } ?? false } }

    /// Runs `work` on a thread of its own, or on `queue`, and then `next` with what came of it, on the loop's thread.
    ///
    /// - Parameter holdsKeys: whether keys that are typed ahead are for what it brings, such as a screen; default false. A job
    ///   that takes long holds nothing.
    /// - Parameter isWork: whether the taskbar shows that it is under way; default false.
    func run<Value: Sendable>(
        on queue: DispatchQueue? = nil, holdsKeys: Bool = false, isWork: Bool = false,
        _ work: @escaping @Sendable () throws -> Value,
        then next: @escaping (Result<Value, any Error>) -> Void
    ) {
        let number = add { value in
            if let result = value as? Result<Value, any Error> { next(result) }
        }
        begins[number] = now()
        if isWork { works.insert(number) }
        if holdsKeys { holds[number] = now() + Self.longestHold }
        let finished = finished
        let body: @Sendable () -> Void = { finished.add(number, Result { try work() }) }
        if let queue { queue.async(execute: body) } else { Thread.detachNewThread(body) }
    }

    /// A function for other threads: each call of it is one of `handler`, with the same value, on the loop's thread.
    ///
    /// - Parameter once: whether it is called once at most; default as often as one likes.
    func forward<Value: Sendable>(
        once: Bool = false, to handler: @escaping (Value) -> Void
    ) -> @Sendable (Value) -> Void {
        let number = add(isRepeated: !once) { value in
            if let value = value as? Value { handler(value) }
        }
        return { [finished] in finished.add(number, $0) }
    }

    /// Runs what follows from the jobs that have ended, in the order in which they did.
    func followUp() {
        let ended = finished.results.withLock { results in
            defer { results = [] }
            return results
        }
        for (number, value) in ended {
            holds[number] = nil
            works.remove(number)
            endsLongJob = begins.removeValue(forKey: number).map { now() - $0 >= Self.longJob } ?? false
            defer { endsLongJob = false }
            guard let next = continuations[number] else { continue }
            if !repeated.contains(number) { continuations[number] = nil }
            next(value)
        }
    }

    /// Follows up jobs while `isWanted`, for `patience` at most: for the end of the program.
    func followUp(atMost patience: Duration, while isWanted: () -> Bool) {
        let end = ContinuousClock.now + patience
        followUp()
        while isWanted(), end > .now {
            let left = Int((end - .now) / .milliseconds(1)) + 1
            _ = qz_poll([doorbell.descriptor], 1, Int32(clamping: left))
            doorbell.clear()
            followUp()
        }
    }

    private func add(isRepeated: Bool = false, _ next: @escaping (any Sendable) -> Void) -> Int {
        count += 1
        continuations[count] = next
        if isRepeated { repeated.insert(count) }
        return count
    }
}

/// Asks what runs beside the loop to end.
final class StopFlag: Sendable {
    private let flag = Atomic(false)
    /// Whether it is asked to end.
    var isSet: Bool { flag.load(ordering: .relaxed) }
    func set() { flag.store(true, ordering: .relaxed) }
}

extension DispatchQueue {
    /// Waits until all that was asked of it is done, for `patience` at most.
    func finish(within patience: Duration) {
        let last = DispatchWorkItem {}
        async(execute: last)
        _ = last.wait(timeout: .now() + patience / .seconds(1))
    }
}

extension Feature {
    /// Runs `work` beside the loop, and then `next` with what came of it.
    ///
    /// - Parameters:
    ///   - queue: where it runs; default a thread of its own.
    ///   - holdsKeys: whether keys that are typed ahead are for what it brings; default false.
    ///   - isWork: whether the taskbar shows that it is under way; default false.
    ///   - isWanted: whether what came of it still matters; default always.
    ///   - failed: what to do with a failure, of `next` as well; default a notice.
    func runJob<Value: Sendable>(
        on queue: DispatchQueue? = nil, holdsKeys: Bool = false, isWork: Bool = false,
        if isWanted: @escaping () -> Bool = { true },
        _ work: @escaping @Sendable () throws -> Value, failed: ((any Error) -> Void)? = nil,
        then next: @escaping (Value) throws -> Void
    ) {
        jobs.run(on: queue, holdsKeys: holdsKeys, isWork: isWork, work) { [self] result in
            guard isWanted() else { return }
            do {
                try next(try result.get())
            } catch {
                if let failed { failed(error) } else { warn("\(error)") }
            }
            display.needsDrawing = true
        }
    }
}

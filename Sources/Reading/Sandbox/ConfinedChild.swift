import CLinux
import Decoding
import Foundation
import Frames
import Glibc

/// A child process that has dropped its rights, and the protocol with it: one request, one answer.
///
/// One that crashes, hangs or sends invalid messages is ended, and another takes its place, after growing pauses when one
/// after the other dies. Used by one thread; the child ends with this object, and with the thread that started it.
final class ConfinedChild {
    /// How long a child may take.
    struct Patience: Sendable {
        /// To be ready.
        var start: Duration
        /// For the longest answer, by its own processor time.
        var longest: Duration
    }

    /// What every child is started with.
    private struct Role {
        let title: String
        let argument: String
        let given: [Int32]
        let setUp: [UInt8]
        let patience: Patience
    }

    #if DEBUG
        /// How many times as long everything may take as in release builds, whose loops are up to a hundred times faster.
        static let slowness = 10
    #else
        static let slowness = 1
    #endif

    private let role: Role
    private let policy: ConfinementPolicy
    private let log: @Sendable (String) -> Void

    private var handle: ChildHandle?
    private var isReady = false
    private var sequence: UInt32 = 0
    private var received: [UInt8] = []
    private var backoff = Backoff()
    private var nextAllowance = ContinuousClock.now
    /// Children that were started so far.
    private(set) var startedCount: UInt64 = 0
    /// What the child that was started last has given away; nil before it was ready.
    private(set) var confinement: Confinement?
    /// Ends a wait for the child, however long that may take.
    var stopBell: Doorbell?
    #if DEBUG
        /// What the next request asks of the child before. Tests only.
        var nextTest: ChildTest?
    #endif

    /// - Parameters:
    ///   - title: what messages call it: `decoder`.
    ///   - argument: the first argument, by which the program knows what it is.
    ///   - given: descriptors that it gets, from number 4 on; they stay the caller's, and open.
    ///   - setUp: the first message's payload: what it is for.
    init(
        title: String, argument: String, given: [Int32], setUp: [UInt8], patience: Patience, policy: ConfinementPolicy,
        log: @escaping @Sendable (String) -> Void
    ) {
        role = Role(title: title, argument: argument, given: given, setUp: setUp, patience: patience)
        (self.policy, self.log) = (policy, log)
    }

    private var title: String { role.title }

    /// The running child's pid; nil while there is none.
    var pid: Int32? { handle?.pid }

    var isStopped: Bool { stopBell?.isRung ?? false }

    /// The loss of what such a child answered.
    var garbled: FrameError { FrameError(.garbled, "the \(title)'s answer is invalid") }

    /// Starts it, so that it is ready when it is asked; a failure is repeated, and reported, by `becomeReady`.
    func startEarly() { do throws(FrameError) { try start() } catch { log(error.description) } }

    /// Starts a child where there is none, and waits until it is ready.
    ///
    /// - Parameter waits: whether to wait while children are held back after several deaths.
    /// - Throws: `FrameError` (`unavailable`).
    func becomeReady(waits: Bool) throws(FrameError) {
        // It may have ended meanwhile, with the thread that started it; that is not a failure.
        if isReady, handle?.isDisturbed ?? true, let ending = dismiss() { log("the \(title) was gone (\(ending))") }
        defer { allowTime() }
        if isReady { return }
        if handle == nil {
            if !backoff.isOver {
                guard waits else {
                    throw FrameError(.unavailable, "the \(title) is not restarted: it crashed repeatedly")
                }
                pause(max(0, Int(backoff.left / .milliseconds(1))))
                if isStopped { throw FrameError(.unavailable, "stopped") }
            }
            do throws(FrameError) { try start() } catch {
                backoff.failed()
                throw error
            }
        }
        do throws(FrameError) {
            let reply = try answer(.ready, within: role.patience.start)
            guard let confinement = Confinement(reply) else {
                throw FrameError(.garbled, "the \(title)'s greeting is invalid")
            }
            self.confinement = confinement
            if let weakness = confinement.weakness {
                guard !policy.isRequired else { throw FrameError(.unavailable, "it cannot be confined: \(weakness)") }
                policy.warnOnce("the \(title) runs", weakness)
            }
            isReady = true
        } catch {
            let ending = dismiss() ?? "gone"
            backoff.failed()
            let loss = FrameError(.unavailable, "the \(title) does not start: \(error.description) (\(ending))")
            if !isStopped { log(loss.description) }
            throw loss
        }
    }

    /// The payload of the answer to a request.
    ///
    /// - Parameter limit: by wall-clock time; up to four times as long where the machine is so busy that the child
    ///   hardly ran. nil waits for as long as the child uses no more processor time than it may.
    /// - Throws: `FrameError`: `died`, `hung` or `garbled`; the child is still to be `replaced`. When it was stopped the
    ///   child is gone.
    func ask(_ kind: Message.Kind, _ payload: [UInt8], within limit: Duration?) throws(FrameError) -> [UInt8] {
        sequence &+= 1
        do throws(FrameError) {
            try send(Message(kind: kind, sequence: sequence, payload: payload))
            return try answer(.result, within: limit)
        } catch {
            if isStopped { dismiss() }
            throw error
        }
    }

    /// The child did what it was asked.
    func succeeded() {
        backoff.succeeded()
        allowTime()
    }

    /// Ends the child that `loss` speaks of and starts the next. The loss with how the child ended.
    func replaced(after loss: FrameError) -> FrameError {
        let ending = dismiss() ?? "gone"
        let loss = FrameError(loss.cause, "\(loss.description) (\(ending))")
        log(loss.description)
        backoff.failed()
        if backoff.isOver { startEarly() }
        return loss
    }

    // MARK: - Starting and ending

    private func start() throws(FrameError) {
        received = []
        isReady = false
        handle = try ChildHandle(program: policy.program, argument: role.argument, given: role.given, title: title)
        startedCount += 1
        nextAllowance = .now
        do throws(FrameError) {
            try send(Message(kind: .setUp, sequence: 0, payload: role.setUp))
        } catch {
            throw FrameError(.unavailable, "the \(title) does not start (\(dismiss() ?? "gone"))")
        }
    }

    /// Ends the running child and returns how it ended; nil when there was none.
    @discardableResult
    private func dismiss() -> String? {
        isReady = false
        guard let gone = handle.take() else { return nil }
        return gone.end()
    }

    private func pause(_ milliseconds: Int) {
        if let stopBell {
            _ = stopBell.wait(milliseconds: milliseconds)
        } else {
            usleep(UInt32(clamping: milliseconds * 1000))
        }
    }

    /// Raises the child's limit of processor time, about once a second: a child that outlives this process runs into it.
    private func allowTime() {
        guard let pid, ContinuousClock.now >= nextAllowance else { return }
        nextAllowance = .now + .seconds(1)
        let seconds = role.patience.longest / .seconds(1)
        _ = qz_child_allow(pid, Int32(min(3600, seconds + 2)))
    }

    // MARK: - Messages

    private func send(_ message: Message) throws(FrameError) {
        guard let socket = handle?.socket else { throw FrameError(.unavailable, "there is no \(title)") }
        var bytes: [UInt8] = []
        #if DEBUG
            if message.kind != .setUp, let test = nextTest, let json = try? JSONEncoder().encode(test) {
                nextTest = nil
                bytes = Message(kind: .test, sequence: 0, payload: Array(json)).bytes
            }
        #endif
        bytes += message.bytes
        guard qz_send_all(socket, bytes, bytes.count) == 0 else { throw FrameError(.died, "the \(title) crashed") }
    }

    /// The payload of the next message, which must be of `kind` and answer the last request.
    private func answer(_ kind: Message.Kind, within limit: Duration?) throws(FrameError) -> [UInt8] {
        guard let socket = handle?.socket else { throw FrameError(.unavailable, "there is no \(title)") }
        var end = limit.map { ContinuousClock.now + $0 }
        var extensions = 0
        let usedBefore = usedTime
        let expected = kind == .ready ? 0 : sequence
        received.removeAll(keepingCapacity: true)
        var wanted = Message.headerBytes
        var header: Message.Header?
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            if received.count == wanted {
                if header != nil { return Array(received[Message.headerBytes...]) }
                guard let read = Message.Header(received), read.kind == kind, read.sequence == expected else {
                    throw garbled
                }
                header = read
                wanted += read.length
                if read.length > chunk.count { chunk = [UInt8](repeating: 0, count: min(read.length, 1 << 16)) }
                continue
            }
            let got = qz_receive(socket, &chunk, min(chunk.count, wanted - received.count), 0)
            if got > 0 {
                received += chunk[..<got]
            } else if got == -Int(EAGAIN) {
                // Rounded up: a poll of 0 ms would spin.
                let left = end.map { Int((ContinuousClock.now.duration(to: $0) / .milliseconds(1)).rounded(.up)) } ?? -1
                let descriptors = [socket] + (stopBell.map { [$0.descriptor] } ?? [])
                let waits = end == nil || left > 0
                let ready = waits ? qz_poll(descriptors, Int32(descriptors.count), Int32(clamping: left)) : 0
                if ready & 2 != 0 { throw FrameError(.unavailable, "stopped") }
                if ready != 0 { continue }
                guard let limit, extensions < Self.maxExtensions, isStarved(since: usedBefore, limit: limit) else {
                    throw FrameError(.hung, "the \(title) took longer than \(limit ?? .zero)")
                }
                extensions += 1
                end? += limit
            } else {
                throw FrameError(.died, "the \(title) crashed")
            }
        }
    }

    // MARK: - A busy machine

    /// How often the time limit is extended for a child that got no processor time.
    private static let maxExtensions = 3

    /// Processor time that the child has used; zero when it is gone.
    private var usedTime: Duration { .nanoseconds(max(0, pid.map { qz_child_used($0) } ?? 0)) }

    /// Whether the child is late because the machine is busy: it is runnable, and had less than half of the time.
    private func isStarved(since before: Duration, limit: Duration) -> Bool {
        guard let pid, qz_child_is_runnable(pid) == 1 else { return false }
        return usedTime - before < limit / 2
    }
}

import CLinux
import Decoding
import Foundation
import Frames
import Symbols

/// Reads frames in a child process that has no rights but to read them, so that no picture can hurt this one.
///
/// The child is this same program, which has to call `DecoderChild.main()` when its first argument is
/// `DecoderChild.argument`. A child that crashes, hangs or talks nonsense costs the frame that it was reading: that
/// frame is told as lost and never sent again, and another child takes its place, ever more slowly when one after the
/// other dies.
///
/// Used by one thread. The child ends with this object, and with the thread that made it.
public final class DecoderProcess: FrameReader {
    /// How long a child may take before it counts as hung, by the clock on the wall; up to four times as long where
    /// the machine is so busy that the child hardly ran.
    public struct Patience: Hashable, Sendable {
        /// For a live frame. Default: 1 s.
        public var live = Duration.seconds(1)
        /// For a picture by normal effort. Default: 20 s.
        public var normal = Duration.seconds(20)
        /// For a picture by thorough effort. Default: 120 s.
        public var thorough = Duration.seconds(120)
        /// For a child to be ready. Default: 10 s.
        public var start = Duration.seconds(10)

        /// The defaults; ten times as long in debug builds, whose loops are up to a hundred times slower.
        public init() {
            #if DEBUG
                for path in [\Self.live, \.normal, \.thorough, \.start] { self[keyPath: path] *= 10 }
            #endif
        }
    }

    /// How often something happened.
    public struct Counts: Hashable, Sendable {
        /// Children started.
        public var started: UInt64 = 0
        /// Frames that were lost, for whatever cause.
        public var lost: UInt64 = 0
    }

    /// What has happened so far.
    public private(set) var counts = Counts()
    /// The pid of the child there is; nil while there is none.
    public var pid: Int32? { child?.pid }

    private let options: ReaderOptions
    private let patience: Patience
    private let program: String
    private let log: @Sendable (String) -> Void
    private let plane: SharedPlane
    private var child: ChildHandle?
    private var isReady = false
    private var sequence: UInt32 = 0
    private var received: [UInt8] = []
    private var killers = KillerRing()
    private var backoff = Backoff()
    private var forgets = false
    private var nextAllowance = ContinuousClock.now
    /// Ends a read that waits for the child, however long that may take.
    private var stopBell: Doorbell?
    #if DEBUG
        /// What the next read asks of the child before the frame. Tests only.
        var nextTest: ChildTest?
    #endif

    /// A reader whose child is being started.
    ///
    /// - Parameters:
    ///   - options: what to look for.
    ///   - patience: when a child counts as hung.
    ///   - program: the child's executable; this one by default.
    ///   - log: takes a line for each child that had to be replaced; called on the reading thread.
    /// - Throws: `FrameLoss` (`unavailable`) when there is no memory to share. A child that cannot be started is told
    ///   by each `read`.
    public init(
        options: ReaderOptions = ReaderOptions(), patience: Patience = Patience(), program: String = "/proc/self/exe",
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(FrameLoss) {
        self.options = options
        self.patience = patience
        self.program = program
        self.log = log
        plane = try SharedPlane()
        // Early, so that it is ready when the first frame comes; a failure is met again, and told, there.
        do throws(FrameLoss) { try start() } catch { log(error.description) }
    }

    /// Reads `frame` in the child.
    ///
    /// - Throws: `FrameLoss`: `died`, `hung` or `garbled` once for a frame; `known` for a frame that did so before;
    ///   `unavailable` when no child could be had in time. A live frame does not wait for a child that is held back.
    public func read(
        _ frame: Frame, region: PixelRect? = nil, effort: Effort = .normal
    ) throws(FrameLoss) -> ReadResult {
        do throws(FrameLoss) {
            return try attempt(frame, region: region, effort: effort)
        } catch {
            counts.lost += 1
            throw error
        }
    }

    /// From now on a read ends, and its child with it, as soon as `bell` rings.
    public func endEarly(at bell: Doorbell) { stopBell = bell }

    private var isStopped: Bool { stopBell?.isRung ?? false }

    /// This reader, whose child begins anew with the next frame.
    public func forgetting() -> any FrameReader {
        forgets = true
        return self
    }

    private func attempt(_ frame: Frame, region: PixelRect?, effort: Effort) throws(FrameLoss) -> ReadResult {
        if killers.contains(frame, region: region, effort: effort) {
            throw FrameLoss(.known, "the decoder died of this picture before: it is passed over")
        }
        // It may have gone meanwhile, with the thread that started it; that is not this frame's fault.
        if isReady, child?.isDisturbed ?? true, let ending = dismiss() { log("the decoder was gone (\(ending))") }
        try becomeReady(waits: !effort.isLive)
        allowTime()
        plane.write(frame)
        sequence &+= 1
        let request = ReadRequest(
            width: frame.width, height: frame.height, region: region, effort: effort, forgets: forgets)
        forgets = false
        do throws(FrameLoss) {
            try ask(Message(kind: .read, sequence: sequence, payload: request.bytes))
            let reply = try answer(.result, within: patience.duration(for: effort))
            let result = try? JSONDecoder().decode(ReadResult.self, from: Data(reply))
            guard let result, result.isPlausible else {
                throw FrameLoss(.garbled, "the decoder's answer makes no sense")
            }
            backoff.succeeded()
            return result
        } catch {
            if isStopped {
                // Nobody's fault, and nobody waits for it any more.
                dismiss()
                throw error
            }
            throw buried(error, frame, region, effort)
        }
    }

    /// Ends the child that `loss` speaks of, remembers the frame, and starts the next.
    private func buried(_ loss: FrameLoss, _ frame: Frame, _ region: PixelRect?, _ effort: Effort) -> FrameLoss {
        killers.insert(frame, region: region, effort: effort, wasLate: loss.cause == .hung)
        let ending = dismiss() ?? "gone"
        let loss = FrameLoss(loss.cause, "\(loss.description) (\(ending))")
        log(loss.description)
        backoff.failed()
        if backoff.isOver { do throws(FrameLoss) { try start() } catch { log(error.description) } }
        return loss
    }

    // MARK: - The child

    private func start() throws(FrameLoss) {
        received = []
        isReady = false
        child = try ChildHandle(program: program, argument: DecoderChild.argument, memory: plane.descriptor)
        counts.started += 1
        nextAllowance = .now
        guard let json = try? JSONEncoder().encode(options) else {
            throw FrameLoss(.unavailable, "the decoder's options cannot be written")
        }
        do throws(FrameLoss) {
            try ask(Message(kind: .options, sequence: 0, payload: Array(json)))
        } catch {
            throw FrameLoss(.unavailable, "the decoder does not start (\(dismiss() ?? "gone"))")
        }
    }

    /// Ends the child there is and tells how it ended.
    @discardableResult
    private func dismiss() -> String? {
        isReady = false
        guard let gone = child.take() else { return nil }
        return gone.end()
    }

    private func becomeReady(waits: Bool) throws(FrameLoss) {
        if isReady { return }
        if child == nil {
            if !backoff.isOver {
                guard waits else { throw FrameLoss(.unavailable, "the decoder is held back: it died again and again") }
                let pause = max(0, Int(backoff.left / .milliseconds(1)))
                if let stopBell {
                    _ = stopBell.wait(milliseconds: pause)
                } else {
                    usleep(UInt32(clamping: pause * 1000))
                }
                if isStopped { throw FrameLoss(.unavailable, "stopped") }
            }
            do throws(FrameLoss) { try start() } catch {
                backoff.failed()
                throw error
            }
        }
        do throws(FrameLoss) {
            let reply = try answer(.ready, within: patience.start)
            var words = WordReader(reply)
            guard let word = words.next(), reply.count == 4 else {
                throw FrameLoss(.garbled, "the decoder's greeting makes no sense")
            }
            let failure = Int32(bitPattern: word)
            if failure != 0 && counts.started == 1 {
                log("the decoder runs with the rights of this process: \(String(cString: strerror(failure & 0xFFFF)))")
            }
            isReady = true
        } catch {
            let ending = dismiss() ?? "gone"
            backoff.failed()
            let loss = FrameLoss(.unavailable, "the decoder does not start: \(error.description) (\(ending))")
            if !isStopped { log(loss.description) }
            throw loss
        }
    }

    /// Moves the child's limit of processor time on, about once a second: what runs on after us ends by itself.
    private func allowTime() {
        guard let pid = child?.pid, ContinuousClock.now >= nextAllowance else { return }
        nextAllowance = .now + .seconds(1)
        let seconds = patience.longest / .seconds(1)
        _ = qz_child_allow(pid, Int32(min(3600, seconds + 2)))
    }

    // MARK: - Talking to it

    private func ask(_ message: Message) throws(FrameLoss) {
        guard let socket = child?.socket else { throw FrameLoss(.unavailable, "there is no decoder") }
        var bytes: [UInt8] = []
        #if DEBUG
            if message.kind == .read, let test = nextTest, let json = try? JSONEncoder().encode(test) {
                nextTest = nil
                bytes = Message(kind: .test, sequence: 0, payload: Array(json)).bytes
            }
        #endif
        bytes += message.bytes
        guard qz_send_all(socket, bytes, bytes.count) == 0 else { throw FrameLoss(.died, "the decoder died") }
    }

    /// The payload of the next message, which must be of `kind` and answer the last request.
    private func answer(_ kind: Message.Kind, within limit: Duration) throws(FrameLoss) -> [UInt8] {
        guard let socket = child?.socket else { throw FrameLoss(.unavailable, "there is no decoder") }
        var end = ContinuousClock.now + limit
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
                    throw FrameLoss(.garbled, "the decoder's answer makes no sense")
                }
                header = read
                wanted += read.length
                chunk = [UInt8](repeating: 0, count: min(max(4096, read.length), 1 << 16))
                continue
            }
            let got = qz_receive(socket, &chunk, min(chunk.count, wanted - received.count), 0)
            if got > 0 {
                received += chunk[..<got]
            } else if got == -Int(EAGAIN) {
                // Rounded up: a poll of 0 ms would spin.
                let left = Int((ContinuousClock.now.duration(to: end) / .milliseconds(1)).rounded(.up))
                let descriptors = [socket] + (stopBell.map { [$0.descriptor] } ?? [])
                let ready = left > 0 ? qz_poll(descriptors, Int32(descriptors.count), Int32(clamping: left)) : 0
                if ready & 2 != 0 { throw FrameLoss(.unavailable, "stopped") }
                if ready != 0 { continue }
                guard extensions < Self.mostExtensions, isStarved(since: usedBefore, limit: limit) else {
                    throw FrameLoss(.hung, "the decoder took longer than \(limit)")
                }
                extensions += 1
                end += limit
            } else {
                throw FrameLoss(.died, "the decoder died")
            }
        }
    }
}

// MARK: - A busy machine

extension DecoderProcess {
    /// How many times over a child that got no processor may take what it is allowed to.
    fileprivate static let mostExtensions = 3

    /// Processor time that the child has used; zero when it is gone.
    fileprivate var usedTime: Duration { .nanoseconds(max(0, pid.map { qz_child_used($0) } ?? 0)) }

    /// Whether the child is late because others had the processor: it would run, and had less than half of the time.
    fileprivate func isStarved(since before: Duration, limit: Duration) -> Bool {
        guard let pid, qz_child_is_runnable(pid) == 1 else { return false }
        return usedTime - before < limit / 2
    }
}

extension DecoderProcess.Patience {
    fileprivate func duration(for effort: Effort) -> Duration {
        switch effort {
        case .live: live
        case .normal: normal
        case .thorough: thorough
        }
    }

    fileprivate var longest: Duration { max(live, normal, thorough) }
}

extension Effort {
    fileprivate var isLive: Bool { if case .live = self { true } else { false } }
}

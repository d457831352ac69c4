import Dispatch
import Frames
import Glibc
import Subprocess
import Synchronization

/// A running ffmpeg, its output on a socket. Whoever makes one calls `end`, which waits until the process is gone.
final class VideoProcess {
    /// How it ended.
    struct Ending: Sendable {
        /// The line for a person when it could not be started at all.
        var launchFailure: String?
        /// The last line that it wrote to standard error, without control characters; nil for none.
        var lastLine: String?
    }

    /// Where its standard output is read.
    let output: Int32
    private let task: Task<Void, Never>
    private let ending: Shared
    private let finished: Doorbell

    /// What the task tells the thread that waits for it.
    private final class Shared: Sendable {
        let value = Mutex(Ending())
    }

    /// Starts `program`, looked up in PATH when it holds no `/`, with these arguments; no shell is involved.
    /// - Throws: `SourceError` when there are no descriptors. That it cannot be started shows in `end`.
    init(program: String, arguments: [String]) throws(SourceError) {
        let finished = try Doorbell()
        var ends: [Int32] = [0, 0]
        // A socket pair, since pipe2 is not imported and a pipe made without O_CLOEXEC could leak into another child.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw SourceError("cannot make a socket to \(program): \(String(cString: strerror(errno)))")
        }
        let (readEnd, writeEnd) = (ends[0], ends[1])
        let ending = Shared()
        output = readEnd
        self.ending = ending
        self.finished = finished
        task = Self.start(program, arguments, output: writeEnd, ending, finished)
    }

    deinit { close(output) }

    /// Waits until the process is gone, killing it before when `kill` is set, and tells how it ended.
    func end(kill: Bool) -> Ending {
        if kill {
            // Its next write fails, and it is sent SIGKILL.
            shutdown(output, Int32(SHUT_RDWR))
            task.cancel()
        }
        _ = finished.wait(milliseconds: -1)
        return ending.value.withLock { $0 }
    }

    private static func start(
        _ program: String, _ arguments: [String], output: Int32, _ ending: Shared, _ finished: Doorbell
    ) -> Task<Void, Never> {
        Task.detached(executorPreference: QueueExecutor()) {
            let result = await run(program, arguments, output: output)
            ending.value.withLock { $0 = result }
            finished.ring()
        }
    }

    private static func run(_ program: String, _ arguments: [String], output: Int32) async -> Ending {
        var options = PlatformOptions()
        // A group of its own: Ctrl-C in the terminal is for us, who then end it.
        options.processGroupID = 0
        // ffmpeg has nothing to put in order; the socket is all that it writes to.
        options.teardownSequence = []
        do {
            let result = try await Subprocess.run(
                program.contains("/") ? .path(.init(program)) : .name(program), arguments: Arguments(arguments),
                platformOptions: options, input: .none,
                output: .fileDescriptor(.init(rawValue: output), closeAfterSpawningProcess: true), error: .sequence
            ) { execution in
                // All of it is read, so that ffmpeg never waits for us; only the last part is kept.
                var tail: [UInt8] = []
                for try await chunk in execution.standardError {
                    chunk.withUnsafeBytes { tail += $0 }
                    tail.removeFirst(max(0, tail.count - 4096))
                }
                return tail
            }
            return Ending(lastLine: lastLine(of: result.closureResult))
        } catch let error as SubprocessError where error.code == .executableNotFound {
            return Ending(
                launchFailure: "\(program) is needed to read videos and is not installed: sudo apt install \(program)")
        } catch is CancellationError {
            return Ending()
        } catch {
            return Ending(launchFailure: "\(program) cannot be run: \(error)".onOneLine)
        }
    }

    /// Runs the task beside the threads of Swift's pool, which are as few as the cores: `end` blocks the thread that
    /// calls it, and if that were one of the pool's, ffmpeg's end would wait for itself.
    private final class QueueExecutor: TaskExecutor {
        private let queue = DispatchQueue(label: "quietzone.video")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    private static func lastLine(of bytes: [UInt8]) -> String? {
        String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).last
            .map { String($0.prefix(200)).onOneLine }
    }
}

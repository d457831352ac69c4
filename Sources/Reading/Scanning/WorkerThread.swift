import CLinux
import Dispatch
import Frames
import Glibc

/// A thread that can be waited for, by any number of others.
final class WorkerThread: Sendable {
    private let group = DispatchGroup()

    private final class Start {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    /// Runs `body` on a thread called `name` (at most 15 bytes, shown by ps and debuggers).
    ///
    /// - Throws: `SourceError` when the system cannot start a thread.
    init(name: String, _ body: @escaping @Sendable () -> Void) throws(SourceError) {
        group.enter()
        let start = Unmanaged.passRetained(
            Start { [group] in
                qz_thread_name(name)
                _ = qz_signal_stack()
                body()
                group.leave()
            })
        var handle = pthread_t()
        let failed = pthread_create(
            &handle, nil,
            { argument in
                if let argument { Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, start.toOpaque())
        guard failed == 0 else {
            start.release()
            group.leave()
            throw SourceError("cannot start a thread: \(String(cString: strerror(failed)))")
        }
        pthread_detach(handle)
    }

    /// Waits until the body has returned.
    ///
    /// - Parameter patience: how long at most; default as long as it takes.
    /// - Returns: whether it has.
    @discardableResult
    func wait(atMost patience: Duration? = nil) -> Bool {
        guard let patience else {
            group.wait()
            return true
        }
        return group.wait(timeout: .now() + patience / .seconds(1)) == .success
    }
}

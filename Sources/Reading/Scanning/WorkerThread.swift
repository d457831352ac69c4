import CLinux
import Dispatch
import Glibc

/// A thread that can be waited for, by any number of others.
final class WorkerThread: Sendable {
    private let group: DispatchGroup

    private final class Start {
        let name: String
        let group: DispatchGroup
        let body: @Sendable () -> Void
        init(name: String, group: DispatchGroup, body: @escaping @Sendable () -> Void) {
            (self.name, self.group, self.body) = (name, group, body)
        }
    }

    /// Runs `body` on a thread called `name` (at most 15 bytes, shown by ps and debuggers).
    ///
    /// - Throws: `ThreadError` when the system cannot start a thread.
    init(name: String, _ body: @escaping @Sendable () -> Void) throws(ThreadError) {
        group = DispatchGroup()
        group.enter()
        let start = Unmanaged.passRetained(Start(name: name, group: group, body: body))
        var handle = pthread_t()
        let failed = pthread_create(
            &handle, nil,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                qz_thread_name(start.name)
                _ = qz_signal_stack()
                start.body()
                start.group.leave()
                return nil
            }, start.toOpaque())
        guard failed == 0 else {
            start.release()
            group.leave()
            throw ThreadError(errno: failed)
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

/// pthread_create(3) failed.
struct ThreadError: Error {
    let errno: Int32
}

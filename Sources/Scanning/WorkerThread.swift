import CLinux
import Glibc

/// A thread that can be waited for.
// SAFETY: `handle` is set once in init; `joined` is touched only by the owner that calls join.
final class WorkerThread: @unchecked Sendable {
    private var handle = pthread_t()
    private var joined = false

    private final class Start {
        let name: String
        let body: @Sendable () -> Void
        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Runs `body` on a thread called `name` (at most 15 bytes, shown by ps and debuggers).
    ///
    /// - Throws: errno's value when the system has no thread to give.
    init(name: String, _ body: @escaping @Sendable () -> Void) throws(ThreadError) {
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        let failed = pthread_create(
            &handle, nil,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                qz_thread_name(start.name)
                _ = qz_signal_stack()
                start.body()
                return nil
            }, start.toOpaque())
        guard failed == 0 else {
            start.release()
            throw ThreadError(errno: failed)
        }
    }

    /// Waits until the body has returned. Calls after the first do nothing.
    func join() {
        guard !joined else { return }
        joined = true
        pthread_join(handle, nil)
    }
}

/// pthread_create(3) failed.
struct ThreadError: Error {
    let errno: Int32
}

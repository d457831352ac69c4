import Foundation
import Synchronization

/// Waiting for what may hang, such as the driver of a camera or a folder on another machine.
enum TimeLimit {
    private final class Box<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
        let isDone = DispatchSemaphore(value: 0)
    }

    /// What `body` returns, on a thread of its own; nil where that takes longer than `limit`. The thread is left behind then.
    static func run<Value: Sendable>(_ limit: Duration, _ body: @escaping @Sendable () -> Value) -> Value? {
        let box = Box<Value>()
        let thread = Thread {
            let value = body()
            box.value.withLock { $0 = value }
            box.isDone.signal()
        }
        // Decoding needs more than a thread has by default.
        thread.stackSize = 8 << 20
        thread.start()
        _ = box.isDone.wait(timeout: .now() + .milliseconds(Int(limit / .milliseconds(1))))
        return box.value.withLock { $0 }
    }
}

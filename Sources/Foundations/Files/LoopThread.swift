import Glibc

/// The thread of an event loop, which never waits for a disk, a server, a child process or a camera.
///
///     LoopThread.run { while !isOver { step() } }
///     LoopThread.mustNotWait(for: "the history")      // where the history is read: traps on that thread in debug builds
package enum LoopThread {
    /// Whether the current thread is one; a value of each thread.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    // SAFETY: the address is never followed; it only differs from nil.
    nonisolated(unsafe) private static let mark = UnsafeRawPointer(bitPattern: 1)

    /// Runs `body`, on whose thread nothing may wait meanwhile.
    package static func run<Value>(_ body: () throws -> Value) rethrows -> Value { try with(mark, body) }

    /// Runs `body`, which waits for nothing in spite of what it calls, such as a database in memory.
    package static func excuse<Value>(_ body: () throws -> Value) rethrows -> Value { try with(nil, body) }

    private static func with<Value>(_ value: UnsafeRawPointer?, _ body: () throws -> Value) rethrows -> Value {
        let before = pthread_getspecific(key)
        pthread_setspecific(key, value)
        defer { pthread_setspecific(key, before) }
        return try body()
    }

    /// Says that what follows may wait for `what`: ends the program on a loop's thread, in debug builds only.
    package static func mustNotWait(for what: @autoclosure () -> String) {
        #if DEBUG
            // Not `assert`: this target is optimized in debug builds, too.
            precondition(pthread_getspecific(key) == nil, "the event loop would wait for \(what()): do it in a job")
        #endif
    }
}

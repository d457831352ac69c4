import Services
import CLinux

/// Waits for descriptors and calls the handler of each that is ready.
///
///     loop.add(doorbell.descriptor) { drain() }
///     loop.add(terminal.inputDescriptor, onHangUp: { quit() }) { takeInputs() }
///     while !isOver { loop.wait(milliseconds: 1000) }
final class EventLoop {
    private struct Source {
        let descriptor: Int32
        let onHangUp: (() -> Void)?
        let handler: () -> Void
    }

    /// What a wait has ended with.
    enum Outcome {
        /// Handlers were called.
        case ready
        case timedOut
        /// A descriptor has hung up: only its handler for that was called.
        case hungUp
        case failed
    }

    private var sources: [Source] = []

    /// How many descriptors can be waited for.
    static let maxSources = 7

    /// Calls `handler` whenever `descriptor` has something to read; handlers are called in the order in which they were added.
    ///
    /// - Parameter onHangUp: is called instead of all others when it has hung up or failed; default nobody.
    func add(_ descriptor: Int32, onHangUp: (() -> Void)? = nil, _ handler: @escaping () -> Void) {
        precondition(sources.count < Self.maxSources, "qz_poll_with_output takes no more")
        sources.append(Source(descriptor: descriptor, onHangUp: onHangUp, handler: handler))
    }

    /// Waits until something is ready, and calls its handler.
    ///
    /// - Parameters:
    ///   - milliseconds: how long at most; 0 does not wait.
    ///   - output: a descriptor that is waited for too, until it takes bytes; default none.
    func wait(milliseconds: Int32, output: Int32? = nil) -> Outcome {
        let ready = qz_poll_with_output(
            sources.map(\.descriptor), Int32(sources.count), output ?? -1, milliseconds)
        guard ready >= 0 else { return .failed }
        guard ready > 0 else { return .timedOut }
        for (i, source) in sources.enumerated() where ready & (1 << (16 + Int32(i))) != 0 {
            guard let onHangUp = source.onHangUp else { continue }
            onHangUp()
            return .hungUp
        }
        for (i, source) in sources.enumerated() where ready & (1 << Int32(i)) != 0 { source.handler() }
        return .ready
    }
}

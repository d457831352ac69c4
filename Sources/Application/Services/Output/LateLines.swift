import Synchronization

/// Lines for the user that may come before there is anybody to show them.
package final class LateLines: Sendable {
    private struct State {
        var waiting: [String] = []
        var show: (@Sendable (String) -> Void)?
    }

    private let state = Mutex(State())

    /// No lines yet.
    package init() {}

    /// Takes a line, on any thread.
    package func take(_ line: String) {
        let show = state.withLock { state in
            if state.show == nil { state.waiting.append(line) }
            return state.show
        }
        show?(line)
    }

    /// From now on lines go to `show`, those that wait first.
    package func forward(to show: @escaping @Sendable (String) -> Void) {
        let waiting = state.withLock { state in
            state.show = show
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach(show)
    }
}

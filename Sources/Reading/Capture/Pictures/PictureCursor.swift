import Synchronization

/// Which picture of how many is shown.
package struct PicturePosition: Hashable, Sendable {
    /// Its number, from 1.
    package let number: Int
    package let count: Int
    package let path: String
}

/// Where a sequence is, and where it is to go: set by one thread, followed by the source's.
final class PictureCursor: Sendable {
    private struct State {
        var paths: [String] = []
        var index = 0
        /// Where the last step led: over a picture that cannot be used it goes on there.
        var direction = 1
    }

    private let state = Mutex(State())

    /// The pictures; the first is shown.
    func begin(_ paths: [String]) { state.withLock { $0 = State(paths: paths) } }

    /// What is to be shown; nil when there is nothing.
    var position: PicturePosition? {
        state.withLock { state in
            state.paths.indices.contains(state.index)
                ? PicturePosition(number: state.index + 1, count: state.paths.count, path: state.paths[state.index])
                : nil
        }
    }

    /// Goes on; false at the end.
    func go(by steps: Int) -> Bool {
        state.withLock { state in
            let target = min(max(0, state.index + steps), state.paths.count - 1)
            guard target != state.index, !state.paths.isEmpty else { return false }
            (state.index, state.direction) = (target, steps < 0 ? -1 : 1)
            return true
        }
    }

    /// Takes `path`, which cannot be used, out; what comes next in the direction of the last step takes its place.
    func remove(_ path: String) {
        state.withLock { state in
            guard let index = state.paths.firstIndex(where: { $0.utf8.elementsEqual(path.utf8) }) else { return }
            state.paths.remove(at: index)
            if index < state.index || (index == state.index && state.direction < 0) { state.index -= 1 }
            state.index = min(max(0, state.index), max(0, state.paths.count - 1))
        }
    }
}

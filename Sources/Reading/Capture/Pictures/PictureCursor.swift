import Synchronization

/// Which picture of how many is shown.
package struct PicturePosition: Hashable, Sendable {
    /// Its number, from 1.
    package let number: Int
    package let count: Int
    package let path: String
    /// The page of the file, from 0; nil while its pages were not counted.
    package let page: Int?
    /// Whether the file has other pages.
    package let isOneOfSeveral: Bool
}

/// Where a sequence is, and where it is to go: set by one thread, followed by the source's.
final class PictureCursor: Sendable {
    private struct Item {
        let path: String
        var page: Int?
        var isOneOfSeveral = false
    }

    private struct State {
        var items: [Item] = []
        var index = 0
        /// Where the last step led: over a picture that cannot be used it goes on there.
        var direction = 1
    }

    private let state = Mutex(State())

    /// The pictures; the first is shown.
    func begin(_ paths: [String]) { state.withLock { $0 = State(items: paths.map { Item(path: $0) }) } }

    /// What is to be shown; nil when there is nothing.
    var position: PicturePosition? {
        state.withLock { state in
            guard state.items.indices.contains(state.index) else { return nil }
            let item = state.items[state.index]
            return PicturePosition(
                number: state.index + 1, count: state.items.count, path: item.path, page: item.page,
                isOneOfSeveral: item.isOneOfSeveral)
        }
    }

    /// Goes on; false at the end.
    func go(by steps: Int) -> Bool {
        state.withLock { state in
            let target = min(max(0, state.index + steps), state.items.count - 1)
            guard target != state.index, !state.items.isEmpty else { return false }
            (state.index, state.direction) = (target, steps < 0 ? -1 : 1)
            return true
        }
    }

    /// The file at `path` has this many pages: each is a picture of its own. Who came from behind sees the last one.
    func count(_ pages: Int, of path: String) {
        state.withLock { state in
            guard let index = state.items.firstIndex(where: { $0.path.utf8.elementsEqual(path.utf8) && $0.page == nil })
            else { return }
            let items = (0..<pages).map { Item(path: path, page: $0, isOneOfSeveral: pages > 1) }
            state.items.replaceSubrange(index...index, with: items)
            if index < state.index || (index == state.index && state.direction < 0) { state.index += pages - 1 }
        }
    }

    /// Takes the picture that `position` shows out, which cannot be used; what comes next in the direction of the last step takes
    /// its place.
    func remove(_ position: PicturePosition) {
        state.withLock { state in
            guard
                let index = state.items.firstIndex(where: {
                    $0.path.utf8.elementsEqual(position.path.utf8) && $0.page == position.page
                })
            else { return }
            state.items.remove(at: index)
            if index < state.index || (index == state.index && state.direction < 0) { state.index -= 1 }
            state.index = min(max(0, state.index), max(0, state.items.count - 1))
        }
    }
}

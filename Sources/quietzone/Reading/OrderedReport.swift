import Symbols
import Synchronization

/// Tells what came of pictures in their order, however the workers that read them overtake each other.
final class OrderedReport: Sendable {
    /// What came of one picture.
    enum Result: Sendable {
        case symbols([Symbol])
        /// One line that says why it could not be read.
        case failure(String)
    }

    private struct State: Sendable {
        var next = 0
        /// Results of pictures that wait for an earlier one.
        var waiting: [Int: (path: String, result: Result)] = [:]
        var outcome = PictureReading.Outcome()
        var progress: ReadProgress
    }

    private let tell: PictureReading.Teller
    private let state: Mutex<State>

    init(count: Int, tell: @escaping PictureReading.Teller) {
        self.tell = tell
        state = Mutex(State(progress: ReadProgress(total: count)))
    }

    /// Takes what came of picture `index`, and tells it and what waited for it as soon as its turn comes.
    func finish(_ index: Int, _ path: String, _ result: Result) {
        state.withLock { state in
            state.waiting[index] = (path, result)
            while let (path, result) = state.waiting.removeValue(forKey: state.next) {
                state.next += 1
                switch result {
                case .symbols(let symbols): show(symbols, path, &state)
                case .failure(let line): complain(line, &state)
                }
            }
            state.progress.show(done: state.next + state.waiting.count)
        }
    }

    /// Tells symbols of a picture whose turn it is.
    func tellNow(_ symbols: [Symbol], path: String) { state.withLock { show(symbols, path, &$0) } }

    /// Tells a failure of a picture whose turn it is.
    func failNow(_ line: String) { state.withLock { complain(line, &$0) } }

    /// What came of all so far.
    var outcome: PictureReading.Outcome { state.withLock { $0.outcome } }

    private func show(_ symbols: [Symbol], _ path: String, _ state: inout State) {
        guard !symbols.isEmpty else { return }
        state.outcome.hasFound = true
        state.progress.clear()
        for symbol in symbols.inReadingOrder { tell(symbol, path) }
    }

    private func complain(_ line: String, _ state: inout State) {
        state.outcome.hasFailed = true
        state.progress.clear()
        Output.complain(line)
    }
}

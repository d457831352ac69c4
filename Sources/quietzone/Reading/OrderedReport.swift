import Symbols
import Synchronization

/// Tells what came of pictures in their order, however the workers that read them overtake each other.
final class OrderedReport: Sendable {
    /// What came of one picture.
    enum Result: Sendable {
        case symbols([Symbol])
        /// What was read of a picture that is damaged, and the line that says how.
        case part([Symbol], defect: String)
        /// One line that says why it could not be read.
        case failure(String)
    }

    private struct State: Sendable {
        var next = 0
        /// Results of pictures that wait for an earlier one.
        var waiting: [Int: (path: String, result: Result)] = [:]
        var outcome = PictureReading.Outcome()
        /// Defects that were told.
        var told: Set<String> = []
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
                case .part(let symbols, let defect):
                    state.outcome.hasFailed = state.outcome.hasFailed || symbols.isEmpty
                    showPart(symbols, defect, path, &state)
                case .failure(let line): complain(line, &state)
                }
            }
            state.progress.show(done: state.next + state.waiting.count)
        }
    }

    /// Tells symbols of a picture whose turn it is.
    func tellNow(_ symbols: [Symbol], path: String) { state.withLock { show(symbols, path, &$0) } }

    /// Tells what was read of a damaged picture of a stream.
    func tellNow(_ symbols: [Symbol], of defect: String, path: String) {
        state.withLock {
            $0.outcome.hasDamage = true
            showPart(symbols, defect, path, &$0)
        }
    }

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

    private func showPart(_ symbols: [Symbol], _ defect: String, _ path: String, _ state: inout State) {
        show(symbols, path, &state)
        // Every picture of a stream has the stream's name.
        guard state.told.insert(defect).inserted else { return }
        state.progress.clear()
        Output.complain(defect.asDefect(hasSymbols: !symbols.isEmpty))
    }

    private func complain(_ line: String, _ state: inout State) {
        state.outcome.hasFailed = true
        state.progress.clear()
        Output.complain(line)
    }
}

extension String {
    /// What is wrong with a picture in a whole line; `self` says it without advice.
    func asDefect(hasSymbols: Bool) -> String {
        hasSymbols
            ? "\(self): what is left of it was read"
            : "\(self), and nothing is to be read in what is left of it: save the picture anew"
    }
}

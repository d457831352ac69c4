import History
import Screens
import Services

/// Reading and changing the history: beside the loop, for another program may hold it for seconds.
extension Feature {
    /// Asks the history in use for something, after what this feature asked of it before; then does `next` with what came of it.
    /// Nothing follows where another history is in use by then.
    ///
    /// - Parameters:
    ///   - holdsKeys: whether keys that are typed ahead are for what it brings; default false.
    ///   - failed: what to do with a failure; default a notice.
    func askHistory<Value: Sendable>(
        holdsKeys: Bool = false, _ question: @escaping @Sendable (HistoryStore) throws -> Value,
        failed: ((any Error) -> Void)? = nil, then next: @escaping (Value) throws -> Void
    ) {
        let history = records.history
        jobs.run(on: records.questions(of: Self.self), holdsKeys: holdsKeys) {
            try question(history)
        } then: { [self] (result: Result<Value, any Error>) in
            guard history === records.history else { return }
            do {
                try next(try result.get())
            } catch {
                if let failed { failed(error) } else { show(Notice("\(error)", isWarning: true), seconds: 8) }
            }
            display.needsDrawing = true
        }
    }

    /// As above, for the scan numbered `id`; says so where it is not there any more. What can be done with it here is in the model
    /// then.
    func askHistory(for id: Int64, then next: @escaping (HistoryEntry) throws -> Void) {
        askHistory(holdsKeys: true) {
            (try $0.entry(id), ActionObstacles.found())
        } then: { [self] found, obstacles in
            guard let entry = found else { throw Trouble("This scan is no longer in the history") }
            model.obstacles = obstacles
            try next(entry)
        }
    }
}

import Files
import History
import Screens
import Services

/// Reading and changing the history: beside the loop, for another program may hold it for seconds.
extension Feature {
    /// Asks a history for something, after what this feature asked of it before; then does `next` with what came of it.
    /// Nothing follows where another history is in use by then.
    ///
    /// - Parameters:
    ///   - which: which of them; default the one that is viewed.
    ///   - holdsKeys: whether keys that are typed ahead are for what it brings; default false.
    ///   - failed: what to do with a failure; default a notice.
    func askHistory<Value: Sendable>(
        _ which: KeyPath<Records, HistoryRecords> = \.viewed, holdsKeys: Bool = false,
        _ question: @escaping @Sendable (HistoryStore) throws -> Value,
        failed: ((any Error) -> Void)? = nil, then next: @escaping (Value) throws -> Void
    ) {
        let history = records[keyPath: which].history
        runJob(
            on: records.questions(of: Self.self), holdsKeys: holdsKeys,
            if: { [self] in history === records[keyPath: which].history }, { try question(history) }, failed: failed,
            then: next)
    }

    /// As above, for the scan numbered `id`; says so where it is not there any more. What can be done with it here is in the model
    /// then.
    func askHistory(for id: Int64, then next: @escaping (HistoryEntry) throws -> Void) {
        askHistory(holdsKeys: true) {
            (try $0.entry(id), ActionObstacles.found())
        } then: { [self] found, obstacles in
            guard let entry = found else { throw UserError("This scan is no longer in the history") }
            model.obstacles = obstacles
            try next(entry)
        }
    }
}

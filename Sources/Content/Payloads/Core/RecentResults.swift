import Synchronization

/// The last few results of a function whose result depends on its argument alone.
///
///     let payloads = RecentResults<SymbolContent, Payload>(maximumCount: 8)
///     payloads.value(for: content) { expensiveParse(content) }
final class RecentResults<Argument: Equatable & Sendable, Value: Sendable>: Sendable {
    private let results = Mutex<[(argument: Argument, value: Value)]>([])
    private let maximumCount: Int

    init(maximumCount: Int) { self.maximumCount = maximumCount }

    /// The result for `argument`, made now unless it is among the last ones. Two threads may make the same one at once.
    func value(for argument: Argument, make: () -> Value) -> Value {
        if let known = results.withLock({ $0.first { $0.argument == argument }?.value }) { return known }
        let value = make()
        results.withLock { results in
            results.insert((argument, value), at: 0)
            if results.count > maximumCount { results.removeLast() }
        }
        return value
    }
}

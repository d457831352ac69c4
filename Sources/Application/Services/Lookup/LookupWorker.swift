import Lookup

/// Looks numbers up beside its callers. What cannot be asked now stays in the queue, over restarts.
package typealias LookupWorker = QueueWorker<LookupWork>

/// What a worker does with an engine of look-ups.
package struct LookupWork: QueuedWork {
    /// What became known of a number.
    package struct News: Sendable, Hashable {
        package let number: ProductNumber
        package let answer: LookupAnswer
    }

    /// What callers want.
    package enum Request: Sendable {
        case recall(ProductNumber)
        case ask(ProductNumber)
        case change(ProductNumber, @Sendable (inout OwnProduct) -> Void)
        case drop(ProductNumber)
        case retry
    }

    private let engine: LookupEngine

    /// The engine is used on the worker's thread alone.
    package init(_ engine: LookupEngine) { self.engine = engine }

    /// Answers at once what is known, and puts the rest into the queue.
    package func take(_ requests: [Request]) throws -> [News] {
        engine.openNewIndexes()
        return try requests.compactMap(answer)
    }

    /// Asks one provider about one number at most.
    package func step() throws -> QueueStep<News> {
        switch try engine.step() {
        case .finished(let number): .done([News(number: number, answer: try engine.answer(for: number))])
        case .asked: .done([])
        case .waiting(let seconds): .pause(seconds: seconds)
        case .idle: .pause(seconds: .infinity)
        }
    }

    /// The first 200 numbers that wait.
    package func queue() throws -> [QueuedLookup] { try engine.queue(limit: 200) }

    /// Cuts off the request that is under way.
    package func stop() { engine.stop() }

    /// Does what a request says.
    ///
    /// - Returns: what is known of its number then; nil if it has none.
    private func answer(_ request: Request) throws -> News? {
        let number: ProductNumber
        switch request {
        case .recall(let recalled): number = recalled
        case .ask(let asked):
            number = asked
            if try engine.answer(for: number) == .askable { try engine.ask(number) }
        case .change(let changed, let change):
            number = changed
            try engine.setOwn(number, change)
        case .drop(let dropped):
            number = dropped
            _ = try engine.drop([number])
        case .retry:
            try engine.retryNow()
            return nil
        }
        return News(number: number, answer: try engine.answer(for: number))
    }
}

extension QueueWorker<LookupWork> {
    /// A worker over an engine.
    ///
    /// - Parameter engine: makes it, on the worker's thread.
    package convenience init(
        onNews: @escaping @Sendable () -> Void = {}, engine: @escaping @Sendable () throws -> LookupEngine
    ) {
        self.init(onNews: onNews) { LookupWork(try engine()) }
    }

    /// Looks a number up, soon: the answer is news, also where it is known already.
    package func ask(_ number: ProductNumber) { take(.ask(number)) }

    /// Finds what is known of a number without asking anybody: the answer is news.
    package func recall(_ number: ProductNumber) { take(.recall(number)) }

    /// Changes what the user says of a product: its answer then is news.
    package func change(_ number: ProductNumber, _ change: @escaping @Sendable (inout OwnProduct) -> Void) {
        take(.change(number, change))
    }

    /// Takes a number out of the queue.
    package func drop(_ number: ProductNumber) { take(.drop(number)) }

    /// Asks providers at once that were put off after a failure.
    package func retryNow() { take(.retry) }
}

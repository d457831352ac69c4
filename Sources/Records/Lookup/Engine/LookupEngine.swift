import Files
import Formats
import GRDB
import Synchronization
import Web

/// Looks numbers up: in indexes, then in what providers have answered before, then by asking them one request at a time.
///
///     let engine = try LookupEngine(settings, store: store, products: OfflineProducts(in: folder), version: "quietzone 0.1.0")
///     if try engine.answer(for: number) == .askable { try engine.ask(number) }
///     while case .finished(let number) = try engine.step() { print(try engine.answer(for: number)) }
///
/// `ask` and `answer` do not wait for the network. `step` does; one thread calls it. Several programs may have engines with one store:
/// each number is asked for by one of them.
package final class LookupEngine: Sendable {
    /// The providers, and which are on.
    package let providers: ProviderList
    let settings: LookupSettings
    let store: LookupStore
    let clock: any LookupClock
    let web: any WebFetching
    /// A number from 0 to 1, by chance.
    let random: @Sendable () -> Double
    private let products: Mutex<OfflineProducts>

    /// An engine that asks providers by libcurl.
    package convenience init(
        _ settings: LookupSettings, store: LookupStore, products: OfflineProducts, version: String,
        clock: any LookupClock = SystemClock()
    ) {
        self.init(
            settings, store: store, products: products, version: version, clock: clock, web: WebClient(),
            random: { Double.random(in: 0...1) })
    }

    init(
        _ settings: LookupSettings, store: LookupStore, products: OfflineProducts, version: String,
        clock: any LookupClock, web: any WebFetching, random: @escaping @Sendable () -> Double
    ) {
        (self.settings, self.store, self.clock) = (settings, store, clock)
        self.products = Mutex(products)
        (self.web, self.random) = (web, random)
        providers = ProviderList(settings, version: version)
    }

    /// Ends the request that is under way, and every later one; any thread may call it.
    package func stop() { (web as? WebClient)?.stop() }

    /// Opens indexes that other programs have imported since.
    package func openNewIndexes() { products.withLock { $0 = $0.current } }

    // MARK: - Without the network

    /// What is known of a number by now.
    ///
    /// - Parameter only: the name of the index or provider that may answer; nil, the default, for all.
    package func answer(for number: ProductNumber, only: String? = nil) throws(UserError) -> LookupAnswer {
        let answer = try foreignAnswer(for: number, only)
        // Who asks one source wants to know what that says.
        guard only == nil, let own = try own(number) else { return answer }
        return own.completing(answer, for: number)
    }

    /// What others know of a number.
    private func foreignAnswer(for number: ProductNumber, _ only: String?) throws(UserError) -> LookupAnswer {
        let offline = try products.withLock { $0 }.hits(for: number, in: only)
        if !offline.isEmpty { return .found(offline) }
        let now = clock.now
        return try store.read { db in
            let answers = try LookupStore.answers(for: number, db)
            if let hits = hits(for: number, answers, only) { return .found(hits) }
            if let row = try LookupStore.row(of: number, db) {
                return .waiting(reason: try waiting(row, answers, at: now, db).reason)
            }
            let asked = candidates(for: number, only)
            if asked.isEmpty { return .notAsked }
            guard asked.allSatisfy({ answers[$0.name]?.isFresh(at: now) == true }) else { return .askable }
            return .notFound(
                failures: asked.compactMap { provider in
                    answers[provider.name]?.reason.map { "\(provider.name): \($0)" }
                })
        }
    }

    /// Puts a number into the queue, if a provider that is on knows such numbers and has not answered lately.
    ///
    /// - Returns: whether it waits now.
    @discardableResult
    package func ask(_ number: ProductNumber, only: String? = nil) throws(UserError) -> Bool {
        let now = clock.now
        return try store.write { db in
            guard next(for: number, only, try LookupStore.answers(for: number, db), at: now) != nil else {
                return false
            }
            _ = try LookupStore.add(number, only: only, at: now, db)
            return true
        }
    }

    /// The hits of the first provider that has any, however old: dates are shown with them.
    private func hits(
        for number: ProductNumber, _ answers: [String: StoredAnswer], _ only: String?
    ) -> [ProductHit]? {
        let names = providers.on.map(\.name) + providers.all.map(\.name)
        let found = names.lazy.compactMap { answers[$0] }.first {
            $0.outcome == .found && (only == nil || only == $0.provider)
        }
        guard let found, let about = providers.named(found.provider)?.about else { return nil }
        return found.products.map { product in
            ProductHit(
                number, product.facts, source: about.name, licence: about.licence,
                retrieved: Timestamp(seconds: found.fetched),
                modified: product.modified.map { Timestamp(seconds: Double($0)) })
        }
    }

    /// The providers that are on and know such numbers.
    private func candidates(for number: ProductNumber, _ only: String?) -> [ConfiguredProvider] {
        providers.on.filter { (only == nil || only == $0.name) && $0.provider.knows(number) }
    }

    /// The provider that is asked next; nil if one has found the number lately, or all have not.
    func next(
        for number: ProductNumber, _ only: String?, _ answers: [String: StoredAnswer], at now: Double
    ) -> ConfiguredProvider? {
        for provider in candidates(for: number, only) {
            guard let answer = answers[provider.name], answer.isFresh(at: now) else { return provider }
            if answer.outcome == .found { return nil }
        }
        return nil
    }

    // MARK: - The queue

    /// What waits, in order.
    ///
    /// - Parameter limit: the most rows; default 1,000.
    package func queue(limit: Int = 1000) throws(UserError) -> [QueuedLookup] {
        let now = clock.now
        return try store.read { db in
            try LookupStore.rows(after: 0, limit: limit, db).map { row in
                try waiting(row, try LookupStore.answers(for: row.number, db), at: now, db)
            }
        }
    }

    /// How many numbers wait.
    package func queueCount() throws(UserError) -> Int {
        try store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM queue") ?? 0 }
    }

    /// Takes numbers out of the queue.
    ///
    /// - Parameter numbers: nil for all.
    /// - Returns: how many were in it.
    package func drop(_ numbers: [ProductNumber]?) throws(UserError) -> Int {
        try store.write { db in
            guard let numbers else {
                try db.execute(sql: "DELETE FROM queue")
                return db.changesCount
            }
            return try numbers.reduce(0) { count, number in
                try db.execute(sql: "DELETE FROM queue WHERE gtin = ?", arguments: [number.value])
                return count + db.changesCount
            }
        }
    }

    /// Lets providers be asked now that were put off after a failure. Their limits are kept all the same.
    package func retryNow() throws(UserError) { try store.write { db in try LookupStore.unblockAll(db) } }

    private func waiting(
        _ row: QueueRow, _ answers: [String: StoredAnswer], at now: Double, _ db: Database
    ) throws -> QueuedLookup {
        let provider = next(for: row.number, row.only, answers, at: now)
        var (reason, due): (String, Double?) = ("no provider that is on knows it", nil)
        if let provider {
            if row.isClaimed(at: now) {
                reason = "is being asked"
            } else {
                switch try LookupStore.permission(provider.about, at: now, db) {
                case .granted: reason = "waits for earlier numbers"
                case .later(let seconds, let words): (reason, due) = (words, now + seconds)
                }
            }
        } else if !candidates(for: row.number, row.only).isEmpty {
            reason = "is answered"
        }
        return QueuedLookup(
            number: row.number, only: row.only, asked: row.asked, provider: provider?.name, reason: reason, due: due)
    }
}

extension Timestamp {
    /// Seconds since 1970; what is beyond its years becomes the nearest time.
    init(seconds: Double) {
        let bounded = min(max((seconds * 1000).rounded(), -9e15), 9e15)
        self.init(milliseconds: bounded.isNaN ? 0 : Int64(bounded))
    }
}

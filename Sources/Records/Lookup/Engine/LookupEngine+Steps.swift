import Files
import GRDB
import Web

extension LookupEngine {
    /// Rows of the queue that are read at once.
    private static let page = 200
    /// How often an answer that is the provider's own error is tried for one number.
    private static let maximumTries = 8
    /// How long a number counts as failed with a provider.
    private static let failedSeconds = 86_400.0
    /// How long to wait for another program that asks for a number, until the next look at its answer.
    static let otherProgramSeconds = 0.5
    /// Nothing that waits for others takes longer than this until the next look.
    static let longestWait = 600.0

    private enum Choice {
        case request(QueueRow, ConfiguredProvider, etag: String?)
        case finished(ProductNumber)
        case nothing(seconds: Double?)
    }

    /// Does what comes next in the queue: one request at most, or none where limits or failures ask to wait.
    ///
    /// The first number whose provider may be asked comes first; each provider gets its numbers in the order in which they were asked for.
    package func step() throws(UserError) -> LookupStep {
        switch try choose() {
        case .finished(let number): return .finished(number)
        case .nothing(let seconds):
            return seconds.map { .waiting(seconds: min(max($0, 0.001), Self.longestWait)) } ?? .idle
        case .request(let row, let provider, let etag):
            let outcome = outcome(row, provider, etag)
            return try record(outcome, row, provider)
        }
    }

    /// Chooses and claims a row, and takes the token for it.
    private func choose() throws(UserError) -> Choice {
        let now = clock.now
        return try store.write { db in
            var last: Int64 = 0
            var earliest: Double?
            // Providers that cannot be asked now keep all the numbers behind from being asked there.
            var waiting: Set<String> = []
            while true {
                let rows = try LookupStore.rows(after: last, limit: Self.page, db)
                for row in rows {
                    last = row.id
                    guard !row.isClaimed(at: now) else {
                        // The other program will have its answer long before its claim ends.
                        earliest = min(earliest ?? .infinity, Self.otherProgramSeconds, (row.claimedUntil ?? now) - now)
                        continue
                    }
                    let answers = try LookupStore.answers(for: row.number, db)
                    guard let provider = next(for: row.number, row.only, answers, at: now) else {
                        guard isAnswered(row, answers, at: now) else { continue }
                        try LookupStore.remove(row.id, db)
                        return .finished(row.number)
                    }
                    guard !waiting.contains(provider.name) else { continue }
                    switch try LookupStore.take(provider.about, at: now, db) {
                    case .granted:
                        try LookupStore.claim(row, for: provider.name, at: now, db)
                        guard let claimed = try LookupStore.row(row.id, db) else { continue }
                        return .request(claimed, provider, etag: answers[provider.name]?.etag)
                    case .later(let seconds, _):
                        waiting.insert(provider.name)
                        earliest = min(earliest ?? .infinity, seconds)
                        // Nothing behind can be asked either, however long the queue is.
                        guard waiting.count == providers.on.count else { continue }
                        if try LookupStore.hasClaims(after: last, at: now, db) {
                            earliest = min(earliest ?? .infinity, Self.otherProgramSeconds)
                        }
                        return .nothing(seconds: earliest)
                    }
                }
                if rows.count < Self.page { return .nothing(seconds: earliest) }
            }
        }
    }

    /// Whether providers have answered; else none is on that knows the number, and it waits.
    private func isAnswered(_ row: QueueRow, _ answers: [String: StoredAnswer], at now: Double) -> Bool {
        providers.on.contains { provider in
            (row.only == nil || row.only == provider.name) && provider.provider.knows(row.number)
                && answers[provider.name]?.isFresh(at: now) == true
        }
    }

    /// Sends the request; no transaction is open meanwhile.
    private func outcome(_ row: QueueRow, _ provider: ConfiguredProvider, _ etag: String?) -> ProviderOutcome {
        let paths = provider.provider.paths(for: row.number)
        guard row.place < paths.count else { return .missed(etag: nil) }
        do throws(UserError) {
            // What is stored with a mark came by the only request.
            let request = try provider.request(paths[row.place], etag: paths.count == 1 ? etag : nil)
            do throws(WebError) {
                let answer = try web.fetch(request, within: provider.reach)
                return ProviderOutcome(answer, of: provider, for: row.number, now: clock.now)
            } catch {
                return ProviderOutcome(error)
            }
        } catch {
            return .refused(error.description)
        }
    }

    /// Stores what came of a request, and what is next for the row.
    private func record(
        _ outcome: ProviderOutcome, _ row: QueueRow, _ provider: ConfiguredProvider
    ) throws(UserError) -> LookupStep {
        let now = clock.now
        let about = provider.about
        return try store.write { db in
            func keep(
                _ kind: StoredAnswer.Outcome, _ products: [ProviderProduct] = [], reason: String? = nil,
                etag: String? = nil, seconds: Double
            ) throws {
                try LookupStore.keep(
                    StoredAnswer(
                        provider: about.name, outcome: kind, products: products, reason: reason, etag: etag,
                        fetched: now, expires: now + seconds), for: row.number, db)
            }
            let (found, missed) = (Double(settings.cacheDays) * 86_400, Double(settings.missDays) * 86_400)
            var (place, tries) = (row.place, row.tries)
            switch outcome {
            case .found(let products, let etag): try keep(.found, products, etag: etag, seconds: found)
            case .missed(let etag):
                if place + 1 < provider.provider.paths(for: row.number).count {
                    place += 1
                } else {
                    try keep(.missed, etag: etag, seconds: missed)
                }
            case .unchanged:
                if let former = try LookupStore.answers(for: row.number, db)[about.name] {
                    let seconds = former.outcome == .found ? found : missed
                    try keep(
                        former.outcome, former.products, reason: former.reason, etag: former.etag, seconds: seconds)
                } else {
                    try keep(.failed, reason: "answer 304: nothing is stored", seconds: Self.failedSeconds)
                }
            case .failed(let reason): try keep(.failed, reason: reason, seconds: Self.failedSeconds)
            case .serverError(let reason) where tries + 1 >= Self.maximumTries:
                try keep(.failed, reason: reason, seconds: Self.failedSeconds)
            case .serverError, .limited, .unreachable, .refused: tries += 1
            case .stopped: break
            }
            try block(about, after: outcome, at: now, db)
            try LookupStore.release(row.id, place: place, tries: tries, db)
            guard next(for: row.number, row.only, try LookupStore.answers(for: row.number, db), at: now) == nil else {
                return .asked(row.number)
            }
            try LookupStore.remove(row.id, db)
            return .finished(row.number)
        }
    }

    /// Puts a provider off after a failure of it, and lets it be asked again after an answer.
    private func block(
        _ about: ProviderAbout, after outcome: ProviderOutcome, at now: Double, _ db: Database
    ) throws {
        let chance = random()
        func block(_ reason: String, _ seconds: (Int) -> Double) throws {
            try LookupStore.block(about, reason: reason, at: now, db, seconds: seconds)
        }
        switch outcome {
        case .found, .missed, .unchanged, .failed: try LookupStore.unblock(about, at: now, db)
        case .limited(let seconds?, let reason):
            // Never before the time it gave; several stations do not ask at the same moment.
            try block(reason) { _ in seconds + 1 + chance * min(30, seconds / 10) }
        case .limited(nil, let reason): try block(reason) { Backoff.seconds(30, $0, atMost: 900, chance) }
        case .unreachable(let reason):
            try block("no answer: \(reason)") { Backoff.seconds(2, $0, atMost: 60, chance) }
        case .serverError(let reason): try block(reason) { Backoff.seconds(5, $0, atMost: 900, chance) }
        case .refused(let reason): try block(reason) { _ in 3600 }
        case .stopped: break
        }
    }
}

import GRDB

/// How a provider may be asked now.
enum ProviderPermission: Hashable, Sendable {
    case granted
    /// Wait this number of seconds; why.
    case later(seconds: Double, reason: String)
}

extension LookupStore {
    private struct Bucket {
        var tokens: Double
        var counted: Double
        var blockedUntil: Double?
        var blockedSince: Double?
        var reason: String?
        var failures: Int

        init(_ name: String, _ limit: RateLimit, at now: Double, _ db: Database) throws {
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT * FROM provider WHERE name = ?"), arguments: [name])
            tokens = row?["tokens"] ?? Double(limit.burst)
            counted = row?["counted"] ?? now
            blockedUntil = row?["blocked_until"]
            blockedSince = row?["blocked_since"]
            reason = row?["reason"]
            failures = row?["failures"] ?? 0
            // A clock that was put back brings no tokens, and takes none.
            tokens = min(Double(limit.burst), tokens + max(0, now - counted) / limit.seconds)
            counted = now
            // A block that begins in the future comes from a clock that was wrong.
            if let since = blockedSince, since > now + 60 { blockedUntil = nil }
            if let until = blockedUntil, until <= now { blockedUntil = nil }
        }

        func save(_ name: String, _ db: Database) throws {
            try db.execute(
                sql: "INSERT OR REPLACE INTO provider VALUES (?, ?, ?, ?, ?, ?, ?)",
                arguments: [name, tokens, counted, blockedUntil, blockedSince, reason, failures])
        }

        func permission(_ limit: RateLimit, at now: Double) -> ProviderPermission {
            if let until = blockedUntil { return .later(seconds: until - now, reason: reason ?? "it asked to wait") }
            // A little less than a whole token is what arithmetic leaves of one.
            guard tokens < 1 - 1e-9 else { return .granted }
            return .later(seconds: (1 - tokens) * limit.seconds, reason: "waits for its turn: \(limit.words)")
        }
    }

    /// Whether a provider may be asked, without asking it.
    static func permission(_ about: ProviderAbout, at now: Double, _ db: Database) throws -> ProviderPermission {
        try Bucket(about.name, about.limit, at: now, db).permission(about.limit, at: now)
    }

    /// Takes a token of a provider's bucket, if it may be asked.
    static func take(_ about: ProviderAbout, at now: Double, _ db: Database) throws -> ProviderPermission {
        var bucket = try Bucket(about.name, about.limit, at: now, db)
        let permission = bucket.permission(about.limit, at: now)
        if permission == .granted {
            bucket.tokens = max(0, bucket.tokens - 1)
            try bucket.save(about.name, db)
        }
        return permission
    }

    /// The provider has answered: nothing keeps it from being asked.
    static func unblock(_ about: ProviderAbout, at now: Double, _ db: Database) throws {
        var bucket = try Bucket(about.name, about.limit, at: now, db)
        (bucket.blockedUntil, bucket.blockedSince, bucket.reason, bucket.failures) = (nil, nil, nil, 0)
        try bucket.save(about.name, db)
    }

    /// Nothing is asked for some time, which depends on the number of failures in a row, from 1.
    static func block(
        _ about: ProviderAbout, reason: String, at now: Double, _ db: Database, seconds: (_ failures: Int) -> Double
    ) throws {
        var bucket = try Bucket(about.name, about.limit, at: now, db)
        bucket.failures += 1
        (bucket.blockedSince, bucket.reason) = (now, reason)
        bucket.blockedUntil = now + seconds(bucket.failures)
        try bucket.save(about.name, db)
    }

    /// Takes blocks away, so that all providers may be asked within their limits.
    static func unblockAll(_ db: Database) throws {
        try db.execute(
            sql: "UPDATE provider SET blocked_until = NULL, blocked_since = NULL, reason = NULL, failures = 0")
    }
}

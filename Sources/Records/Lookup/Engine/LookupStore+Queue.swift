import GRDB

/// A number that waits to be looked up.
struct QueueRow: Sendable, Hashable {
    let id: Int64
    let number: ProductNumber
    /// The only provider that it is for; nil for all.
    let only: String?
    let asked: Double
    /// The provider that it waits for, the place of the next request, failed tries there.
    let provider: String
    let place: Int
    let tries: Int
    let claimedUntil: Double?

    /// Whether a program asks for it now.
    func isClaimed(at now: Double) -> Bool {
        guard let claimedUntil else { return false }
        // A longer claim comes from a clock that was wrong.
        return now < claimedUntil && claimedUntil <= now + LookupStore.claimSeconds + 60
    }
}

extension LookupStore {
    /// How long a number is one program's: longer than any request with its redirects takes (`[provider.NAME] seconds`).
    static let claimSeconds = 150.0

    /// Puts a number at the end of the queue; false if it is there already.
    static func add(_ number: ProductNumber, only: String?, at now: Double, _ db: Database) throws -> Bool {
        try db.execute(
            sql: "INSERT INTO queue (gtin, only, asked) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            arguments: [number.value, only ?? "", now])
        return db.changesCount > 0
    }

    /// Rows of the queue, in order, behind the one with `id`.
    static func rows(after id: Int64, limit: Int, _ db: Database) throws -> [QueueRow] {
        let statement = try db.cachedStatement(sql: "SELECT * FROM queue WHERE id > ? ORDER BY id LIMIT ?")
        return try Row.fetchAll(statement, arguments: [id, limit]).compactMap(Self.row)
    }

    /// Whether a program asks for a number now whose row is behind the one with `id`.
    static func hasClaims(after id: Int64, at now: Double, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM queue WHERE id > ? AND claimed_until > ? AND claimed_until <= ?)")
        return try Bool.fetchOne(statement, arguments: [id, now, now + claimSeconds + 60]) == true
    }

    /// The row of a number; nil if it is not in the queue.
    static func row(of number: ProductNumber, _ db: Database) throws -> QueueRow? {
        try Row.fetchOne(db, sql: "SELECT * FROM queue WHERE gtin = ? ORDER BY id", arguments: [number.value])
            .flatMap(Self.row)
    }

    /// A row as it is now; nil if another program has ended it.
    static func row(_ id: Int64, _ db: Database) throws -> QueueRow? {
        try Row.fetchOne(db.cachedStatement(sql: "SELECT * FROM queue WHERE id = ?"), arguments: [id])
            .flatMap(Self.row)
    }

    private static func row(_ row: Row) -> QueueRow? {
        guard let number = ProductNumber(value: row["gtin"]) else { return nil }
        let only: String = row["only"]
        return QueueRow(
            id: row["id"], number: number, only: only.isEmpty ? nil : only, asked: row["asked"],
            provider: row["provider"], place: row["place"], tries: row["tries"], claimedUntil: row["claimed_until"])
    }

    /// Claims a row for a request to a provider.
    static func claim(_ row: QueueRow, for provider: String, at now: Double, _ db: Database) throws {
        let isSame = row.provider == provider
        try db.execute(
            sql: "UPDATE queue SET provider = ?, place = ?, tries = ?, claimed_until = ? WHERE id = ?",
            arguments: [
                provider, isSame ? row.place : 0, isSame ? row.tries : 0, now + claimSeconds, row.id,
            ])
    }

    /// Gives a row back, with what its next request is.
    static func release(_ id: Int64, place: Int, tries: Int, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE queue SET place = ?, tries = ?, claimed_until = NULL WHERE id = ?",
            arguments: [place, tries, id])
    }

    static func remove(_ id: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM queue WHERE id = ?", arguments: [id])
    }
}

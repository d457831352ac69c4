import GRDB

/// The order of scans by time as one number, which no other scan has: 256 places a second since 1970, of which a scan gets the one
/// of its moment or the next that is free.
///
///     ScanPosition.first(at: 1_000)     // 256: scans of that moment and later are there or behind
///
/// The numbers are as small as that so that the index of words, whose rows they number, stays small.
enum ScanPosition {
    private static let perSecond: Int64 = 256
    /// The end of the year 9999.
    private static let latest: Int64 = 253_402_300_799_999

    /// The first position that a scan of that millisecond may have; one behind it may be of an earlier scan that found no place
    /// before.
    ///
    /// - Parameter time: since 1970; earlier ones count as 1970.
    static func first(at time: Int64) -> Int64 {
        let time = min(max(time, 0), latest)
        return time / 1000 * perSecond + time % 1000 * perSecond / 1000
    }

    /// A position behind that of every earlier scan: what found no place at its own moment is not farther away, unless 16 million
    /// are of one moment.
    static func end(before time: Int64) -> Int64 { first(at: time) + (1 << 24) }

    /// A free position for a scan of that millisecond.
    static func free(at time: Int64, _ db: Database) throws -> Int64 {
        var position = first(at: time)
        let isTaken = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM scan WHERE position = ?1) OR EXISTS (SELECT 1 FROM bin WHERE position = ?1)
                """)
        // Few have to look far; but thousands may be of one moment, such as those of a file without times.
        var tries = 0
        while try Bool.fetchOne(isTaken, arguments: [position]) == true {
            tries += 1
            if tries > maxTries { return try behindAll(position, db) }
            position += 1
        }
        return position
    }

    private static let maxTries = 512

    /// The first place behind the run of neighbours that begins at `position`.
    private static func behindAll(_ position: Int64, _ db: Database) throws -> Int64 {
        let end = try Int64.fetchOne(
            db,
            sql: """
                SELECT min(p) FROM (
                    SELECT position + 1 AS p FROM scan AS a WHERE position >= ?1
                        AND NOT EXISTS (SELECT 1 FROM scan AS b WHERE b.position = a.position + 1)
                        AND NOT EXISTS (SELECT 1 FROM bin AS b WHERE b.position = a.position + 1)
                    ORDER BY position LIMIT 1)
                """, arguments: [position])
        return end ?? position + 1
    }

    /// Positions for scans that come in the order of their times.
    struct Sequence {
        private var last = Int64.min

        mutating func next(at time: Int64) -> Int64 {
            last = max(ScanPosition.first(at: time), last == .min ? .min : last + 1)
            return last
        }
    }
}

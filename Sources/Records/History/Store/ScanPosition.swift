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

    /// The search for free positions in one transaction.
    struct Search {
        private let taken: BoundStatement
        /// The last that was found: of thousands of one moment each is behind the one before.
        private var last: (first: Int64, found: Int64)?

        init(_ db: Database) throws {
            taken = try BoundStatement(
                "SELECT 1 FROM scan WHERE position = ?1 UNION ALL SELECT 1 FROM bin WHERE position = ?1", db)
        }

        /// A free position for a scan of that millisecond.
        mutating func free(at time: Int64) throws -> Int64 {
            let first = ScanPosition.first(at: time)
            let found: Int64
            if let last, last.first == first, try !isTaken(last.found + 1) {
                found = last.found + 1
            } else {
                found = try free(from: first)
            }
            last = (first, found)
            return found
        }

        private func isTaken(_ position: Int64) throws -> Bool {
            taken.bind(position, at: 1)
            return try taken.first() != nil
        }

        private func free(from first: Int64) throws -> Int64 {
            // Few have to look far.
            for position in first..<first + nearby where try !isTaken(position) { return position }
            // But thousands may be of one moment, such as those of a file without times: the end of a run of neighbours is found by halving.
            var taken = first + nearby - 1
            var step = nearby
            while step < farthest, try isTaken(taken + step) {
                taken += step
                step *= 2
            }
            var free = taken + step
            while try isTaken(free) { free += 1 }
            while free - taken > 1 {
                let middle = taken + (free - taken) / 2
                if try isTaken(middle) { taken = middle } else { free = middle }
            }
            return free
        }
    }

    /// Positions that are tried one by one.
    private static let nearby: Int64 = 16
    /// The longest step: no run of neighbours is as long.
    private static let farthest: Int64 = 1 << 40

    /// Positions for scans that come in the order of their times.
    struct Sequence {
        private var last = Int64.min

        mutating func next(at time: Int64) -> Int64 {
            last = max(ScanPosition.first(at: time), last == .min ? .min : last + 1)
            return last
        }
    }
}

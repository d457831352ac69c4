import Files
import Formats
import GRDB

/// How many people went through doors.
package struct DoorCounts: Sendable {
    /// Those who are in: in less out.
    package var inside = 0
    /// Tickets that were let in at least once.
    package var tickets = 0
    /// Codes that were turned away at this store's doors, each once however often it was shown.
    package var refused = 0
    /// Passages whose ticket or seat had been let in by another door already, while doors could not ask each other.
    package var twice = 0
    package var guests = 0
    /// By door, sorted by name; people who went in and out.
    package var doors: [(door: String, entered: Int, left: Int)] = []
    /// By quarter of an hour, the oldest first: its beginning, and the people who went in.
    package var quarters: [(start: Timestamp, entered: Int)] = []
}

extension DoorStore {
    /// The counts of the whole event, as far as this store knows.
    package func counts() throws(UserError) -> DoorCounts {
        try reading { db in
            var counts = DoorCounts()
            let valid = "FROM passage WHERE undone IS NULL"
            // A file from elsewhere may hold any number: the sums must not overflow.
            let people = "min(max(people, 1), \(Guest.maximumPeople))"
            counts.inside =
                try Int.fetchOne(db, sql: "SELECT sum(CASE is_in WHEN 1 THEN \(people) ELSE -\(people) END) \(valid)")
                ?? 0
            counts.tickets = try Int.fetchOne(db, sql: "SELECT count(DISTINCT ticket) \(valid)") ?? 0
            counts.twice = try Self.count(db, "passage WHERE shared = 2")
            counts.guests = try Self.guestCount(db)
            let refusals = DoorVerdict.Kind.allCases.filter { $0 != .welcome && $0 != .goodbye }
            // By hand there is no code: each of those counts.
            counts.refused =
                try Int.fetchOne(
                    db,
                    sql: """
                        SELECT count(DISTINCT coalesce(code, number)) FROM log
                        WHERE event IN (\(refusals.map { _ in "?" }.joined(separator: ",")))
                        """, arguments: StatementArguments(refusals.map(\.rawValue))) ?? 0
            counts.doors = try Row.fetchAll(
                db,
                sql: """
                    SELECT door, sum(CASE is_in WHEN 1 THEN \(people) ELSE 0 END) AS entered,
                        sum(CASE is_in WHEN 1 THEN 0 ELSE \(people) END) AS gone \(valid) GROUP BY door ORDER BY door
                    """
            ).map { (try $0.value("door"), try $0.value("entered"), try $0.value("gone")) }
            counts.quarters = try Row.fetchAll(
                db,
                sql: """
                    SELECT time / 900000 AS quarter, sum(\(people)) AS entered \(valid) AND is_in = 1
                    GROUP BY quarter ORDER BY quarter
                    """
            ).map { row in
                let quarter: Int64 = try row.value("quarter")
                let start = Timestamp(milliseconds: quarter.multipliedReportingOverflow(by: 900_000).partialValue)
                return (start, try row.value("entered"))
            }
            return counts
        }
    }
}

import Formats
import Foundation
import GRDB

/// How many scans there are of what, and when.
package struct HistoryStatistics: Sendable, Hashable {
    /// A name and how many scans it has.
    package struct Count: Sendable, Hashable {
        /// A day (`2026-11-20`), an hour (`09`), a symbology's, kind's or session's name.
        package let name: String
        /// Rows.
        package let scans: Int
    }

    package let scans: Int
    package let quantity: Int
    /// The time of the oldest and the newest; nil without scans.
    package let times: ClosedRange<Date>?
    /// By local day, the oldest first.
    package let days: [Count]
    /// By hour of the local day, those without scans left out.
    package let hours: [Count]
    /// The most frequent first.
    package let symbologies: [Count]
    /// The most frequent first.
    package let kinds: [Count]
    /// The latest begun first.
    package let sessions: [Count]
}

extension HistoryStore {
    /// What the entries of `selection` are.
    package func statistics(of selection: HistorySelection = .all) throws(HistoryError) -> HistoryStatistics {
        try reading { db in
            let scans = HistoryQuery(selection: selection).statement("scan.*")
            func counts(_ key: String, _ order: String) throws -> [HistoryStatistics.Count] {
                try Row.fetchAll(
                    db,
                    SQLRequest(
                        literal: """
                            SELECT \(sql: key) AS name, count(*) AS n FROM (\(scans)) AS scan GROUP BY 1
                            ORDER BY \(sql: order)
                            """)
                ).compactMap { row in
                    String.fromDatabaseValue(row[0]).map { HistoryStatistics.Count(name: $0, scans: row.number(1)) }
                }
            }
            // Where a scan's own zone is not known, the day is that of where the user is now.
            let local = """
                time / 1000 + coalesce(utc_offset, strftime('%s', time / 1000, 'unixepoch', 'localtime')
                - time / 1000), 'unixepoch'
                """
            let all = try Row.fetchOne(
                db,
                SQLRequest(
                    literal: "SELECT count(*), coalesce(sum(quantity), 0), min(time), max(time) FROM (\(scans))"))
            var times: ClosedRange<Date>?
            if let first = all.flatMap({ Int64.fromDatabaseValue($0[2]) }),
                let last = all.flatMap({ Int64.fromDatabaseValue($0[3]) }), first <= last
            {
                times = Timestamp(milliseconds: first).date...Timestamp(milliseconds: last).date
            }
            return HistoryStatistics(
                scans: all?.number(0) ?? 0, quantity: all?.number(1) ?? 0, times: times,
                days: try counts("date(\(local))", "1"), hours: try counts("strftime('%H', \(local))", "1"),
                symbologies: try counts("symbology", "n DESC, 1"), kinds: try counts("kind", "n DESC, 1"),
                sessions: try counts(
                    "(SELECT name FROM session WHERE session.id = scan.session)", "max(scan.session) DESC"))
        }
    }
}

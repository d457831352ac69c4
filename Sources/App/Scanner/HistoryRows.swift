import Foundation
import History
import Payloads
import Screens
import Symbols

/// Rows of the history as they are shown.
struct HistoryRows: Sendable {
    let rows: [HistoryRow]
    /// How many there are in all.
    let total: Int

    /// The newest `limit` rows in which `search` is found; negative for all.
    init(of history: HistoryStore, limit: Int, search: String = "") throws(HistoryError) {
        rows = try history.entries(of: .matching(search), limit: limit).map(HistoryRow.init)
        // To count what is found is to look through all of it once more.
        total = limit >= 0 && rows.count < limit ? rows.count : try history.count(of: .matching(search))
    }

    /// The rows in which `search` is found that are older than entry `id`, `limit` at most; nil when that is gone.
    static func older(
        than id: Int64, of history: HistoryStore, limit: Int, search: String
    ) throws(HistoryError) -> [HistoryRow]? {
        guard let last = try history.entry(id) else { return nil }
        return try history.entries(of: .matching(search), limit: limit, after: last).map(HistoryRow.init)
    }
}

extension HistoryRow {
    package init(_ entry: HistoryEntry) {
        self.init(
            id: entry.id, time: entry.scan.time, symbology: entry.scan.symbol.content.symbology,
            summary: Self.line(entry.summary, entry.scan), source: entry.scan.source, kind: entry.kind)
    }

    init(id: Int64, scan: Scan) {
        let payload = Payload.parse(scan.symbol.content)
        self.init(
            id: id, time: scan.time, symbology: scan.symbol.content.symbology,
            summary: Self.line(payload.summary, scan), source: scan.source, kind: payload.kind)
    }

    /// A product's number and the add-on beside it.
    private static func line(_ summary: String, _ scan: Scan) -> String {
        scan.symbol.content.addOn.map { "\(summary) +\($0)" } ?? summary
    }
}

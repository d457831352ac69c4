import Foundation
import History
import Payloads
import Screens
import Symbols

/// What the history pane holds: the newest scans, and older ones as they are wanted.
extension ScannerApp {
    /// How many rows of the history are fetched at a time.
    static let historyPage = 300

    /// Shows the newest rows of the history.
    func loadHistory() throws {
        show(try HistoryRows(of: history, limit: Self.historyPage))
    }

    /// Shows all of the history, its oldest scan selected: read beside the loop, for it may be long.
    func loadWholeHistory() {
        guard !historyWatch.isLoading else { return }
        historyWatch.isLoading = true
        show(Notice("Loading the whole history …"))
        loadRows(limit: -1) { [self] in _ = stack.scanner.handle(.selectLast) }
    }

    /// Shows what other programs have kept or deleted since.
    func takeOthersScans() {
        guard hasListed, !historyWatch.isLoading, historyWatch.hasChanged(at: .now, history.path) else { return }
        historyWatch.isLoading = true
        loadRows(limit: max(Self.historyPage, stack.scanner.loadedRows))
    }

    /// Fetches rows beside the loop and shows them; once more when the pane has changed meanwhile.
    private func loadRows(limit: Int, isRetry: Bool = false, then next: @escaping () -> Void = {}) {
        let history = history
        let before = stack.scanner.historyState
        jobs.run {
            try HistoryRows(of: history, limit: limit)
        } then: { [self] result in
            switch result {
            case .success(let rows):
                // A scan that came while they were read is not among them. Where they come all the time they are put on top.
                if stack.scanner.historyState != before, !isRetry {
                    let more = limit < 0 ? limit : max(limit, stack.scanner.loadedRows)
                    return loadRows(limit: more, isRetry: true, then: next)
                }
                historyWatch.isLoading = false
                stack.scanner.refreshHistory(rows.rows, total: rows.total, since: before[0])
                needsDrawing = true
                next()
            case .failure(let error):
                historyWatch.isLoading = false
                historyWatch.forget()
                if limit < 0 { show(Notice("\(error)", isWarning: true), seconds: 8) }
            }
        }
    }

    private func show(_ rows: HistoryRows) {
        stack.scanner.setHistory(rows.rows, total: rows.total)
        hasListed = true
        needsDrawing = true
    }
}

/// Rows of the history as they are shown.
struct HistoryRows: Sendable {
    let rows: [HistoryRow]
    /// How many there are in all.
    let total: Int

    /// The newest `limit` rows; negative for all.
    init(of history: HistoryStore, limit: Int) throws(HistoryError) {
        rows = try history.entries(limit: limit).map(HistoryRow.init)
        total = try history.count()
    }
}

extension HistoryRow {
    package init(_ entry: HistoryEntry) {
        self.init(
            id: entry.id, time: entry.scan.time, symbology: entry.scan.symbol.content.symbology,
            summary: Self.line(entry.summary, entry.scan))
    }

    init(id: Int64, scan: Scan) {
        self.init(
            id: id, time: scan.time, symbology: scan.symbol.content.symbology,
            summary: Self.line(Payload.parse(scan.symbol.content).summary, scan))
    }

    /// A product's number and the add-on beside it.
    private static func line(_ summary: String, _ scan: Scan) -> String {
        scan.symbol.content.addOn.map { "\(summary) +\($0)" } ?? summary
    }
}

import Services
import History
import Screens
import Symbols
import Synchronization

/// The search for scans, of which there is one at a time: what is typed meanwhile is looked for when it has ended.
struct HistorySearching {
    /// Whether one is under way.
    var isRunning = false
    /// Whether the first scan that is found is to be shown.
    var opensFound = false
    /// Whether scans were kept since it began: they may be missing in what it finds.
    var hasMissed = false
    /// The counting of what was found.
    var count: CountUnderWay?
}

/// The counting of what was found, which nobody needs any more once something else is looked for.
final class CountUnderWay: Sendable {
    private let isGivenUp = Atomic(false)

    /// Whether somebody waits for it.
    var isWanted: Bool { !isGivenUp.load(ordering: .relaxed) }

    /// Nobody does.
    func giveUp() { isGivenUp.store(true, ordering: .relaxed) }
}

extension ScannerApp {
    /// Shows the scans in which every word of `text` is found, or all when it is blank.
    func search(for text: String) {
        guard text != model.history.nextSearch ?? model.history.search else { return }
        model.history.nextSearch = text
        records.search.opensFound = false
        if !records.search.isRunning { runSearch() }
    }

    private func runSearch(isRetry: Bool = false) {
        guard let text = model.history.nextSearch else { return }
        records.search.isRunning = true
        records.search.hasMissed = false
        records.search.count?.giveUp()
        let history = records.history
        var list = HistoryList(model.history)
        list.search = text
        let limit = list.order.pageRows
        // What was found stays in view among all others.
        let shown = text.isEmpty && list.order.isByTime ? display.stack.selectedScan(in: model) : nil
        let place = shown.map { HistoryPage.Place.position($0.position, before: limit / 2) } ?? .first
        jobs.run { [list] in
            try HistoryRows(of: history, list, at: place, limit: limit, counts: false)
        } then: { [self] result in
            guard history === records.history else { return }
            records.search.isRunning = false
            display.needsDrawing = true
            guard text == model.history.nextSearch else { return runSearch() }
            // Where scans come all the time, the next look at the history finds what came meanwhile.
            if records.search.hasMissed, !isRetry { return runSearch(isRetry: true) }
            if records.search.hasMissed { records.watch.forget() }
            model.history.nextSearch = nil
            switch result {
            case .success(let rows):
                let wasElsewhere = model.history.hasPreceding
                model.history.replace(
                    rows.rows, total: rows.total, firstIndex: rows.firstIndex, isCounted: rows.isCounted, search: text)
                if !rows.isCounted { countFound(list) }
                if wasElsewhere, place == .first { display.stack.select(rowAt: 0, in: model) }
                openFound()
            case .failure(let error): show(Notice("\(error)", isWarning: true))
            }
        }
    }

    /// Counts what was found, beside the loop: its first page is there at once, but to count is to look through all of it.
    private func countFound(_ list: HistoryList) {
        let history = records.history
        let count = CountUnderWay()
        records.search.count = count
        jobs.run {
            try history.count(of: .matching(list.search)) { count.isWanted }
        } then: { [self] (result: Result<Int?, any Error>) in
            // Since then the rows may have been fetched anew, and counted.
            guard history === records.history, count.isWanted, !model.history.isCounted,
                case .success(let total?) = result
            else { return }
            model.history.take(total: total)
            display.needsDrawing = true
        }
    }

    private func openFound() {
        guard records.search.opensFound else { return }
        records.search.opensFound = false
        guard let row = model.history.rows.first else {
            return show(Notice("No scan with “\(model.history.search)”"))
        }
        perform(.history(.open(id: row.id)))
    }

    /// A scan was kept: lists show it, unless something else is searched for.
    func listKept(_ scan: Scan, id: Int64) {
        records.search.hasMissed = true
        // In another order its place is not known: the rows are fetched anew.
        guard model.history.order == .newest else { return reloadHistory() }
        guard let entry = try? records.history.entry(id) else {
            if model.history.search.isEmpty { model.history.prepend(HistoryRow(id: id, scan: scan)) }
            return
        }
        guard HistorySelection.matching(model.history.search).holds(for: entry) else { return }
        model.history.prepend(HistoryRow(entry))
    }
}

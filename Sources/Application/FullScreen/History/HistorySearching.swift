import Services
import History
import Screens
import Symbols

/// The search for scans, of which there is one at a time: what is typed meanwhile is looked for when it has ended.
struct HistorySearching {
    /// Whether one is under way.
    var isRunning = false
    /// Whether the first scan that is found is to be shown.
    var opensFound = false
    /// Whether scans were kept since it began: they may be missing in what it finds.
    var hasMissed = false
    /// Ends the counting of what was found, which nobody needs any more once something else is looked for.
    var count: StopFlag?
}

extension HistoryFeature {
    /// Shows the scans in which every word of `text` is found, or all when it is blank.
    func search(for text: String) {
        guard text != model.history.nextSearch ?? model.history.search else { return }
        model.history.nextSearch = text
        searching.opensFound = false
        if !searching.isRunning { runSearch() }
    }

    /// Offers the values of a condition that is being typed.
    func offerValues(of name: String) {
        askHistory {
            try $0.values(ofCondition: name)
        } failed: { _ in
            // What is typed is looked for without them.
        } then: { [self] values in
            display.stack.offer(values, ofCondition: name)
            display.needsDrawing = true
        }
    }

    private func runSearch(isRetry: Bool = false) {
        guard let text = model.history.nextSearch else { return }
        searching.isRunning = true
        searching.hasMissed = false
        searching.count?.set()
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
            searching.isRunning = false
            display.needsDrawing = true
            guard text == model.history.nextSearch else { return runSearch() }
            // Where scans come all the time, the next look at the history finds what came meanwhile.
            if searching.hasMissed, !isRetry { return runSearch(isRetry: true) }
            if searching.hasMissed { watch.forget() }
            model.history.nextSearch = nil
            switch result {
            case .success(let rows):
                hasListed = true
                let wasElsewhere = model.history.hasPreceding
                model.history.replace(
                    rows.rows, total: rows.total, firstIndex: rows.firstIndex, isCounted: rows.isCounted, search: text)
                if !rows.isCounted { countFound(list) }
                if wasElsewhere, place == .first { display.stack.select(rowAt: 0, in: model) }
                openFound()
            case .failure(let error): warn("\(error)")
            }
        }
    }

    /// Counts what was found, beside the loop: its first page is there at once, but to count is to look through all of it.
    private func countFound(_ list: HistoryList) {
        let history = records.history
        let count = StopFlag()
        searching.count = count
        // The rows may have been fetched again and counted since then.
        runJob(if: { [self] in history === records.history && !count.isSet && !model.history.isCounted }) {
            try history.count(of: .matching(list.search)) { !count.isSet }
        } failed: { _ in
        } then: { [self] total in
            if let total { model.history.take(total: total) }
        }
    }

    private func openFound() {
        guard searching.opensFound else { return }
        searching.opensFound = false
        guard let row = model.history.rows.first else {
            return show(Notice("No scan with “\(model.history.search)”"))
        }
        perform(.history(.open(id: row.id)))
    }

    /// A scan was kept: lists show it, unless something else is searched for.
    func listKept(_ scan: Scan, id: Int64) {
        searching.hasMissed = true
        // In another order its place is not known: the rows are fetched again.
        guard model.history.order == .newest else { return reloadHistory() }
        askHistory { history in
            (try? history.entry(id)).map { ($0, HistoryRow($0)) }
        } then: { [self] found in
            guard model.history.order == .newest else { return reloadHistory() }
            searching.hasMissed = true
            if let (entry, row) = found {
                guard HistorySelection.matching(model.history.search).holds(for: entry) else { return }
                model.history.prepend(row)
            } else if model.history.search.isEmpty {
                model.history.prepend(HistoryRow(id: id, scan: scan))
            }
        }
    }

    /// Reads the rows of scans again whose remarks, session or count have changed.
    func refreshRows(_ ids: Set<Int64>) {
        askHistory {
            try $0.entries(of: .ids(Array(ids)), limit: Self.maximumRefreshed).map(HistoryRow.init)
        } failed: { _ in
            // The rows are as they were; the next look at the history finds what has changed.
        } then: { [self] rows in
            for row in rows {
                model.history.update(row)
                display.stack.update(row.id, row)
            }
        }
    }

    /// So many rows show at once what has changed; others when the list is read again.
    private static let maximumRefreshed = 300
}

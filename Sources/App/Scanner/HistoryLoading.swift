import Foundation
import History
import Screens
import Symbols

/// What the lists of scans hold: the newest of the history, or of those that are searched for, and older ones as they are wanted.
extension ScannerApp {
    /// How many rows of the history are fetched at a time.
    static let historyPage = 300

    /// Shows the newest rows of the history.
    func loadHistory() throws {
        let rows = try HistoryRows(of: records.history, limit: Self.historyPage)
        model.history.replace(rows.rows, total: rows.total)
        records.hasListed = true
        display.needsDrawing = true
    }

    /// Fetches older rows than those that are shown, beside the loop: those that are searched for may lie far apart.
    ///
    /// - Parameter next: called when they are there, in place of what waited for them before; by default nothing.
    func loadOlderHistory(then next: (() -> Void)? = nil) {
        if let next { records.paging.next = next }
        guard !records.paging.isRunning, let last = model.history.rows.last?.id else { return }
        records.paging.isRunning = true
        let (history, search) = (records.history, model.history.search)
        jobs.run {
            try HistoryRows.older(than: last, of: history, limit: Self.historyPage, search: search)
        } then: { [self] result in
            guard history === records.history else { return }
            let next = records.paging.end()
            // Other rows are shown by now.
            guard search == model.history.search, last == model.history.rows.last?.id else { return }
            display.needsDrawing = true
            switch result {
            case .success(let rows?):
                model.history.append(older: rows)
                next?()
            // Deleted by another process meanwhile: read from the newest.
            case .success(nil): reloadHistory()
            case .failure(let error): show(Notice("\(error)", isWarning: true))
            }
        }
    }

    /// Shows all of the history, its oldest scan selected: read beside the loop, for it may be long.
    func loadWholeHistory() {
        guard !records.watch.isLoading else { return }
        records.watch.isLoading = true
        let loading = Notice("Loading the whole history …", isUnderWay: true)
        show(loading)
        loadRows(limit: -1) { [self] in
            hide(loading)
            display.stack.selectOldest(in: model)
        }
    }

    /// Shows what other programs have kept or deleted since.
    func takeOthersScans() {
        guard !records.isOfDemo, records.hasListed, !records.watch.isLoading,
            records.watch.hasChanged(at: .now, records.history.path)
        else { return }
        reloadHistory()
    }

    /// Fetches the rows that are shown once more.
    func reloadHistory() {
        records.watch.isLoading = true
        loadRows(limit: max(Self.historyPage, model.history.rows.count))
    }

    /// Fetches rows beside the loop and shows them; once more when the pane has changed meanwhile.
    private func loadRows(limit: Int, isRetry: Bool = false, then next: @escaping () -> Void = {}) {
        let history = records.history
        let before = model.history.state
        let search = model.history.search
        jobs.run {
            try HistoryRows(of: history, limit: limit, search: search)
        } then: { [self] result in
            guard history === records.history else { return }
            // Something else is looked for by now, and was read after this.
            guard search == model.history.search else { return records.watch.isLoading = false }
            switch result {
            case .success(let rows):
                // A scan that came while they were read is not among them. Where they come all the time they are put on top.
                if model.history.state != before, !isRetry {
                    let more = limit < 0 ? limit : max(limit, model.history.rows.count)
                    return loadRows(limit: more, isRetry: true, then: next)
                }
                records.watch.isLoading = false
                model.history.refresh(rows.rows, total: rows.total, since: before[0])
                display.needsDrawing = true
                next()
            case .failure(let error):
                records.watch.isLoading = false
                records.watch.forget()
                if limit < 0 { show(Notice("\(error)", isWarning: true)) }
            }
        }
    }
}

/// The fetching of older rows, of which there is one at a time.
struct HistoryPaging {
    /// Whether it is under way.
    var isRunning = false
    /// What waits for the rows.
    var next: (() -> Void)?

    /// The rows are there.
    ///
    /// - Returns: what waited for them.
    mutating func end() -> (() -> Void)? {
        defer { self = HistoryPaging() }
        return next
    }
}

/// The search for scans, of which there is one at a time: what is typed meanwhile is looked for when it has ended.
struct HistorySearching {
    /// Whether one is under way.
    var isRunning = false
    /// Whether the first scan that is found is to be shown.
    var opensFound = false
    /// Whether scans were kept since it began: they may be missing in what it finds.
    var hasMissed = false
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
        let history = records.history
        jobs.run {
            try HistoryRows(of: history, limit: Self.historyPage, search: text)
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
                model.history.replace(rows.rows, total: rows.total, search: text)
                openFound()
            case .failure(let error): show(Notice("\(error)", isWarning: true))
            }
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
        guard HistorySelection.matching(model.history.search).contains(scan) else { return }
        model.history.prepend(HistoryRow(id: id, scan: scan))
    }
}

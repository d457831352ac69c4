import Services
import Foundation
import History
import Screens

/// What the lists of scans hold: the newest of the history, or of those that are searched for, and older ones as they are wanted.
extension HistoryFeature {
    /// How many rows of the list are fetched at a time.
    var pageRows: Int { model.history.order.pageRows }

    /// Shows the history that is viewed from its beginning, or says why it cannot be read yet.
    func listHistory() {
        (model.history.place, model.history.otherPlace) = (records.place, records.otherPlace)
        (searching.count, hasListed) = (nil, false)
        _ = watch.end()
        (searching, paging) = (HistorySearching(), HistoryPaging())
        (previewing, model[HistoryPreview?.self]) = (HistoryPreviewing(), nil)
        loadRows(
            at: .first, limit: pageRows,
            failed: { [self] error in
                // Why scans wait was said already; a damaged one is listed when it has been repaired.
                if records.history.whyNotKept != nil { return }
                if records.history.hasMetDamage {
                    show(Notice("The history is damaged: saving what can be read …", isUnderWay: true))
                } else {
                    warn("\(error)")
                }
            })
        if let error = records.history.whyNotKept {
            warn("Scans are waiting: \(Self.brief(error.description))", seconds: 10)
            LogFile.write("scans wait: \(error.description)")
        }
    }

    /// What is wrong with the history without its path, which may fill the line of a notice by itself; the log has it.
    static func brief(_ line: String) -> String {
        line.replacing(Paths.history.withVisibleBytes, with: "the history")
    }

    /// Fetches rows that are not loaded, beside the loop.
    func load(_ part: HistoryPart) {
        switch part {
        case .following: loadMore(isFollowing: true)
        case .preceding: loadMore(isFollowing: false)
        case .first: load(at: .first) { _ in 0 }
        case .last: load(at: .last) { $0.rows.count - 1 }
        case .index(let index):
            load(at: .index(index - pageRows / 2)) { min($0.rows.count - 1, index - $0.firstIndex) }
        }
    }

    /// Fetches rows that follow those that are loaded, or precede them: those that are searched for may lie far apart.
    ///
    /// - Parameter next: called when they are there, instead of what waited for them before; by default nothing.
    func loadMore(isFollowing: Bool, then next: (() -> Void)? = nil) {
        if let next { paging.next = next }
        guard !paging.isRunning, !model.history.rows.isEmpty else { return }
        paging.isRunning = true
        let (history, before, limit) = (records.history, model.history, pageRows)
        jobs.run {
            try isFollowing
                ? HistoryList.following(before, of: history, limit: limit)
                : HistoryList.preceding(before, of: history, limit: limit)
        } then: { [self] result in
            guard history === records.history else { return }
            let next = paging.end()
            // Other rows are shown by now; those that came or went elsewhere do not matter.
            let now = model.history
            guard HistoryList(before) == HistoryList(now) else { return }
            guard
                isFollowing ? before.rows.last?.id == now.rows.last?.id : before.rows.first?.id == now.rows.first?.id
            else { return loadMore(isFollowing: isFollowing, then: next) }
            display.needsDrawing = true
            switch result {
            case .success(let rows):
                if isFollowing { model.history.append(rows) } else { model.history.insert(preceding: rows) }
                next?()
            case .failure(let error): warn("\(error)")
            }
        }
    }

    /// Shows another part of the list, and selects one of its rows.
    private func load(at place: HistoryPage.Place, selecting index: @escaping (HistoryRows) -> Int) {
        watch.isAsked = true
        loadRows(
            at: place, limit: pageRows, then: { [self] rows in display.stack.select(rowAt: index(rows), in: model) })
    }

    /// Shows what other programs have kept or deleted since.
    func takeOthersScans(at now: ContinuousClock.Instant) {
        guard !records.isInMemory, hasListed, !watch.isLoading, watch.begins(at: now) else { return }
        let (history, path) = (records.history, watchedPath)
        jobs.run {
            HistoryWatch.Signature(path)
        } then: { [self] (result: Result<HistoryWatch.Signature, any Error>) in
            guard watch.hasChanged(try? result.get()), history === records.history else { return }
            reloadHistory()
        }
    }

    /// Shows the list in another order.
    func sort(by order: HistoryOrder) {
        guard order != model.history.order else { return }
        model.history.order = order
        load(at: .first) { _ in 0 }
    }

    /// Fetches the rows that are shown once more.
    func reloadHistory() {
        // What somebody waits for comes first; the next look finds what has changed.
        guard !watch.isAsked else { return watch.forget() }
        let shown = model.history
        let place: HistoryPage.Place =
            if !shown.hasPreceding {
                .first
            } else if shown.order.isByTime, let first = shown.rows.first {
                .position(first.position)
            } else {
                .index(shown.firstIndex)
            }
        loadRows(at: place, limit: max(pageRows, shown.rows.count))
    }

    /// Fetches rows beside the loop and shows them, once more when the pane has changed meanwhile; not when others were asked for
    /// since.
    func loadRows(
        at place: HistoryPage.Place, limit: Int, isRetry: Bool = false, failed: ((any Error) -> Void)? = nil,
        then next: @escaping (HistoryRows) -> Void = { _ in }
    ) {
        let number = watch.begin()
        let (history, list, before) = (records.history, HistoryList(model.history), model.history.state)
        jobs.run {
            try HistoryRows(of: history, list, at: place, limit: limit)
        } then: { [self] result in
            guard history === records.history, watch.isLatest(number) else { return }
            let isAsked = watch.end()
            // Something else is looked for by now, and was read after this.
            guard list.search == model.history.search else { return }
            switch result {
            case .success(let rows):
                hasListed = true
                // A scan that came while they were read is not among them. Where they come all the time they are put on top.
                if model.history.state != before, !isRetry {
                    watch.isAsked = isAsked
                    return loadRows(at: place, limit: limit, isRetry: true, failed: failed, then: next)
                }
                model.history.refresh(rows.rows, total: rows.total, firstIndex: rows.firstIndex, since: before[0])
                display.needsDrawing = true
                next(rows)
            case .failure(let error):
                watch.forget()
                if let failed { failed(error) } else if isAsked { warn("\(error)") }
            }
        }
    }
}

/// The fetching of more rows, of which there is one at a time.
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

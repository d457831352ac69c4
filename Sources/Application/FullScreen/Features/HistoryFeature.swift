import Payloads
import Services
import Files
import History
import Screens
import Surface
import Symbols

extension Command {
    static let otherHistory = Command("other-history")
}

/// The history beside the picture and on its own screen: shown, searched, exported, deleted from.
final class HistoryFeature: FeatureBase, Feature {
    static let purpose = "History"
    static let contexts: [KeyContext] = [.history]
    static let commands: [FeatureCommand<HistoryFeature>] = [
        FeatureCommand(
            .openHistory, [.scanner], ["L", .tab], label: "history", "Show the history"
        ) { $0.openHistory() }.opening(.history).inMenu("History").found(by: "list of scans"),
        FeatureCommand(
            .otherHistory, [.history], [.tab], label: "saved/unsaved",
            "Switch between saved and unsaved scans",
            refusal: { $0.history.otherPlace == nil ? "There is only one list" : nil }
        ) { $0.viewOther() },
        FeatureCommand(
            onScreen: .toggleHistory, [.scanner], ["h"], "Toggle the history pane"
        ),
        FeatureCommand(onScreen: .toggleLastScan, [.scanner], ["H"], "Toggle the last scan"),
        FeatureCommand(
            onScreen: .growHistory, [.scanner], [">", .shiftLeft], "Enlarge the history pane (or drag its edge)"),
        FeatureCommand(onScreen: .shrinkHistory, [.scanner], ["<", .shiftRight], "Enlarge the picture"),
        FeatureCommand(
            onScreen: .resetPanes, [.scanner], [], "Reset all panes"),
        FeatureCommand(
            onScreen: .mark, [.scanner, .history], [" "], label: "mark",
            "Mark or unmark the selected scan"),
    ]

    /// Notices what other programs keep and delete.
    var watch = HistoryWatch()
    var searching = HistorySearching()
    /// The fetching of older rows that is under way.
    var paging = HistoryPaging()
    /// The loading of what the selected scan says.
    var previewing = HistoryPreviewing()
    /// Tells that somebody writes to the user's history; nil if that cannot be watched, or nobody else can.
    private var files: FileWatch?
    /// The user's history without symbolic links.
    private(set) var watchedPath = ""
    /// Whether the history was listed: one that another program holds is when it can be.
    var hasListed = false
    /// When listing it was tried last.
    private var tried: ContinuousClock.Instant?

    func start() {
        // SQLite's log lies beside the file that a link leads to.
        let path = Folder.resolved(records.own.history.path) ?? records.own.history.path
        watchedPath = path
        if !records.own.isInMemory, let folder = Folder.parent(of: path) {
            let name = path.lastPathComponent
            files = FileWatch(in: folder) { [name, name + "-wal"].contains($0) }
        }
        listHistory()
    }

    var descriptor: Int32? { files?.descriptor }

    func ready() { if files?.takeChanges() == true { watch.note() } }

    var pause: Duration? { records.isInMemory || !hasListed ? nil : watch.next }

    func perform(_ effect: HistoryEffect) throws {
        switch effect {
        case .open(let id): open(id)
        case .openBeside(let id, let step): try openBeside(id, by: step)
        case .act(let id): act(on: id)
        case .actOn(let content): act(on: content)
        case .copy(let ids): copy(ids)
        case .load(let part): load(part)
        case .search(let text): search(for: text)
        case .offerValues(let name): offerValues(of: name)
        case .openFound: searching.opensFound = true
        case .sort(let order): sort(by: order)
        case .leave: view(kept: false)
        }
    }

    func follow(_ event: AppEvent) {
        switch event {
        case .historyTaken: listHistory()
        case .historyReplaced:
            files?.renew()
            listHistory()
        case .historyChanged: reloadHistory()
        case .scansChanged(let ids): refreshRows(ids)
        case .session(.scan(let scan, let fate)): list(scan, fate)
        default: break
        }
    }

    func advance(at now: ContinuousClock.Instant) {
        // One that could not be listed is tried again.
        if !hasListed, !watch.isLoading, tried.map({ now - $0 >= .seconds(2) }) ?? true {
            tried = now
            loadRows(at: .first, limit: pageRows, failed: { _ in })
        }
        // Where files cannot be watched they are looked at as often as the loop wakes.
        if files == nil { watch.note() }
        takeOthersScans(at: now)
        loadPreview()
    }

    func finish(within patience: Duration) -> String? {
        records.keptBefore?.history.close()
        return nil
    }

    private func list(_ scan: Scan, _ fate: ScanFate) {
        guard !records.viewsOther else { return }
        switch fate {
        case .kept(let id): listKept(scan, id: id)
        case .counted(let id, _), .known(let id, _): refreshRows([id])
        case .keptLater(let id):
            // A history that was held when the program started is listed now.
            if hasListed { listKept(scan, id: id) } else { listHistory() }
        case .leftOut, .field, .waiting, .seen: break
        }
    }

    // MARK: - One scan

    private func open(_ id: Int64) {
        askHistory(for: id) { [self] entry in
            let screen = scanScreen(entry)
            display.push(screen)
            for effect in screen.opening { perform(effect) }
        }
    }

    private func act(on id: Int64) {
        askHistory(for: id) { [self] entry in
            for effect in Effect.purpose(of: entry.payload, model) { perform(effect) }
        }
    }

    private func act(on content: SymbolContent) {
        runJob(holdsKeys: true) {
            ActionObstacles.found()
        } then: { [self] obstacles in
            model.obstacles = obstacles
            for effect in Effect.purpose(of: Payload.parse(content), model) { perform(effect) }
        }
    }

    private func scanScreen(_ entry: HistoryEntry) -> ScanScreen {
        return ScanScreen(
            id: entry.id, scan: entry.scan, payload: entry.payload, picture: entry.picture, row: HistoryRow(entry))
    }

    /// Shows the scan `step` rows below the one numbered `id`, in its place.
    private func openBeside(_ id: Int64, by step: Int) throws {
        guard let index = model.history.rows.firstIndex(where: { $0.id == id }) else {
            throw UserError("This scan is no longer in the history")
        }
        let (isBehind, isBefore) = (index + step >= model.history.rows.count, index + step < 0)
        if isBehind && model.history.hasFollowing || isBefore && model.history.hasPreceding {
            return loadMore(isFollowing: isBehind) { [self] in
                // Somebody else may be on top by now.
                if display.stack.shownScan == id { perform(.history(.openBeside(id: id, by: step))) }
            }
        }
        guard model.history.rows.indices.contains(index + step) else {
            return show(Notice(step > 0 ? "This is the oldest scan" : "This is the newest scan"))
        }
        let row = model.history.rows[index + step]
        askHistory(for: row.id) { [self] entry in
            guard display.stack.shownScan == id else { return }
            let screen = scanScreen(entry)
            display.stack.replaceTop(with: screen)
            for effect in screen.opening { perform(effect) }
            display.stack.select(row, in: model)
        }
    }

    /// Copies the texts of scans, a line each.
    private func copy(_ ids: [Int64]) {
        askHistory(holdsKeys: true) {
            try $0.entries(of: .ids(ids))
        } then: { [self] entries in
            let known = Dictionary(entries.map { ($0.id, $0.scan.symbol.content.text) }) { first, _ in first }
            let texts = ids.compactMap { known[$0] ?? nil }
            guard !texts.isEmpty else { return warn("Binary content: save it to a file instead") }
            if texts.count < ids.count { warn("\((ids.count - texts.count).scans) left out: binary content") }
            perform(.file(.copy(texts.joined(separator: "\n"))))
        }
    }
}

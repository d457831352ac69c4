import Files
import Foundation
import History
import Screens
import Surface
import Symbols

extension Command {
    static let export = Command("export")
}

/// The history beside the picture: shown, exported, deleted from.
extension Feature {
    static let history = Feature(
        "History",
        [
            FeatureCommand(
                onScreen: .toggleHistory, .on([.scanner]), [.character("h")], label: "history",
                "Show or hide the history"),
            FeatureCommand(
                onScreen: .toggleLastScan, .on([.scanner]), [.character("H")], "Show or hide the last scan"),
            FeatureCommand(
                onScreen: .growHistory, .on([.scanner]), [.character(">")],
                "Give the history more room; its edge can be dragged, too"),
            FeatureCommand(
                onScreen: .shrinkHistory, .on([.scanner]), [.character("<")], "Give the picture more room"),
            FeatureCommand(
                onScreen: .resetPanes, .on([.scanner]), [.character("\\")],
                "Show all panes, in the sizes that they had at first"),
            FeatureCommand(
                .export, .on([.scanner]), [.character("e")], label: "export",
                "Write the history to a file: CSV, JSON or NDJSON",
                refusal: { $0.history.rows.isEmpty ? "Nothing to export: nothing scanned yet" : nil }
            ) { $0.askExport() },
            FeatureCommand(
                onScreen: .delete, .on([.scanner, .scan]), [.delete, .character("x")], label: "delete",
                "Delete the selected scan (asks first)"),
        ])
}

extension ScannerApp {
    /// Does what a screen asks of the history.
    func perform(_ effect: HistoryEffect) throws {
        switch effect {
        case .open(let id):
            display.stack.push(try scanScreen(id))
        case .openBeside(let id, let step): try openBeside(id, by: step)
        case .copy(let id): copy(try entry(id).scan.symbol.content)
        case .loadOlder: try loadOlderHistory()
        case .loadAll: loadWholeHistory()
        case .askDeletion(let id): try askDeletion(id)
        case .delete(let id): delete(id)
        case .export(let path, let overwrite):
            export(to: SaveTarget.resolved(path, name: Self.exportName), overwrite: overwrite)
        }
    }

    private func entry(_ id: Int64) throws -> HistoryEntry {
        guard let entry = try records.history.entry(id) else {
            throw Trouble("This scan is no longer in the history")
        }
        return entry
    }

    private func scanScreen(_ id: Int64) throws -> ScanScreen {
        let entry = try entry(id)
        model.openingObstacle = Self.whyNotOpened()
        return ScanScreen(id: id, scan: entry.scan, payload: entry.payload, picture: entry.picture)
    }

    /// Shows the scan `step` rows below the one numbered `id`, in its place.
    private func openBeside(_ id: Int64, by step: Int) throws {
        guard let index = model.history.rows.firstIndex(where: { $0.id == id }) else {
            throw Trouble("This scan is no longer in the history")
        }
        if index + step >= model.history.rows.count, model.history.hasOlder { try loadOlderHistory() }
        guard model.history.rows.indices.contains(index + step) else {
            return show(Notice(step > 0 ? "This is the oldest scan" : "This is the newest scan"))
        }
        let row = model.history.rows[index + step]
        display.stack.replaceTop(with: try scanScreen(row.id))
        display.stack.scanner.select(row, in: model)
    }

    private func copy(_ content: SymbolContent) {
        guard let text = content.text else {
            return show(Notice("These bytes are no text: save them instead", isWarning: true))
        }
        perform(.file(.copy(text)))
    }

    func askExport() {
        display.stack.ask(
            Prompt(
                title: "Export the history", hint: "The ending says how: .csv, .json or .ndjson. \(SaveTarget.hint)",
                text: SaveTarget.free(Self.exportName, in: ".")
            ) { [.history(.export(path: $0, overwrite: false))] })
    }

    /// What an export is called unless the user says otherwise.
    private static var exportName: String { "quietzone-\(Date().formatted(.iso8601.year().month().day())).csv" }

    private func export(to path: String, overwrite: Bool) {
        guard let format = ExportFormat(fileName: path) else {
            return rejectAnswer(Trouble("The name has no ending that says how: .csv, .json or .ndjson"))
        }
        if !overwrite, Folder.contains(path) {
            let effect = Effect.history(.export(path: path, overwrite: true))
            return display.stack.ask(.overwriting(path, by: effect), aboutAnswer: true)
        }
        // Beside the loop: a long history must not hold the picture still.
        let history = records.history
        jobs.run {
            let count = try ExportFile.write(to: path, overwrite: overwrite) { try history.export(format, to: $0) }
            return Notice("\(count.scans) written to \(SaveTarget.shown(path))")
        } then: { [self] result in
            switch result {
            case .success(let notice):
                display.stack.acceptAnswer()
                show(notice)
            case .failure(let error): rejectAnswer(error)
            }
        }
    }
}

/// What the history pane holds: the newest scans, and older ones as they are wanted.
extension ScannerApp {
    /// How many rows of the history are fetched at a time.
    static let historyPage = 300

    /// Shows the newest rows of the history.
    func loadHistory() throws {
        show(try HistoryRows(of: records.history, limit: Self.historyPage))
    }

    private func loadOlderHistory() throws {
        guard let id = model.history.rows.last?.id else { return }
        // Deleted by another process meanwhile: reload from the newest.
        guard let oldest = try records.history.entry(id) else { return try loadHistory() }
        let older = try records.history.entries(limit: Self.historyPage, after: oldest)
        model.history.append(older: older.map(HistoryRow.init))
    }

    /// Shows all of the history, its oldest scan selected: read beside the loop, for it may be long.
    func loadWholeHistory() {
        guard !records.watch.isLoading else { return }
        records.watch.isLoading = true
        let loading = Notice("Loading the whole history …", isUnderWay: true)
        show(loading)
        loadRows(limit: -1) { [self] in
            hide(loading)
            _ = display.stack.scanner.handle(.selectLast, model: model)
        }
    }

    /// Shows what other programs have kept or deleted since.
    func takeOthersScans() {
        guard !records.isOfDemo, records.hasListed, !records.watch.isLoading,
            records.watch.hasChanged(at: .now, records.history.path)
        else { return }
        records.watch.isLoading = true
        loadRows(limit: max(Self.historyPage, model.history.rows.count))
    }

    /// Fetches rows beside the loop and shows them; once more when the pane has changed meanwhile.
    private func loadRows(limit: Int, isRetry: Bool = false, then next: @escaping () -> Void = {}) {
        let history = records.history
        let before = model.history.state
        jobs.run {
            try HistoryRows(of: history, limit: limit)
        } then: { [self] result in
            guard history === records.history else { return }
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
                if limit < 0 { show(Notice("\(error)", isWarning: true), seconds: 8) }
            }
        }
    }

    private func show(_ rows: HistoryRows) {
        model.history.replace(rows.rows, total: rows.total)
        records.hasListed = true
        display.needsDrawing = true
    }
}

/// Deleting scans, with the pictures that were kept for them.
extension ScannerApp {
    /// Asks whether to delete the scan numbered `id`, and says what becomes of its picture.
    func askDeletion(_ id: Int64) throws {
        guard let entry = try records.history.entry(id) else {
            // By another process.
            model.remove(id: id)
            throw Trouble("This scan is no longer in the history")
        }
        display.stack.ask(
            .deletion(
                of: HistoryRow(entry), picture: try pictureLine(of: entry), leavesScreen: !display.stack.showsScanner))
    }

    private func pictureLine(of entry: HistoryEntry) throws -> String? {
        guard let picture = entry.picture else { return nil }
        if try records.history.pictures(onlyOf: .ids([entry.id])).isEmpty {
            return "Its picture stays: it is another scan's, too"
        }
        // A line of a question is short; of ours, everybody knows the folder.
        return KeptPictures().contains(picture)
            ? "Its picture is deleted with it: \((picture as NSString).lastPathComponent)"
            : "Its picture stays: \(UserFolders.shown(picture))"
    }

    /// Deletes beside the loop: another process may hold the history for seconds.
    func delete(_ id: Int64) {
        let history = records.history
        jobs.run {
            let pictures = KeptPictures().delete(try history.delete(.ids([id])).pictures)
            guard let staying = pictures.staying.first else {
                return Notice(pictures.deleted > 0 ? "Deleted with its picture" : "Deleted")
            }
            return Notice(
                "Deleted, but its picture stays: \(UserFolders.shown(staying.path)): \(staying.reason)",
                isWarning: true)
        } then: { [self] result in
            if case .success = result, history === records.history {
                records.deleted.insert(id)
                model.remove(id: id)
            }
            show(result)
        }
    }
}

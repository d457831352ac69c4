import Files
import History
import Screens

/// Which history is listed: the scanner lists the one that scans go to, and the history's own screen the kept one.
extension HistoryFeature {
    /// Shows the kept history on a screen of its own.
    func openHistory() {
        display.push(HistoryScreen())
        guard records.own.isInMemory, records.keptBefore == nil else { return view(kept: true) }
        // A run that keeps nothing opens the kept history when it is asked for, and makes none.
        let path = app.start.keptHistory
        runJob(holdsKeys: true) {
            Folder.contains(path) ? try HistoryStore.open(at: path, for: .reading) : nil
        } then: { [self] history in
            guard let history else { return }
            records.take(kept: history)
            if display.stack.shows(.history) { view(kept: true) }
        }
    }

    /// Shows the other history instead of the one that is listed.
    func viewOther() {
        // What is marked there are scans of the other.
        display.stack.replaceTop(with: HistoryScreen())
        view(kept: !records.viewsOther)
    }

    /// Lists the kept history, or the one that scans go to.
    func view(kept: Bool) { if records.view(kept: kept) { app.showViewedHistory() } }
}

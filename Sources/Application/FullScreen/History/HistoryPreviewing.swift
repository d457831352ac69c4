import History
import Screens

/// The loading of what the selected scan of the history's own screen says.
struct HistoryPreviewing {
    /// The scan that was asked for last.
    var id: Int64?
    var isRunning = false
}

extension HistoryFeature {
    /// Loads what the selected scan says, beside the loop, where there is room to show it. While keys move on, scans are left out.
    func loadPreview() {
        guard !previewing.isRunning, HistoryPreview.fits(width: display.terminal.size.columns),
            let id = display.stack.selectedScan(in: model)?.id, id != previewing.id
        else { return }
        previewing = HistoryPreviewing(id: id, isRunning: true)
        askHistory {
            try $0.entry(id).map { HistoryPreview(id: id, payload: $0.payload) }
        } failed: { [self] _ in
            // Its row says what is known.
            previewing.isRunning = false
        } then: { [self] preview in
            previewing.isRunning = false
            model[HistoryPreview?.self] = preview
        }
    }
}

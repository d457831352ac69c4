import Services
import Foundation
import History
import Screens
import Symbols

/// What becomes of scans in a session, and how far it is.
extension ScannerApp {
    /// A scan counts on a row that is there.
    func counted(_ scan: Scan, id: Int64, quantity: Int) {
        model.lastScan = .init(row: HistoryRow(id: id, scan: scan), outcome: .counted(quantity))
        refreshRow(id)
        signal(settings.newScanSignal, isNew: true)
        showSession()
    }

    /// A scan was there before, and is none.
    func known(_ scan: Scan, id: Int64, since time: Date) {
        var last = LastScan(row: HistoryRow(id: id, scan: scan), outcome: .known)
        last.earlier = time
        model.lastScan = last
        inView.earlier[id] = time
        refreshRow(id)
        signal(settings.scannedBeforeSignal, isNew: false)
        if doors.isOpen { return }
        show(Notice("Scanned before at \(display.appearance.moment(time))", isWarning: true))
    }

    /// A symbol has said what the next scans belong to.
    func fieldSet(_ name: String, by scan: Scan) {
        model.lastScan = .init(row: HistoryRow(id: 0, scan: scan), outcome: .field(name))
        signal(settings.newScanSignal, isNew: true)
        showSession()
    }

    /// Rings when scans like these come into view, or not any more where all of them were looked for.
    func toggleWanted(_ ids: [Int64]) throws {
        let contents = try records.history.entries(of: .ids(ids)).map(\.scan.symbol.content.bytes)
        guard !contents.isEmpty else { throw Trouble("This scan is no longer in the history") }
        if contents.allSatisfy(records.wanted.contains) {
            records.wanted.subtract(contents)
            show(
                Notice(
                    records.wanted.isEmpty
                        ? "Nothing is looked for any more" : "\(records.wanted.count) codes are still looked for"))
        } else {
            records.wanted.formUnion(contents)
            show(
                Notice(
                    "It rings when \(contents.count == 1 ? "this code comes" : "one of these codes comes") into view"))
        }
    }

    /// Rings where a code that is looked for has come into view.
    func alarm(_ scan: Scan) {
        guard records.wanted.contains(scan.symbol.content.bytes) else { return }
        signal(.bellAndFlash, isNew: false)
        show(Notice("FOUND: \(HistoryRow(id: 0, scan: scan).summary)", isWarning: true), seconds: 20)
    }

    private func refreshRow(_ id: Int64) {
        if let entry = try? records.history.entry(id) { model.history.update(HistoryRow(entry)) }
    }

    /// Shows how far the session is.
    func showSession() {
        model.history.repeats = records.keeping.current.repeats
        guard let name = records.keeping.current.session else { return model.history.session = nil }
        let history = records.history
        let fields = records.keeping.current.fields
        jobs.run {
            let session = try history.session(called: name)
            return (session, try session.flatMap { try history.checkList(of: $0.id) })
        } then: { [self] (result: Result<(HistorySession?, CheckListProgress?), any Error>) in
            guard history === records.history, name == records.keeping.current.session else { return }
            let (session, list) = (try? result.get()) ?? (nil, nil)
            var shown = SessionModel(id: session?.id ?? 0, name: name)
            shown.repeats = session?.repeats ?? records.keeping.current.repeats
            (shown.scans, shown.quantity) = (session?.scans ?? 0, session?.quantity ?? 0)
            shown.fields = fields
            shown.checkList = list.map {
                CheckListModel(expected: $0.expected, missing: $0.missing, surplus: $0.surplus)
            }
            model.history.session = shown
            display.needsDrawing = true
        }
    }

    /// Deletes what the settings want gone, beside the loop.
    func tidyHistory() {
        let history = records.own.history
        guard !history.isInMemory, history.whyNotKept == nil else { return }
        let housekeeping = HistoryHousekeeping(settings)
        jobs.run {
            try housekeeping.run(history)
        } then: { [self] (result: Result<String?, any Error>) in
            switch result {
            case .success(let line?):
                LogFile.write(line)
                reloadHistory()
            case .success(nil): break
            case .failure(let error): LogFile.write("history not tidied up: \(error)")
            }
        }
    }
}

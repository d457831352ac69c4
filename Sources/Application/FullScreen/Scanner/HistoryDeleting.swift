import Services
import Foundation
import History
import Screens

/// Deleting scans into the bin, and bringing them back.
extension ScannerApp {
    /// Deletions that a key can undo; the bin has more.
    private static let mostUndoable = 100

    /// Asks whether to delete the scans numbered `ids`.
    func askDeletion(_ ids: [Int64]) throws {
        let entries = try records.history.entries(of: .ids(ids))
        // By another process.
        for id in Set(ids).subtracting(entries.map(\.id)) { model.remove(id: id) }
        guard !entries.isEmpty else {
            throw Trouble(
                ids.count == 1 ? "This scan is no longer in the history" : "These scans are no longer in the history")
        }
        display.stack.ask(
            .deletion(
                of: entries.map(HistoryRow.init), remark: deletionLine(entries),
                leavesScreen: display.stack.context == .scan))
    }

    /// What becomes of them, in a line.
    private func deletionLine(_ entries: [HistoryEntry]) -> String {
        let one = entries.count == 1
        let pictures = entries.contains { $0.picture != nil } ? one ? " and its picture" : " and their pictures" : ""
        if records.isInMemory { return "u brings \(one ? "it" : "them") back" }
        let days = settings.binDays
        if days == 0 { return "\(one ? "It" : "They")\(pictures) cannot be brought back" }
        return
            "u brings \(one ? "it" : "them") back; gone for good\(pictures) after \(days) \(days == 1 ? "day" : "days")"
    }

    /// Deletes beside the loop: another process may hold the history for seconds.
    func delete(_ ids: [Int64]) {
        let history = records.history
        let isForGood = settings.binDays == 0 && !records.isInMemory
        jobs.run {
            let deletion = isForGood ? try history.forget(.ids(ids)) : try history.delete(.ids(ids))
            return (deletion, KeptPictures().delete(deletion.pictures).staying)
        } then: { [self] (result: Result<(HistoryDeletion, [(path: String, reason: String)]), any Error>) in
            switch result {
            case .success(let (deletion, staying)):
                guard history === records.history else { return }
                records.deleted.formUnion(ids)
                for id in ids { model.remove(id: id) }
                remember(deletion)
                show(Self.notice(of: deletion, isForGood, staying))
            case .failure(let error): show(Notice("\(error)", isWarning: true))
            }
        }
    }

    private static func notice(
        of deletion: HistoryDeletion, _ isForGood: Bool, _ staying: [(path: String, reason: String)]
    ) -> Notice {
        if let staying = staying.first {
            return Notice(
                "Deleted, but its picture stays: \(UserFolders.shown(staying.path)): \(staying.reason)",
                isWarning: true)
        }
        let what = deletion.count == 1 ? "Deleted" : "\(deletion.count.scans) deleted"
        return Notice(isForGood ? "\(what) for good" : "\(what): u brings \(deletion.count == 1 ? "it" : "them") back")
    }

    /// Remembers what was deleted for the key that undoes it.
    private func remember(_ deletion: HistoryDeletion) {
        guard !deletion.ids.isEmpty else { return }
        records.deletions.append(deletion.ids)
        if records.deletions.count > Self.mostUndoable { records.deletions.removeFirst() }
        model.history.undoableDeletions = records.deletions.count
    }

    /// Brings back what was deleted last.
    func undoDeletion() throws {
        guard let ids = records.deletions.popLast() else { return }
        model.history.undoableDeletions = records.deletions.count
        restore(ids) { [self] in
            records.deletions.append(ids)
            model.history.undoableDeletions = records.deletions.count
        }
    }

    /// Brings scans back from the bin.
    ///
    /// - Parameter failed: called where they cannot be brought back now; by default nothing.
    func restore(_ ids: [Int64], orElse failed: @escaping () -> Void = {}) {
        let history = records.history
        jobs.run {
            try history.restore(ids)
        } then: { [self] (result: Result<Int, any Error>) in
            guard history === records.history else { return }
            switch result {
            case .success(let count):
                records.deleted.subtract(ids)
                reloadHistory()
                show(
                    Notice(
                        count == 0
                            ? "The bin was emptied meanwhile"
                            : count == 1 ? "The scan is back" : "\(count.scans) are back"))
            case .failure(let error):
                failed()
                show(Notice("\(error)", isWarning: true))
            }
        }
    }
}

import Foundation
import History
import Screens

/// Deleting scans with the pictures that were kept for them, and bringing them back.
extension ScannerApp {
    /// What was deleted, with the pictures, which are held until the program ends.
    struct Deletion: Sendable {
        var entries: [HistoryEntry]
        var pictures: [HeldPicture]
    }

    /// Deletions that can be undone, at most, and pictures that are held for them: each is an open file.
    private static let mostHeld = (deletions: 100, pictures: 200)

    /// Asks whether to delete the scans numbered `ids`, and says what becomes of their pictures.
    func askDeletion(_ ids: [Int64]) throws {
        let entries = try records.history.entries(of: .ids(ids))
        // By another process.
        for id in ids where !entries.contains(where: { $0.id == id }) { model.remove(id: id) }
        guard !entries.isEmpty else {
            throw Trouble(
                ids.count == 1 ? "This scan is no longer in the history" : "These scans are no longer in the history")
        }
        display.stack.ask(
            .deletion(
                of: entries.map(HistoryRow.init), pictures: try pictureLine(of: entries),
                leavesScreen: display.stack.context == .scan))
    }

    private func pictureLine(of entries: [HistoryEntry]) throws -> String? {
        let linked = Set(entries.compactMap(\.picture))
        guard let first = linked.first else { return nil }
        let pictures = try records.history.pictures(onlyOf: .ids(entries.map(\.id)))
        guard linked.count == 1 else {
            let ours = pictures.filter { KeptPictures().contains($0) }.count
            let staying = linked.count - ours
            return "\(ours) of their pictures are deleted with them"
                + (staying == 0 ? "" : ", \(staying) \(staying == 1 ? "stays" : "stay")")
        }
        if pictures.isEmpty { return "Its picture stays: it is another scan's, too" }
        // A line of a question is short; of ours, everybody knows the folder.
        return KeptPictures().contains(first)
            ? "Its picture is deleted with it: \((first as NSString).lastPathComponent)"
            : "Its picture stays: \(UserFolders.shown(first))"
    }

    /// Deletes beside the loop: another process may hold the history for seconds.
    func delete(_ ids: [Int64]) {
        let history = records.history
        jobs.run {
            let deletion = try history.delete(.ids(ids), remembersEntries: true)
            return (deletion, KeptPictures().take(deletion.pictures))
        } then: { [self] (result: Result<(HistoryDeletion, KeptPictures.Taken), any Error>) in
            switch result {
            case .success(let (deletion, pictures)):
                guard history === records.history else { return }
                records.deleted.formUnion(ids)
                for id in ids { model.remove(id: id) }
                hold(Deletion(entries: deletion.entries, pictures: pictures.held))
                show(Self.notice(of: deletion, pictures))
            case .failure(let error): show(Notice("\(error)", isWarning: true))
            }
        }
    }

    private static func notice(of deletion: HistoryDeletion, _ pictures: KeptPictures.Taken) -> Notice {
        if let staying = pictures.staying.first {
            return Notice(
                "Deleted, but its picture stays: \(UserFolders.shown(staying.path)): \(staying.reason)",
                isWarning: true)
        }
        let what = deletion.count == 1 ? "Deleted" : "\(deletion.count.scans) deleted"
        let with = pictures.held.isEmpty ? "" : pictures.held.count == 1 ? " with its picture" : " with their pictures"
        return Notice("\(what)\(with): u brings \(deletion.count == 1 ? "it" : "them") back")
    }

    /// Remembers what was deleted; what was deleted longest ago gives way.
    private func hold(_ deletion: Deletion) {
        guard !deletion.entries.isEmpty else { return }
        records.deletions.append(deletion)
        while records.deletions.count > Self.mostHeld.deletions
            || (records.deletions.count > 1
                && records.deletions.map(\.pictures.count).reduce(0, +) > Self.mostHeld.pictures)
        {
            records.deletions.removeFirst()
        }
        model.history.undoableDeletions = records.deletions.count
    }

    /// Keeps again what was deleted last.
    func undoDeletion() throws {
        guard let deletion = records.deletions.popLast() else { return }
        model.history.undoableDeletions = records.deletions.count
        let history = records.history
        jobs.run {
            // The scans first: without them nobody finds the pictures.
            try history.restore(deletion.entries)
            return deletion.pictures.compactMap { picture in picture.restore().map { (picture.path, $0) } }
        } then: { [self] (result: Result<[(String, String)], any Error>) in
            guard history === records.history else { return }
            switch result {
            case .success(let problems):
                records.deleted.subtract(deletion.entries.map(\.id))
                reloadHistory()
                let count = deletion.entries.count
                show(Notice(count == 1 ? "The scan is back" : "\(count.scans) are back"))
                if let (path, problem) = problems.first {
                    show(Notice("A picture is not back: \(UserFolders.shown(path)): \(problem)", isWarning: true))
                }
            case .failure(let error):
                records.deletions.append(deletion)
                model.history.undoableDeletions = records.deletions.count
                show(Notice("\(error)", isWarning: true))
            }
        }
    }
}

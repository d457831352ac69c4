import Foundation
import History
import Screens

/// Deleting scans, with the pictures that were kept for them.
extension ScannerApp {
    /// Asks whether to delete the scan numbered `id`, and says what becomes of its picture.
    func askDeletion(_ id: Int64) throws {
        guard let entry = try history.entry(id) else {
            // By another process.
            stack.scanner.remove(id: id)
            throw Trouble("This scan is no longer in the history")
        }
        stack.ask(
            .deletion(of: HistoryRow(entry), picture: try pictureLine(of: entry), leavesScreen: !stack.showsScanner))
    }

    private func pictureLine(of entry: HistoryEntry) throws -> String? {
        guard let picture = entry.picture else { return nil }
        if try history.pictures(onlyOf: .ids([entry.id])).isEmpty {
            return "Its picture stays: it is another scan's, too"
        }
        // A line of a question is short; of ours, everybody knows the folder.
        return KeptPictures().contains(picture)
            ? "Its picture is deleted with it: \((picture as NSString).lastPathComponent)"
            : "Its picture stays: \(UserFolders.shown(picture))"
    }

    /// Deletes beside the loop: another process may hold the history for seconds.
    func delete(_ id: Int64) {
        let history = history
        jobs.run {
            let pictures = KeptPictures().delete(try history.delete(.ids([id])).pictures)
            guard let staying = pictures.staying.first else {
                return Notice(pictures.deleted > 0 ? "Deleted with its picture" : "Deleted")
            }
            return Notice(
                "Deleted, but its picture stays: \(UserFolders.shown(staying.path)): \(staying.reason)",
                isWarning: true)
        } then: { [self] result in
            if case .success = result {
                deleted.insert(id)
                stack.scanner.remove(id: id)
            }
            show(result)
        }
    }
}

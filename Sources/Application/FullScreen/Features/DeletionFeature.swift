import Files
import History
import Screens
import Services
import Surface

/// Deleting scans into the bin, and bringing them back.
final class DeletionFeature: FeatureBase, Feature {
    static let purpose = "History"
    static let contexts: [KeyContext] = [.history]
    static let commands: [FeatureCommand<DeletionFeature>] = [
        FeatureCommand(
            onScreen: .delete, [.scanner, .history, .scan], ["d", .delete], label: "delete",
            "Delete the marked scans, or the selected one (asks first)"
        ).found(by: "remove bin trash"),
        FeatureCommand(
            .undo, [.scanner, .history, .scan], ["u"], label: "undo",
            "Undo the last deletion or inventory request",
            refusal: { $0.history.undoableDeletions == 0 && !$0.inventory.canUndo ? "Nothing to undo" : nil }
        ) { $0.undo() }.found(by: "restore bin"),
    ]

    /// The numbers of what was deleted in this run, the last deletion last, of each history.
    private var undoable: [ObjectIdentifier: [[Int64]]] = [:]

    func perform(_ effect: DeletionEffect) {
        switch effect {
        case .ask(let ids): askDeletion(ids)
        case .delete(let ids): delete(ids)
        case .restore(let ids): restore(ids)
        }
    }

    func follow(_ event: AppEvent) {
        if case .historyTaken = event { model.history.undoableDeletions = deletions.count }
    }

    /// Those of the history that is viewed.
    private var deletions: [[Int64]] {
        get { undoable[ObjectIdentifier(records.history), default: []] }
        set {
            if newValue.count > deletions.count { model.inventory.isUndoneNext = false }
            undoable[ObjectIdentifier(records.history)] = newValue
            model.history.undoableDeletions = newValue.count
        }
    }

    private func undo() {
        let isAct = model.inventory.canUndo && (model.inventory.isUndoneNext || deletions.isEmpty)
        if isAct { perform(.inventory(.undo)) } else { undoDeletion() }
    }

    /// Deletions that a key can undo; the bin has more.
    private static let maximumUndoable = 100

    /// Asks whether to delete the scans numbered `ids`.
    private func askDeletion(_ ids: [Int64]) {
        let leavesScreen = display.stack.context == .scan
        askHistory(holdsKeys: true) {
            try $0.entries(of: .ids(ids))
        } then: { [self] entries in
            // By another process.
            remove(Set(ids).subtracting(entries.map(\.id)))
            guard !entries.isEmpty else {
                throw UserError(
                    ids.count == 1
                        ? "This scan is no longer in the history" : "These scans are no longer in the history")
            }
            display.stack.ask(
                .deletion(
                    of: entries.map(HistoryRow.init), remark: deletionLine(entries),
                    leavesScreen: leavesScreen && display.stack.context == .scan))
        }
    }

    private func deletionLine(_ entries: [HistoryEntry]) -> String {
        let one = entries.count == 1
        let pictures = entries.contains { $0.picture != nil } ? one ? " and its picture" : " and their pictures" : ""
        if records.isInMemory { return "u brings \(one ? "it" : "them") back" }
        let days = settings.binDays
        if days == 0 { return "\(one ? "It" : "They")\(pictures) cannot be brought back" }
        return
            "u brings \(one ? "it" : "them") back; gone for good\(pictures) after \(days) \(days == 1 ? "day" : "days")"
    }

    private func delete(_ ids: [Int64]) {
        let isForGood = settings.binDays == 0 && !records.isInMemory
        askHistory { history in
            let deletion = isForGood ? try history.forget(.ids(ids)) : try history.delete(.ids(ids))
            return (deletion, KeptPictures().delete(deletion.pictures).staying)
        } then: { [self] (deletion, staying) in
            records.deleted.formUnion(ids)
            remove(ids)
            remember(deletion)
            show(Self.notice(of: deletion, isForGood, staying))
        }
    }

    /// Takes scans out of what is shown. The last scan is not among them where another history is viewed than it went to.
    private func remove(_ ids: some Sequence<Int64>) {
        for id in ids { if records.viewsOther { model.history.remove(id: id) } else { model.remove(id: id) } }
        // A session has fewer scans now.
        app.post(.runChanged)
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
        deletions = (deletions + [deletion.ids]).suffix(Self.maximumUndoable)
    }

    /// Brings back what was deleted last.
    private func undoDeletion() {
        guard let ids = deletions.popLast() else { return }
        restore(ids) { [self] in deletions.append(ids) }
    }

    /// Brings scans back from the bin.
    ///
    /// - Parameter failed: called where they cannot be brought back now; by default nothing.
    private func restore(_ ids: [Int64], orElse failed: @escaping () -> Void = {}) {
        askHistory {
            try $0.restore(ids)
        } failed: { [self] error in
            failed()
            warn("\(error)")
        } then: { [self] count in
            records.deleted.subtract(ids)
            app.post(.historyChanged)
            app.post(.runChanged)
            show(
                Notice(
                    count == 0
                        ? "The bin has been emptied in the meantime"
                        : count == 1 ? "Scan restored" : "\(count.scans) restored"))
        }
    }
}

import Surface
import Widgets

/// What can be done with scans wherever they are listed: on the scanner and on the history's own screen.
extension HistoryPane {
    /// What a command leads to here; nil for one that is none of the list's.
    mutating func handle(_ command: Command, model: HistoryModel) -> [Effect]? {
        if let movement = Movement(command) { return move(movement, in: model) }
        switch command {
        case _ where Self.ofScans.contains(command): return act(command, model)
        case .export: return [.export(.ask(exported(model)))]
        case .exportToday: return [.export(.ask(.today))]
        case .printScans: return [.printing(.scans(exported(model)))]
        case .findNext, .findPrevious: return findNext(command == .findNext, model)
        default: return nil
        }
    }

    private mutating func act(_ command: Command, _ model: HistoryModel) -> [Effect] {
        if model.nextSearch != nil {
            // What is shown is not yet what is looked for.
            return command == .open ? [.history(.openFound)] : [.notice(Notice("Still searching: press the key again"))]
        }
        guard let row = selection(in: model) else {
            return [.notice(Notice("No scan selected: \(Self.emptiness(model))"))]
        }
        let ids = chosen(in: model)
        switch command {
        case .open: return [.history(.open(id: row.id))]
        case .act: return [.history(.act(id: row.id))]
        case .copy: return [.history(.copy(ids: ids))]
        case .mark:
            toggleMark(in: model)
            return move(nil, in: model)
        default: return Effect.asked(command, ofScan: row.id, among: ids).map { [$0] } ?? []
        }
    }

    /// The marked scans, else those that are searched for, else all.
    private func exported(_ model: HistoryModel) -> HistoryScope {
        let marked = marked(in: model)
        if !marked.isEmpty { return .marked(marked) }
        let search = model.nextSearch ?? model.search
        return search.isEmpty ? .all : .found(search)
    }

    /// A list shows nothing but what was found: the next place is the next row, and behind the last is the first.
    private mutating func findNext(_ isForward: Bool, _ model: HistoryModel) -> [Effect] {
        guard !(model.nextSearch ?? model.search).isEmpty else {
            return [.notice(Notice("Nothing is looked for: / begins"))]
        }
        let index = model.rows.firstIndex { $0.id == selection(in: model)?.id } ?? 0
        let isAtEnd =
            isForward ? index == model.rows.count - 1 && !model.hasFollowing : index == 0 && !model.hasPreceding
        guard isAtEnd else { return move(isForward ? .next : .previous, in: model) }
        return move(isForward ? .first : .last, in: model)
    }

    /// Shows only scans in which `text` is found, the newest of them first.
    mutating func search(for text: String, _ model: HistoryModel) -> [Effect] {
        if !text.isEmpty, !model.hasPreceding { _ = move(.first, in: model) }
        return [.history(.search(text))]
    }

    /// `3 found`.
    func searchResult(_ model: HistoryModel) -> String {
        if model.nextSearch != nil { return "searching …" }
        return model.total == 0 ? "not found" : "\(model.shownTotal) found"
    }

    /// Commands that need a scan.
    private static let ofScans: Set<Command> = [
        .open, .act, .showCode, .makeAgain, .runCommand, .delete, .copy, .mark, .editTags, .editNote, .editQuantity,
        .togglePin, .findThis,
    ]

    /// What cannot be done without a scan, or a search.
    func idle(_ model: HistoryModel) -> Set<Command> {
        var idle: Set<Command> = selection(in: model) == nil ? Self.ofScans : []
        // A text may hold an address, which nobody sees here: the key does it, but it is not offered.
        if let kind = selection(in: model)?.kind, !kind.isForActing { idle.insert(.act) }
        // Nowhere to go from one row, or none.
        if model.search.isEmpty || model.rows.count < 2 { idle.formUnion([.findNext, .findPrevious]) }
        if model.rows.isEmpty { idle.formUnion([.export, .exportToday]) }
        if model.search.isEmpty, model.rows.isEmpty { idle.insert(.find) }
        return idle
    }

    /// Whether there is a search, or a mark.
    func hasSomethingToEnd(_ model: HistoryModel) -> Bool {
        !(model.nextSearch ?? model.search).isEmpty || !marked(in: model).isEmpty
    }

    /// Ends the search, else takes the marks away; nil when there is neither.
    mutating func clear(_ model: HistoryModel) -> [Effect]? {
        if !(model.nextSearch ?? model.search).isEmpty { return [.history(.search(""))] }
        guard !marked(in: model).isEmpty else { return nil }
        unmarkAll()
        return []
    }
}

extension Effect {
    /// What `command` asks for of scan `id`, or where it takes several of all `ids`; nil for a command of another kind.
    static func asked(_ command: Command, ofScan id: Int64, among ids: [Int64]) -> Effect? {
        switch command {
        case .showCode: .code(.show(id: id))
        case .makeAgain: .making(.scan(id: id))
        case .runCommand: .command(.ask(id: id))
        case .delete: .deletion(.ask(ids: ids))
        case .editTags: .remark(.ask(.tags, ids: ids))
        case .editNote: .remark(.ask(.note, ids: ids))
        case .editQuantity: .remark(.ask(.quantity, ids: ids))
        case .togglePin: .remark(.togglePin(ids: ids))
        case .findThis: .session(.toggleWanted(ids: ids))
        default: nil
        }
    }
}

import Surface
import Widgets

/// What can be done with scans wherever they are listed: on the scanner and on the history's own screen.
extension HistoryPane {
    /// What a command leads to here; nil for one that is none of the list's.
    ///
    /// - Parameter current: the scan that is acted on; by default that of the selected row.
    mutating func handle(_ command: Command, on current: CurrentScan? = nil, model: HistoryModel) -> [Effect]? {
        let selected = selection(in: model)
        let current = current ?? selected.map { CurrentScan($0) }
        if let movement = Movement(command) {
            // From a scan that is not listed the first step leads to the row that would be selected.
            let isListed = current?.id == selected?.id
            return move(isListed || movement != .next && movement != .previous ? movement : nil, in: model)
        }
        switch command {
        case _ where Self.ofScans.contains(command): return act(command, on: current, model)
        case .export: return [.export(.ask(exported(model)))]
        case .exportToday: return [.export(.ask(.today))]
        case .printScans: return [.printing(.scans(exported(model)))]
        case .findNext, .findPrevious: return findNext(command == .findNext, model)
        default: return nil
        }
    }

    private mutating func act(_ command: Command, on current: CurrentScan?, _ model: HistoryModel) -> [Effect] {
        if model.nextSearch != nil {
            // What is shown is not yet what is looked for.
            return command == .open ? [.history(.openFound)] : [.notice(Notice("Still searching: press the key again"))]
        }
        guard let current else {
            return [.notice(Notice("No scan selected: \(Self.emptiness(model))"))]
        }
        let marked = marked(in: model)
        if !marked.isEmpty, let effects = Self.effects(of: command, onMarked: marked) { return effects }
        guard let id = current.id else { return Self.effects(of: command, onAbsent: current) }
        switch command {
        case .open: return [.history(.open(id: id))]
        case .act: return [.history(.act(id: id))]
        case .copy: return [.history(.copy(ids: [id]))]
        case .mark:
            guard id == selection(in: model)?.id else { return [.notice(Notice("This scan is not in the list"))] }
            toggleMark(in: model)
            return move(nil, in: model)
        default: return Effect.asked(command, ofScan: id, among: [id]).map { [$0] } ?? []
        }
    }

    /// What a command that takes several scans leads to; nil for one that takes a single one.
    private static func effects(of command: Command, onMarked ids: [Int64]) -> [Effect]? {
        switch command {
        case .copy: [.history(.copy(ids: ids))]
        case .delete, .editTags, .editNote, .editQuantity, .togglePin, .findThis:
            Effect.asked(command, ofScan: ids[0], among: ids).map { [$0] }
        default: nil
        }
    }

    /// What can be done with a scan that is not in the history: its content is all there is of it.
    private static func effects(of command: Command, onAbsent current: CurrentScan) -> [Effect] {
        switch (command, current.content) {
        case (.copy, let content?):
            guard let text = content.text else { return [.notice(Notice("Binary content"))] }
            return [.file(.copy(text))]
        case (.act, let content?): return [.history(.actOn(content))]
        default:
            let rest = current.content?.text == nil ? "" : "; press y to copy it"
            return [.notice(Notice(current.absence + rest))]
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
        guard isSearching(model) else {
            return [.notice(Notice("No search: press / to begin"))]
        }
        let index = model.rows.firstIndex { $0.id == selection(in: model)?.id } ?? 0
        let isAtEnd =
            isForward ? index == model.rows.count - 1 && !model.hasFollowing : index == 0 && !model.hasPreceding
        guard isAtEnd else { return move(isForward ? .next : .previous, in: model) }
        return move(isForward ? .first : .last, in: model)
    }

    /// Shows only scans in which `text` is found, the newest of them first.
    mutating func search(for text: String, _ model: HistoryModel) -> [Effect] {
        if !text.isEmpty, !model.hasPreceding { selectFirst(in: model) }
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
        .togglePin, .findThis, .addToCollection, .nameProduct,
    ]

    /// Commands that need nothing but a content.
    private static let ofContents: Set<Command> = [.act, .copy]

    /// What cannot be done without a scan, or a search.
    ///
    /// - Parameter current: the scan that is acted on; by default that of the selected row.
    func idle(_ model: HistoryModel, on current: CurrentScan? = nil) -> Set<Command> {
        let current = current ?? selection(in: model).map { CurrentScan($0) }
        var idle: Set<Command> = current == nil ? Self.ofScans : []
        if let current, current.id == nil { idle = Self.ofScans.subtracting(Self.ofContents) }
        // A text may hold an address, which nobody sees here: the key does it, but it is not offered.
        if let kind = current?.kind, kind.purpose == nil { idle.insert(.act) }
        // Nowhere to go from one row, or none.
        if model.search.isEmpty || model.rows.count < 2 { idle.formUnion([.findNext, .findPrevious]) }
        if model.rows.isEmpty { idle.formUnion([.export, .exportToday]) }
        if model.search.isEmpty, model.rows.isEmpty { idle.insert(.find) }
        return idle
    }

    /// Whether there is a search, or a mark.
    func hasSomethingToEnd(_ model: HistoryModel) -> Bool {
        isSearching(model) || !marked(in: model).isEmpty
    }

    /// Ends the search, else takes the marks away; nil when there is neither.
    mutating func clear(_ model: HistoryModel) -> [Effect]? {
        if isSearching(model) { return [.history(.search(""))] }
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
        case .nameProduct: .lookup(.askNameOfScan(id: id))
        case .addToCollection: .collection(.askAdding(ids: ids))
        default: nil
        }
    }
}

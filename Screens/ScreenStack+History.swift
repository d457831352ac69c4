import Surface

/// The history as the stack's screens show it, and the line of a search.
extension ScreenStack {
    /// Another history is in use: takes away what is open or asked about scans of the one before.
    package mutating func leaveHistory() {
        opened.removeAll { $0.context == .scan }
        // What is marked are scans of the one before.
        scanner.history = HistoryPane()
        for index in opened.indices where opened[index] is HistoryScreen { opened[index] = HistoryScreen() }
        (confirmation, prompt, pick, finder, answers.beingDone) = (nil, nil, nil, nil, nil)
    }

    /// The number of the scan that is shown whole on top; nil for another screen.
    package var shownScan: Int64? { (top as? ScanScreen)?.id }

    /// The selected scan of the history's own screen; nil for another screen.
    package func selectedScan(in model: AppModel) -> HistoryRow? { (top as? HistoryScreen)?.selection(model) }

    /// What people added to scan `id` has changed.
    package mutating func update(_ id: Int64, _ row: HistoryRow) {
        for index in opened.indices {
            guard var screen = opened[index] as? ScanScreen, screen.id == id else { continue }
            screen.update(row)
            opened[index] = screen
        }
    }

    /// Selects `row` wherever the history is listed.
    package mutating func select(_ row: HistoryRow, in model: AppModel) {
        scanner.select(row, in: model)
        for index in opened.indices {
            guard var list = opened[index] as? HistoryScreen else { continue }
            list.select(row, in: model)
            opened[index] = list
        }
    }

    /// Marks the scans of these numbers, all of the list, on the history's own screen; none any more where all are marked.
    package mutating func toggleMarks(ofAll ids: [Int64]) {
        guard var screen = opened.last as? HistoryScreen else { return }
        screen.toggleMarks(ofAll: ids)
        opened[opened.count - 1] = screen
    }

    /// Other rows of the history are loaded: selects one where it is listed on top.
    package mutating func select(rowAt index: Int, in model: AppModel) {
        guard top.context == .scanner || top.context == .history, model.history.rows.indices.contains(index) else {
            return
        }
        select(model.history.rows[index], in: model)
    }

    /// What comes of a key or a paste that the line of the search took.
    mutating func follow(_ outcome: FindLine.Outcome, model: AppModel) -> [Effect] {
        switch outcome {
        case .typing: return []
        case .changed(let text):
            let effects = onTop { $0.search(for: text, model: model) }
            guard Self.searchesHistory.contains(top.context), let name = finder?.missing else { return effects }
            return effects + [.history(.offerValues(of: name))]
        case .moved(let command): return handle(command, model: model)
        case .kept:
            finder = nil
            return []
        case .cleared:
            finder = nil
            return onTop { $0.search(for: "", model: model) }
        }
    }

    /// Screens on which a search has conditions.
    private static let searchesHistory: Set<KeyContext> = [.scanner, .history]

    /// Takes the values that a condition of the search may have: `HistoryEffect.offerValues`.
    package mutating func offer(_ values: [String], ofCondition name: String) { finder?.take(values, of: name) }
}

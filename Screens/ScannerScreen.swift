import Widgets
import Frames
import Preview
import Surface
import Symbols

/// The camera's picture with the interest box, every symbol outlined, the last scan, the history beside it.
package struct ScannerScreen: Screen {
    /// Where symbols are read while the box is on, in shares of the picture as it is shown.
    package private(set) var box: InterestBox
    private var firstBox: InterestBox
    private var isFirstBoxOn: Bool
    /// Whether symbols are read only inside the box.
    package private(set) var isBoxOn: Bool
    /// The box while the mouse holds it.
    var boxDrag: BoxDrag?
    /// Which panes are shown, and how large.
    package var panes: ScannerPanes
    var history = HistoryPane()
    /// Whether the mouse has hold of the edge of the history.
    var isMovingEdge = false
    /// Where the panes were drawn last; nil before.
    private var drawn: ScannerLayout?
    /// Whether keys move and size the box.
    private(set) var isAdjustingBox = false

    package init(box: InterestBox = .standard, isBoxOn: Bool = true, panes: ScannerPanes = ScannerPanes()) {
        self.panes = panes
        self.box = box
        firstBox = box
        self.isBoxOn = isBoxOn
        isFirstBoxOn = isBoxOn
    }

    package var context: KeyContext { isAdjustingBox ? .box : .scanner }

    package var showsPicture: Bool { true }

    /// `q` ends a white screen first.
    package func end(by key: Key, _ model: AppModel) -> [Effect]? {
        model.isScreenLit && key == .character("q") ? [.light(.darkenScreen)] : nil
    }

    /// The box that is read in, in shares of what is shown; nil when it is off.
    package var shownBox: InterestBox? { isBoxOn ? box : nil }

    /// The box where it is not as it was at first; nil when it is.
    package var changedBox: InterestBox? { box == firstBox ? nil : box }

    /// Takes a box that was remembered, and whether it is on; nil leaves either as it was at first.
    package mutating func setBox(_ box: InterestBox?, isOn: Bool?) {
        self.box = box ?? firstBox
        isBoxOn = isOn ?? isFirstBoxOn
    }

    /// Reads inside `box` from now on.
    mutating func change(_ box: InterestBox?) -> [Effect] {
        isBoxOn = box != nil
        if let box { self.box = box }
        return [.box(.set(shownBox))]
    }

    /// Takes `box` for the one that it was at first, and reads inside of it, or everywhere, from now on.
    package mutating func takeFirst(_ box: InterestBox, isOn: Bool) {
        (self.box, firstBox) = (box, box)
        (isBoxOn, isFirstBoxOn) = (isOn, isOn)
    }

    /// Changes the box, the selection, what is shown; leaves the rest to the program.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        if command == .open, case .inView(let symbols, let current) = shown(in: model), symbols.count > 1,
            symbols.contains(where: { $0.id != nil })
        {
            return [.pick(.inView(symbols, current: symbols[current]))]
        }
        if !panes.history, command == .mark || Movement(command) != nil {
            return [.notice(Notice("The history is hidden: press h to show it"))]
        }
        if command == .editQuantity, model.inventory.mode != nil { return [.inventory(.askQuantity)] }
        if let effects = history.handle(command, on: current(in: model), model: model.history) { return effects }
        switch command {
        // The white screen is left as others are.
        case .clear where model.isScreenLit: return [.light(.darkenScreen)]
        case .clear:
            if let effects = history.clear(model.history) { return effects }
            if model.source.former != nil { return [.run(.formerSource)] }
            if isAwayFromShown(model) {
                history.followAgain()
                return []
            }
            return [.notice(Notice("Nothing to close: press q to quit"))]
        case .adjustBox:
            isAdjustingBox = true
            return isBoxOn ? [] : change(box)
        case .back:
            isAdjustingBox = false
            return []
        case .toggleHistory: return toggle(\.history)
        case .toggleLastScan: return toggle(\.lastScan)
        case .growHistory, .shrinkHistory:
            guard let drawn else { return [.notice(Notice("No picture yet"))] }
            let refusal = panes.grow(by: command == .growHistory ? 1 : -1, in: drawn)
            return refusal.map { [.notice(Notice($0))] } ?? []
        case .resetPanes:
            panes = ScannerPanes()
            return [.notice(Notice("Panes reset"))]
        case .toggleBox:
            let line = isBoxOn ? "Box off: scanning the whole picture" : "Box on: scanning only inside it"
            return change(isBoxOn ? nil : box) + [.notice(Notice(line, of: .interestBox))]
        case .nextBox:
            let aspect = model.picture.aspect
            let preset = BoxPreset.next(after: shownBox, aspect: aspect)
            return change(preset.box(aspect: aspect)) + [
                .notice(Notice("Interest box: \(preset.title)", of: .interestBox))
            ]
        default: return changeBox(command) ?? [.run(command)]
        }
    }

    /// What is shown of scans: the row that the user has selected, else what is in view or was scanned last.
    func shown(in model: AppModel) -> ShownScan {
        let shown = model.shownScan
        guard panes.history else { return shown }
        let selected = history.selection(in: model.history).map(ShownScan.selected)
        if history.isSearching(model.history) { return selected ?? .nothing }
        if history.isChosen { return selected ?? shown }
        // Without a pane of its own only the list shows a scan.
        guard !panes.lastScan, drawn?.plan != .tiny else { return shown }
        let isListed = model.history.rows.contains { $0.id == shown.current?.id }
        return isListed ? shown : selected ?? shown
    }

    /// Whether the user has selected another row than that of the scan that would be shown.
    private func isAwayFromShown(_ model: AppModel) -> Bool {
        panes.history && history.isChosen && model.shownScan != .nothing
    }

    /// The scan that keys act on: the one that is shown, else the row that is selected in the list.
    func current(in model: AppModel) -> CurrentScan? {
        shown(in: model).current
            ?? (panes.history ? history.selection(in: model.history).map { CurrentScan($0) } : nil)
    }

    /// Shows only scans in which `text` is found.
    package mutating func search(for text: String, model: AppModel) -> [Effect] {
        history.search(for: text, model.history)
    }

    /// How many scans were found.
    package func searchResult(_ model: AppModel) -> String? { history.searchResult(model.history) }

    /// Moves the box or changes its size by a twentieth of the picture; nil for other commands.
    private mutating func changeBox(_ command: Command) -> [Effect]? {
        let step = 0.05
        let changed: InterestBox
        switch command {
        case .boxUp: changed = box.moved(x: 0, y: -step)
        case .boxDown: changed = box.moved(x: 0, y: step)
        case .boxLeft: changed = box.moved(x: -step, y: 0)
        case .boxRight: changed = box.moved(x: step, y: 0)
        case .boxNarrower: changed = box.resized(width: -2 * step, height: 0)
        case .boxWider: changed = box.resized(width: 2 * step, height: 0)
        case .boxShorter: changed = box.resized(width: 0, height: -2 * step)
        case .boxLarger: changed = box.resized(width: 2 * step, height: 2 * step)
        case .boxSmaller: changed = box.resized(width: -2 * step, height: -2 * step)
        case .boxTaller: changed = box.resized(width: 0, height: 2 * step)
        case .boxReset: changed = firstBox
        default: return nil
        }
        guard isBoxOn else { return change(box) }
        guard changed != box || command == .boxReset else {
            return [.notice(Notice(Self.limit(of: command), of: .interestBox))]
        }
        return change(changed)
    }

    /// Why `command` changes nothing of the box.
    private static func limit(of command: Command) -> String {
        switch command {
        case .boxNarrower: "The box cannot be narrower"
        case .boxWider: "The box is as wide as the picture"
        case .boxShorter: "The box cannot be shorter"
        case .boxTaller: "The box is as tall as the picture"
        case .boxLarger: "The box is as large as the picture"
        case .boxSmaller: "The box cannot be smaller"
        default: "The box is at the picture's edge"
        }
    }

    /// Shows or hides a pane; where the window has no room for it that is said, and nothing is remembered.
    private mutating func toggle(_ pane: WritableKeyPath<ScannerPanes, Bool>) -> [Effect] {
        var changed = panes
        changed[keyPath: pane].toggle()
        if let drawn, drawn.changed(to: changed) == drawn.changed(to: panes) {
            return [.notice(Notice("No room for panes: press L for the history"))]
        }
        panes = changed
        return []
    }

    /// Selects `row` of the history.
    package mutating func select(_ row: HistoryRow, in model: AppModel) { history.select(row, in: model.history) }

    /// Keeps the selection on its scan.
    package mutating func fit(_ bounds: Rect, context: RenderContext) {
        let layout = layout(bounds, context: context)
        drawn = layout
        history.follow(context.model.shownScan.current, in: context.model.history)
        history.fit(context.model.history, in: layout.history)
    }

    /// What cannot be done without a scan.
    package func idle(_ model: AppModel) -> Set<Command> {
        var idle = history.idle(model.history, on: current(in: model))
        let leads =
            model.isScreenLit || history.hasSomethingToEnd(model.history) || model.source.former != nil
            || isAwayFromShown(model)
        if !leads { idle.insert(.clear) }
        return idle
    }
}

extension ScannerScreen {
    /// What the current scan is for.
    package func label(of command: Command, _ model: AppModel) -> String? {
        command == .act ? current(in: model)?.kind?.purpose : nil
    }
}

extension Confirmation {
    /// Asks before the scans of `rows` are deleted; `remark` says what becomes of their pictures, and a screen that shows the scan is left.
    package static func deletion(
        of rows: [HistoryRow], remark: String? = nil, leavesScreen: Bool = false
    ) -> Confirmation {
        let most = 5
        var lines = rows.prefix(most).map { "\($0.symbology.traits.title)  \($0.summary)" }
        if rows.count > most { lines.append("and \(rows.count - most) more") }
        lines += [remark].compactMap(\.self)
        return Confirmation(
            title: rows.count == 1 ? "Delete this scan?" : "Delete these \(rows.count) scans?",
            lines: lines.map { .text($0) },
            yes: [.deletion(.delete(ids: rows.map(\.id)))] + (leavesScreen ? [.pop] : []))
    }
}

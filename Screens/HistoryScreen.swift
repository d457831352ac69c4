import Surface
import Widgets

/// The history on a screen of its own: the same list as beside the picture, with what was scanned, and searched the same way.
/// A wide window shows beside it what the selected scan says.
package struct HistoryScreen: Screen {
    private var list = HistoryPane(isWhole: true)
    /// Where the text about the selected scan is scrolled to, and which scan that is.
    private var preview = TextView()
    private var previewed: Int64?

    package init() {}

    package var context: KeyContext { .history }

    /// Moves, marks, opens, searches; goes back where nothing is searched for or marked.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        if let effects = list.handle(command, model: model.history) { return effects }
        switch command {
        case .clear: return list.clear(model.history) ?? leave(model)
        case .back: return leave(model)
        default: return [.run(command)]
        }
    }

    /// The scanner shows all scans again: a new one must not be missing there.
    private func leave(_ model: AppModel) -> [Effect] {
        // Another history is read from its beginning.
        if model.history.otherPlace != nil { return [.pop, .history(.leave)] }
        let isSearching = !(model.history.nextSearch ?? model.history.search).isEmpty
        if isSearching { return [.pop, .history(.search(""))] }
        return [.pop] + (model.history.hasPreceding ? [.history(.load(.first))] : [])
    }

    /// Shows only scans in which `text` is found.
    package mutating func search(for text: String, model: AppModel) -> [Effect] {
        list.search(for: text, model.history)
    }

    /// How many were found.
    package func searchResult(_ model: AppModel) -> String? { list.searchResult(model.history) }

    /// The selected scan; nil when there is none.
    func selection(_ model: AppModel) -> HistoryRow? { list.selection(in: model.history) }

    /// Marks the scans of these numbers, all of the list; none any more where all are marked.
    mutating func toggleMarks(ofAll ids: [Int64]) { list.toggleMarks(ofAll: ids) }

    /// Selects `row`.
    package mutating func select(_ row: HistoryRow, in model: AppModel) { list.select(row, in: model.history) }

    /// Selects a scan, or shows the one that is selected already.
    package mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        let panes = HistoryPreview.panes(bounds.aboveKeys)
        if let area = panes.preview, area.contains(column, row) {
            preview.click(column, row, in: .framed(area, margin: 2), blocks(context))
            return []
        }
        let (effects, isOpened) = list.click(column: column, row: row, in: panes.list, context.model.history)
        return isOpened ? handle(.open, model: context.model) : effects
    }

    /// Scrolls the list, or the text beside it.
    package mutating func wheel(
        by notches: Int, column: Int, row: Int, in bounds: Rect, context: RenderContext
    ) -> [Effect] {
        guard HistoryPreview.panes(bounds.aboveKeys).preview?.contains(column, row) == true else {
            return list.wheel(by: notches, in: context.model.history)
        }
        preview.wheel(by: notches)
        return []
    }

    /// Keeps the selection on its scan; what another one says is shown from its beginning.
    package mutating func fit(_ bounds: Rect, context: RenderContext) {
        let panes = HistoryPreview.panes(bounds.aboveKeys)
        list.fit(context.model.history, in: panes.list)
        guard let area = panes.preview else { return }
        let selected = selection(context.model)?.id
        if selected != previewed { (preview, previewed) = (TextView(), selected) }
        preview.fit(blocks(context), in: .framed(area, margin: 2))
    }

    /// What is known of the selected scan.
    private func blocks(_ context: RenderContext) -> [TextBlock] {
        selection(context.model).map { HistoryPreview.blocks(of: $0, context) } ?? []
    }

    /// What cannot be done without a scan, or a search.
    package func idle(_ model: AppModel) -> Set<Command> { list.idle(model.history) }

    /// What the selected scan is for.
    package func label(of command: Command, _ model: AppModel) -> String? {
        command == .act ? selection(model)?.kind?.purpose : nil
    }

    /// Draws the list, and what the selected scan says where there is room.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        let panes = HistoryPreview.panes(canvas.bounds.aboveKeys)
        list.render(into: &canvas, area: panes.list, context: context)
        guard let area = panes.preview else { return }
        let title = selection(context.model).map { "Scan \($0.id)" } ?? ""
        canvas.frame(area, context.theme[.border], title: title)
        preview.render(
            blocks(context), into: &canvas, area: .framed(area, margin: 2), theme: context.theme)
    }
}

import Surface
import Symbols

extension HistoryRow: ListRow {}

/// The list of scans, newest first, with a selection that stays on its scan when others come and go; on the newest scan it
/// stays on the newest.
struct HistoryPane: Sendable {
    private enum Field {
        case time, symbology, summary
    }

    private var table = TableView<HistoryRow, Field>(columns: [], followsFirst: true)

    /// So many rows before the last one that is loaded, older ones are asked for.
    private static let loadingDistance = 50

    /// The selected row; nil when there is none.
    func selection(in model: HistoryModel) -> HistoryRow? { table.list.current(in: model.rows) }

    /// Whether the newest row is selected, or there is none.
    func isOnFirst(in model: HistoryModel) -> Bool { (table.list.index(in: model.rows) ?? 0) == 0 }

    /// `3 of 120`: which row is selected.
    func position(in model: HistoryModel) -> String { table.list.position(in: model.rows, total: model.total) }

    /// Moves the selection; asks for older rows when it comes near the end.
    mutating func move(_ movement: Movement, in model: HistoryModel) -> [Effect] {
        table.list.move(movement, in: model.rows)
        return loading(model)
    }

    /// Selects `row`.
    mutating func select(_ row: HistoryRow, in model: HistoryModel) { table.list.select(row.id, in: model.rows) }

    /// Scrolls the list; asks for older rows when the selection comes near the end.
    mutating func wheel(by notches: Int, in model: HistoryModel) -> [Effect] {
        table.list.wheel(by: notches, in: model.rows)
        return loading(model)
    }

    /// Selects the row at a cell, or scrolls by the bar; asks for older rows near the end. The second value is whether the row
    /// was selected already.
    mutating func click(
        column: Int, row: Int, in area: Rect, _ model: HistoryModel, leavingOutFirst: Bool = false
    ) -> ([Effect], isOpened: Bool) {
        table.list.leavesOutFirst = leavingOutFirst
        let click = table.click(column, row, in: .framed(area), model.rows)
        return (loading(model), click == .activated)
    }

    private func loading(_ model: HistoryModel) -> [Effect] {
        let index = table.list.index(in: model.rows) ?? 0
        return index + Self.loadingDistance > model.rows.count && model.hasOlder ? [.history(.loadOlder)] : []
    }

    /// Keeps the place of the selection as it is now; called before each drawing.
    mutating func fit(_ model: HistoryModel, in area: Rect, leavingOutFirst: Bool = false) {
        table.list.leavesOutFirst = leavingOutFirst
        table.fit(model.rows, in: .framed(area))
    }

    /// Draws the rows that fit.
    ///
    /// - Parameter leavingOutFirst: whether the newest row is shown elsewhere.
    func render(into canvas: inout Canvas, area: Rect, context: RenderContext, leavingOutFirst: Bool = false) {
        let model = context.model.history
        canvas.frame(area, context.theme[.border], title: model.title)
        let scrollArea = ScrollArea.framed(area)
        let list = scrollArea.content
        guard !list.isEmpty else { return }
        if model.rows.isEmpty {
            canvas.write("Nothing scanned yet.", x: list.x + 1, y: list.y, context.theme[.faint], limit: list.width - 2)
            return
        }
        var table = table
        table.list.leavesOutFirst = leavingOutFirst
        table.columns = Self.columns(for: model.rows[table.list.shown(model.rows, in: scrollArea)], context)
        table.render(model.rows, into: &canvas, area: scrollArea, theme: context.theme, total: model.total) {
            row, field in
            switch field {
            case .time: TableCell(context.moment(row.time), .faint)
            case .symbology: TableCell(row.symbology.traits.title, .faint)
            case .summary: TableCell(row.summary)
            }
        }
    }

    /// Columns as wide as what is in view needs; where that is too much, contents go first, then times, then symbologies.
    private static func columns(
        for rows: ArraySlice<HistoryRow>, _ context: RenderContext
    ) -> [TableColumn<Field>] {
        func widest(_ text: (HistoryRow) -> String) -> Int { rows.map { DisplayWidth.of(text($0)) }.max() ?? 0 }
        let symbology = widest { $0.symbology.traits.title }
        return [
            TableColumn(.time, "Time", minimum: widest { context.moment($0.time) }, priority: 1),
            TableColumn(.symbology, "Symbology", minimum: min(8, symbology), ideal: symbology),
            TableColumn(
                .summary, "Content", minimum: 10, ideal: min(26, widest(\.summary)), priority: 2, grows: true),
        ]
    }
}

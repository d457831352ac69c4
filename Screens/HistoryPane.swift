import Surface
import Symbols

/// The list of scans, newest first, with a selection that stays on its scan when others come and go.
struct HistoryPane: Sendable {
    /// The scan that is selected; nil for the newest, whichever that is.
    private var selectedID: Int64?
    /// Where it was last: where it goes when its scan is gone, and where it is looked for first.
    private var lastIndex = 0

    /// The place of the selected row; 0 where there is none.
    func selected(in model: HistoryModel) -> Int {
        guard let selectedID else { return 0 }
        if model.rows.indices.contains(lastIndex), model.rows[lastIndex].id == selectedID { return lastIndex }
        return model.rows.firstIndex { $0.id == selectedID } ?? min(lastIndex, max(0, model.rows.count - 1))
    }

    /// The selected row; nil when there is none.
    func selection(in model: HistoryModel) -> HistoryRow? {
        let index = selected(in: model)
        return model.rows.indices.contains(index) ? model.rows[index] : nil
    }

    /// Selects the row at `index`, or the nearest there is.
    mutating func select(_ index: Int, in model: HistoryModel) {
        lastIndex = min(max(0, index), max(0, model.rows.count - 1))
        selectedID = lastIndex > 0 ? model.rows[lastIndex].id : nil
    }

    /// Keeps the place of the selection as it is now; called before each drawing.
    mutating func fit(_ model: HistoryModel) { select(selected(in: model), in: model) }

    /// Moves the selection by `rows`; asks for older rows when it comes near the end.
    mutating func move(by rows: Int, in model: HistoryModel) -> [Effect] {
        select(selected(in: model) + rows, in: model)
        return lastIndex + 50 > model.rows.count && model.hasOlder ? [.history(.loadOlder)] : []
    }

    /// The first row that is shown in a list of `height` rows: the selection stays in its middle.
    private func firstRow(height: Int, _ model: HistoryModel) -> Int {
        min(max(0, selected(in: model) - height / 2), max(0, model.rows.count - height))
    }

    /// The row that `area` shows at a cell; nil when none.
    func index(column: Int, row: Int, in area: Rect, _ model: HistoryModel) -> Int? {
        let list = area.inset(columns: 1, rows: 1)
        guard list.contains(column, row) else { return nil }
        let index = firstRow(height: list.height, model) + row - list.y
        return model.rows.indices.contains(index) ? index : nil
    }

    func render(into canvas: inout Canvas, area: Rect, context: RenderContext) {
        let model = context.model.history
        canvas.frame(area, context.theme[.border], title: "History \(model.total)")
        let list = area.inset(columns: 1, rows: 1)
        guard !list.isEmpty else { return }
        if model.rows.isEmpty {
            canvas.write("Nothing scanned yet.", x: list.x + 1, y: list.y, context.theme[.faint], limit: list.width - 2)
            return
        }
        let selected = selected(in: model)
        let start = firstRow(height: list.height, model)
        let name = list.width >= 44 ? 12 : 8
        for (i, row) in model.rows.dropFirst(start).prefix(list.height).enumerated() {
            let y = list.y + i
            let isSelected = start + i == selected
            let line = isSelected ? context.theme[.selection] : context.theme[.text]
            if isSelected { canvas.fill(Rect(x: list.x, y: y, width: list.width, height: 1), " ", line) }
            let faint = isSelected ? line : context.theme[.faint]
            canvas.write(context.clock(row.time), x: list.x, y: y, faint, limit: list.width)
            canvas.write(row.symbology.traits.title, x: list.x + 9, y: y, faint, limit: min(name, list.width - 9))
            canvas.write(row.summary, x: list.x + 10 + name, y: y, line, limit: list.width - 10 - name)
        }
    }
}

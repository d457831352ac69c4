import Surface

/// What was scanned last, large where there is room.
extension ScannerScreen {
    /// Draws the last scan in a frame; in a line where there is no room for one.
    func drawLastScan(into canvas: inout Canvas, layout: ScannerLayout, context: RenderContext) {
        let area = layout.lastScan
        if layout.plan == .tiny { return drawLine(into: &canvas, area: area, context: context) }
        guard area.width >= 2, area.height >= 2 else { return }
        canvas.frame(area, context.theme[.border])
        // Where the history begins with the scan before, its cursor may be here.
        let isSelected = leavesOutLastScan(layout, context.model) && history.isOnFirst(in: context.model.history)
        let titleStyle = context.theme[isSelected ? .selection : .border]
        canvas.write(" Last scan ", x: area.x + 2, y: area.y, titleStyle, limit: area.width - 4)
        let inner = area.inset(columns: 2, rows: 1)
        guard !inner.isEmpty else { return }
        guard let last = context.model.lastScan else {
            let hint = isBoxOn ? "Hold a barcode in the box." : "Hold a barcode before the camera."
            canvas.write(hint, x: inner.x, y: inner.y, context.theme[.faint], limit: inner.width)
            return
        }
        let about = "\(context.clock(last.row.time))  \(last.row.symbology.traits.title)"
        let title = Canvas.fitting(" \(about)", width: area.width - 18)
        canvas.write(title + " ", x: area.x + 14, y: area.y, context.theme[.faint], limit: area.width - 16)
        let state = " \(Self.state(of: last, context.model)) "
        canvas.write(
            state, x: max(area.x + 2, area.right - 2 - DisplayWidth.of(state)), y: area.bottom - 1,
            context.theme[last.failure == nil ? .good : .warning], limit: area.width - 4)
        drawSummary(last.row.summary, into: &canvas, area: inner, style: context.theme[.strong])
    }

    private func drawSummary(_ summary: String, into canvas: inout Canvas, area: Rect, style: Style) {
        if BigText.width(of: summary) <= area.width, area.height >= BigText.height {
            canvas.writeBig(summary, x: area.x, y: area.y, style)
            return
        }
        for (i, line) in Paragraph.wrap(summary, width: area.width, maximum: area.height).enumerated() {
            canvas.write(line, x: area.x, y: area.y + i, style, limit: area.width)
        }
    }

    /// The selected scan in one line, which is the last one as long as nobody has chosen another.
    private func drawLine(into canvas: inout Canvas, area: Rect, context: RenderContext) {
        guard !area.isEmpty else { return }
        let theme = context.theme
        let model = context.model
        let last = model.lastScan
        let shown = panes.history ? history.selection(in: model.history) : nil
        if let row = shown, last?.failure == nil, last == nil || !history.isOnFirst(in: model.history) {
            let position = history.position(in: model.history)
            let text = "\(context.moment(row.time)) \(row.symbology.traits.title) \(row.summary)"
            let room = area.width - DisplayWidth.of(position) - 3
            canvas.write(text, x: area.x + 1, y: area.y, theme[.text], limit: room)
            return canvas.write(position, endingAt: area.right - 1, y: area.y, theme[.faint])
        }
        guard let last else {
            let hint = isBoxOn ? "Hold a barcode in the box." : "Hold a barcode before the camera."
            canvas.write(hint, x: area.x + 1, y: area.y, theme[.faint], limit: area.width - 2)
            return
        }
        let state = Self.state(of: last, model)
        let text = "\(last.row.symbology.traits.title) \(last.row.summary)"
        canvas.write(
            text, x: area.x + 1, y: area.y, theme[.strong], limit: area.width - DisplayWidth.of(state) - 3)
        canvas.write(
            state, endingAt: area.right - 1, y: area.y, theme[last.failure == nil ? .good : .warning])
    }

    private static func state(of last: LastScan, _ model: AppModel) -> String {
        if last.failure != nil { return "NOT KEPT YET" }
        return model.history.isOfDemo ? "demo, not kept" : "kept"
    }

    /// Whether the history's pane begins with the scan before the last one, which has a pane of its own.
    func leavesOutLastScan(_ layout: ScannerLayout, _ model: AppModel) -> Bool {
        guard layout.isShort, let last = model.lastScan, last.failure == nil else { return false }
        return last.row.id == model.history.rows.first?.id
    }
}

import Surface

/// What was scanned last, large where there is room.
extension ScannerScreen {
    /// Draws the last scan in a frame; in a line where there is no room for one.
    func drawLastScan(into canvas: inout Canvas, layout: ScannerLayout, context: RenderContext) {
        let area = layout.lastScan
        if layout.plan == .tiny { return drawLine(into: &canvas, area: area, context: context) }
        guard area.width >= 2, area.height >= 2 else { return }
        let inView = context.model.picture.symbols.filter { $0.state != .awaiting }
        if inView.count > 1 { return drawInView(inView, into: &canvas, area: area, context: context) }
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
        let state = " \(Self.state(of: last, context)) "
        canvas.write(
            state, x: max(area.x + 2, area.right - 2 - DisplayWidth.of(state)), y: area.bottom - 1,
            context.theme[last.failure == nil ? .good : .warning], limit: area.width - 4)
        drawSummary(last.row.summary, into: &canvas, area: inner, style: context.theme[.strong])
    }

    /// What is in view, each with its number, as many as fit.
    private func drawInView(
        _ symbols: [PictureModel.OutlinedSymbol], into canvas: inout Canvas, area: Rect, context: RenderContext
    ) {
        canvas.frame(area, context.theme[.border])
        canvas.write(
            " In view: \(symbols.count) ", x: area.x + 2, y: area.y, context.theme[.border], limit: area.width - 4)
        let inner = area.inset(columns: 2, rows: 1)
        guard !inner.isEmpty else { return }
        let digits = symbols.map { DisplayWidth.of($0.label) }.max() ?? 1
        let names = min(symbols.map { DisplayWidth.of($0.symbology.traits.title) }.max() ?? 0, inner.width / 3)
        for (row, symbol) in symbols.prefix(inner.height).enumerated() {
            let y = inner.y + row
            canvas.write(symbol.label, endingAt: inner.x + digits, y: y, context.theme[symbol.state.role])
            canvas.write(
                symbol.symbology.traits.title, x: inner.x + digits + 1, y: y, context.theme[.faint], limit: names)
            let left = inner.x + digits + names + 2
            canvas.write(symbol.summary, x: left, y: y, context.theme[.strong], limit: inner.right - left)
        }
        let rest = symbols.count - inner.height
        if rest > 0 {
            canvas.write(" \(rest) more ", endingAt: area.right - 2, y: area.bottom - 1, context.theme[.faint])
        }
    }

    private func drawSummary(_ summary: String, into canvas: inout Canvas, area: Rect, style: Style) {
        if let large = BigText(summary, width: area.width, height: area.height) {
            return canvas.write(large, x: area.x, y: area.y, style)
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
        let state = Self.state(of: last, context)
        let text = "\(last.row.symbology.traits.title) \(last.row.summary)"
        canvas.write(
            text, x: area.x + 1, y: area.y, theme[.strong], limit: area.width - DisplayWidth.of(state) - 3)
        canvas.write(
            state, endingAt: area.right - 1, y: area.y, theme[last.failure == nil ? .good : .warning])
    }

    private static func state(of last: LastScan, _ context: RenderContext) -> String {
        guard last.failure == nil else { return "NOT KEPT YET" }
        guard !context.model.history.isOfDemo else { return "demo, not kept" }
        return last.earlier.map { "kept, and before at \(context.moment($0))" } ?? "kept"
    }

    /// Whether the history's pane begins with the scan before the last one, which has a pane of its own.
    func leavesOutLastScan(_ layout: ScannerLayout, _ model: AppModel) -> Bool {
        guard layout.isShort, let last = model.lastScan, last.failure == nil else { return false }
        return last.row.id == model.history.rows.first?.id
    }
}

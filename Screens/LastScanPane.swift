import Formats
import Surface

/// What is in view, or was scanned last, large where there is room.
extension ScannerScreen {
    /// Draws what is in view, else the last scan, in a frame; in a line where there is no room for one.
    func drawLastScan(into canvas: inout Canvas, layout: ScannerLayout, context: RenderContext) {
        let area = layout.lastScan
        if layout.plan == .tiny { return drawLine(into: &canvas, area: area, context: context) }
        guard area.width >= 2, area.height >= 2 else { return }
        let inView = context.model.shownSymbols
        if inView.count > 1 { return drawInView(inView, into: &canvas, area: area, context: context) }
        if let symbol = inView.first { return draw(symbol, into: &canvas, area: area, context: context) }
        canvas.frame(area, context.theme[.border], title: "Last scan")
        let inner = area.inset(columns: 2, rows: 1)
        guard !inner.isEmpty else { return }
        guard let last = context.model.lastScan else {
            let hint = isBoxOn ? "Hold a barcode in the box." : "Hold a barcode before the camera."
            canvas.write(hint, x: inner.x, y: inner.y, context.theme[.faint], limit: inner.width)
            return
        }
        drawAbout(
            "\(context.clock(last.row.time))  \(last.row.symbology.traits.title)",
            state: Self.state(of: last, context), last.failure == nil ? .good : .warning, at: 14, into: &canvas,
            area: area, context.theme)
        var rest = inner
        if let failure = last.failure {
            // It stays until the scan is kept; a notice goes.
            let lines = Paragraph.wrap(failure, width: inner.width, maximum: max(1, inner.height - 1))
            canvas.write(lines, in: inner, context.theme[.warning])
            let used = min(lines.count, inner.height)
            rest = Rect(x: inner.x, y: inner.y + used, width: inner.width, height: inner.height - used)
        }
        drawSummary(last.row.summary, into: &canvas, area: rest, style: context.theme[.strong])
    }

    /// The one symbol that is in view, and was scanned before the last one.
    private func draw(
        _ symbol: PictureModel.OutlinedSymbol, into canvas: inout Canvas, area: Rect, context: RenderContext
    ) {
        canvas.frame(area, context.theme[.border], title: "In view")
        drawAbout(
            symbol.symbology.traits.title, state: Self.state(of: symbol, context), symbol.state.role, at: 12,
            into: &canvas, area: area, context.theme)
        drawSummary(
            symbol.summary, into: &canvas, area: area.inset(columns: 2, rows: 1), style: context.theme[.strong])
    }

    /// What there is to know beside a meaning, on its frame: above, from a column on, and below.
    private func drawAbout(
        _ about: String, state: String, _ role: Role, at column: Int, into canvas: inout Canvas, area: Rect,
        _ theme: Theme
    ) {
        let title = Canvas.fitting(" \(about)", width: area.width - column - 4)
        canvas.write(title + " ", x: area.x + column, y: area.y, theme[.faint], limit: area.width - column - 2)
        let state = " \(state) "
        canvas.write(
            state, x: max(area.x + 2, area.right - 2 - DisplayWidth.of(state)), y: area.bottom - 1, theme[role],
            limit: area.width - 4)
    }

    /// What is known of a symbol in view.
    private static func state(of symbol: PictureModel.OutlinedSymbol, _ context: RenderContext) -> String {
        let row = context.model.history.rows.first { $0.id == symbol.id }
        switch symbol.state {
        case .awaiting: return ""
        case .unkept: return "not kept"
        case .new, .known: return row.map { "scanned at \(context.moment($0.time))" } ?? "scanned before"
        }
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

    /// What was read, large where there is room; of a product its number, with what it is below where there is a row left.
    private func drawSummary(_ summary: String, into canvas: inout Canvas, area: Rect, style: Style) {
        let parts = summary.split(separator: " · ", maxSplits: 1)
        let hasNumber = parts.count == 2 && parts[0].utf8.allSatisfy { 0x30...0x39 ~= $0 }
        if hasNumber, let large = BigText(parts[0], width: area.width, height: area.height - 1) {
            canvas.write(large, x: area.x, y: area.y, style)
            canvas.write(parts[1], x: area.x, y: area.y + large.height, style, limit: area.width)
            return
        }
        if let large = BigText(hasNumber ? String(parts[0]) : summary, width: area.width, height: area.height) {
            return canvas.write(large, x: area.x, y: area.y, style)
        }
        canvas.write(Paragraph.wrap(summary, width: area.width, maximum: area.height), in: area, style)
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
        if let symbol = model.shownSymbols.first, model.shownSymbols.count == 1 {
            let text = "\(symbol.symbology.traits.title) \(symbol.summary)"
            canvas.write(text, x: area.x + 1, y: area.y, theme[.strong], limit: area.width - 11)
            return canvas.write("in view", endingAt: area.right - 1, y: area.y, theme[symbol.state.role])
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
        let place = context.model.history.place
        switch last.fate {
        case .kept, .keptLater, .seen:
            guard place == .kept else { return place == .demo ? "demo, not kept" : "private, not kept" }
            return last.earlier.map { "kept, and before at \(context.moment($0))" } ?? "kept"
        case .counted(_, let quantity): return "counted: \(quantity)"
        case .known: return last.earlier.map { "scanned before at \(context.moment($0))" } ?? "scanned before"
        case .leftOut: return "this kind is not kept"
        case .field(let name): return "\(name) of what is scanned next"
        case .waiting: return "NOT KEPT YET"
        }
    }
}

extension AppModel {
    /// The symbols in view that the pane of the last scan lists in its place: none where the only one is the last scan.
    var shownSymbols: [PictureModel.OutlinedSymbol] {
        let inView = picture.symbols.filter { $0.state != .awaiting }
        guard inView.count == 1, let last = lastScan?.row else { return inView }
        return inView[0].symbology == last.symbology && inView[0].summary == last.summary ? [] : inView
    }
}

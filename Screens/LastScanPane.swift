import Formats
import Inventory
import Surface
import Symbols

/// The scan that keys act on, large where there is room: the selected one, what is in view, or the last one.
extension ScannerScreen {
    /// Draws what is shown in a frame; in a line where there is no room for one.
    func drawLastScan(into canvas: inout Canvas, layout: ScannerLayout, context: RenderContext) {
        let area = layout.lastScan
        let shown = shown(in: context.model)
        if layout.plan == .tiny { return drawLine(shown, into: &canvas, area: area, context: context) }
        guard area.width >= 2, area.height >= 2 else { return }
        switch shown {
        case .nothing:
            canvas.frame(area, context.theme[.border], title: "Last scan")
            let inner = area.inset(columns: 2, rows: 1)
            guard !inner.isEmpty else { return }
            canvas.write(hint, x: inner.x, y: inner.y, context.theme[.faint], limit: inner.width)
        case .selected(let row): draw(row, into: &canvas, area: area, context: context)
        case .last(let last): draw(last, into: &canvas, area: area, context: context)
        case .inView(let symbols, let current):
            if symbols.count > 1 {
                drawInView(symbols, current: current, into: &canvas, area: area, context: context)
            } else {
                draw(symbols[current], into: &canvas, area: area, context: context)
            }
        }
    }

    private var hint: String { isBoxOn ? "Hold a barcode in the box." : "Hold a barcode in front of the camera." }

    /// The row that the user has selected.
    private func draw(_ row: HistoryRow, into canvas: inout Canvas, area: Rect, context: RenderContext) {
        canvas.frame(area, context.theme[.border], title: "Selected")
        let isKept = context.model.lastScan?.failure == nil
        drawAbout(
            "\(context.moment(row.time))  ", row.symbology,
            state: isKept ? history.position(in: context.model.history) : "last scan NOT SAVED YET",
            isKept ? .faint : .warning, at: 13, into: &canvas, area: area, context.theme)
        let rest = draw(
            context.model.inventory[row: row.id], into: &canvas, area: area.inset(columns: 2, rows: 1), context: context
        )
        drawSummary(row.titleWithNumber, into: &canvas, area: rest, style: context.theme[.strong])
    }

    private func draw(_ last: LastScan, into canvas: inout Canvas, area: Rect, context: RenderContext) {
        canvas.frame(area, context.theme[.border], title: "Last scan")
        let inner = area.inset(columns: 2, rows: 1)
        guard !inner.isEmpty else { return }
        drawAbout(
            "\(context.clock(last.row.time))  ", last.row.symbology,
            state: Self.states(of: last, context)[0], Self.isAlarming(last, context) ? .warning : .good, at: 14,
            into: &canvas, area: area, context.theme)
        var rest = inner
        let isUnlisted = Self.line(of: last, context)?.isListed == false
        if let warning = last.failure ?? (isUnlisted ? "! Not on the check-list" : nil) {
            // It stays until the scan is kept, or another comes; a notice goes.
            let lines = Paragraph.wrap(warning, width: inner.width, maximum: max(1, inner.height - 1))
            canvas.write(lines, in: inner, context.theme[.warning])
            let used = min(lines.count, inner.height)
            rest = Rect(x: inner.x, y: inner.y + used, width: inner.width, height: inner.height - used)
        }
        rest = draw(context.model.inventory[scan: last.row.id], into: &canvas, area: rest, context: context)
        rest = drawBelow(context.model.places[scan: last.row.id]?.line, .strong, into: &canvas, area: rest, context)
        drawSummary(last.row.titleWithNumber, into: &canvas, area: rest, style: context.theme[.strong])
    }

    /// What came of a scan on an inventory server, in the last row of `area`, or two.
    ///
    /// - Returns: the rows above.
    private func draw(
        _ act: InventoryAct?, into canvas: inout Canvas, area: Rect, context: RenderContext
    ) -> Rect {
        drawBelow(act?.line, act?.role ?? .text, into: &canvas, area: area, context)
    }

    /// A line that belongs to a scan, in the last row of `area`, or two.
    ///
    /// - Returns: the rows above.
    private func drawBelow(
        _ line: String?, _ role: Role, into canvas: inout Canvas, area: Rect, _ context: RenderContext
    ) -> Rect {
        guard let line, area.height > 1 else { return area }
        let lines = Paragraph.wrap(line, width: area.width, maximum: min(2, area.height - 1))
        let top = area.height - lines.count
        canvas.write(
            lines, in: Rect(x: area.x, y: area.y + top, width: area.width, height: lines.count), context.theme[role])
        return Rect(x: area.x, y: area.y, width: area.width, height: top)
    }

    /// The one symbol that is in view, and was scanned before the last one.
    private func draw(
        _ symbol: PictureModel.OutlinedSymbol, into canvas: inout Canvas, area: Rect, context: RenderContext
    ) {
        canvas.frame(area, context.theme[.border], title: "In view")
        drawAbout(
            "", symbol.symbology, state: Self.state(of: symbol, context), symbol.state.role, at: 12,
            into: &canvas, area: area, context.theme)
        var rest = area.inset(columns: 2, rows: 1)
        rest = draw(
            symbol.id.flatMap { context.model.inventory[scan: $0] }, into: &canvas, area: rest, context: context)
        drawSummary(symbol.summary, into: &canvas, area: rest, style: context.theme[.strong])
    }

    /// What there is to know beside a meaning, on its frame: above, from a column on, the time and the symbology, whose name is short
    /// where there is no room for the whole; and below the state.
    private func drawAbout(
        _ time: String, _ symbology: Symbology, state: String, _ role: Role, at column: Int, into canvas: inout Canvas,
        area: Rect,
        _ theme: Theme
    ) {
        let room = area.width - column - 4
        let whole = " \(time)\(symbology.traits.title)"
        let title = Canvas.fitting(
            DisplayWidth.of(whole) <= room ? whole : " \(time)\(symbology.shortTitle)", width: room)
        canvas.write(title + " ", x: area.x + column, y: area.y, theme[.faint], limit: area.width - column - 2)
        guard !state.isEmpty else { return }
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
        case .unkept: return "not saved"
        case .new, .known:
            // It may be of a kind that is not kept; its scan may not have been found yet.
            guard symbol.id != nil else { return "" }
            return row.map { "scanned at \(context.moment($0.time))" } ?? "scanned before"
        }
    }

    /// What is in view, each with its number, as many as fit; a mark at the one that keys act on.
    private func drawInView(
        _ symbols: [PictureModel.OutlinedSymbol], current: Int, into canvas: inout Canvas, area: Rect,
        context: RenderContext
    ) {
        canvas.frame(area, context.theme[.border])
        canvas.write(
            " In view: \(symbols.count) ", x: area.x + 2, y: area.y, context.theme[.border], limit: area.width - 4)
        let inner = area.inset(columns: 2, rows: 1)
        guard !inner.isEmpty else { return }
        let digits = symbols.map { DisplayWidth.of($0.label) }.max() ?? 1
        let names = min(symbols.map { DisplayWidth.of($0.symbology.shortTitle) }.max() ?? 0, inner.width / 3)
        let first = max(0, current - inner.height + 1)
        for (row, symbol) in symbols.dropFirst(first).prefix(inner.height).enumerated() {
            let y = inner.y + row
            if first + row == current { canvas.set(area.x + 1, y, "▸", context.theme[.strong]) }
            canvas.write(symbol.label, endingAt: inner.x + digits, y: y, context.theme[symbol.state.role])
            canvas.write(
                symbol.symbology.shortTitle, x: inner.x + digits + 1, y: y, context.theme[.faint], limit: names)
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

    /// What is shown in one line: what it means comes first, then what became of it.
    private func drawLine(_ shown: ShownScan, into canvas: inout Canvas, area: Rect, context: RenderContext) {
        guard !area.isEmpty else { return }
        let model = context.model
        var texts: [String]
        let states: [String]
        var role = model.lastScan?.failure == nil ? Role.good : .warning
        switch shown {
        case .nothing:
            canvas.write(hint, x: area.x + 1, y: area.y, context.theme[.faint], limit: area.width - 2)
            return
        case .selected(let row):
            let title = "\(row.symbology.traits.title) \(row.title)"
            texts = ["\(context.moment(row.time)) \(title)", title, row.title]
            states =
                model.lastScan?.failure == nil ? [history.position(in: model.history)] : ["NOT SAVED YET", "NOT SAVED"]
            if model.lastScan?.failure == nil { role = .faint }
        case .inView(let symbols, let current):
            let symbol = symbols[current]
            texts = ["\(symbol.symbology.traits.title) \(symbol.summary)", symbol.summary]
            states = symbols.count == 1 ? ["in view"] : ["1 of \(symbols.count) in view", "\(symbols.count) in view"]
            role = symbol.state.role
        case .last(let last):
            texts = ["\(last.row.symbology.traits.title) \(last.row.title)", last.row.title]
            states = Self.states(of: last, context)
            role = Self.isAlarming(last, context) ? .warning : .good
            if last.failure == nil, let act = model.inventory[scan: last.row.id] {
                // A server's words may be long: they come first, and what does not fit is what was scanned.
                let whole = "\(act.line)  \(last.row.title)"
                canvas.write(whole, x: area.x + 1, y: area.y, context.theme[act.role], limit: area.width - 2)
                return
            }
            if last.failure == nil, let layers = model.places[scan: last.row.id] { texts = [layers.line, layers.item] }
        }
        let room = area.width - 2
        let pairs = texts.flatMap { text in states.map { (text, $0) } }
        let fitting = pairs.first { DisplayWidth.of($0.0) + DisplayWidth.of($0.1) + 1 <= room }
        guard let (text, state) = fitting ?? pairs.last else { return }
        let limit = state.isEmpty ? room : room - DisplayWidth.of(state) - 1
        canvas.write(text, x: area.x + 1, y: area.y, context.theme[.strong], limit: limit)
        canvas.write(state, endingAt: area.right - 1, y: area.y, context.theme[role])
    }

    /// The line of the session's check-list that a scan counts for; nil if there is no check-list, or it is not known yet.
    private static func line(of last: LastScan, _ context: RenderContext) -> CheckListReport.Line? {
        guard let line = context.model.history.session?.lastLine, line.text == last.content?.text else { return nil }
        return line
    }

    /// Whether somebody must see it: it is not saved yet, not on the check-list, or more than was expected.
    private static func isAlarming(_ last: LastScan, _ context: RenderContext) -> Bool {
        last.failure != nil || line(of: last, context).map { $0.surplus > 0 } ?? false
    }

    /// What became of a scan: in words, and in as few as there are.
    private static func states(of last: LastScan, _ context: RenderContext) -> [String] {
        if last.failure == nil, let line = line(of: last, context) {
            return line.isListed
                ? [line.progress, "\(line.scanned) of \(line.expected)"] : ["NOT ON THE LIST", "NOT LISTED"]
        }
        let earlier = last.earlier.map { context.moment($0) }
        switch last.fate {
        case .kept, .keptLater, .seen:
            switch context.model.history.place {
            case .demo: return ["demo, not saved", "demo"]
            case .private: return ["private, not saved", "private"]
            case .kept: return earlier.map { ["saved · last seen \($0)", "saved again"] } ?? ["saved"]
            }
        case .counted(_, let quantity): return ["counted: \(quantity)", "×\(quantity)"]
        case .known: return (earlier.map { ["scanned before at \($0)"] } ?? []) + ["scanned before", "known"]
        case .leftOut: return ["this kind is not saved", "not saved"]
        case .field(let name): return ["\(name) for the next scans", name]
        case .waiting: return ["NOT SAVED YET", "NOT SAVED"]
        }
    }
}

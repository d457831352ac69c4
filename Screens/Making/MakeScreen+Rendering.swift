import Surface

/// How the Make screen lies in a window: the form at the left and the code at the right; a code that is too wide for that has the window's
/// whole width below the form.
private struct MakeLayout {
    /// Around the form and the facts.
    var frame: Rect
    var form: Rect
    var facts: Rect
    /// Where the code is, or why there is none.
    var code: Rect
    /// Around the code; nil if there is no room for it.
    var codeFrame: Rect?
    var drawing: CodeDrawing?

    /// The most columns of a form that has a code beside it.
    private static let widestForm = 48
    private static let narrowestForm = 30

    init(_ bounds: Rect, modules: CodeModules?, factRows: (Int) -> Int, on terminal: TerminalTraits, hasSextants: Bool)
    {
        let body = bounds.aboveKeys
        let half = min(Self.widestForm, max(Self.narrowestForm, body.width * 2 / 5))
        func draw(_ room: Rect) -> CodeDrawing? {
            modules.flatMap { CodeDrawing($0, in: room, on: terminal, hasSextants: hasSextants) }
        }
        // A code that needs more columns has them, as far as the form can do with fewer.
        let needed = modules.map { CodeDrawing.least($0, on: terminal).width } ?? 0
        let left = max(min(half, body.width - needed - 1), min(Self.narrowestForm, half))
        let right = Rect(x: left + 1, y: 0, width: body.width - left - 1, height: body.height)
        let isLarge = body.width >= 100 && body.height >= 30
        let beside = isLarge ? draw(right.inset(columns: 1, rows: 1)) ?? draw(right) : draw(right)
        // A form of a few rows can still be filled in.
        let least = modules.map { CodeDrawing.least($0, on: terminal).height } ?? 0
        let upper = max(6, min(body.height / 2, body.height - least))
        let below = Rect(x: 0, y: upper, width: body.width, height: body.height - upper)
        let isNarrow = modules.map { ($0.isLinear || $0.isStacked) && right.width < $0.width } ?? false
        if beside == nil || isNarrow, let drawing = draw(below) {
            let width = body.width / 2
            (code, self.drawing) = (below, drawing)
            frame = Rect(x: 0, y: 0, width: body.width, height: upper)
            form = Rect(x: 1, y: 1, width: width - 2, height: upper - 2)
            facts = Rect(x: width, y: 1, width: body.width - width - 2, height: upper - 2)
            return
        }
        (code, drawing) = (right, beside)
        if isLarge, modules == nil || draw(right.inset(columns: 1, rows: 1)) != nil { codeFrame = right }
        let rows = min(factRows(left - 4), body.height / 2)
        frame = Rect(x: 0, y: 0, width: left, height: body.height)
        form = Rect(x: 1, y: 1, width: left - 2, height: max(0, body.height - rows - 2))
        facts = Rect(x: 2, y: body.height - rows - 1, width: left - 4, height: rows)
    }
}

extension MakeScreen {
    /// Gives the keys to the field that is clicked.
    package mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        form.click(column: column, row: row, in: layout(bounds, context).form) ? formChanged() : []
    }

    /// Draws the form, the code, and what is known of it.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        let layout = layout(canvas.bounds, context)
        renderForm(
            into: &canvas, frame: layout.frame, area: layout.form,
            facts: lines(width: layout.facts.width, context), in: layout.facts, context.theme)
        if let frame = layout.codeFrame { canvas.frame(frame, context.theme[.border], title: "Code") }
        if let drawing = layout.drawing { return drawing.render(into: &canvas, isOnWhite: context.isOnWhite) }
        let remark = Paragraph.wrap(remark(context), width: max(1, layout.code.width - 3))
        let code = layout.code
        let area = Rect(x: code.x + 2, y: code.y + code.height / 3, width: code.width - 2, height: code.height)
        canvas.write(remark, in: area, context.theme[.faint])
    }

    private func layout(_ bounds: Rect, _ context: RenderContext) -> MakeLayout {
        MakeLayout(
            bounds, modules: preview(context.model)?.modules, factRows: { lines(width: $0, context).count },
            on: context.model.picture.painter.terminal, hasSextants: context.model.hasSextants)
    }

    /// The code of what is typed; that of what was typed before until it is made, so that nothing flickers.
    private func preview(_ model: AppModel) -> MadePreview? { request == nil ? nil : model.making }

    /// Why there is no code where it should be.
    private func remark(_ context: RenderContext) -> String {
        if problem != nil { return "" }
        guard request != nil else { return "Type on the left. The code appears here." }
        guard let preview = preview(context.model), let modules = preview.modules else { return "" }
        let least = CodeDrawing.least(modules, on: context.model.picture.painter.terminal)
        let key = context.keys.keys(for: .enlargeCode, in: .making).first.map {
            ", or press \($0.name) to use all of it"
        }
        return "The code needs \(least.width)×\(least.height) cells: enlarge the window\(key ?? "")."
    }

    /// What is known of the code, wrapped to `width` columns.
    private func lines(width: Int, _ context: RenderContext) -> [(text: String, role: Role)] {
        func wrapped(_ text: String, _ role: Role) -> [(String, Role)] {
            Paragraph.wrap(text, width: max(10, width), maximum: 4).map { ($0, role) }
        }
        let help = (fields.help(form.focused) ?? fields.contentHelp(form.focused)).map { wrapped($0, .faint) } ?? []
        if let problem { return wrapped("! \(problem.reason)", .warning) + help }
        guard let preview = preview(context.model) else { return help }
        var lines: [(String, Role)] = []
        if let problem = preview.problem { lines += wrapped("! \(problem)", .warning) }
        lines += preview.facts.flatMap { wrapped($0, .text) }
        if preview.modules != nil {
            switch preview.readBack {
            case .awaited: lines.append(("Reads back: …", .faint))
            case .yes: lines.append(("Reads back: yes", .good))
            case .partly(let line): lines += wrapped("Reads back: in part: \(line)", .text)
            case .no(let reason): lines += wrapped("Reads back: NO: \(reason)", .warning)
            case .unreadable: lines += wrapped("Reads back: no reader for this kind", .faint)
            }
        }
        lines += preview.warnings.flatMap { wrapped("! \($0)", .warning) }
        if !preview.meaning.isEmpty { lines += wrapped(preview.meaning, .faint) }
        // What counts least comes last: there may be no room for it.
        return lines + help
    }
}

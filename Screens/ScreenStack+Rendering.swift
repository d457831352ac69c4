import Surface

/// How the stack is drawn.
extension ScreenStack {
    /// Draws the topmost screen, the line of keys, what there is to say, and a question above all.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        guard Self.fits(canvas.bounds) else {
            canvas.write(
                "Too small: \(canvas.width)×\(canvas.height).", x: 0, y: max(0, canvas.height / 2 - 1),
                context.theme[.warning])
            canvas.write(
                "Needs \(Self.smallest.columns)×\(Self.smallest.rows).", x: 0, y: max(0, canvas.height / 2 - 1) + 1)
            renderBands(into: &canvas, context: context)
            return
        }
        let content = content(canvas.bounds, context: context)
        if content.height == canvas.height {
            top.render(into: &canvas, context: context)
        } else {
            var upper = Canvas(width: content.width, height: content.height)
            top.render(into: &upper, context: context)
            canvas.take(rows: content.height - 1, of: upper)
        }
        if let finder, question == nil, pick == nil {
            let found = top.searchResult(context.model) ?? ""
            finder.render(into: &canvas, row: canvas.height - 1, theme: context.theme, found: found)
        } else {
            keyLine(width: canvas.width, context: context)
                .render(into: &canvas, row: canvas.height - 1, theme: context.theme)
        }
        canvas.drawStill { canvas in
            // Below a question: what is asked is never covered.
            toasts.render(into: &canvas, area: noticeArea(canvas.bounds, context: context), theme: context.theme)
            card?.render(into: &canvas, theme: context.theme)
            let room = dialogRoom(in: canvas.bounds, context: context)
            if room.height == canvas.height {
                renderDialog(into: &canvas, theme: context.theme)
            } else {
                var upper = Canvas(width: room.width, height: room.height)
                upper.take(rows: room.height, of: canvas)
                renderDialog(into: &upper, theme: context.theme)
                canvas.take(rows: room.height, of: upper)
            }
            renderBands(into: &canvas, context: context)
        }
    }

    private func renderDialog(into canvas: inout Canvas, theme: Theme) {
        palette?.render(into: &canvas, theme: theme)
        pick?.render(into: &canvas, theme: theme)
        confirmation?.render(into: &canvas, theme: theme)
        prompt?.render(into: &canvas, theme: theme)
    }

    private func renderBands(into canvas: inout Canvas, context: RenderContext) {
        for screen in covered(in: canvas.bounds) {
            guard let area = screen.band(in: canvas.bounds, context: context) else { continue }
            screen.renderBand(into: &canvas, area: area, context: context)
        }
    }

    /// Where dialogs have their place: above the bands.
    func dialogRoom(in bounds: Rect, context: RenderContext) -> Rect {
        var room = bounds
        for screen in covered(in: bounds) {
            if let band = screen.band(in: bounds, context: context) { room.height = min(room.height, band.y) }
        }
        return room
    }

    /// The screens that something else lies over, or that do not fit.
    private func covered(in bounds: Rect) -> ArraySlice<any Screen> {
        let isTopCovered = question != nil || pick != nil || palette != nil || !Self.fits(bounds)
        return isTopCovered ? opened[...] : opened.dropLast()
    }

    /// Where notices are shown: over the lower half of what the topmost screen leaves to them, else above the line of keys.
    func noticeArea(_ bounds: Rect, context: RenderContext) -> Rect {
        guard let free = top.noticeArea(in: bounds, context: context), free.height > 1 else {
            let rows = max(Self.minimumNoticeRows, bounds.height / 4)
            return Rect(x: 0, y: bounds.height - 1 - rows, width: bounds.width, height: rows)
        }
        let rows = max(free.height / 2, min(free.height, Self.minimumNoticeRows * 2))
        return Rect(x: free.x, y: free.bottom - rows, width: free.width, height: rows)
    }

    /// Rows of notices that are shown however low the window is.
    private static let minimumNoticeRows = 3

    /// What the topmost screen is drawn on: where notices have rows of their own above the line of keys, it is as much lower.
    func content(_ bounds: Rect, context: RenderContext) -> Rect {
        guard !toasts.isEmpty, top.noticeArea(in: bounds, context: context) == nil else { return bounds }
        var content = bounds
        content.height -= toasts.rows(in: noticeArea(bounds, context: context))
        return content
    }

    /// The line of keys: those of a question while one waits, else what can be done on the topmost screen.
    func keyLine(width: Int, context: RenderContext) -> KeyLine {
        if let confirmation { return KeyLine(confirmation.hints, width: width) }
        if let prompt { return KeyLine(prompt.hints, width: width) }
        if let card { return KeyLine(card.hints, width: width) }
        if pick != nil || palette != nil { return KeyLine(PickDialog.hints, width: width) }
        var rows = context.keys.rows(in: top.context)
        if top.isTyping { rows = rows.compactMap(\.withoutCharacters) }
        return KeyLine(rows, leavingOut: context.idle.union(top.idle(context.model)), width: width) {
            top.label(of: $0, context.model)
        }
    }
}

extension CommandRow {
    /// The same by keys that no text is typed with; nil if none is left.
    fileprivate var withoutCharacters: CommandRow? {
        let keys = keys.filter { if case .character = $0 { false } else { true } }
        return keys.isEmpty ? nil : replacing(keys)
    }
}

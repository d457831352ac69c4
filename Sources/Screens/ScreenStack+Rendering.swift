import Surface

/// How the stack is drawn.
extension ScreenStack {
    /// Draws the topmost screen, the line of keys, what there is to say, and a question above all.
    public func render(into canvas: inout Canvas, context: RenderContext) {
        guard Self.fits(canvas.bounds) else {
            canvas.write(
                "Too small: \(canvas.width)×\(canvas.height).", x: 0, y: max(0, canvas.height / 2 - 1),
                context.theme[.warning])
            canvas.write(
                "Needs \(Self.smallest.columns)×\(Self.smallest.rows).", x: 0, y: max(0, canvas.height / 2 - 1) + 1)
            return
        }
        top.render(into: &canvas, context: context)
        if let finder, question == nil, pick == nil {
            let found = top.searchResult(context.model) ?? ""
            finder.render(into: &canvas, row: canvas.height - 1, theme: context.theme, found: found)
        } else {
            keyLine(width: canvas.width, context: context)
                .render(into: &canvas, row: canvas.height - 1, theme: context.theme)
        }
        canvas.drawStill { canvas in
            // Below a question: what is asked is never covered.
            toasts.render(into: &canvas, theme: context.theme)
            palette?.render(into: &canvas, theme: context.theme)
            pick?.render(into: &canvas, theme: context.theme)
            confirmation?.render(into: &canvas, theme: context.theme)
            prompt?.render(into: &canvas, theme: context.theme)
        }
    }

    /// The line of keys: those of a question while one waits, else what can be done on the topmost screen.
    func keyLine(width: Int, context: RenderContext) -> KeyLine {
        if let confirmation { return KeyLine(confirmation.hints, width: width) }
        if let prompt { return KeyLine(prompt.hints, width: width) }
        if pick != nil || palette != nil { return KeyLine(PickDialog.hints, width: width) }
        return KeyLine(
            context.keys.rows(in: top.context), leavingOut: context.idle.union(top.idle(context.model)), width: width)
    }

    /// What is said of a key that asks for nothing here.
    func remark(onUnbound key: Key, _ keys: KeyMap) -> Notice {
        let way =
            keys.keys(for: .help, in: top.context).first.map { "\($0.name) shows all keys" }
            ?? keys.keys(for: .back, in: top.context).first.map { "\($0.name) goes back" }
        return Notice("\(key.name) does nothing here" + (way.map { ": \($0)" } ?? ""))
    }
}

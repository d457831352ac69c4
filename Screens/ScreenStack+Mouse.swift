import Surface

/// The mouse: what is under it listens.
extension ScreenStack {
    /// What the mouse leads to: a click on the line of keys is the key, the rest is the topmost screen's. No question is answered
    /// by a slip of the hand: its lines are scrolled, and its cursor is put.
    package mutating func handle(_ mouse: MouseEvent, in bounds: Rect, context: RenderContext) -> [Effect] {
        guard Self.fits(bounds) else { return [] }
        switch mouse.kind {
        case .press:
            press = MousePress(at: mouse)
            return []
        case .drag:
            return press?.move(to: mouse).map { follow($0, in: bounds, context: context) } ?? []
        case .release:
            guard var ended = press else { return [] }
            press = nil
            if let drag = ended.end(at: mouse) { return follow(drag, in: bounds, context: context) }
            return click(column: mouse.column, row: mouse.row, in: bounds, context: context)
        case .wheelUp, .wheelDown: return wheel(mouse, in: bounds, context: context)
        }
    }

    /// The topmost screen follows the mouse, where nothing covers it.
    private mutating func follow(_ drag: MouseDrag, in bounds: Rect, context: RenderContext) -> [Effect] {
        guard confirmation == nil, prompt == nil, palette == nil, pick == nil else { return [] }
        let content = content(bounds, context: context)
        return onTop { $0.drag(drag, in: content, context: context) }
    }

    private mutating func wheel(_ mouse: MouseEvent, in bounds: Rect, context: RenderContext) -> [Effect] {
        let notches = mouse.kind == .wheelUp ? -1 : 1
        confirmation?.wheel(by: notches)
        guard confirmation == nil, prompt == nil else { return [] }
        if pick != nil {
            pick?.list.wheel(by: notches)
            return []
        }
        if palette != nil {
            palette?.list.wheel(by: notches)
            return []
        }
        let content = content(bounds, context: context)
        return onTop {
            $0.wheel(by: notches, column: mouse.column, row: mouse.row, in: content, context: context)
        }
    }

    private mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        let room = dialogRoom(in: bounds, context: context)
        if confirmation != nil {
            confirmation?.click(column: column, row: row, in: room)
            return []
        }
        if prompt != nil {
            prompt?.click(column: column, row: row, in: room)
            return []
        }
        if card != nil { return answerCard(.enter, context: context) ?? [] }
        if let outcome = pick?.list.click(column: column, row: row, in: room) { return follow(outcome) }
        if let outcome = palette?.list.click(column: column, row: row, in: room) {
            return follow(outcome, context: context)
        }
        if toasts.click(column: column, row: row, in: noticeArea(bounds, context: context)) { return [] }
        if row == bounds.height - 1 {
            guard finder == nil else { return [] }
            let command = keyLine(width: bounds.width, context: context).command(at: column)
            // In a form it depends on the field.
            if top.isTyping, let key = command.flatMap({ context.keys.keys(for: $0, in: top.context).first }) {
                return handle(key, context: context)
            }
            return command.map { run($0, by: nil, context: context) } ?? []
        }
        let content = content(bounds, context: context)
        toasts.removeRead(at: .now)
        return onTop { $0.click(column: column, row: row, in: content, context: context) }
    }
}

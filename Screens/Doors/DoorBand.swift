import Surface

/// A door's sign in a band above the line of keys, over whatever screen or question lies above the door: nobody is let in unseen.
extension DoorScreen {
    /// Three to seven rows, while there is a sign.
    package func band(in bounds: Rect, context: RenderContext) -> Rect? {
        guard context.model.door?.sign != nil else { return nil }
        let rows = min(bounds.height, max(3, min(7, bounds.height / 4)))
        return Rect(x: 0, y: max(0, bounds.bottom - 1 - rows), width: bounds.width, height: rows)
    }

    /// The word as large as fits, then what must be seen first.
    package func renderBand(into canvas: inout Canvas, area: Rect, context: RenderContext) {
        guard let sign = context.model.door?.sign else { return }
        var style = sign.outcome.style
        canvas.fill(area, " ", style)
        if sign.outcome.signal.isOnDark { style.attributes.insert(.bold) }
        var row = area.y
        func write(_ line: String) {
            canvas.write(line, x: 2, y: row, style, limit: area.width - 4)
            row += 1
        }
        if let word = BigText(sign.word, width: area.width - 4, height: area.height - 3) {
            canvas.write(word, x: 2, y: row, style)
            row += word.height
        } else {
            write("\(sign.outcome.signal.mark) \(sign.word)")
        }
        let seat = sign.seat.map { "Seat \($0)" }
        let facts = sign.outcome.signal.isGood ? [seat] + sign.lines : sign.lines + [seat]
        for line in [sign.note.map { "!! \($0) !!" }] + facts where row < area.bottom { if let line { write(line) } }
    }
}

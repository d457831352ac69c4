import Surface

/// A door's sign in a band across the top, over whatever screen or question lies above the door: nobody is let in unseen, and what
/// somebody types there is not disturbed.
extension DoorScreen {
    /// Draws the sign, if there is one: the word as large as fits, then what must be seen first.
    package func renderAbove(into canvas: inout Canvas, context: RenderContext) {
        guard let sign = context.model.door?.sign else { return }
        let rows = min(canvas.height, max(3, min(7, canvas.height / 4)))
        let band = Rect(x: 0, y: 0, width: canvas.width, height: rows)
        var style = sign.outcome.style
        canvas.fill(band, " ", style)
        if sign.outcome.signal.isOnDark { style.attributes.insert(.bold) }
        var row = 0
        func write(_ line: String) {
            canvas.write(line, x: 2, y: row, style, limit: band.width - 4)
            row += 1
        }
        if let word = BigText(sign.word, width: band.width - 4, height: rows - 3) {
            canvas.write(word, x: 2, y: row, style)
            row += word.height
        } else {
            write("\(sign.outcome.signal.mark) \(sign.word)")
        }
        let seat = sign.seat.map { "Seat \($0)" }
        let facts = sign.outcome.signal.isGood ? [seat] + sign.lines : sign.lines + [seat]
        for line in [sign.note.map { "!! \($0) !!" }] + facts where row < rows { if let line { write(line) } }
    }
}

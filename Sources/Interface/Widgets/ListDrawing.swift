import Surface

/// Where a row is drawn, and how.
package struct RowPlace: Sendable {
    /// One row of cells, filled in the style of the selection where the cursor is.
    package var rect: Rect
    package var isSelected: Bool
    package var theme: Theme

    /// The style of `role`, or the selection's where the cursor is.
    package func style(_ role: Role) -> Style { theme[isSelected ? .selection : role] }
}

extension ListView {
    /// Columns of the marks, which are shown as long as something is marked.
    package static var markWidth: Int { 2 }

    /// Draws the rows on show, the bar and the position; `draw` puts one row into its place. `rows` may be an extent of the list.
    ///
    /// - Parameter showsCursor: whether the cursor and its position are shown; default true.
    package func render(
        _ rows: [Row], into canvas: inout Canvas, area: ScrollArea, theme: Theme, extent: ListExtent? = nil,
        showsCursor: Bool = true, draw: (inout Canvas, Row, RowPlace) -> Void
    ) {
        let content = area.content
        guard content.height > 0 else { return }
        let cursor = showsCursor ? index(in: rows) : nil
        let first = shown(rows, in: area).lowerBound
        for (i, row) in rows.dropFirst(first).prefix(content.height).enumerated() {
            var rect = Rect(x: content.x, y: content.y + i, width: content.width, height: 1)
            let place = RowPlace(rect: rect, isSelected: first + i == cursor, theme: theme)
            if place.isSelected { canvas.fill(rect, " ", theme[.selection]) }
            if !marks.isEmpty, rect.width > Self.markWidth {
                if marks.contains(row.id) { canvas.set(rect.x, rect.y, "•", place.style(.key)) }
                rect.x += Self.markWidth
                rect.width -= Self.markWidth
            }
            draw(&canvas, row, RowPlace(rect: rect, isSelected: place.isSelected, theme: theme))
        }
        area.drawBar(
            into: &canvas, first: first + (extent?.first ?? 0), of: extent?.total ?? rows.count,
            position: showsCursor ? position(in: rows, extent: extent) : "", theme: theme)
    }

    /// Which of `rows` are on show in `area`.
    package func shown(_ rows: [Row], in area: ScrollArea) -> Range<Int> {
        let (_, first) = resolved(rows, height: area.content.height)
        let start = min(first, rows.count)
        return start..<min(rows.count, start + max(0, area.content.height))
    }

    /// `12 of 345`: the cursor's row of those that can be selected; empty when there is none.
    package func position(in rows: [Row], extent: ListExtent? = nil) -> String {
        guard let cursor = index(in: rows) else { return "" }
        guard Row.hasHeadings else {
            return "\((extent?.first ?? 0) + cursor + 1) of \(extent?.total ?? rows.count)"
        }
        let before = rows[..<cursor].count(where: \.isSelectable)
        return "\(before + 1) of \(rows.count(where: \.isSelectable))"
    }
}

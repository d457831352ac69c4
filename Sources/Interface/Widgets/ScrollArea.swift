import Formats
import Surface

/// Where something that scrolls is drawn: its rows, its scroll bar, and where it says how far it is scrolled.
///
/// The rows are as wide without a bar as with one, so that nothing moves when there come to be too many.
package struct ScrollArea: Sendable, Hashable {
    /// Where the rows are.
    package var content: Rect
    /// The column of the scroll bar, as high as `content`; nil if there is none.
    package var barColumn: Int?
    /// The frame whose lower side holds the position; nil if none is shown.
    package var frame: Rect?

    /// An area without a frame: its last column is left to the bar.
    package init(_ area: Rect) {
        content = Rect(x: area.x, y: area.y, width: area.width - 1, height: area.height)
        barColumn = area.width >= 1 ? area.right - 1 : nil
    }

    /// The inside of `frame` without `margin` columns at both sides, one of them the frame's, and without `footer` rows above
    /// its lower side; the bar lies on its right side.
    package static func framed(_ frame: Rect, margin: Int = 1, footer: Int = 0) -> ScrollArea {
        var area = ScrollArea(Rect(x: frame.x, y: frame.y, width: 0, height: 0))
        area.content = frame.inset(columns: margin, rows: 1)
        area.content.height = max(0, area.content.height - footer)
        area.barColumn = frame.width >= 2 ? frame.right - 1 : nil
        area.frame = frame
        return area
    }

    /// The area without its first `rows` rows.
    package func dropping(rows: Int) -> ScrollArea {
        var area = self
        let dropped = min(max(0, rows), content.height)
        area.content = Rect(
            x: content.x, y: content.y + dropped, width: content.width, height: content.height - dropped)
        return area
    }

    /// The last first row: with it the end is shown.
    package func lastFirst(of count: Int) -> Int { max(0, count - content.height) }

    /// The first row that a click on the bar asks for; nil when (`column`, `row`) is not on a bar.
    package func first(clickedAt column: Int, _ row: Int, of count: Int) -> Int? {
        guard column == barColumn, row >= content.y, row < content.bottom, count > content.height else { return nil }
        guard content.height > 1 else { return 0 }
        return Self.share(lastFirst(of: count), row - content.y, of: content.height - 1)
    }

    /// Draws the bar and the position where not all of `count` rows fit; nothing where they do.
    package func drawBar(into canvas: inout Canvas, first: Int, of count: Int, position: String, theme: Theme) {
        guard count > content.height, content.height > 0 else { return }
        if let barColumn {
            let thumb = thumb(first: first, of: count)
            for y in content.y..<content.bottom {
                let isThumb = thumb.contains(y - content.y)
                canvas.set(barColumn, y, isThumb ? "█" : "│", theme[isThumb ? .text : .border])
            }
        }
        if let frame, !position.isEmpty, DisplayWidth.of(position) + 6 <= frame.width {
            canvas.write(" \(position) ", endingAt: frame.right - 2, y: frame.bottom - 1, theme[.faint])
        }
    }

    /// The rows of the bar, from 0, that stand for what is shown. It touches an end only when that end is shown.
    package func thumb(first: Int, of count: Int) -> Range<Int> {
        let height = content.height
        guard count > height, height > 0 else { return 0..<height }
        let length = max(1, Self.share(height, height, of: count))
        let room = height - length
        let last = lastFirst(of: count)
        var start = Self.share(room, min(max(0, first), last), of: last)
        if room >= 2 {
            if first > 0 { start = max(1, start) }
            if first < last { start = min(room - 1, start) }
        }
        return start..<(start + length)
    }

    /// `value` × `part` ÷ `whole`, rounded, for counts of any size.
    private static func share(_ value: Int, _ part: Int, of whole: Int) -> Int {
        whole == 0 ? 0 : Int((Double(value) * Double(part) / Double(whole)).rounded())
    }
}

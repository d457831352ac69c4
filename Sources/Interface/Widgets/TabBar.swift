import Formats
import Surface

/// Titles beside each other, one of which is current; what it shows is up to who has it.
package struct TabBar: Sendable, Hashable {
    package let titles: [String]
    /// The number of the current one, from 0; 0 where there is none.
    package private(set) var current = 0

    package init(_ titles: [String]) { self.titles = titles }

    /// Goes on by so many tabs, back where negative; after the last comes the first.
    package mutating func move(by count: Int) {
        guard !titles.isEmpty else { return }
        current = ((current + count % titles.count) + titles.count) % titles.count
    }

    /// Makes the tab at a cell current; false when there is none.
    @discardableResult
    package mutating func click(_ column: Int, _ row: Int, in area: Rect) -> Bool {
        guard row == area.y, area.contains(column, row),
            let place = places(width: area.width).first(where: { $0.columns.contains(column - area.x) })
        else { return false }
        current = place.number
        return true
    }

    /// Columns of the sign that there are more at a side, with a blank.
    private static let markWidth = 2

    /// The numbers of the tabs on show, as many whole ones as fit beside the current one: those left of it give way first.
    private func shown(width: Int) -> ClosedRange<Int>? {
        guard titles.indices.contains(current), width > 0 else { return nil }
        let widths = titles.map { DisplayWidth.of($0) + 2 }
        func fits(_ range: ClosedRange<Int>) -> Bool {
            let marks = (range.lowerBound > 0 ? 1 : 0) + (range.upperBound < titles.count - 1 ? 1 : 0)
            return widths[range].reduce(0, +) + range.count - 1 + marks * Self.markWidth <= width
        }
        var first = 0
        while first < current, !fits(first...current) { first += 1 }
        var last = current
        while last + 1 < titles.count, fits(first...last + 1) { last += 1 }
        return first...last
    }

    /// The tabs on show, with the columns of each, a blank at both sides of the title among them.
    private func places(width: Int) -> [(number: Int, columns: Range<Int>)] {
        guard let shown = shown(width: width) else { return [] }
        var x = shown.lowerBound == 0 ? 0 : min(Self.markWidth, width - 1)
        let end = max(x, shown.upperBound == titles.count - 1 ? width : width - Self.markWidth)
        return shown.map { number in
            // One that is too long for the row is cut: it is alone in it.
            let right = min(x + DisplayWidth.of(titles[number]) + 2, end)
            defer { x = right + 1 }
            return (number, x..<max(x, right))
        }
    }

    /// Draws the titles in the first row of `area`; `‹` and `›` say that there are more.
    package func render(into canvas: inout Canvas, area: Rect, theme: Theme) {
        guard !area.isEmpty else { return }
        let places = places(width: area.width)
        for place in places {
            let x = area.x + place.columns.lowerBound
            let style = theme[place.number == current ? .selection : .text]
            canvas.fill(Rect(x: x, y: area.y, width: place.columns.count, height: 1), " ", style)
            canvas.write(titles[place.number], x: x + 1, y: area.y, style, limit: place.columns.count - 2)
        }
        if let first = places.first, first.number > 0 { canvas.set(area.x, area.y, "‹", theme[.faint]) }
        if let last = places.last, last.number < titles.count - 1 {
            canvas.set(area.right - 1, area.y, "›", theme[.faint])
        }
    }
}

import Surface
import Symbols

extension Canvas {
    /// Draws the border of a quadrilateral given in cells, clipped to `area`, with `number` at its top left corner.
    ///
    /// - Parameter sign: stands behind the number; default nothing.
    public mutating func outline(
        _ corners: Quadrilateral, number: Int, sign: String = "", in area: Rect, _ style: Style
    ) {
        let points = corners.corners
        for i in 0..<4 { line(from: points[i], to: points[(i + 1) % 4], in: area, style) }
        for point in points { mark(point, "•", in: area, style) }
        let label = "\(number)\(sign)"
        let x = min(max(Int(corners.topLeft.x.rounded(.down)), area.x), area.right - label.count - 2)
        let y = min(max(Int(corners.topLeft.y.rounded(.down)), area.y), area.bottom - 1)
        var badge = style
        badge.attributes.formSymmetricDifference(.reverse)
        if area.width >= label.count + 2, area.height > 0 { write(" \(label) ", x: x, y: y, badge) }
    }

    /// A line between two places in cells, each cell with the stroke that fits its slope.
    private mutating func line(from a: Point, to b: Point, in area: Rect, _ style: Style) {
        let dx = b.x - a.x
        let dy = b.y - a.y
        guard dx.isFinite, dy.isFinite else { return }
        let stroke: Character
        // A cell is about twice as high as wide, so 45° on the screen is a slope of 1/2 in cells.
        if abs(dy) < abs(dx) * 0.21 {
            stroke = "─"
        } else if abs(dx) < abs(dy) * 0.83 {
            stroke = "│"
        } else {
            stroke = dx * dy > 0 ? "╲" : "╱"
        }
        // A corner far outside (a wrong reading) must not cost time: the canvas bounds the steps.
        let steps = Int(min(max(abs(dx), abs(dy)).rounded(.up), Double(4 * (area.width + area.height))))
        for step in 0...max(1, steps) {
            let share = Double(step) / Double(max(1, steps))
            mark(Point(x: a.x + dx * share, y: a.y + dy * share), stroke, in: area, style)
        }
    }

    private mutating func mark(_ point: Point, _ character: Character, in area: Rect, _ style: Style) {
        guard abs(point.x) < 1e6, abs(point.y) < 1e6 else { return }
        let x = Int(point.x.rounded(.down))
        let y = Int(point.y.rounded(.down))
        if area.contains(x, y) { set(x, y, character, style) }
    }
}

import Frames
import Surface
import Symbols

/// The mouse on the scanner: a click in the picture focuses there, one in the history selects.
extension ScannerScreen {
    /// The part of the shown picture's sides on which a click focuses: large enough to hold a code's edges.
    private static let focusShare = 0.25

    /// Focuses on the place in the picture, selects a scan, or shows the one that is selected already.
    package mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        let layout = layout(bounds, context: context)
        if layout.history.contains(column, row) {
            let (effects, isOpened) = history.click(
                column: column, row: row, in: layout.history, context.model.history)
            return isOpened ? handle(.open, model: context.model) : effects
        }
        if layout.plan != .tiny, layout.lastScan.contains(column, row) {
            let shown = shown(in: context.model)
            // Of several in view no row is meant.
            if case .inView(let symbols, _) = shown, symbols.count > 1 { return [] }
            return shown.current?.id.map { [.history(.open(id: $0))] } ?? []
        }
        guard let frame = context.model.picture.frame, layout.preview.contains(column, row) else { return [] }
        let mapping = context.mapping(of: frame, in: layout.preview)
        guard mapping.picture.contains(column, row) else { return [] }
        // The middle of the cell.
        let point = mapping.frame(Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
        return [.focus(.once(on: Self.region(around: point, in: mapping.region)))]
    }

    /// Moves the edge of the history, where that was taken hold of; else the interest box, its size, or draws another.
    package mutating func drag(_ drag: MouseDrag, in bounds: Rect, context: RenderContext) -> [Effect] {
        let layout = layout(bounds, context: context)
        if drag.previous == drag.start { isMovingEdge = layout.isEdge(drag.start) }
        guard isMovingEdge else { return dragBox(drag, in: layout.preview, context: context) }
        isMovingEdge = !drag.isOver
        panes.moveEdge(to: layout.plan == .beside ? drag.place.column : drag.place.row, in: layout)
        return []
    }

    private mutating func dragBox(_ drag: MouseDrag, in pane: Rect, context: RenderContext) -> [Effect] {
        defer { if drag.isOver { boxDrag = nil } }
        guard let frame = context.model.picture.frame, !context.model.isScreenLit else { return [] }
        let picture = context.mapping(of: frame, in: pane).picture
        if drag.previous == drag.start { boxDrag = BoxDrag(at: drag.start, box: shownBox, in: picture) }
        guard let boxDrag else { return [] }
        return change(boxDrag.changed(box, by: drag, in: picture))
    }

    /// Scrolls the history, wherever the mouse is.
    package mutating func wheel(
        by notches: Int, column: Int, row: Int, in bounds: Rect, context: RenderContext
    ) -> [Effect] {
        history.wheel(by: notches, in: context.model.history)
    }

    /// A part of `shown`, `focusShare` of its sides, around `point` as far as that lies inside.
    private static func region(around point: Point, in shown: PixelRect) -> PixelRect {
        let width = max(1, Int(Double(shown.width) * focusShare))
        let height = max(1, Int(Double(shown.height) * focusShare))
        let x = min(max(Int(point.x) - width / 2, shown.x), shown.x + shown.width - width)
        let y = min(max(Int(point.y) - height / 2, shown.y), shown.y + shown.height - height)
        return PixelRect(x: x, y: y, width: width, height: height)
    }
}

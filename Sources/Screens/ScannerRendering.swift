import Frames
import Preview
import Surface
import Symbols

extension ScannerScreen {
    /// Draws the picture, the box, the outlines, the last scan, the history and the status line.
    public func render(into canvas: inout Canvas, context: RenderContext) {
        if context.model.isScreenLit { return renderLit(into: &canvas, context: context) }
        let layout = ScannerLayout(canvas.bounds, showsHistory: isHistoryShown)
        drawPreview(into: &canvas, area: layout.preview, context: context)
        drawLastScan(into: &canvas, area: layout.lastScan, context: context)
        if isHistoryShown { history.render(into: &canvas, area: layout.history, context: context) }
        drawStatus(into: &canvas, area: layout.status, context: context)
    }

    /// Where the pixels of `frame` lie in the preview's pane.
    func mapping(of frame: Frame, in area: Rect, context: RenderContext) -> PictureMapping {
        PictureMapping(
            showing: context.model.picture.view.region(of: frame.bounds), in: area, cellAspect: context.cellAspect,
            orientation: context.model.picture.view.orientation)
    }

    private func drawPreview(into canvas: inout Canvas, area: Rect, context: RenderContext) {
        let picture = context.model.picture
        guard let frame = picture.frame else {
            let text = picture.problem ?? "Waiting for the first picture …"
            drawProblem(into: &canvas, area: area, text: text, context: context)
            return
        }
        let mapping = mapping(of: frame, in: area, context: context)
        let inside = shownBox.flatMap(picture.view.frameBox).map {
            mapping.canvas($0.pixels(width: frame.width, height: frame.height))
        }
        let nothing = Rect(x: 0, y: 0, width: 0, height: 0)
        picture.painter.draw(
            frame, by: mapping, emphasis: picture.problem == nil ? inside : nothing,
            style: (context.theme[.picture], context.theme[.pictureDimmed]), into: &canvas)
        if let inside { drawBox(into: &canvas, inside, label: " hold a code in this box ", context: context) }
        if let focusMark = picture.focusMark {
            let mark = mapping.canvas(focusMark).clamped(to: mapping.picture)
            drawBox(into: &canvas, mark, label: " focus ", context: context)
        }
        for symbol in picture.symbols {
            canvas.outline(
                symbol.corners.map(mapping.canvas), number: symbol.number, in: mapping.picture,
                picture.painter.overlay(context.theme[symbol.isKept ? .outlineKept : .outline]))
        }
        drawBadges(into: &canvas, area: mapping.picture, context: context)
        if let remark = context.model.source.remark {
            let text = Canvas.fitting(" \(remark) ", width: mapping.picture.width)
            canvas.write(text, x: mapping.picture.x, y: mapping.picture.bottom - 1, context.theme[.badge])
        }
        if let problem = picture.problem { drawProblem(into: &canvas, area: area, text: problem, context: context) }
    }

    /// Corners with arms, and between the upper ones what it is for.
    private func drawBox(into canvas: inout Canvas, _ box: Rect, label: String, context: RenderContext) {
        guard box.width >= 4, box.height >= 3 else { return }
        let style = context.model.picture.painter.overlay(context.theme[.box])
        let arm = max(1, min(6, box.width / 4))
        let side = max(1, min(2, box.height / 4))
        for i in 1...arm {
            for y in [box.y, box.bottom - 1] {
                canvas.set(box.x + i, y, "━", style)
                canvas.set(box.right - 1 - i, y, "━", style)
            }
        }
        for i in 1...side {
            for x in [box.x, box.right - 1] {
                canvas.set(x, box.y + i, "┃", style)
                canvas.set(x, box.bottom - 1 - i, "┃", style)
            }
        }
        canvas.set(box.x, box.y, "┏", style)
        canvas.set(box.right - 1, box.y, "┓", style)
        canvas.set(box.x, box.bottom - 1, "┗", style)
        canvas.set(box.right - 1, box.bottom - 1, "┛", style)
        let room = box.width - 2 * arm - 2
        if label.count <= room { canvas.write(label, x: box.x + (box.width - label.count) / 2, y: box.y, style) }
    }

    private func drawBadges(into canvas: inout Canvas, area: Rect, context: RenderContext) {
        var badges: [String] = []
        if context.model.source.isDemo { badges.append(" DEMO ") }
        if context.model.picture.isFrozen { badges.append(" FROZEN ") }
        var right = area.right
        for badge in badges where badge.count < area.width / 2 {
            right -= badge.count
            canvas.write(badge, x: right, y: area.y, context.theme[.badge])
            right -= 1
        }
    }

    private func drawProblem(into canvas: inout Canvas, area: Rect, text: String, context: RenderContext) {
        let lines = Paragraph.wrap(text, width: max(10, area.width - 8), maximum: max(1, area.height - 2))
        let width = min(area.width, (lines.map { DisplayWidth.of($0) }.max() ?? 0) + 4)
        let box = area.centered(width: width, height: lines.count)
        canvas.fill(box)
        for (i, line) in lines.enumerated() {
            let style = context.theme[context.model.picture.problem == nil ? .faint : .warning]
            canvas.write(line, x: box.x + 2, y: box.y + i, style, limit: box.width - 2)
        }
    }

    private func drawLastScan(into canvas: inout Canvas, area: Rect, context: RenderContext) {
        canvas.frame(area, context.theme[.border], title: "Last scan")
        let inner = area.inset(columns: 2, rows: 1)
        guard !inner.isEmpty else { return }
        guard let last = context.model.lastScan else {
            let hint = isBoxOn ? "Hold a barcode in the box." : "Hold a barcode before the camera."
            canvas.write(hint, x: inner.x, y: inner.y, context.theme[.faint], limit: inner.width)
            return
        }
        let about = "\(context.clock(last.row.time))  \(last.row.symbology.traits.title)"
        let state = last.failure == nil ? " kept " : " NOT KEPT YET "
        let title = Canvas.fitting(" \(about)", width: area.width - 20)
        canvas.write(title + " ", x: area.x + 14, y: area.y, context.theme[.faint], limit: area.width - 16)
        canvas.write(
            state, x: max(area.x + 2, area.right - 2 - DisplayWidth.of(state)), y: area.bottom - 1,
            context.theme[last.failure == nil ? .good : .warning], limit: area.width - 4)
        if BigText.width(of: last.row.summary) <= inner.width, inner.height >= BigText.height {
            canvas.writeBig(last.row.summary, x: inner.x, y: inner.y, context.theme[.strong])
            return
        }
        let lines = Paragraph.wrap(last.row.summary, width: inner.width, maximum: inner.height)
        for (i, line) in lines.enumerated() {
            canvas.write(line, x: inner.x, y: inner.y + i, context.theme[.strong], limit: inner.width)
        }
    }

    private func drawStatus(into canvas: inout Canvas, area: Rect, context: RenderContext) {
        let style = context.theme[.status]
        canvas.fill(area, " ", style)
        let (picture, lights) = (context.model.picture, context.model.lights)
        let title = context.model.source.title
        var parts = [title.isEmpty ? "no source" : title]
        if let format = picture.format {
            parts.append("\(format.width)×\(format.height) \(format.encoding)")
        }
        if picture.view.zoom > 1 { parts.append("zoom \(tenths(picture.view.zoom))×") }
        if lights.isTorchOn { parts.append("light") }
        if lights.isReadingLightOn { parts.append("reading light") }
        if let rate = picture.figures.framesPerSecond { parts.append("\(tenths(rate)) fps") }
        parts.append("dropped \(picture.figures.dropped)")
        if let time = picture.figures.decodeMilliseconds { parts.append("decode \(tenths(time)) ms") }
        parts.append("\(picture.symbols.count) in view")
        // The source's name gives way first: the figures are what changes.
        let figuresWidth = DisplayWidth.of(parts.dropFirst().joined(separator: "  "))
        parts[0] = Canvas.fitting(parts[0], width: max(8, area.width - figuresWidth - 4))
        canvas.write(parts.joined(separator: "  "), x: 1, y: area.y, style, limit: area.width - 2)
    }

    private func tenths(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e9 else { return "–" }
        let rounded = Int((value * 10).rounded())
        return "\(rounded / 10).\(abs(rounded % 10))"
    }
}

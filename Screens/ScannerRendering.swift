import Formats
import Frames
import Preview
import Surface
import Symbols

extension ScannerScreen {
    /// Draws the picture, the box, the outlines, the last scan, the history and the status line.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        if context.model.isScreenLit { return renderLit(into: &canvas, context: context) }
        let layout = layout(canvas.bounds, context: context)
        if let invitation = context.model.source.invitation, invitation.modules != nil,
            context.model.picture.problem == nil
        {
            if let drawing = InvitationDrawing(invitation, in: layout.preview, context) {
                drawing.render(into: &canvas, context: context)
            } else {
                // It needs all that there is; the other panes say nothing that is needed now.
                drawInvitation(invitation, into: &canvas, area: layout.body, context: context)
                return drawStatus(into: &canvas, area: layout.status, context: context)
            }
        } else {
            drawPreview(into: &canvas, area: layout.preview, context: context)
        }
        drawLastScan(into: &canvas, layout: layout, context: context)
        history.render(
            into: &canvas, area: layout.history, context: context, current: current(in: context.model))
        drawStatus(into: &canvas, area: layout.status, context: context)
    }

    private func drawInvitation(_ invitation: Invitation, into canvas: inout Canvas, area: Rect, context: RenderContext)
    {
        if let drawing = InvitationDrawing(invitation, in: area, context) {
            return drawing.render(into: &canvas, context: context)
        }
        let lines = ["Open with the phone:", invitation.address, "SHA-256 of its certificate:"]
        let text = (lines + invitation.fingerprint).joined(separator: "\n")
        drawProblem(into: &canvas, area: area, text: text, context: context)
    }

    /// Over the picture, above the remark on it.
    package func noticeArea(in bounds: Rect, context: RenderContext) -> Rect? {
        var area = layout(bounds, context: context).preview
        if let frame = context.model.picture.frame,
            let remark = remarkBlock(in: context.mapping(of: frame, in: area).picture, context: context)
        {
            area.height = remark.place.y - area.y
        }
        return area
    }

    /// Where the panes are on a canvas of this size, for a picture of the shape that it has.
    func layout(_ bounds: Rect, context: RenderContext) -> ScannerLayout {
        guard let frame = context.model.picture.frame else { return ScannerLayout(bounds, panes: panes) }
        let view = context.model.picture.view
        return ScannerLayout(
            bounds, panes: panes,
            cellsAcross: PictureMapping.cellsAcross(
                showing: view.region(of: frame.bounds), cellAspect: context.cellAspect, orientation: view.orientation))
    }

    private func drawPreview(into canvas: inout Canvas, area: Rect, context: RenderContext) {
        let picture = context.model.picture
        guard let frame = picture.frame else {
            let text = picture.problem ?? context.model.source.invitation?.line ?? "Waiting for the first picture …"
            drawProblem(into: &canvas, area: area, text: text, context: context)
            return
        }
        let mapping = context.mapping(of: frame, in: area)
        canvas.moving = MovingArea(mapping.picture)
        let inside = shownBox.flatMap(picture.view.frameBox).map {
            mapping.canvas($0.pixels(width: frame.width, height: frame.height))
        }
        picture.painter.draw(
            frame, by: mapping, emphasis: picture.problem == nil ? inside : .nothing,
            style: (context.theme[.picture], context.theme[.pictureDimmed]),
            surroundings: context.isOnWhite ? .light : .dark,
            into: &canvas)
        if let inside {
            if shownBox?.isLaser == true { drawLaser(into: &canvas, inside, context: context) }
            drawBox(into: &canvas, inside, label: boxLabel(context.model), context: context)
        } else if let cue = picture.cue {
            let label = " \(cue) "
            canvas.write(
                label, x: mapping.picture.centered(width: label.count, height: 1).x, y: mapping.picture.y,
                picture.painter.overlay(context.theme[.box]), limit: mapping.picture.width)
        }
        if let focusMark = picture.focusMark {
            let mark = mapping.canvas(focusMark).clamped(to: mapping.picture)
            drawBox(into: &canvas, mark, label: " focus ", context: context)
        }
        context.outlineSymbols(by: mapping, into: &canvas)
        drawBadges(into: &canvas, area: mapping.picture, context: context)
        if let remark = remarkBlock(in: mapping.picture, context: context) {
            canvas.fill(remark.place, " ", context.theme[.badge])
            canvas.write(remark.lines, in: remark.place.inset(columns: 1, rows: 0), context.theme[.badge])
        }
        if let problem = picture.problem { drawProblem(into: &canvas, area: area, text: problem, context: context) }
    }

    /// What helps to aim; nothing where all is well and nobody needs to be told how.
    private func boxLabel(_ model: AppModel) -> String {
        let cue = model.picture.cue ?? (model.lastScan == nil ? "hold a code in this box" : nil)
        return cue.map { " \($0) " } ?? ""
    }

    /// A line of light across the box.
    private func drawLaser(into canvas: inout Canvas, _ box: Rect, context: RenderContext) {
        let style = context.model.picture.painter.overlay(context.theme[.laser])
        let row = box.y + box.height / 2
        for column in box.x..<box.right { canvas.stroke(column, row, "━", style) }
    }

    /// Corners with arms, and between the upper ones what it is for.
    private func drawBox(into canvas: inout Canvas, _ box: Rect, label: String, context: RenderContext) {
        guard box.width >= 4, box.height >= 3 else { return }
        let style = context.model.picture.painter.overlay(context.theme[.box])
        let arm = max(1, min(6, box.width / 4))
        let side = max(1, min(2, box.height / 4))
        for i in 1...arm {
            for y in [box.y, box.bottom - 1] {
                canvas.stroke(box.x + i, y, "━", style)
                canvas.stroke(box.right - 1 - i, y, "━", style)
            }
        }
        for i in 1...side {
            for x in [box.x, box.right - 1] {
                canvas.stroke(x, box.y + i, "┃", style)
                canvas.stroke(x, box.bottom - 1 - i, "┃", style)
            }
        }
        canvas.stroke(box.x, box.y, "┏", style)
        canvas.stroke(box.right - 1, box.y, "┓", style)
        canvas.stroke(box.x, box.bottom - 1, "┗", style)
        canvas.stroke(box.right - 1, box.bottom - 1, "┛", style)
        let room = box.width - 2 * arm - 2
        if !label.isEmpty, label.count <= room {
            canvas.write(label, x: box.x + (box.width - label.count) / 2, y: box.y, style)
        }
    }

    private func drawBadges(into canvas: inout Canvas, area: Rect, context: RenderContext) {
        var badges: [String] = []
        if context.model.source.isDemo { badges.append(" DEMO ") }
        if context.model.picture.isFrozen { badges.append(" FROZEN ") }
        if isAdjustingBox { badges.append(" BOX ") }
        var right = area.right
        for badge in badges where badge.count < area.width / 2 {
            right -= badge.count
            canvas.write(badge, x: right, y: area.y, context.theme[.badge])
            right -= 1
        }
    }

    /// The remark on the source, at the bottom of the picture, in as many rows as it needs; nil for none.
    private func remarkBlock(in area: Rect, context: RenderContext) -> (place: Rect, lines: [String])? {
        guard let remark = context.model.source.remark else { return nil }
        let lines = Paragraph.wrap(remark, width: max(1, area.width - 2), maximum: max(1, area.height / 3))
        // One line is as wide as it is; several make a block.
        let width = (lines.map { DisplayWidth.of($0) }.max() ?? 0) + 2
        return (
            Rect(x: area.x, y: area.bottom - lines.count, width: min(width, area.width), height: lines.count), lines
        )
    }

    private func drawProblem(into canvas: inout Canvas, area: Rect, text: String, context: RenderContext) {
        let lines = Paragraph.wrap(text, width: max(10, area.width - 8), maximum: max(1, area.height - 2))
        let width = min(area.width, (lines.map { DisplayWidth.of($0) }.max() ?? 0) + 4)
        let box = area.centered(width: width, height: lines.count)
        canvas.fill(box)
        canvas.write(
            lines, in: Rect(x: box.x + 2, y: box.y, width: box.width - 2, height: box.height),
            context.theme[context.model.picture.problem == nil ? .faint : .warning])
    }
}

extension RenderContext {
    /// Where the pixels of `frame` lie in a pane that shows it.
    func mapping(of frame: Frame, in area: Rect) -> PictureMapping {
        let view = model.picture.view
        return PictureMapping(
            showing: view.region(of: frame.bounds), in: area, cellAspect: cellAspect, orientation: view.orientation)
    }

    /// Outlines the symbols in view, by default in the styles of their states.
    func outlineSymbols(
        by mapping: PictureMapping, isLabelled: Bool = true, style: Style? = nil, into canvas: inout Canvas
    ) {
        let painter = model.picture.painter
        for symbol in model.picture.symbols {
            canvas.outline(
                symbol.corners.map(mapping.canvas), label: isLabelled ? symbol.label : "",
                stroke: symbol.state.stroke, isFine: painter.showsBraille, in: mapping.picture,
                style ?? painter.overlay(theme[symbol.state.role]))
        }
    }
}

/// How the states of symbols look: by line, sign and colour.
extension PictureModel.OutlinedSymbol {
    /// What stands at its corner: its number and a sign for its state.
    var label: String { state == .awaiting ? "" : "\(number)\(state.sign)" }
}

extension PictureModel.OutlinedSymbol.State {
    /// Behind the number; nothing for what is new.
    var sign: String {
        switch self {
        case .awaiting, .new: ""
        case .unkept: "?"
        case .known: "="
        }
    }

    var stroke: OutlineStroke {
        switch self {
        case .awaiting: .dotted
        case .unkept, .new: .solid
        case .known: .dashed
        }
    }

    var role: Role {
        switch self {
        case .awaiting, .unkept: .outline
        case .new: .outlineKept
        case .known: .outlineKnown
        }
    }
}

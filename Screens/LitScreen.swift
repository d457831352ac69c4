import Formats
import Preview
import Surface

/// The scanner as a lamp: white all over, to light a code before a camera that has no light of its own.
extension ScannerScreen {
    /// Draws white wherever nothing must be read, and the picture small in its middle.
    func renderLit(into canvas: inout Canvas, context: RenderContext) {
        let white = context.theme[.light]
        var strong = white
        strong.attributes.insert(.bold)
        canvas.fill(canvas.bounds, " ", white)
        let body = canvas.bounds.aboveKeys
        let picture = context.model.picture
        if let frame = picture.frame {
            let pane = body.centered(width: max(16, body.width / 3), height: max(6, body.height / 3))
            let mapping = context.mapping(of: frame, in: pane)
            picture.painter.draw(frame, by: mapping, style: (white, white), surroundings: .lit, into: &canvas)
            context.outlineSymbols(by: mapping, style: strong, into: &canvas)
        }
        // What cannot wait until the light is off.
        let line =
            picture.problem
            ?? context.model.source.invitation?.line
            ?? context.model.lastScan?.failure.map { "NOT SAVED YET: \($0)" }
            ?? shown(in: context.model).line
        guard let line else { return }
        let shown = Canvas.fitting(line, width: body.width - 4)
        canvas.write(shown, x: (body.width - DisplayWidth.of(shown)) / 2, y: body.bottom - 2, strong)
    }
}

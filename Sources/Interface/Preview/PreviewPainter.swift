import Frames
import Surface

/// The camera's picture, frame by frame, by the renderer that was chosen.
package struct PreviewPainter: Sendable {
    private let renderers: [any PreviewRenderer]
    /// What the picture is drawn on.
    package var terminal: TerminalTraits
    private var chosen = 0
    private var tone = ToneMapping()
    /// A coarse look at a frame: its range of brightness needs no more.
    private var coarse = LumaGrid()
    private let steady = SteadySamples()
    /// Whether the camera's own colours are shown, where it tells them; default no.
    package private(set) var isColoured = false

    /// Begins with the first of `renderers`, of which there is one at least.
    package init(
        _ renderers: [any PreviewRenderer] = PreviewRenderers.all(), on terminal: TerminalTraits = TerminalTraits()
    ) {
        self.renderers = renderers.isEmpty ? PreviewRenderers.all() : renderers
        self.terminal = terminal
    }

    package var name: String { renderers[chosen].name }

    /// Follows the range of brightness of `frame`, which is to be drawn.
    package mutating func adapt(to frame: Frame) {
        coarse.sample(frame, region: frame.bounds, columns: 48, rows: 32)
        tone.adapt(to: coarse.levels, middle: coarse.middle)
    }

    /// Takes the renderer of that name, or says why not, in a line.
    package mutating func choose(_ name: String) -> String? {
        guard let index = renderers.firstIndex(where: { $0.name == name }) else {
            return "No renderer is called \(name)"
        }
        if let obstacle = obstacle(of: index) { return obstacle }
        chosen = index
        return nil
    }

    /// Takes the next renderer that the terminal can show; says which it is, or why there is none.
    package mutating func chooseNext() -> (isChanged: Bool, line: String) {
        var obstacles: [String] = []
        for step in 1..<max(2, renderers.count) {
            let index = (chosen + step) % renderers.count
            guard let obstacle = obstacle(of: index) else {
                chosen = index
                return (true, "Picture in \(renderers[index].title)")
            }
            obstacles.append(obstacle)
        }
        return (false, obstacles.joined(separator: ". "))
    }

    /// Shows the camera's own colours, or greys; says in a line why colours cannot be shown here.
    package mutating func setColoured(_ isColoured: Bool) -> String? {
        if isColoured {
            let count = terminal.colorCount
            if count < ColourTint.minimumColors {
                return
                    "No colours: this terminal has \(count == 0 ? "none" : "\(count)"), and they need \(ColourTint.minimumColors)"
            }
            if renderers[chosen] is PixelRenderer { return "No colours: pixels are grey" }
        }
        self.isColoured = isColoured
        return nil
    }

    private func obstacle(of index: Int) -> String? {
        renderers[index].obstacle(on: terminal).map { "No \(renderers[index].title): \($0)" }
    }

    /// The same way of drawing, with the range of brightness of a picture that stands still.
    package func forStill(_ frame: Frame) -> PreviewPainter {
        var painter = PreviewPainter(renderers, on: terminal)
        (painter.chosen, painter.isColoured) = (chosen, isColoured)
        painter.adapt(to: frame)
        return painter
    }

    /// Draws what `mapping` shows of `frame` into its cells.
    ///
    /// - Parameters:
    ///   - emphasis: the cells that matter; others are dimmed. Nil: all do.
    ///   - style: the theme's style of the picture, and of cells that are dimmed.
    ///   - surroundings: what the cells around are.
    package func draw(
        _ frame: Frame, by mapping: PictureMapping, emphasis: Rect? = nil, style: (bright: Style, dimmed: Style),
        surroundings: Surroundings = .dark, into canvas: inout Canvas
    ) {
        let renderer = renderers[chosen]
        var grid = LumaGrid()
        let samples = renderer.samples(on: terminal)
        grid.sample(frame, shownBy: mapping, density: samples)
        steady.steady(&grid)
        grid.sharpen(by: ToneMapping.sharpening(shownBy: mapping, density: samples))
        let image = PreviewImage(
            grid: grid, tone: tone, area: mapping.picture, emphasis: emphasis ?? mapping.picture, style: style.bright,
            dimmedStyle: style.dimmed, surroundings: surroundings, terminal: terminal)
        renderer.draw(image, into: &canvas)
        if isColoured, surroundings != .lit, terminal.colorCount >= ColourTint.minimumColors {
            ColourTint(of: frame, shownBy: mapping)?.apply(to: &canvas, emphasis: image.emphasis)
        }
    }

    /// Whether the terminal shows braille, in whose dots outlines are drawn.
    package var showsBraille: Bool { BrailleRenderer.obstacle(on: terminal) == nil }

    /// The style of what is drawn over the picture.
    package func overlay(_ style: Style) -> Style { renderers[chosen].overlay(style, on: terminal) }
}

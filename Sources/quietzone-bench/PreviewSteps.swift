import Frames
import Preview
import Screens
import Surface
import Symbols

/// What it costs to draw a frame by each renderer, and to hand it to a terminal of 256 colours.
struct PreviewSteps {
    /// The corners of what is outlined in each frame.
    var symbols: [[Quadrilateral]] = []

    /// Measures and prints two lines for each renderer.
    ///
    /// - Parameter frame: the frame of a round, of which there are as many as `symbols`.
    func measure(frame: (Int) throws -> Frame) throws {
        let terminal = try BenchTerminal(columns: 200, rows: 60)
        var measured: [Series] = []
        for renderer in PreviewRenderers.all() {
            var draw = Series("preview: 200×60 cells, \(renderer.title)")
            var present = Series("  the same to a terminal")
            let stack = ScreenStack(scanner: ScannerScreen())
            var model = AppModel()
            model.source.title = "bench"
            if let obstacle = model.picture.painter.choose(renderer.name) { throw BenchError(obstacle) }
            for round in symbols.indices {
                let frame = try frame(round)
                model.picture.symbols = symbols[round].enumerated().map {
                    .init(number: $0.offset + 1, corners: $0.element, isKept: true)
                }
                var canvas = Canvas(width: 200, height: 60)
                draw.time {
                    model.picture.show(frame)
                    stack.render(into: &canvas, context: RenderContext(model: model))
                }
                present.time { terminal.present(canvas) }
            }
            measured += [draw, present]
        }
        // Standard output is the terminal's until now.
        terminal.close()
        for series in measured { print("  \(series.line)") }
    }
}

import Frames
import Preview
import Screens
import Surface
import Symbols

/// Measures drawing a frame with each renderer, and presenting it on a terminal with 256 colours.
struct PreviewSteps {
    /// The outlined symbols of each frame.
    var symbols: [[Quadrilateral]] = []

    /// Measures and prints two lines for each renderer.
    ///
    /// - Parameter frame: returns the frame of a round; there are `symbols.count` rounds.
    func measure(frame: (Int) throws -> Frame) throws {
        let terminal = try BenchTerminal(columns: 200, rows: 60)
        var measured: [Series] = []
        for renderer in PreviewRenderers.all() {
            var draw = Series("preview: 200×60 cells, \(renderer.title)")
            var present = Series("  the same to a terminal")
            let stack = ScreenStack(scanner: ScannerScreen())
            var model = AppModel()
            model.source.title = "bench"
            model.picture.painter = PreviewPainter(on: terminal.traits)
            if let obstacle = model.picture.painter.choose(renderer.name) { throw BenchError(obstacle) }
            for round in symbols.indices {
                let frame = try frame(round)
                model.picture.symbols = symbols[round].enumerated().map {
                    .init(
                        number: $0.offset + 1, corners: $0.element, state: .new, symbology: .qrCode,
                        summary: "example.org")
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
        // Until it is closed, standard output belongs to the terminal.
        terminal.close()
        for series in measured { print("  \(series.line)") }
    }
}

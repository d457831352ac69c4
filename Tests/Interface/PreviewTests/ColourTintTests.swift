import Frames
import Surface
import Testing

@testable import Preview

@Suite struct ColourTintTests {
    /// A grey frame whose left half is blue and whose right half is red.
    private func frame(_ luma: UInt8 = 120) throws -> Frame {
        let pool = try FramePool(slots: 1)
        guard var draft = pool.draft(width: 80, height: 80) else { throw SourceError("no slot") }
        draft.withLuma { $0.update(repeating: luma) }
        draft.chroma = ChromaGrid(columns: 2, rows: 1, blue: [200, 128], red: [128, 200])
        return draft.finish(sequence: 0)
    }

    private func painter(_ renderer: String = "half-blocks", colors: Int = 1 << 24) -> PreviewPainter {
        var painter = PreviewPainter(on: TerminalTraits(colorCount: colors))
        #expect(painter.choose(renderer) == nil)
        return painter
    }

    private func draw(_ painter: PreviewPainter, _ frame: Frame, emphasis: Rect? = nil) -> Canvas {
        var canvas = Canvas(width: 20, height: 10)
        let mapping = PictureMapping(showing: frame.bounds, in: canvas.bounds)
        painter.draw(frame, by: mapping, emphasis: emphasis, style: (.plain, .plain), into: &canvas)
        return canvas
    }

    private func parts(_ color: Color) -> (red: Int, green: Int, blue: Int) {
        guard case .rgb(let red, let green, let blue) = color else { return (0, 0, 0) }
        return (Int(red), Int(green), Int(blue))
    }

    @Test(arguments: ["ascii", "half-blocks", "quadrants", "sextants", "braille"])
    func cellsHaveTheColoursOfTheirPlacesAndCharactersStay(_ name: String) throws {
        var painter = painter(name)
        let frame = try frame()
        let grey = draw(painter, frame)
        #expect(painter.setColoured(true) == nil)
        let coloured = draw(painter, frame)
        #expect(coloured.text == grey.text)
        let (left, right) = (parts(coloured[1, 5].style.foreground), parts(coloured[18, 5].style.foreground))
        #expect(left.blue > left.red + 40)
        #expect(right.red > right.blue + 40)
        // BT.601 weighs them back to the brightness that they were drawn in.
        let luma = (299 * right.red + 587 * right.green + 114 * right.blue) / 1000
        #expect(abs(luma - parts(grey[18, 5].style.foreground).red) <= 3)
    }

    @Test func colourIsDimmedWithItsCell() throws {
        var painter = painter()
        _ = painter.setColoured(true)
        let canvas = draw(painter, try frame(), emphasis: Rect(x: 0, y: 0, width: 20, height: 5))
        let (bright, dimmed) = (parts(canvas[1, 1].style.background), parts(canvas[1, 8].style.background))
        #expect(bright.blue - bright.red > dimmed.blue - dimmed.red)
    }

    @Test func whatHasNoColoursSaysSo() throws {
        var few = painter("half-blocks", colors: 16)
        #expect(few.setColoured(true) == "No colours: this terminal has 16, and they need 256")
        #expect(!few.isColoured)
        var painter = painter()
        _ = painter.setColoured(true)
        let grey = try #require(makeFrame(80, 80) { _, _ in 120 })
        #expect(draw(painter, grey).cells == draw(self.painter(), grey).cells)
    }

    @Test func pairsOfColoursAreBounded() throws {
        let pool = try FramePool(slots: 1)
        guard var draft = pool.draft(width: 256, height: 128) else { throw SourceError("no slot") }
        draft.withLuma { luma in for place in luma.indices { luma[place] = UInt8(place % 256) } }
        draft.chroma = ChromaGrid(
            columns: 128, rows: 64, blue: (0..<8192).map { UInt8($0 % 128 * 2) },
            red: (0..<8192).map { UInt8($0 / 128 * 4) })
        var painter = painter()
        _ = painter.setColoured(true)
        let canvas = draw(painter, draft.finish(sequence: 0))
        for cell in canvas.cells where cell.character == "▀" {
            let ink = parts(cell.style.foreground)
            #expect((0...255).contains(ink.red))
        }
    }

    @Test func noiseStaysOnTheScreenAsItWasAndChangesDoNot() throws {
        let painter = painter("ascii")
        func noisy(_ seed: Int, _ step: Int) throws -> Frame {
            try #require(makeFrame(80, 80) { x, y in UInt8(100 + (x * 7 + y * 13 + seed) % 3 + (x > 40 ? step : 0)) })
        }
        let first = draw(painter, try noisy(0, 0))
        #expect(draw(painter, try noisy(1, 0)).cells == first.cells)
        #expect(draw(painter, try noisy(2, 0)).cells == first.cells)
        let changed = draw(painter, try noisy(0, 60))
        #expect(changed[18, 5] != first[18, 5])
        #expect(changed[1, 5] == first[1, 5])
    }
}

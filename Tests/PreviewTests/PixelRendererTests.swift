import Surface
import Testing

@testable import Preview

@Suite struct PixelRendererTests {
    private var terminal: TerminalTraits {
        var terminal = TerminalTraits()
        terminal.pictures = [.sixel]
        terminal.cellPixels = CellPixels(width: 2, height: 3)
        return terminal
    }

    @Test func aCellHasASampleForEachPixelAsFarAsThatIsWorthIt() {
        let renderer = PixelRenderer(.kitty)
        #expect(renderer.samples(on: terminal) == SampleDensity(across: 2, down: 3))
        var large = terminal
        large.cellPixels = CellPixels(width: 30, height: 60)
        #expect(renderer.samples(on: large) == renderer.samples)
    }

    @Test func thePictureIsPlacedAndDarkerOutsideOfTheEmphasis() throws {
        let renderer = PixelRenderer(.sixel)
        let rows = (0..<6).map { y in (0..<8).map { x in UInt8(40 + 20 * y + x) } }
        var image = try makeImage(
            rows, SampleDensity(across: 2, down: 3), emphasis: Rect(x: 1, y: 0, width: 2, height: 1))
        image.terminal = terminal
        var canvas = Canvas(width: 4, height: 2)
        renderer.draw(image, into: &canvas)
        let picture = try #require(canvas.picture)
        #expect(picture.area == canvas.bounds)
        #expect((picture.width, picture.height, picture.way) == (8, 6, .sixel))
        for y in 0..<6 {
            for x in 0..<8 {
                let isBright = 2..<6 ~= x && y < 3
                #expect(picture.luma[y * 8 + x] == (isBright ? rows[y][x] : UInt8(Double(rows[y][x]) * 0.45)))
            }
        }
        #expect(canvas.cells.allSatisfy { $0.showsPicture && $0.character == " " })
    }

    @Test func whatHasNotAnsweredIsNotSentPixels() {
        var painter = PreviewPainter(on: TerminalTraits())
        #expect(
            painter.choose("kitty") == "No pixels (kitty graphics): this terminal does not say that it has them")
        painter.terminal = terminal
        #expect(painter.choose("sixel") == nil)
        #expect(painter.name == "sixel")
        painter.terminal.cellPixels = nil
        #expect(
            painter.choose("sixel") == "No pixels (sixel): this terminal does not say how large a cell is")
    }
}

import Surface
import Symbols
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
            painter.choose("kitty") == "No pixels (kitty graphics): this terminal does not report support for them")
        painter.terminal = terminal
        #expect(painter.choose("sixel") == nil)
        #expect(painter.name == "sixel")
        painter.terminal.cellPixels = nil
        #expect(painter.choose("sixel") == "No pixels (sixel): this terminal does not report its cell size")
    }

    @Test func anOutlineIsDrawnInThePixelsOfThePicture() throws {
        var canvas = Canvas(width: 12, height: 8)
        let area = Rect(x: 1, y: 1, width: 10, height: 6)
        let grey = [UInt8](repeating: 120, count: 100 * 120)
        canvas.place(try #require(PlacedPicture(area: area, width: 100, height: 120, luma: grey, way: .kitty)))
        let corners = Quadrilateral(
            topLeft: Point(x: 3, y: 2), topRight: Point(x: 8, y: 2), bottomRight: Point(x: 8, y: 5),
            bottomLeft: Point(x: 3, y: 5))
        canvas.outline(corners, label: "1", in: area, .plain)
        let picture = try #require(canvas.picture)
        func luma(_ x: Int, _ y: Int) -> UInt8 { picture.luma[y * 100 + x] }
        #expect(luma(50, 20) == 255, "the upper side, at 2 cells from the picture's left and 1 from its top")
        #expect(luma(50, 18) == 0)
        #expect(luma(50, 22) == 0)
        #expect(luma(50, 40) == 120)
        #expect(luma(70, 50) == 255)
        // Only the number covers the picture.
        let covered = (0..<96).filter { place in
            area.contains(place % 12, place / 12) && !canvas[place % 12, place / 12].showsPicture
        }
        #expect(covered.count == 3)
    }

    @Test(arguments: [-1e9, .nan, .infinity, 1e5]) func aWildOutlineInPixelsCostsNothing(_ place: Double) throws {
        var canvas = Canvas(width: 12, height: 8)
        let grey = [UInt8](repeating: 120, count: 100)
        canvas.place(try #require(PlacedPicture(area: canvas.bounds, width: 10, height: 10, luma: grey, way: .sixel)))
        let wild = Quadrilateral(
            topLeft: Point(x: place, y: 2), topRight: Point(x: 8, y: place), bottomRight: Point(x: 8, y: 5),
            bottomLeft: Point(x: 3, y: 5))
        canvas.outline(wild, in: canvas.bounds, .plain)
        #expect(canvas.picture?.luma.count == 100)
    }
}
